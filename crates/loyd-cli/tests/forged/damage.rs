//! Damage as disks and people do it: bits, parts, lengths, kinds of files, without new checksums.

use crate::case::Place;
use crate::random::Random;
use crate::seeds::Seed;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// The length of a sparse file, larger than any memory.
const SPARSE: [u64; 3] = [1 << 30, 8 << 30, 4 << 40];

/// Damages a file of the folder; returns a description.
pub(crate) fn change(random: &mut Random, seed: &Seed, place: &Place) -> Option<String> {
    let (name, bytes) = random.of(&seed.files);
    let file = place.folder().join(name);
    let what = match random.below(14) {
        0..=4 => {
            let mut bytes = bytes.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len().max(1));
                *bytes.get_mut(at)? ^= 1 << random.below(8);
            }
            fs::write(&file, bytes).ok()?;
            "flipped bits".to_owned()
        }
        5 => {
            let length = random.below(bytes.len() + 1);
            fs::write(&file, &bytes[..length]).ok()?;
            format!("cut after {length} bytes")
        }
        6 => {
            let (from, to) = range(random, bytes.len());
            let mut bytes = bytes.clone();
            bytes[from..to].fill(*random.of(&[0, 0xff, b'9', b'"']));
            fs::write(&file, bytes).ok()?;
            format!("overwritten from {from} to {to}")
        }
        7 => {
            let (from, to) = range(random, bytes.len());
            let twice = [&bytes[..to], &bytes[from..]].concat();
            fs::write(&file, twice).ok()?;
            format!("bytes {from} to {to} twice")
        }
        8 => {
            let (other, bytes) = random.of(&seed.files);
            fs::write(&file, bytes).ok()?;
            format!("the contents of {other}")
        }
        9 => {
            let length = *random.of(&SPARSE);
            // Some file systems have no files so long.
            fs::File::options().write(true).open(&file).ok()?.set_len(length).ok()?;
            format!("made {length} bytes long")
        }
        10 => {
            fs::remove_file(&file).ok()?;
            "removed".to_owned()
        }
        kind => return strange(random, kind, name, place),
    };
    Some(format!("{name}: {what}"))
}

fn range(random: &mut Random, length: usize) -> (usize, usize) {
    let (a, b) = (random.below(length + 1), random.below(length + 1));
    (a.min(b), a.max(b))
}

/// Puts something else under the name of a file, of its unfinished version, or of the lock.
fn strange(random: &mut Random, kind: usize, name: &str, place: &Place) -> Option<String> {
    let unfinished = format!("{name}.new");
    let names = [name, name, &unfinished, "lock", "level.mark.new", "results.json.new"];
    let name = *random.of(&names);
    let (file, victim) = (place.folder().join(name), place.victim());
    let what = put(random, kind, &file, &victim)?;
    Some(format!("{name}: {what}"))
}

fn put(random: &mut Random, kind: usize, file: &Path, victim: &Path) -> Option<&'static str> {
    let _ = fs::remove_file(file);
    Some(match kind {
        11 => {
            let nowhere = victim.with_file_name("nowhere");
            symlink(random.of(&[victim, &nowhere]), file).ok()?;
            "a link"
        }
        12 => {
            fs::hard_link(victim, file).ok()?;
            "a second name of a file outside"
        }
        _ if random.below(2) == 0 => {
            fs::create_dir(file).ok()?;
            "a folder"
        }
        _ => {
            Command::new("mkfifo").arg(file).status().ok().filter(ExitStatus::success)?;
            "a pipe"
        }
    })
}
