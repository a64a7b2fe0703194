//! The index of a level's lists.
//!
//! ```text
//! "loydlist"  version u32  lists u32
//! for each list, in the order of the file:  number u32, states u32, bytes u32, XXH3-64 u64
//! XXH3-64 of all that
//! ```

use crate::failure::{damaged, refused};
use crate::folder::LockedFolder;
use crate::names::FileName;
use crate::sealed::Sealed;
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::tiles::frontier::{ListExtent, ListNumber};
use std::collections::HashMap;
use std::io::{self, Write};
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"loydlist";
const VERSION: u32 = 1;
const ENTRY: usize = 20;
/// Bytes before the entries.
const HEAD: u64 = 16;

/// The location of a list, and its checksum, which depends on its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Location {
    pub(super) offset: u64,
    pub(super) extent: ListExtent,
    pub(super) hash: u64,
}

/// The total size of all lists.
pub(super) fn bytes(locations: &HashMap<ListNumber, Location>) -> u64 {
    locations.values().map(|place| u64::from(place.extent.bytes)).sum()
}

/// Writes an index and makes it durable; returns its checksum.
pub(super) fn write(
    folder: &LockedFolder,
    name: &FileName,
    locations: &HashMap<ListNumber, Location>,
) -> io::Result<u64> {
    let mut lists: Vec<_> = locations.iter().collect();
    lists.sort_unstable_by_key(|(_, place)| place.offset);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((lists.len() as u32).to_le_bytes());
    for (unit, Location { extent, hash, .. }) in lists {
        for number in [*unit, extent.states, extent.bytes] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(hash.to_le_bytes());
    }
    let hash = xxh3_64(&bytes);
    bytes.extend(hash.to_le_bytes());
    let mut file = folder.create_file(name)?;
    file.write_all(&bytes)?;
    file.sync()?;
    Ok(hash)
}

/// Reads an index and its checksum.
pub(super) fn read(
    folder: &LockedFolder,
    name: &FileName,
) -> Result<(HashMap<ListNumber, Location>, u64), StoreError> {
    let path = &folder.place(name);
    let file = Sealed::open(folder, name)?.ok_or_else(|| damaged(path, "it is missing"))?;
    let head = file.part(0, HEAD)?;
    let lists = word(&head, 12).map_or(0, u64::from);
    if head[..8] != MAGIC[..] || file.content() != HEAD + lists * ENTRY as u64 {
        return Err(damaged(path, "it is not an index, or not as long as it says"));
    }
    let (content, hash) = file.load()?;
    let mut locations = HashMap::new();
    let none = |_| refused("read", path, &io::ErrorKind::OutOfMemory.into());
    locations.try_reserve(lists as usize).map_err(none)?;
    let locations = parse(&content, locations);
    locations
        .map(|locations| (locations, hash))
        .ok_or_else(|| damaged(path, "its contents are inconsistent"))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn parse(
    content: &[u8],
    mut locations: HashMap<ListNumber, Location>,
) -> Option<HashMap<ListNumber, Location>> {
    let lists = word(content, 12)? as usize;
    let entries = content.get(16..)?;
    if content.get(..8)? != MAGIC || word(content, 8)? != VERSION || entries.len() != lists * ENTRY
    {
        return None;
    }
    let mut offset = 0;
    for entry in entries.chunks_exact(ENTRY) {
        let extent = ListExtent { states: word(entry, 4)?, bytes: word(entry, 8)? };
        let hash = u64::from_le_bytes(entry[12..].try_into().ok()?);
        let twice = locations.insert(word(entry, 0)?, Location { offset, extent, hash });
        if twice.is_some() {
            return None;
        }
        // Empty lists are not stored.
        (extent.states > 0 && extent.bytes > 0).then_some(())?;
        offset += u64::from(extent.bytes);
    }
    Some(locations)
}
