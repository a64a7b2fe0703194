//! Checkpoints within a level, from which a run can resume.
//!
//! A checkpoint is saved between two segments of a pass, when every unit of the finished segments
//! was put into the store. Its contents depend on the segments alone, not on threads, buffers or
//! memory.
//!
//! ```text
//! give to the store the partials that are only in memory
//! wait until the writer is idle
//! store.save_checkpoint(...): everything put so far becomes durable, then the checkpoint replaces
//!                             the previous one
//! ```

use loyd_enumerate::LevelSummary;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// An unfinished level without its units: everything else that a run needs to resume.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelCheckpoint {
    /// The unfinished level.
    pub depth: u32,
    /// Finished passes.
    pub pass: usize,
    /// Finished segments of the pass after them.
    pub segments: usize,
    /// States of every unit of a level, numbered as by
    /// [`Segmentation::number`](super::Segmentation::number); the values of unfinished units are
    /// arbitrary.
    pub next: Vec<u32>,
    /// The same for partials.
    pub partial: Vec<u32>,
    /// The number of states that the sources of counted bitmaps have added to them.
    pub counted: u64,
    /// The cost of the level so far, without its number of states.
    pub summary: LevelSummary,
}

/// The share of the time that checkpoints may take: one part in this many.
const SHARE: u32 = 30;

#[derive(Debug)]
pub(super) struct CheckpointSchedule {
    /// The interval; `None` for no checkpoints.
    every: Option<Duration>,
    due: Mutex<Due>,
}

#[derive(Debug)]
struct Due {
    last: Instant,
    wait: Duration,
}

impl CheckpointSchedule {
    pub(super) fn new(every: Option<Duration>) -> Self {
        let wait = every.unwrap_or_default();
        CheckpointSchedule { every, due: Mutex::new(Due { last: Instant::now(), wait }) }
    }

    /// Starts the interval, at the beginning of a level.
    pub(super) fn restart(&self) {
        self.due().last = Instant::now();
    }

    /// Returns whether the run saves checkpoints.
    pub(super) fn are_enabled(&self) -> bool {
        self.every.is_some()
    }

    pub(super) fn is_due(&self) -> bool {
        let due = self.due();
        self.every.is_some() && due.last.elapsed() >= due.wait
    }

    /// Records a checkpoint; `clock` started with its saving.
    pub(super) fn set(&self, clock: Instant) {
        let every = self.every.unwrap_or_default();
        let wait = if every.is_zero() { every } else { every.max(clock.elapsed() * SHARE) };
        *self.due() = Due { last: Instant::now(), wait };
    }

    fn due(&self) -> MutexGuard<'_, Due> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
