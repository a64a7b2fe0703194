//! The counts of an enumeration, and the resources it took.

use crate::EngineName;
use crate::checkpoint::StoreError;
use loyd::observe::StopCause;
use loyd::puzzle::Puzzle;

/// How many states there are at every depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration<P: Puzzle> {
    /// The state at depth 0.
    pub start: P::Position,
    /// What counts as a move.
    pub metric: P::Metric,
    /// States at depth 0, 1, 2, …; finished levels only.
    pub levels: Vec<u64>,
    /// The sum of the levels.
    pub total: u64,
    /// Whether every state was counted; the total then is the number of states there are.
    pub complete: bool,
    /// The depth of the farthest states, if every state was counted.
    pub radius: Option<u32>,
    /// The engine that counted; `None` for one that has no name.
    pub engine: Option<EngineName>,
    /// Time of the search, the setup excluded; of all parts, if it was stopped and continued.
    pub seconds: f64,
    /// Time to allocate and touch memory and to build or load tables.
    pub setup_seconds: f64,
    /// Most bytes held at once by the engine's structures.
    pub peak_memory_bytes: u64,
    /// Bytes read from files; of all parts, if levels are kept in files, else of the last one.
    pub bytes_read: u64,
    /// Bytes written to files; as for those read.
    pub bytes_written: u64,
    /// The farthest states, in an order that depends on the puzzle alone. `None` if they were not
    /// asked for, are more than [`Request::antipodes`](crate::Request::antipodes), or not every
    /// state was counted.
    pub antipodes: Option<Vec<P::Position>>,
    /// Some states of every level, if [`Request::samples`](crate::Request::samples) asked for
    /// them; an engine may leave out the level that a resumed run counted first.
    pub samples: Vec<Vec<P::Position>>,
    /// The level from which the run was continued.
    pub resumed_at: Option<u32>,
    /// Whether the state was saved when the run was stopped, where there is a place for it.
    pub saved: Option<Result<(), StoreError>>,
    /// What each level took, from an engine whose levels are kept in files.
    pub statistics: Vec<LevelSummary>,
    /// Why it ended before the depth asked for, if it did.
    pub stopped: Option<StopCause>,
}

/// A finished level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelSummary {
    /// States at this depth.
    pub states: u64,
    /// Seconds that it took.
    pub seconds: f64,
    /// Coded bytes taken from the store.
    pub bytes_read: u64,
    /// Coded bytes given to the store.
    pub bytes_written: u64,
    /// Coded bytes that one pass over a level handed to the next, whether they went through the
    /// store or stayed in memory.
    pub partial_bytes: u64,
    /// Seconds that computing threads waited for the store, added up.
    pub waited: f64,
}
