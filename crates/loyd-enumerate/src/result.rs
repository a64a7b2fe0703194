//! What an enumeration found and what it took.

use crate::EngineName;
use crate::checkpoint::StoreError;
use crate::disk::LevelSummary;
use loyd::observe::StopCause;
use loyd_tiles::{MetricName, Position, Size};

/// How many states there are at every depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// Width and height.
    pub size: Size,
    /// What counts as a move.
    pub metric: MetricName,
    /// The cell of the blank in the start.
    pub start_cell: usize,
    /// States at depth 0, 1, 2, …; finished levels only.
    pub levels: Vec<u64>,
    /// The sum of the levels.
    pub total: u64,
    /// Whether every state was counted; the total then is the number of states there are.
    pub complete: bool,
    /// The depth of the farthest states, if every state was counted.
    pub radius: Option<u32>,
    /// The engine that counted; `None` for one that is not in the registry.
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
    /// The farthest states, in ascending order of their tiles; the start is
    /// [`Position::blank_on`] its cell. `None` if they were not asked for, are more than
    /// [`Request::antipodes`](crate::Request::antipodes), or not every state was counted.
    pub antipodes: Option<Vec<Position>>,
    /// Some states of every level, if [`Request::samples`](crate::Request::samples) asked for
    /// them; none of the level that a resumed run counted first.
    pub samples: Vec<Vec<Position>>,
    /// The level from which the run was continued.
    pub resumed_at: Option<u32>,
    /// Whether the state was saved when the run was stopped, where there is a place for it.
    pub saved: Option<Result<(), StoreError>>,
    /// What each level took, from an engine whose levels are kept in files.
    pub statistics: Vec<LevelSummary>,
    /// Why it ended before the depth asked for, if it did.
    pub stopped: Option<StopCause>,
}
