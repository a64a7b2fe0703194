//! Where the units of a level lie, and all that is needed to go on from it.
//!
//! ```text
//! "loydunit"  version u32  header length u32  header (JSON: the record without counts)
//! counts      u32 each
//! places      cell u8, band u32, column u32, offset u64, bytes u32, checksum u32
//! models      as many bytes as the header says
//! XXH3-64 of all that
//! ```

use super::Places;
use crate::container::{pairs, places as places_of};
use crate::disk::Disk;
use crate::document;
use crate::failure::{damaged, refused};
use loyd::puzzle::tiles::MetricName;
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::disk::{LevelSummary, Record, Unit};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"loydunit";
const VERSION: u32 = 1;
const PLACE_BYTES: usize = 25;

/// Where a unit lies, and the low half of its XXH3-64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) offset: u64,
    pub(super) bytes: u32,
    pub(super) hash: u32,
}

/// What an index holds; when it is written the places are borrowed.
pub(super) struct Index<P> {
    pub(super) record: Record,
    pub(super) places: P,
    pub(super) models: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    program: String,
    width: usize,
    height: usize,
    /// Runs that were begun when there was one metric do not say it.
    #[serde(default = "single")]
    metric: String,
    start_cell: usize,
    block_digits: usize,
    digit: usize,
    column_lines: usize,
    levels: Vec<Level>,
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

/// What a level took.
#[derive(Serialize, Deserialize)]
pub(super) struct Level {
    states: u64,
    seconds: f64,
    bytes_read: u64,
    bytes_written: u64,
    partial_bytes: u64,
    waited: f64,
}

impl Level {
    pub(super) fn of(level: &LevelSummary) -> Self {
        Level {
            states: level.states,
            seconds: level.seconds,
            bytes_read: level.bytes_read,
            bytes_written: level.bytes_written,
            partial_bytes: level.partial_bytes,
            waited: level.waited,
        }
    }

    pub(super) fn summary(&self) -> LevelSummary {
        LevelSummary {
            states: self.states,
            seconds: self.seconds,
            bytes_read: self.bytes_read,
            bytes_written: self.bytes_written,
            partial_bytes: self.partial_bytes,
            waited: self.waited,
        }
    }
}

/// Appends the entry of a unit.
pub(super) fn put_places(bytes: &mut Vec<u8>, (unit, place): (&Unit, &Place)) {
    bytes.push(unit.cell);
    bytes.extend(unit.band.to_le_bytes());
    bytes.extend(unit.column.to_le_bytes());
    bytes.extend(place.offset.to_le_bytes());
    bytes.extend(place.bytes.to_le_bytes());
    bytes.extend(place.hash.to_le_bytes());
}

/// Takes so many entries.
pub(super) fn take_places<'a>(
    count: usize,
    take: &mut impl FnMut(usize) -> Option<&'a [u8]>,
) -> Option<Places> {
    let word = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.try_into().ok()?));
    let mut places = Places::with_capacity(count.min(1 << 20));
    for entry in take(count.checked_mul(PLACE_BYTES)?)?.chunks_exact(PLACE_BYTES) {
        let unit = Unit { cell: entry[0], band: word(&entry[1..5])?, column: word(&entry[5..9])? };
        let offset = u64::from_le_bytes(entry[9..17].try_into().ok()?);
        let place = Place { offset, bytes: word(&entry[17..21])?, hash: word(&entry[21..25])? };
        places.insert(unit, place);
    }
    Some(places)
}

/// Writes an index and makes it safe; returns its checksum.
pub(super) fn write(disk: &dyn Disk, path: &Path, index: &Index<&mut Places>) -> io::Result<u64> {
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
        levels: record.levels.iter().map(Level::of).collect(),
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
    places.iter().for_each(|entry| put_places(&mut bytes, entry));
    bytes.extend(models);
    let hash = xxh3_64(&bytes);
    bytes.extend(hash.to_le_bytes());
    let mut file = disk.create(path)?;
    file.write_all(&bytes)?;
    file.sync()?;
    Ok(hash)
}

/// Reads an index; returns its checksum too.
pub(super) fn read(disk: &dyn Disk, path: &Path) -> Result<(Index<Places>, u64), StoreError> {
    let load = || -> io::Result<Vec<u8>> {
        let file = disk.open(path)?;
        let mut bytes = vec![0; file.length()? as usize];
        file.read_at(&mut bytes, 0)?;
        Ok(bytes)
    };
    let bytes = load().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => damaged(path, "it is missing"),
        _ => refused("read", path, &error),
    })?;
    let failed = |what: &str| damaged(path, what);
    let (content, hash) = bytes.split_last_chunk::<8>().ok_or_else(|| failed("it is too short"))?;
    let hash = u64::from_le_bytes(*hash);
    if xxh3_64(content) != hash {
        return Err(failed("its checksum does not fit"));
    }
    parse(content).map(|index| (index, hash)).ok_or_else(|| failed("it makes no sense"))
}

fn parse(mut rest: &[u8]) -> Option<Index<Places>> {
    let mut take = |count: usize| {
        let (head, tail) = rest.split_at_checked(count)?;
        rest = tail;
        Some(head)
    };
    let word = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.try_into().ok()?));
    if take(8)? != MAGIC || word(take(4)?)? != VERSION {
        return None;
    }
    let length = word(take(4)?)? as usize;
    let header: Header = serde_json::from_slice(take(length)?).ok()?;
    let counts = take(header.counts.checked_mul(4)?)?.chunks_exact(4).map(word);
    let counts = counts.collect::<Option<Vec<u32>>>()?;
    let places = take_places(header.places, &mut take)?;
    let models = take(header.models)?.to_vec();
    let record = Record {
        width: header.width,
        height: header.height,
        metric: document::metric(&header.metric)?,
        start: header.start_cell,
        block_digits: header.block_digits,
        digit: header.digit,
        column_lines: header.column_lines,
        levels: header.levels.iter().map(Level::summary).collect(),
        counts,
        samples: header.samples.into_iter().map(places_of).collect(),
    };
    rest.is_empty().then_some(Index { record, places, models })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_without_a_metric_is_of_the_single_tile_metric() {
        let header = |metric: &str| {
            let header = format!(
                r#"{{"program": "0", "width": 3, "height": 3, {metric} "start_cell": 0,
                "block_digits": 4, "digit": 6, "column_lines": 1, "levels": [], "counts": 0,
                "places": 0, "models": 0}}"#
            );
            let mut bytes = MAGIC.to_vec();
            bytes.extend(VERSION.to_le_bytes());
            bytes.extend((header.len() as u32).to_le_bytes());
            bytes.extend(header.bytes());
            parse(&bytes).map(|index| index.record.metric)
        };
        assert_eq!(header(""), Some(MetricName::Single));
        assert_eq!(header(r#""metric": "multi","#), Some(MetricName::Multi));
        assert_eq!(header(r#""metric": "other","#), None);
    }
}
