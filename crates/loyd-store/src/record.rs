//! A run at a level boundary, as documents and headers state it.

use loyd_enumerate::{LevelSummary, RunRecord};
use serde::{Deserialize, Serialize};

/// The resources that a level took.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct LevelCost {
    /// Seconds.
    pub seconds: f64,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Bytes written to files.
    pub bytes_written: u64,
    /// Bytes that one pass over the level handed to a later one.
    pub partial_bytes: u64,
    /// Seconds that computing threads waited for files, summed over the threads.
    pub waited: f64,
}

impl LevelCost {
    /// Returns the summary of a level with this cost.
    pub(crate) fn summary(self, states: u64) -> LevelSummary {
        let LevelCost { seconds, bytes_read, bytes_written, partial_bytes, waited } = self;
        LevelSummary { states, seconds, bytes_read, bytes_written, partial_bytes, waited }
    }
}

impl From<&LevelSummary> for LevelCost {
    fn from(level: &LevelSummary) -> Self {
        LevelCost {
            seconds: level.seconds,
            bytes_read: level.bytes_read,
            bytes_written: level.bytes_written,
            partial_bytes: level.partial_bytes,
            waited: level.waited,
        }
    }
}

/// The states of a level and its cost.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct LevelEntry {
    states: u64,
    #[serde(flatten)]
    cost: LevelCost,
}

impl From<&LevelSummary> for LevelEntry {
    fn from(level: &LevelSummary) -> Self {
        LevelEntry { states: level.states, cost: level.into() }
    }
}

impl From<&LevelEntry> for LevelSummary {
    fn from(entry: &LevelEntry) -> Self {
        entry.cost.summary(entry.states)
    }
}

/// A run at a level boundary.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct RecordEntry {
    /// The version of loyd that wrote it.
    program: String,
    puzzle: String,
    metric: String,
    start: String,
    form: String,
    levels: Vec<LevelEntry>,
    samples: Vec<Vec<String>>,
}

impl From<&RunRecord> for RecordEntry {
    fn from(record: &RunRecord) -> Self {
        RecordEntry {
            program: env!("CARGO_PKG_VERSION").into(),
            puzzle: record.puzzle.clone(),
            metric: record.metric.clone(),
            start: record.start.clone(),
            form: record.form.clone(),
            levels: record.levels.iter().map(LevelEntry::from).collect(),
            samples: record.samples.clone(),
        }
    }
}

impl RecordEntry {
    /// The record, with its puzzle unchecked: an engine compares it with the run that it resumes.
    ///
    /// # Errors
    /// If its levels are impossible for any puzzle.
    pub(crate) fn record(&self) -> Result<RunRecord, &'static str> {
        let record = RunRecord {
            puzzle: self.puzzle.clone(),
            metric: self.metric.clone(),
            start: self.start.clone(),
            form: self.form.clone(),
            levels: self.levels.iter().map(LevelSummary::from).collect(),
            samples: self.samples.clone(),
        };
        record.check_levels(None).map(|()| record)
    }
}
