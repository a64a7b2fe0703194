//! Where the lists of a level lie in its file.
//!
//! ```text
//! "loydlist"  version u32  lists u32
//! for each list, as they lie one after the other:  number u32, states u32, bytes u32, XXH3-64 u64
//! XXH3-64 of all that
//! ```

use crate::disk::Disk;
use crate::failure::{damaged, refused};
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::frontier::{Extent, Unit};
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"loydlist";
const VERSION: u32 = 1;
const ENTRY: usize = 20;

/// Where a list lies, and its checksum, which depends on its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) offset: u64,
    pub(super) extent: Extent,
    pub(super) hash: u64,
}

/// Bytes of all lists.
pub(super) fn bytes(places: &HashMap<Unit, Place>) -> u64 {
    places.values().map(|place| u64::from(place.extent.bytes)).sum()
}

/// Writes an index and makes it safe; returns its checksum.
pub(super) fn write(
    disk: &dyn Disk,
    path: &Path,
    places: &HashMap<Unit, Place>,
) -> io::Result<u64> {
    let mut lists: Vec<_> = places.iter().collect();
    lists.sort_unstable_by_key(|(_, place)| place.offset);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((lists.len() as u32).to_le_bytes());
    for (unit, Place { extent, hash, .. }) in lists {
        for number in [*unit, extent.states, extent.bytes] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(hash.to_le_bytes());
    }
    let hash = xxh3_64(&bytes);
    bytes.extend(hash.to_le_bytes());
    let mut file = disk.create(path)?;
    file.write_all(&bytes)?;
    file.sync()?;
    Ok(hash)
}

/// Reads an index; returns its checksum too.
pub(super) fn read(
    disk: &dyn Disk,
    path: &Path,
) -> Result<(HashMap<Unit, Place>, u64), StoreError> {
    let load = || -> io::Result<Vec<u8>> {
        let file = disk.open(path)?;
        let mut bytes = vec![0; file.length()? as usize];
        file.read_at(&mut bytes, 0)?;
        Ok(bytes)
    };
    let bytes = load().map_err(|error| refused("read", path, &error))?;
    let (content, hash) =
        bytes.split_last_chunk::<8>().ok_or_else(|| damaged(path, "it is too short"))?;
    let hash = u64::from_le_bytes(*hash);
    if xxh3_64(content) != hash {
        return Err(damaged(path, "its checksum does not fit"));
    }
    parse(content).map(|places| (places, hash)).ok_or_else(|| damaged(path, "it makes no sense"))
}

fn parse(content: &[u8]) -> Option<HashMap<Unit, Place>> {
    let word =
        |bytes: &[u8], at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let lists = word(content, 12)? as usize;
    let entries = content.get(16..)?;
    if content.get(..8)? != MAGIC || word(content, 8)? != VERSION || entries.len() != lists * ENTRY
    {
        return None;
    }
    let mut offset = 0;
    let mut places = HashMap::with_capacity(lists);
    for entry in entries.chunks_exact(ENTRY) {
        let extent = Extent { states: word(entry, 4)?, bytes: word(entry, 8)? };
        let hash = u64::from_le_bytes(entry[12..].try_into().ok()?);
        let twice = places.insert(word(entry, 0)?, Place { offset, extent, hash });
        if twice.is_some() {
            return None;
        }
        offset += u64::from(extent.bytes);
    }
    Some(places)
}
