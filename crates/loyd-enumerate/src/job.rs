//! An engine as the rest sees it: a job, planned and not yet begun, and its counts.

use crate::checkpoint::{Checkpoints, StoreError};
use crate::{EnumerateError, LevelSummary, Monitor};
use loyd::observe::StopCause;
use loyd::puzzle::Puzzle;
use std::fmt::Debug;
use std::time::Duration;

/// An enumeration with every choice of its engine made and nothing allocated.
pub trait Job<P: Puzzle>: Debug + Send + Sync {
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

    /// Continues from what `checkpoints` has saved, or begins; counts level by level, until the
    /// monitor says stop, the depth asked for is done, or no new state is found.
    ///
    /// # Errors
    /// What the environment refused (memory, disk); never a limit, which ends in
    /// [`Counted::stopped`].
    fn run(
        &self,
        monitor: &mut Monitor<'_>,
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted<P>, EnumerateError>;
}

/// The counts of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted<P: Puzzle> {
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
    /// The states of the last of the levels, in an order that depends on the puzzle alone, if they
    /// were asked for and are not more than [`Request::antipodes`](crate::Request::antipodes).
    pub deepest: Option<Vec<P::Position>>,
    /// Some states of every level, if they were asked for.
    pub samples: Vec<Vec<P::Position>>,
    /// The level from which the run was continued.
    pub resumed_at: Option<u32>,
    /// Time of the search before it was continued.
    pub earlier: Duration,
    /// Whether the state was saved when the run was stopped.
    pub saved: Option<Result<(), StoreError>>,
    /// What each level took, from an engine whose levels are kept in files.
    pub statistics: Vec<LevelSummary>,
}

/// No level, nothing found.
impl<P: Puzzle> Default for Counted<P> {
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
