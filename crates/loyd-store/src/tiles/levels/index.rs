//! The index of a level: the locations of its units, and everything else needed to resume from it.
//! A sealed file.
//!
//! ```text
//! header (JSON)  the record without counts
//! counts         u32 each
//! places         cell u8, band u32, column u32, blob (see `blob`)
//! models         bytes, their number is in the header
//! ```

use super::files::Locations;
use crate::failure::{damaged, refused};
use crate::folder::LockedFolder;
use crate::level_files::blob::Blob;
use crate::names::FileName;
use crate::record::RecordEntry;
use crate::sealed::{Format, Sealed, SealedWriter};
use loyd_enumerate::checkpoint::StoreError;
use loyd_tiles_enumerate::disk::{LevelRecord, Unit};
use serde::{Deserialize, Serialize};
use std::io;

/// The header may contain samples of some thousand levels.
const FORMAT: Format = Format { magic: b"loydunit", version: 2, max_header: 64 << 20 };
const LOCATION_BYTES: usize = 9 + Blob::ENTRY;

/// The contents of an index; borrows the locations when it is written.
pub(super) struct Index<P> {
    pub(super) record: LevelRecord,
    pub(super) places: P,
    pub(super) models: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    run: RecordEntry,
    block_digits: usize,
    digit: usize,
    column_lines: usize,
    counts: usize,
    places: usize,
    models: usize,
}

/// The entry of a unit.
pub(super) fn entry((unit, blob): (&Unit, &Blob)) -> [u8; LOCATION_BYTES] {
    let mut entry = [0; LOCATION_BYTES];
    entry[0] = unit.cell;
    entry[1..5].copy_from_slice(&unit.band.to_le_bytes());
    entry[5..9].copy_from_slice(&unit.column.to_le_bytes());
    entry[9..].copy_from_slice(&blob.to_bytes());
    entry
}

/// Takes entries from the input.
pub(super) fn take_locations<'a>(
    count: usize,
    take: &mut impl FnMut(usize) -> Option<&'a [u8]>,
) -> Option<Locations> {
    let entries = take(count.checked_mul(LOCATION_BYTES)?)?.chunks_exact(LOCATION_BYTES);
    let mut places = Locations::default();
    places.try_reserve(count).ok()?;
    for entry in entries {
        let unit = Unit { cell: entry[0], band: word(&entry[1..5])?, column: word(&entry[5..9])? };
        if places.insert(unit, Blob::parse(&entry[9..])?).is_some() {
            return None;
        }
    }
    Some(places)
}

/// Writes an index and makes it durable; returns its checksum.
pub(super) fn write(
    folder: &LockedFolder,
    name: &FileName,
    index: &Index<&mut Locations>,
) -> io::Result<u64> {
    let Index { record, places, models } = index;
    let header = Header {
        run: (&record.run).into(),
        block_digits: record.block_digits,
        digit: record.digit,
        column_lines: record.column_lines,
        counts: record.counts.len(),
        places: places.len(),
        models: models.len(),
    };
    let mut file = SealedWriter::create(folder, name, &FORMAT, &header)?;
    for count in &record.counts {
        file.append(&count.to_le_bytes())?;
    }
    for place in places.iter() {
        file.append(&entry(place))?;
    }
    file.append(models)?;
    file.finish()
}

/// Returns whether the file has the length that its header implies: header, counts of four bytes,
/// locations and other bytes.
pub(super) fn adds_up(file: &Sealed, header: u64, sizes: [usize; 3]) -> bool {
    let [counts, places, bytes] = sizes.map(|size| size as u128);
    let all = u128::from(header) + counts * 4 + places * LOCATION_BYTES as u128 + bytes;
    all == u128::from(file.content())
}

/// Reads an index and its checksum.
pub(super) fn read(
    folder: &LockedFolder,
    name: &FileName,
) -> Result<(Index<Locations>, u64), StoreError> {
    let file = Sealed::open(folder, name)?;
    let file = file.ok_or_else(|| damaged(&folder.place(name), "it is missing"))?;
    let (header, start) = file.header::<Header>(&FORMAT)?;
    if !adds_up(&file, start, [header.counts, header.places, header.models]) {
        return Err(file.damaged("its length is not the one that it states"));
    }
    let (content, hash) = file.load()?;
    let mut counts = Vec::new();
    let none = |_| refused("read", &folder.place(name), &io::ErrorKind::OutOfMemory.into());
    counts.try_reserve_exact(header.counts).map_err(none)?;
    let run = header.run.record().map_err(|what| file.damaged(what))?;
    let Header { block_digits, digit, column_lines, .. } = header;
    let record = LevelRecord { run, block_digits, digit, column_lines, counts };
    let sizes = [header.counts, header.places, header.models];
    let index = parse(record, sizes, &content[start as usize..]);
    index.map(|index| (index, hash)).ok_or_else(|| file.damaged("its contents are inconsistent"))
}

fn word(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// Takes counts from the input into a buffer.
pub(super) fn take_counts<'a>(
    number: usize,
    counts: &mut Vec<u32>,
    take: &mut impl FnMut(usize) -> Option<&'a [u8]>,
) -> Option<()> {
    let bytes = take(number.checked_mul(4)?)?;
    counts.try_reserve_exact(number).ok()?;
    counts.extend(bytes.chunks_exact(4).filter_map(word));
    Some(())
}

/// Parses the bytes after the header of an index.
fn parse(
    mut record: LevelRecord,
    [counts, places, models]: [usize; 3],
    mut rest: &[u8],
) -> Option<Index<Locations>> {
    let mut take = |count: usize| {
        let (head, tail) = rest.split_at_checked(count)?;
        rest = tail;
        Some(head)
    };
    take_counts(counts, &mut record.counts, &mut take)?;
    let places = take_locations(places, &mut take)?;
    let models = take(models)?.to_vec();
    rest.is_empty().then_some(Index { record, places, models })
}
