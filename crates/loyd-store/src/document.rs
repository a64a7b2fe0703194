//! Small JSON documents with a checksum, replaced atomically.
//!
//! The last member, `checksum`, is the XXH3-128 of the pretty-printed document without it.

use crate::disk::Disk;
use crate::failure::{damaged, refused};
use loyd::puzzle::tiles::MetricName;
use loyd_enumerate::checkpoint::StoreError;
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_128;

/// The metric of a name that was written; `None` if it is none.
pub(crate) fn metric(name: &str) -> Option<MetricName> {
    [MetricName::Single, MetricName::Multi].into_iter().find(|metric| metric.name() == name)
}

const CHECKSUM: &str = "checksum";

/// A document larger than this is none of ours.
const MOST_BYTES: u64 = 1 << 30;

/// Puts a document in its place: either the old or the new one is there, whatever happens.
/// Returns the bytes written.
///
/// # Errors
/// If it cannot be written; the old one is then still there.
pub fn write(
    disk: &dyn Disk,
    folder: &Path,
    name: &str,
    mut members: Map<String, Value>,
) -> Result<u64, StoreError> {
    let checksum = checksum(&members);
    members.insert(CHECKSUM.into(), checksum.into());
    write_text(disk, folder, name, &(pretty(&members) + "\n"))
}

/// As [`write()`], of a text that has no checksum.
///
/// # Errors
/// As [`write()`].
pub fn write_text(
    disk: &dyn Disk,
    folder: &Path,
    name: &str,
    text: &str,
) -> Result<u64, StoreError> {
    let temporary = folder.join(format!("{name}.new"));
    let written = put(disk, &temporary, text.as_bytes());
    written.map_err(|error| refused("write", &temporary, &error))?;
    let place = folder.join(name);
    let renamed = disk.rename(&temporary, &place).and_then(|()| disk.sync_folder(folder));
    renamed.map_err(|error| refused("replace", &place, &error))?;
    Ok(text.len() as u64)
}

fn put(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = disk.create(path)?;
    file.write_all(bytes)?;
    file.sync()
}

/// Reads a document; `None` if there is none.
///
/// # Errors
/// If it cannot be read, or its checksum does not fit.
pub fn read(
    disk: &dyn Disk,
    folder: &Path,
    name: &str,
) -> Result<Option<Map<String, Value>>, StoreError> {
    let place: PathBuf = folder.join(name);
    let bytes = match bytes(disk, &place) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(refused("read", &place, &error)),
    };
    let members = match serde_json::from_slice(&bytes) {
        Ok(Value::Object(members)) => members,
        Ok(_) => return Err(damaged(&place, "it is not a JSON object")),
        Err(error) => return Err(damaged(&place, &format!("it is not JSON ({error})"))),
    };
    check(members).map(Some).map_err(|what| damaged(&place, what))
}

/// All bytes of a file.
pub(crate) fn bytes(disk: &dyn Disk, place: &Path) -> io::Result<Vec<u8>> {
    let file = disk.open(place)?;
    let length = file.length()?;
    if length > MOST_BYTES {
        return Err(io::Error::other("it is too large to be a document of loyd"));
    }
    let mut bytes = vec![0; length as usize];
    file.read_at(&mut bytes, 0)?;
    Ok(bytes)
}

/// Takes the checksum off.
fn check(mut members: Map<String, Value>) -> Result<Map<String, Value>, &'static str> {
    let stated = members.shift_remove(CHECKSUM).ok_or("it has no checksum")?;
    if stated.as_str() != Some(&checksum(&members)) {
        return Err("its checksum does not fit its contents");
    }
    Ok(members)
}

fn checksum(members: &Map<String, Value>) -> String {
    format!("{:032x}", xxh3_128(pretty(members).as_bytes()))
}

fn pretty(members: &Map<String, Value>) -> String {
    // Maps with text keys always have a JSON form.
    serde_json::to_string_pretty(members).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::SimulatedDisk;
    use serde_json::json;

    fn sample() -> Map<String, Value> {
        let value = json!({"text": "ä\n", "list": [1, 2.5, 0.1, null], "large": u64::MAX});
        value.as_object().unwrap().clone()
    }

    #[test]
    fn what_is_written_is_read() {
        let (disk, folder) = (SimulatedDisk::new(), Path::new("d"));
        assert_eq!(read(&disk, folder, "a.json"), Ok(None));
        write(&disk, folder, "a.json", sample()).unwrap();
        assert_eq!(read(&disk, folder, "a.json"), Ok(Some(sample())));
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        let (disk, folder) = (SimulatedDisk::new(), Path::new("d"));
        write(&disk, folder, "a.json", sample()).unwrap();
        let place = folder.join("a.json");
        let length = disk.read(&place).unwrap().len();
        for bit in 0..(length - 1) * 8 {
            let copy = disk.after_kill();
            copy.tamper(&place, |bytes| bytes[bit / 8] ^= 1 << (bit % 8));
            match read(&copy, folder, "a.json") {
                Err(error) => assert!(error.message.contains("damaged"), "{error}"),
                // Between members a space is as good as another white space.
                Ok(found) => assert_eq!(found, Some(sample())),
            }
        }
    }
}
