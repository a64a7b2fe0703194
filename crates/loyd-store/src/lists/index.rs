//! The index of a level's lists: a sealed file.
//!
//! ```text
//! header (JSON)            the run, the number of lists
//! for each list, in order  number u32, states u32, blob (see `blob`)
//! ```

use super::Lists;
use crate::failure::{damaged, refused};
use crate::folder::LockedFolder;
use crate::level_files::blob::Blob;
use crate::names::FileName;
use crate::record::RecordEntry;
use crate::sealed::{Format, Sealed, SealedWriter};
use loyd_enumerate::RunRecord;
use loyd_enumerate::checkpoint::StoreError;
use serde::{Deserialize, Serialize};
use std::io;

const FORMAT: Format = Format { magic: b"loydlist", version: 2, max_header: 64 << 20 };
const ENTRY: usize = 8 + Blob::ENTRY;

/// The location of a list, and its number of states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Location {
    pub(super) states: u32,
    pub(super) blob: Blob,
}

#[derive(Serialize, Deserialize)]
struct Header {
    run: RecordEntry,
    lists: usize,
}

/// Writes an index and makes it durable; returns its checksum.
pub(super) fn write(
    folder: &LockedFolder,
    name: &FileName,
    record: &RunRecord,
    lists: &Lists,
) -> io::Result<u64> {
    let header = Header { run: record.into(), lists: lists.len() };
    let mut file = SealedWriter::create(folder, name, &FORMAT, &header)?;
    let mut sorted: Vec<_> = lists.iter().collect();
    sorted.sort_unstable_by_key(|(number, _)| **number);
    for (number, Location { states, blob }) in sorted {
        file.append(&number.to_le_bytes())?;
        file.append(&states.to_le_bytes())?;
        file.append(&blob.to_bytes())?;
    }
    file.finish()
}

/// Reads an index and its checksum.
pub(super) fn read(
    folder: &LockedFolder,
    name: &FileName,
) -> Result<(RunRecord, Lists, u64), StoreError> {
    let path = &folder.place(name);
    let file = Sealed::open(folder, name)?.ok_or_else(|| damaged(path, "it is missing"))?;
    let (header, start) = file.header::<Header>(&FORMAT)?;
    let length = header.lists.checked_mul(ENTRY).and_then(|bytes| start.checked_add(bytes as u64));
    if length != Some(file.content()) {
        return Err(damaged(path, "its length is not the one that it states"));
    }
    let (content, hash) = file.load()?;
    let mut lists = Lists::new();
    let none = |_| refused("read", path, &io::ErrorKind::OutOfMemory.into());
    lists.try_reserve(header.lists).map_err(none)?;
    parse(&content[start as usize..], &mut lists)
        .ok_or_else(|| damaged(path, "its contents are inconsistent"))?;
    let record = header.run.record().map_err(|what| damaged(path, what))?;
    Ok((record, lists, hash))
}

fn parse(entries: &[u8], lists: &mut Lists) -> Option<()> {
    let word = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.try_into().ok()?));
    for entry in entries.chunks_exact(ENTRY) {
        let (states, blob) = (word(&entry[4..8])?, Blob::parse(&entry[8..])?);
        // Empty lists are not stored.
        (states > 0 && blob.bytes > 0).then_some(())?;
        lists.insert(word(&entry[..4])?, Location { states, blob }).is_none().then_some(())?;
    }
    Some(())
}
