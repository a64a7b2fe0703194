//! Small JSON documents with a checksum, replaced atomically.
//!
//! The last member, `checksum`, is the XXH3-128 of the pretty-printed document without it.

use crate::disk::read_all;
use crate::failure::{damaged, refused, shortened, unsuited};
use crate::folder::LockedFolder;
use crate::names::FileName;
use loyd_enumerate::checkpoint::StoreError;
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_128;

const CHECKSUM: &str = "checksum";

/// The maximum size of a document about one run, with a text for every stored state.
pub(crate) const MAX_OF_RUN: u64 = 64 << 20;
/// The maximum size of a document about many boards.
pub(crate) const MAX_OF_BOARDS: u64 = 1 << 30;
/// The approximate memory of a parsed document, relative to its size.
const UNFOLDED: usize = 32;

/// Writes a document atomically: at any moment either the old or the new one exists. Returns the
/// bytes written.
///
/// # Errors
/// If it cannot be written; then the old one remains.
pub(crate) fn write(
    folder: &LockedFolder,
    name: &FileName,
    mut members: Map<String, Value>,
) -> Result<u64, StoreError> {
    let checksum = checksum(&members);
    members.insert(CHECKSUM.into(), checksum.into());
    write_text(folder, name, &(pretty(&members) + "\n"))
}

/// Works as [`write()`] does, for a text without a checksum.
///
/// # Errors
/// The errors of [`write()`].
pub(crate) fn write_text(
    folder: &LockedFolder,
    name: &FileName,
    text: &str,
) -> Result<u64, StoreError> {
    let temporary = name.unfinished();
    let written = put(folder, &temporary, text.as_bytes());
    written.map_err(|error| refused("write", &folder.place(&temporary), &error))?;
    let renamed = folder.rename_file(&temporary, name).and_then(|()| folder.sync());
    renamed.map_err(|error| refused("replace", &folder.place(name), &error))?;
    Ok(text.len() as u64)
}

fn put(folder: &LockedFolder, name: &FileName, bytes: &[u8]) -> io::Result<()> {
    let mut file = folder.create_file(name)?;
    file.write_all(bytes)?;
    file.sync()
}

/// Reads a document of at most `max_bytes` bytes; `None` if it is missing.
///
/// # Errors
/// If it cannot be read, is larger, or its checksum is wrong.
pub(crate) fn read(
    folder: &LockedFolder,
    name: &FileName,
    max_bytes: u64,
) -> Result<Option<Map<String, Value>>, StoreError> {
    let place = folder.place(name);
    let bytes = match bytes(folder, name, max_bytes) {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(what)) => return Err(damaged(&place, what)),
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

/// All bytes of a file that can be a document; or the reason why it cannot.
fn bytes(
    folder: &LockedFolder,
    name: &FileName,
    max_bytes: u64,
) -> io::Result<Result<Vec<u8>, &'static str>> {
    let file = folder.open_file(name)?;
    let length = file.length()?;
    if length > max_bytes {
        return Ok(Err("it is larger than any document of its kind"));
    }
    let at = |offset: u64| -> io::Result<u8> {
        let mut byte = [0];
        file.read_at(&mut byte, offset)?;
        Ok(byte[0])
    };
    if length < 2
        || at(0)? != b'{'
        || !matches!(at(length - 1)?, b'}' | b'\n' | b' ' | b'\t' | b'\r')
    {
        return Ok(Err("it is not a JSON object"));
    }
    // Released at once: allocations of the parser cannot fail gracefully.
    let unfolded = (length as usize).saturating_mul(UNFOLDED);
    Vec::<u8>::new().try_reserve_exact(unfolded).map_err(|_| io::ErrorKind::OutOfMemory)?;
    read_all(&*file).map(Ok)
}

/// Checks the format and version of a document.
///
/// # Errors
/// If they differ: its format and version, and those that this program reads.
pub(crate) fn ensure_version(
    members: &Map<String, Value>,
    place: &Path,
    format: &str,
    version: u32,
) -> Result<(), StoreError> {
    let (stored_format, stored_version) = (members.get("format"), members.get("version"));
    if stored_format == Some(&format.into()) && stored_version == Some(&version.into()) {
        return Ok(());
    }
    let shown = |member: Option<&Value>| {
        shortened(&member.map_or_else(|| "unknown".to_owned(), Value::to_string))
    };
    Err(unsuited(format!(
        "{} is a {} of version {}, this loyd reads a {format:?} of version {version}: use the loyd \
         that wrote it, or start the run again",
        place.display(),
        shown(stored_format),
        shown(stored_version)
    )))
}

/// Verifies and removes the checksum.
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
    use crate::disk::simulated::SimulatedDisk;
    use serde_json::json;
    use std::sync::Arc;

    const NAME: FileName = FileName::fixed("a.json");

    fn sample() -> Map<String, Value> {
        let value = json!({"text": "ä\n", "list": [1, 2.5, 0.1, null], "large": u64::MAX});
        value.as_object().unwrap().clone()
    }

    fn folder(disk: &SimulatedDisk) -> LockedFolder {
        LockedFolder::create(Arc::new(disk.clone()), Path::new("d")).unwrap()
    }

    fn read_back(
        disk: &SimulatedDisk,
        max_bytes: u64,
    ) -> Result<Option<Map<String, Value>>, StoreError> {
        read(&folder(disk), &NAME, max_bytes)
    }

    #[test]
    fn written_documents_are_read_back() {
        let disk = SimulatedDisk::new();
        assert_eq!(read_back(&disk, 1000), Ok(None));
        let length = write(&folder(&disk), &NAME, sample()).unwrap();
        assert_eq!(read_back(&disk, length), Ok(Some(sample())));
        let error = read_back(&disk, length - 1).unwrap_err();
        assert!(error.message.contains("larger"), "{error}");
    }

    #[test]
    fn invalid_documents_report_the_reason() {
        let disk = SimulatedDisk::new();
        write(&folder(&disk), &NAME, sample()).unwrap();
        let read = |text: &str| {
            disk.tamper(Path::new("d/a.json"), |bytes| *bytes = text.as_bytes().to_vec());
            read_back(&disk, 1000).unwrap_err().message
        };
        for text in ["", "{", "[]", "{]", "x"] {
            assert!(read(text).contains("it is not a JSON object"), "{text}");
        }
        assert!(read("{,}").contains("it is not JSON ("));
        assert!(read("{}").contains("it has no checksum"));
        assert!(read("{\"checksum\":\"0\"} \t\r\n").contains("does not fit its contents"));
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        let disk = SimulatedDisk::new();
        write(&folder(&disk), &NAME, sample()).unwrap();
        let place = Path::new("d/a.json");
        let length = disk.read(place).unwrap().len();
        for bit in 0..(length - 1) * 8 {
            let copy = disk.after_kill();
            copy.tamper(place, |bytes| bytes[bit / 8] ^= 1 << (bit % 8));
            match read_back(&copy, 1000) {
                Err(error) => assert!(error.message.contains("damaged"), "{error}"),
                // Whitespace between members may change.
                Ok(stored) => assert_eq!(stored, Some(sample())),
            }
        }
    }
}
