//! Forged files: other values, with the checksums to them, also where one file names that of another.

use crate::case::{Place, text};
use crate::document::{document, line, members, sealed};
use crate::random::Random;
use crate::seeds::Seed;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

/// Forges a file of the folder; returns a description.
pub(crate) fn change(random: &mut Random, seed: &Seed, place: &Place) -> Option<String> {
    let (name, bytes) = random.of(&seed.files);
    let folder = place.folder();
    let kind = Path::new(name).extension()?.to_str()?;
    let (forged, what) = match kind {
        "json" => {
            let mut members = members(bytes)?;
            let what = spoil(random, &mut members, place)?;
            (document(members), what)
        }
        "jsonl" => {
            let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
            let at = random.below(lines.len());
            let mut whole: Value = serde_json::from_slice(lines[at]).ok()?;
            let mut result = whole["result"].take().as_object()?.clone();
            let what = spoil(random, &mut result, place)?;
            let mut lines: Vec<Vec<u8>> = lines.iter().map(|line| line.to_vec()).collect();
            lines[at] = line(&Value::Object(result));
            (lines.concat(), what)
        }
        "ball" => {
            let (head, rest) = with_header(random, bytes, place, 8)?;
            (([head.0, rest]).concat(), head.1)
        }
        "mark" => binary(random, bytes, place)?,
        "index" => {
            let (forged, what) = binary(random, bytes, place)?;
            let sum = u64::from_le_bytes(forged.last_chunk::<8>().copied()?);
            name_hash(&folder, name, sum)?;
            (forged, what)
        }
        _ => return None,
    };
    fs::write(folder.join(name), forged).ok()?;
    Some(format!("{name}: {what}"))
}

/// A file or its beginning, and a description of the change.
type Changed = (Vec<u8>, String);

/// Values that must never be used: file, place in it, value.
pub(crate) fn forgeries(place: &Place) -> Vec<(&'static str, &'static str, Value)> {
    let (victim, outside) = (text(&place.victim()), "../outside/level-0014-0.ball");
    vec![
        ("run.json", "/checkpoint/file", outside.into()),
        ("run.json", "/checkpoint/file", victim.clone().into()),
        ("run.json", "/samples", u64::MAX.into()),
        ("run.json", "/antipodes", u64::MAX.into()),
        ("run.json", "/start", "1 2 3 4 5 6 7 8 9 9".into()),
        ("level.json", "/levels/0/name", "../outside/units-0014-0".into()),
        ("level.json", "/levels/1/name", victim.clone().into()),
        ("level.json", "/levels/0/depth", u32::MAX.into()),
        ("level.json", "/levels/0/data_bytes", u64::MAX.into()),
        ("lists.json", "/levels/0/name", "../outside/deep/lists-0009-0".into()),
        ("lists.json", "/levels/1/name", victim.into()),
        ("lists.json", "/levels/1/depth", u32::MAX.into()),
        ("lists.json", "/levels/0/index_hash", "-1".into()),
        ("certificate.json", "/start", "1 2 3".into()),
        ("certificate.json", "/seconds", json!(1e30)),
        ("certificate.json", "/levels/1", u64::MAX.into()),
        ("certificate.json", "/samples", json!([["1 2"], ["x"]])),
        ("results.json", "/done/0/seconds", json!(1e30)),
        ("results.json", "/done/0/moves", "U D".into()),
        ("board-2.json", "/seconds", json!(1e30)),
        ("board-2.json", "/bound", u32::MAX.into()),
        ("board-2.json", "/iterations/0/1", u64::MAX.into()),
    ]
}

/// Puts a value into a document; `None` if the seed has no such place.
pub(crate) fn put(
    seed: &Seed,
    place: &Place,
    file: &str,
    path: &str,
    value: &Value,
) -> Option<String> {
    let (_, bytes) = seed.files.iter().find(|(name, _)| name == file)?;
    let mut whole = Value::Object(members(bytes)?);
    *whole.pointer_mut(path)? = value.clone();
    let Value::Object(forged) = whole else { return None };
    fs::write(place.folder().join(file), document(forged)).ok()?;
    Some(format!("{file}: {path} is {value}"))
}

/// A file with a header in JSON and much behind it: another header, or other numbers behind it.
fn binary(random: &mut Random, bytes: &[u8], place: &Place) -> Option<(Vec<u8>, String)> {
    if random.below(3) == 0 {
        return Some(numbers(random, bytes));
    }
    let ((head, what), rest) = with_header(random, &bytes[..bytes.len() - 8], place, 0)?;
    Some((sealed([head, rest].concat()).0, what))
}

/// Other bytes in the last two thirds of a sealed file, which have no names.
fn numbers(random: &mut Random, bytes: &[u8]) -> (Vec<u8>, String) {
    let mut content = bytes[..bytes.len() - 8].to_vec();
    let from = content.len() / 3;
    let at = from + random.below((content.len() - from).max(1));
    let until = content.len().min(at + 1 + random.below(8));
    let value = *random.of(&[0, 1, 0x7f, 0x80, 0xff]);
    content[at.min(until)..until].fill(value);
    (sealed(content).0, format!("bytes {at} to {until} are {value}"))
}

/// Another header, in some files followed by its checksum. Also the rest of the file.
fn with_header(
    random: &mut Random,
    bytes: &[u8],
    place: &Place,
    sum: usize,
) -> Option<(Changed, Vec<u8>)> {
    let length = u32::from_le_bytes(bytes.get(12..16)?.try_into().ok()?) as usize;
    let mut header: Map<String, Value> =
        serde_json::from_slice(bytes.get(16..16 + length)?).ok()?;
    let what = spoil(random, &mut header, place)?;
    let header = serde_json::to_vec(&header).ok()?;
    let mut head = bytes[..12].to_vec();
    head.extend((header.len() as u32).to_le_bytes());
    head.extend(header);
    if sum > 0 {
        head = sealed(head).0;
    }
    Some(((head, what), bytes[16 + length + sum..].to_vec()))
}

/// Makes the document that names an index name the forged one.
fn name_hash(folder: &Path, index: &str, sum: u64) -> Option<()> {
    for pointer in ["level.json", "lists.json"] {
        let place = folder.join(pointer);
        let Some(mut members) = fs::read(&place).ok().and_then(|bytes| members(&bytes)) else {
            continue;
        };
        let hash = Value::from(format!("{sum:016x}"));
        let stem = index.strip_suffix(".index")?;
        let levels = members.get_mut("levels").and_then(Value::as_array_mut);
        for level in levels.into_iter().flatten().filter(|level| level["name"] == stem) {
            level["index_hash"] = hash.clone();
        }
        fs::write(place, document(members)).ok()?;
    }
    Some(())
}

/// Changes a value somewhere in a document.
fn spoil(random: &mut Random, members: &mut Map<String, Value>, place: &Place) -> Option<String> {
    let mut whole = Value::Object(members.clone());
    let mut at = &mut whole;
    let mut path = String::new();
    for depth in 0.. {
        let children = match &*at {
            Value::Object(members) => members.len(),
            Value::Array(list) => list.len(),
            _ => 0,
        };
        if children == 0 || depth > 0 && random.below(4) == 0 {
            break;
        }
        let child = random.below(children);
        let (name, next) = match at {
            Value::Object(members) => members.iter_mut().nth(child).map(|(k, v)| (k.clone(), v))?,
            Value::Array(list) => (child.to_string(), &mut list[child]),
            _ => break,
        };
        path = format!("{path}/{name}");
        at = next;
    }
    let value = other(random, at, place);
    let what = format!("{path} is {}", shortened(&value));
    *at = value;
    let Value::Object(changed) = whole else { return None };
    *members = changed;
    Some(what)
}

fn shortened(value: &Value) -> String {
    value.to_string().chars().take(100).collect()
}

/// A value in place of another.
fn other(random: &mut Random, value: &Value, place: &Place) -> Value {
    let number = |random: &mut Random| {
        let numbers = [
            json!(0),
            json!(1),
            json!(2),
            json!(-1),
            json!(1_u64 << 31),
            json!(u32::MAX),
            json!(1_u64 << 53),
            json!(1_u64 << 63),
            json!(u64::MAX),
            json!(1e30),
            json!(1e308),
            json!(-1e30),
            json!(0.5),
            json!(1e19),
            json!(255),
            json!(4096),
        ];
        random.of(&numbers).clone()
    };
    match value {
        Value::Number(_) if random.below(8) > 0 => number(random),
        Value::String(old) if random.below(8) > 0 => string(random, old, place),
        Value::Array(list) if random.below(4) > 0 && !list.is_empty() => {
            let mut list = list.clone();
            let at = random.below(list.len());
            match random.below(4) {
                0 => list.truncate(at),
                1 => list.resize(list.len() * (1 + random.below(500)), list[at].clone()),
                2 => list.reverse(),
                _ => list[at] = number(random),
            }
            list.into()
        }
        Value::Object(members) if random.below(4) > 0 && !members.is_empty() => {
            let mut members = members.clone();
            let name = members.keys().nth(random.below(members.len())).cloned().unwrap_or_default();
            members.shift_remove(&name);
            members.into()
        }
        _ => {
            let others =
                [json!(null), json!([]), json!({}), json!(true), json!(""), number(random)];
            random.of(&others).clone()
        }
    }
}

fn string(random: &mut Random, old: &str, place: &Place) -> Value {
    let victim = text(&place.victim());
    let outside = |name: &str| format!("../outside/{name}");
    let names = [
        outside("victim"),
        outside("link"),
        outside("level-0014-0.ball"),
        outside("units-0014-0.data"),
        outside("deep/lists-0009-0"),
        victim,
        format!("{old}/../../outside/victim"),
        format!("../run/{old}"),
        format!("{old}\0"),
        format!("{old}\n"),
        "/dev/zero".to_owned(),
        "lock".to_owned(),
        "run.json".to_owned(),
        "..".to_owned(),
        String::new(),
        "9".repeat(3_000),
        "5x2".to_owned(),
        "16x16".to_owned(),
        "255x257".to_owned(),
        "multi".to_owned(),
        "disk".to_owned(),
        "frontier".to_owned(),
        "reference".to_owned(),
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0".to_owned(),
        "0000000000000000".to_owned(),
        "U:18446744073709551615:1:1:0".to_owned(),
    ];
    random.of(&names).clone().into()
}
