//! The contract of an engine: a planned job, and its counts.

use crate::checkpoint::StoreError;
use crate::{EnumerateError, LevelSummary, Monitor};
use loyd_search::observe::StopCause;
use loyd_search::puzzle::Puzzle;
use std::fmt::{self, Debug};
use std::time::Duration;

/// An enumeration with every choice of its engine, before any allocation.
pub trait Job<P: Puzzle>: Send + Sync {
    /// A description of the method.
    fn method(&self) -> &'static str;

    /// The maximum memory in bytes, an upper bound.
    fn memory(&self) -> u64;

    /// The memory of a separate device in bytes, beside [`memory`](Job::memory).
    fn device_memory(&self) -> u64 {
        0
    }

    /// The bytes that a level sends between memory and a separate device, an upper bound; 0 if levels stay on
    /// the device.
    fn device_transfers(&self) -> u64 {
        0
    }

    /// The maximum size of files in bytes, an estimate.
    fn disk(&self) -> u64 {
        0
    }

    /// The number of segments of each pass over a level that is read in parts, in the order of the
    /// passes; nothing if whole levels are in memory.
    fn passes(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Returns whether the memory covers all states, not only those of some levels.
    fn is_exhaustive(&self) -> bool {
        true
    }

    /// Returns whether the state can be saved between levels, and restored.
    fn keeps_state(&self) -> bool {
        false
    }

    /// Resumes from the checkpoint of the monitor, or starts; counts level by level until the monitor stops it, the
    /// requested depth is reached, or the next level is empty.
    ///
    /// # Errors
    /// Failures of the environment (memory, disk); never a limit, which is reported in
    /// [`EngineResult::stopped`].
    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<P>, EnumerateError>;
}

impl<P: Puzzle> Debug for dyn Job<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.method())
    }
}

/// The counts of an enumeration by an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineResult<P: Puzzle> {
    /// States at each depth; finished levels only.
    pub levels: Vec<u64>,
    /// True if the search ended at an empty level.
    pub exhausted: bool,
    /// The limit that ended the search early, if any. The requested depth does not count as one.
    pub stopped: Option<StopCause>,
    /// Time to allocate and touch memory, and to build or load tables.
    pub setup: Duration,
    /// Maximum of memory in use, from the sizes of the structures.
    pub peak_memory_bytes: u64,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Bytes written to files.
    pub bytes_written: u64,
    /// The states of the last level, in an order that depends on the puzzle alone, if they were
    /// requested and are at most [`Request::antipodes`](crate::Request::antipodes).
    pub deepest: Option<Vec<P::Position>>,
    /// A sample of every level, if requested.
    pub samples: Vec<Vec<P::Position>>,
    /// The level from which the run was resumed.
    pub resumed_at: Option<u32>,
    /// Time of the search before it was resumed.
    pub earlier: Duration,
    /// The result of saving the state when the run was stopped.
    pub saved: Option<Result<(), StoreError>>,
    /// The cost of each level, for an engine that stores its levels in files.
    pub statistics: Vec<LevelSummary>,
}

/// No levels.
impl<P: Puzzle> Default for EngineResult<P> {
    fn default() -> Self {
        Self {
            levels: Vec::new(),
            exhausted: false,
            stopped: None,
            setup: Duration::ZERO,
            peak_memory_bytes: 0,
            bytes_read: 0,
            bytes_written: 0,
            deepest: None,
            samples: Vec::new(),
            resumed_at: None,
            earlier: Duration::ZERO,
            saved: None,
            statistics: Vec::new(),
        }
    }
}
