//! The result of an enumeration, and its cost.

use crate::EngineName;
use crate::checkpoint::StoreError;
use loyd_search::observe::StopCause;
use loyd_search::puzzle::Puzzle;

/// The number of states at every depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration<P: Puzzle> {
    /// The state at depth 0.
    pub start: P::Position,
    /// The metric.
    pub metric: P::Metric,
    /// States at depth 0, 1, 2, …; finished levels only.
    pub levels: Vec<u64>,
    /// The sum of the levels.
    pub total: u64,
    /// True if every state was counted; the total then is the number of states of the space.
    pub complete: bool,
    /// The depth of the farthest states, if every state was counted.
    pub radius: Option<u32>,
    /// The engine; `None` for one without a name.
    pub engine: Option<EngineName>,
    /// Time of the search without the setup; of all parts, if it was stopped and resumed.
    pub seconds: f64,
    /// Time to allocate and touch memory and to build or load tables.
    pub setup_seconds: f64,
    /// Maximum memory of the engine's structures.
    pub peak_memory_bytes: u64,
    /// Bytes read from files; of all parts if levels are stored in files, else of the last part.
    pub bytes_read: u64,
    /// Bytes written to files; as for bytes read.
    pub bytes_written: u64,
    /// The farthest states, in an order that depends on the puzzle alone. `None` if they were not
    /// requested, are more than [`Request::antipodes`](crate::Request::antipodes), or not every
    /// state was counted.
    pub antipodes: Option<Vec<P::Position>>,
    /// A sample of every level, if [`Request::samples`](crate::Request::samples) requested it; an
    /// engine may leave out the first level after a resumption.
    pub samples: Vec<Vec<P::Position>>,
    /// The level from which the run was resumed.
    pub resumed_at: Option<u32>,
    /// The result of saving the state when the run was stopped, if there is storage for it.
    pub saved: Option<Result<(), StoreError>>,
    /// The cost of each level, for an engine that stores its levels in files.
    pub statistics: Vec<LevelSummary>,
    /// The limit that ended the run before the requested depth, if any.
    pub stopped: Option<StopCause>,
}

/// A finished level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelSummary {
    /// States at this depth.
    pub states: u64,
    /// Seconds.
    pub seconds: f64,
    /// Coded bytes read from the store.
    pub bytes_read: u64,
    /// Coded bytes written to the store.
    pub bytes_written: u64,
    /// Coded bytes that one pass over the level handed to a later one, through the store or in
    /// memory.
    pub partial_bytes: u64,
    /// Seconds that computing threads waited for the store, summed over the threads.
    pub waited: f64,
}

impl LevelSummary {
    /// Levels of which only the states were counted.
    pub fn of_counts(counts: &[u64]) -> Vec<Self> {
        counts.iter().map(|&states| Self { states, ..Self::default() }).collect()
    }
}
