//! What an engine is to the rest: a job, planned and not yet begun, and what it counted.

use crate::checkpoint::{Checkpoints, StoreError};
use crate::disk::LevelSummary;
use crate::{EnumerateError, Monitor};
use loyd::observe::StopCause;
use loyd_tiles::{Position, Size};
use std::fmt::Debug;
use std::time::Duration;

/// An enumeration with every choice of its engine made and nothing allocated.
pub trait Job: Debug + Send + Sync {
    /// How it goes about it, in words.
    fn method(&self) -> &'static str;

    /// The most bytes it will hold at once, an upper bound.
    fn memory(&self) -> u64;

    /// The most bytes that it will keep in files at once, as far as it can be foretold.
    fn disk(&self) -> u64 {
        0
    }

    /// Whether the memory has a place for every state, and not only for those of some levels.
    fn is_exhaustive(&self) -> bool {
        true
    }

    /// Whether it can save its state between levels, and continue from it.
    fn keeps_state(&self) -> bool {
        false
    }

    /// Continues from what `checkpoints` has saved, or begins; counts level by level, until the monitor says stop, the depth asked for is done, or no
    /// new state is found.
    ///
    /// # Errors
    /// What the environment refused (memory, disk); never a limit, which ends in
    /// [`Counted::stopped`].
    fn run(
        &self,
        monitor: &mut Monitor<'_>,
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted, EnumerateError>;
}

/// What an engine counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// States at each depth, finished levels only.
    pub levels: Vec<u64>,
    /// Whether the search ended because no new state was found.
    pub exhausted: bool,
    /// Why it ended early, if a limit did it. The depth asked for is no such limit.
    pub stopped: Option<StopCause>,
    /// Time to allocate and to touch memory, and to build or load tables.
    pub setup: Duration,
    /// Most bytes held at once, from the sizes of the structures.
    pub peak_memory_bytes: u64,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Bytes written to files.
    pub bytes_written: u64,
    /// The states of the last of the levels, in any order, if they were asked for and are not
    /// more than [`Request::antipodes`](crate::Request::antipodes).
    pub deepest: Option<Vec<Position>>,
    /// Some states of every level, if they were asked for.
    pub samples: Vec<Vec<Position>>,
    /// The level from which the run was continued.
    pub resumed_at: Option<u32>,
    /// Time of the search before it was continued.
    pub earlier: Duration,
    /// Whether the state was saved when the run was stopped.
    pub saved: Option<Result<(), StoreError>>,
    /// What each level took, from an engine whose levels are kept in files.
    pub statistics: Vec<LevelSummary>,
}

/// Boards as engines keep them, tiles in reading order, as positions.
pub(crate) fn positions(size: Size, boards: Vec<Vec<u8>>) -> Vec<Position> {
    let position = |board: Vec<u8>| {
        let tiles: Vec<u64> = board.into_iter().map(u64::from).collect();
        Position::new(size, &tiles).ok()
    };
    boards.into_iter().filter_map(position).collect()
}
