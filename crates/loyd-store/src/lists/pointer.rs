//! What `lists.json` says: the run, and which files hold its last two levels.

use crate::document;
use loyd::puzzle::tiles::parse_size;
use loyd_enumerate::disk::LevelSummary;
use loyd_enumerate::frontier::Record;
use serde::{Deserialize, Serialize};

pub(super) const FORMAT: &str = "loyd lists";
pub(super) const VERSION: u32 = 1;

/// What `lists.json` says.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Pointer {
    pub(super) format: String,
    pub(super) version: u32,
    program: String,
    puzzle: String,
    metric: String,
    start_cell: usize,
    form: String,
    /// What each level took.
    levels: Vec<Level>,
    /// Some states of each level.
    samples: Vec<Vec<Vec<u8>>>,
    /// The files of the last levels, the last one last.
    pub(super) kept: Vec<Files>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Level {
    states: u64,
    seconds: f64,
    bytes_read: u64,
    bytes_written: u64,
    partial_bytes: u64,
    waited: f64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Files {
    pub(super) depth: u32,
    pub(super) name: String,
    pub(super) data_bytes: u64,
    pub(super) index_hash: String,
}

/// What is to be written of a run whose last levels are in these files.
pub(super) fn pointer(record: &Record, kept: Vec<Files>) -> Pointer {
    let level = |level: &LevelSummary| Level {
        states: level.states,
        seconds: level.seconds,
        bytes_read: level.bytes_read,
        bytes_written: level.bytes_written,
        partial_bytes: level.partial_bytes,
        waited: level.waited,
    };
    Pointer {
        format: FORMAT.into(),
        version: VERSION,
        program: env!("CARGO_PKG_VERSION").into(),
        puzzle: record.size.to_string(),
        metric: record.metric.name().into(),
        start_cell: record.start,
        form: record.form.clone(),
        levels: record.levels.iter().map(level).collect(),
        samples: record.samples.clone(),
        kept,
    }
}

/// What is recorded of a run; `None` if it is of nothing known.
pub(super) fn record(pointer: Pointer) -> Option<Record> {
    let level = |level: Level| LevelSummary {
        states: level.states,
        seconds: level.seconds,
        bytes_read: level.bytes_read,
        bytes_written: level.bytes_written,
        partial_bytes: level.partial_bytes,
        waited: level.waited,
    };
    let depth = pointer.kept.last()?.depth;
    let record = Record {
        size: parse_size(&pointer.puzzle).ok()?,
        metric: document::metric(&pointer.metric)?,
        start: pointer.start_cell,
        form: pointer.form,
        levels: pointer.levels.into_iter().map(level).collect(),
        samples: pointer.samples,
    };
    (record.depth() == depth && !record.levels.is_empty()).then_some(record)
}
