//! `level.mark`: the checkpoint within a level, with the valid parts of the level's files. A sealed
//! file.
//!
//! ```text
//! header (JSON)
//! next        u32 each       states of the finished units of the level
//! partial     u32 each       states of partials
//! places      of units, then of partials                                      (see `index`)
//! lessons     units to train the next model on, their length is in the header
//! ```
//!
//! It is replaced by renaming, after the bytes that it refers to were made durable. The header
//! states where these end in each file; bytes behind that are truncated when the level is resumed.
//! A checkpoint belongs to the committed level from which its level is made, identified by the
//! checksum of its index.

use super::FILES;
use super::files::{Locations, lie_within};
use super::index::{adds_up, entry, take_counts, take_locations};
use crate::folder::LockedFolder;
use crate::level_files::names::FileId;
use crate::names::FileName;
use crate::record::LevelEntry;
use crate::sealed::{Format, Sealed, SealedWriter};
use loyd_enumerate::checkpoint::{StoreError, StoreFault};
use loyd_enumerate::record::is_cost;
use loyd_tiles_enumerate::disk::LevelCheckpoint;
use serde::{Deserialize, Serialize};
use std::io;

const FORMAT: Format = Format { magic: b"loydmark", version: 2, max_header: 1 << 20 };
pub(super) const NAME: FileName = FileName::fixed("level.mark");

/// The valid length of a file, and the locations of its units.
#[derive(Debug)]
pub(super) struct Part<P> {
    pub(super) bytes: u64,
    pub(super) places: P,
}

/// A checkpoint with its files; borrows the locations when it is written.
#[derive(Debug)]
pub(super) struct StoredCheckpoint<P> {
    pub(super) checkpoint: LevelCheckpoint,
    /// The checksum of the index of the committed level.
    pub(super) source: u64,
    /// The files of the level.
    pub(super) id: FileId,
    pub(super) data: Part<P>,
    pub(super) partials: Part<P>,
    pub(super) training_units: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    program: String,
    /// Hexadecimal.
    source: String,
    name: String,
    depth: u32,
    pass: usize,
    segments: usize,
    counted: u64,
    level: LevelEntry,
    data_bytes: u64,
    partials_bytes: u64,
    next: usize,
    partial: usize,
    places: usize,
    partial_places: usize,
    #[serde(rename = "lessons")]
    training_units: usize,
}

/// Replaces the checkpoint. With `is_first`, the names of its files may not be durable yet.
pub(super) fn write(
    folder: &LockedFolder,
    stored: &StoredCheckpoint<&Locations>,
    is_first: bool,
) -> io::Result<()> {
    let StoredCheckpoint { checkpoint, source, id, data, partials, training_units } = stored;
    let header = Header {
        program: env!("CARGO_PKG_VERSION").into(),
        source: format!("{source:016x}"),
        name: FILES.stem(*id).to_string(),
        depth: checkpoint.depth,
        pass: checkpoint.pass,
        segments: checkpoint.segments,
        counted: checkpoint.counted,
        level: (&checkpoint.summary).into(),
        data_bytes: data.bytes,
        partials_bytes: partials.bytes,
        next: checkpoint.next.len(),
        partial: checkpoint.partial.len(),
        places: data.places.len(),
        partial_places: partials.places.len(),
        training_units: training_units.len(),
    };
    let temporary = NAME.unfinished();
    let mut file = SealedWriter::create(folder, &temporary, &FORMAT, &header)?;
    for count in checkpoint.next.iter().chain(&checkpoint.partial) {
        file.append(&count.to_le_bytes())?;
    }
    for place in data.places.iter().chain(partials.places.iter()) {
        file.append(&entry(place))?;
    }
    file.append(training_units)?;
    file.finish()?;
    if is_first {
        folder.sync()?;
    }
    folder.rename_file(&temporary, &NAME)?;
    folder.sync()
}

/// Reads the checkpoint; `None` without a complete one.
pub(super) fn read(
    folder: &LockedFolder,
) -> Result<Option<StoredCheckpoint<Locations>>, StoreError> {
    let whole = || -> Result<_, StoreError> {
        let Some(file) = Sealed::open(folder, &NAME)? else { return Ok(None) };
        let header = file.header::<Header>(&FORMAT)?;
        let sizes = |header: &Header| {
            let counts = header.next.checked_add(header.partial)?;
            Some([counts, header.places.checked_add(header.partial_places)?, header.training_units])
        };
        let adds_up = |(header, start): &(Header, u64)| {
            sizes(header).is_some_and(|sizes| adds_up(&file, *start, sizes))
        };
        let Some((header, start)) = Some(header).filter(adds_up) else { return Ok(None) };
        let (content, _) = file.load()?;
        Ok(parse(&header, &content[start as usize..]))
    };
    match whole() {
        // A damaged checkpoint is ignored, and the level made again. A link is an error.
        Err(error) if error.fault == StoreFault::Data && folder.open_file(&NAME).is_ok() => {
            Ok(None)
        }
        read => read,
    }
}

fn parse(header: &Header, mut rest: &[u8]) -> Option<StoredCheckpoint<Locations>> {
    let mut take = |count: usize| {
        let (head, tail) = rest.split_at_checked(count)?;
        rest = tail;
        Some(head)
    };
    let (mut next, mut partial) = (Vec::new(), Vec::new());
    take_counts(header.next, &mut next, &mut take)?;
    take_counts(header.partial, &mut partial, &mut take)?;
    let data = take_locations(header.places, &mut take)?;
    let partials = take_locations(header.partial_places, &mut take)?;
    let training_units = take(header.training_units)?.to_vec();
    let checkpoint = LevelCheckpoint {
        depth: header.depth,
        pass: header.pass,
        segments: header.segments,
        next,
        partial,
        counted: header.counted,
        summary: (&header.level).into(),
    };
    let id = FILES.parse(&header.name).filter(|id| id.depth() == header.depth)?;
    let is_whole = rest.is_empty()
        && lie_within(&data, header.data_bytes)
        && lie_within(&partials, header.partials_bytes)
        && is_cost(&checkpoint.summary);
    is_whole.then_some(StoredCheckpoint {
        checkpoint,
        source: u64::from_str_radix(&header.source, 16).ok()?,
        id,
        data: Part { bytes: header.data_bytes, places: data },
        partials: Part { bytes: header.partials_bytes, places: partials },
        training_units,
    })
}
