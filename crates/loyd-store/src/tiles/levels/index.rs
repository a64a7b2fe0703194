//! The index of a level: the locations of its units, and everything else needed to resume from it.
//!
//! ```text
//! "loydunit"  version u32  header length u32  header (JSON: the record without counts)
//! counts      u32 each
//! places      cell u8, band u32, column u32, offset u64, bytes u32, checksum u32
//! models      as many bytes as the header says
//! XXH3-64 of all that
//! ```

use super::Locations;
use crate::failure::{damaged, refused};
use crate::folder::LockedFolder;
use crate::level_cost::LevelEntry;
use crate::names::FileName;
use crate::plausible::{self, MOST_SAMPLES};
use crate::sealed::Sealed;
use crate::tiles;
use loyd_enumerate::LevelSummary;
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::tiles::disk::{LevelRecord, Unit};
use loyd_tiles::bitmap::Place as State;
use loyd_tiles::{MetricName, Size, solvable_states};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"loydunit";
const VERSION: u32 = 1;
const LOCATION_BYTES: usize = 25;
/// The maximum length of a header: samples of some thousand levels.
const MOST_HEADER: u64 = 64 << 20;

/// The location of a unit, and the low half of its XXH3-64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Location {
    pub(super) offset: u64,
    pub(super) bytes: u32,
    pub(super) hash: u32,
}

/// The contents of an index; borrows the locations when it is written.
pub(super) struct Index<P> {
    pub(super) record: LevelRecord,
    pub(super) places: P,
    pub(super) models: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    program: String,
    width: usize,
    height: usize,
    /// Runs from before there were two metrics do not state it.
    #[serde(default = "single")]
    metric: String,
    start_cell: usize,
    block_digits: usize,
    digit: usize,
    column_lines: usize,
    levels: Vec<LevelEntry>,
    /// Cell and rank of each state.
    #[serde(default)]
    samples: Vec<Vec<(usize, u64)>>,
    counts: usize,
    places: usize,
    models: usize,
}

fn single() -> String {
    MetricName::Single.name().to_owned()
}

/// Appends the entry of a unit.
pub(super) fn put_location(bytes: &mut Vec<u8>, (unit, place): (&Unit, &Location)) {
    bytes.push(unit.cell);
    bytes.extend(unit.band.to_le_bytes());
    bytes.extend(unit.column.to_le_bytes());
    bytes.extend(place.offset.to_le_bytes());
    bytes.extend(place.bytes.to_le_bytes());
    bytes.extend(place.hash.to_le_bytes());
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
        let offset = u64::from_le_bytes(entry[9..17].try_into().ok()?);
        let place = Location { offset, bytes: word(&entry[17..21])?, hash: word(&entry[21..25])? };
        if places.insert(unit, place).is_some() {
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
    let header = serde_json::to_vec(&Header {
        program: env!("CARGO_PKG_VERSION").into(),
        width: record.width,
        height: record.height,
        metric: record.metric.name().to_owned(),
        start_cell: record.start,
        block_digits: record.block_digits,
        digit: record.digit,
        column_lines: record.column_lines,
        levels: record.levels.iter().map(LevelEntry::from).collect(),
        samples: record.samples.iter().map(|level| pairs(level)).collect(),
        counts: record.counts.len(),
        places: places.len(),
        models: models.len(),
    })?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    bytes.extend(record.counts.iter().flat_map(|count| count.to_le_bytes()));
    places.iter().for_each(|entry| put_location(&mut bytes, entry));
    bytes.extend(models);
    let hash = xxh3_64(&bytes);
    bytes.extend(hash.to_le_bytes());
    let mut file = folder.create_file(name)?;
    file.write_all(&bytes)?;
    file.sync()?;
    Ok(hash)
}

/// Reads the header of a file, which follows its magic, its version and the header's length; `None`
/// if it is invalid.
pub(super) fn header<H: DeserializeOwned>(
    file: &Sealed,
    magic: [u8; 8],
    version: u32,
) -> Result<Option<(H, u64)>, StoreError> {
    let fixed = file.part(0, 16)?;
    let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| fixed[at + i]));
    let length = u64::from(number(12));
    if fixed[..8] != magic[..] || number(8) != version || length > MOST_HEADER {
        return Ok(None);
    }
    let header = serde_json::from_slice(&file.part(16, length)?).ok();
    Ok(header.map(|header| (header, 16 + length)))
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
    let found = header::<Header>(&file, *MAGIC, VERSION)?;
    let (header, start) = found.ok_or_else(|| file.damaged("its header cannot be read"))?;
    if !adds_up(&file, start, [header.counts, header.places, header.models]) {
        return Err(file.damaged("its length is not the one that it states"));
    }
    let (content, hash) = file.load()?;
    let mut counts = Vec::new();
    let none = |_| refused("read", &folder.place(name), &io::ErrorKind::OutOfMemory.into());
    counts.try_reserve_exact(header.counts).map_err(none)?;
    let index = parse(header, counts, &content[start as usize..]);
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

/// Parses an index from its header and the bytes after it.
fn parse(header: Header, mut counts: Vec<u32>, mut rest: &[u8]) -> Option<Index<Locations>> {
    let mut take = |count: usize| {
        let (head, tail) = rest.split_at_checked(count)?;
        rest = tail;
        Some(head)
    };
    take_counts(header.counts, &mut counts, &mut take)?;
    let places = take_locations(header.places, &mut take)?;
    let models = take(header.models)?.to_vec();
    let record = LevelRecord {
        width: header.width,
        height: header.height,
        metric: tiles::metric(&header.metric)?,
        start: header.start_cell,
        block_digits: header.block_digits,
        digit: header.digit,
        column_lines: header.column_lines,
        levels: header.levels.iter().map(LevelSummary::from).collect(),
        counts,
        samples: header.samples.into_iter().map(states_of).collect(),
    };
    let is_whole = rest.is_empty() && is_plausible(&record);
    is_whole.then_some(Index { record, places, models })
}

fn pairs(states: &[State]) -> Vec<(usize, u64)> {
    states.iter().map(|state| (state.cell, state.rank)).collect()
}

fn states_of(pairs: Vec<(usize, u64)>) -> Vec<State> {
    pairs.into_iter().map(|(cell, rank)| State { cell, rank }).collect()
}

/// Returns whether a run of the board can produce such a record, apart from its segmentation.
fn is_plausible(record: &LevelRecord) -> bool {
    let Some(size) = Size::new(record.width, record.height) else { return false };
    record.start < size.cells()
        && plausible::levels(&record.levels, solvable_states(size))
        && record.samples.len() <= record.levels.len()
        && record.samples.iter().all(|level| level.len() <= MOST_SAMPLES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_without_a_metric_is_of_the_single_tile_metric() {
        let metric = |metric: &str| {
            let header = format!(
                r#"{{"program": "0", "width": 3, "height": 3, {metric} "start_cell": 0,
                "block_digits": 4, "digit": 6, "column_lines": 1, "levels": [{{"states": 1,
                "seconds": 0, "bytes_read": 0, "bytes_written": 0, "partial_bytes": 0, "waited": 0}}],
                "counts": 0, "places": 0, "models": 0}}"#
            );
            let header = serde_json::from_str(&header).expect("a header");
            parse(header, Vec::new(), &[]).map(|index| index.record.metric)
        };
        assert_eq!(metric(""), Some(MetricName::Single));
        assert_eq!(metric(r#""metric": "multi","#), Some(MetricName::Multi));
        assert_eq!(metric(r#""metric": "other","#), None);
    }
}
