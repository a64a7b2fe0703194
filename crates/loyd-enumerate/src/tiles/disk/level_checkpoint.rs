//! Marks: how far a level is that is being made, so that a run can go on in its middle.
//!
//! A mark is set between two segments of a pass, when every unit of the segments done was given to
//! the store. What it says goes with the segments alone, not with threads, buffers or memory.
//!
//! ```text
//! give to the store the partials that are in memory only
//! wait until the writer has nothing left
//! store.mark(...): everything put so far becomes safe, then the mark replaces the one before
//! ```

use crate::LevelSummary;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A level in the making: beside its units, all that a run needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelCheckpoint {
    /// The level that is made.
    pub depth: u32,
    /// Passes that are done.
    pub pass: usize,
    /// Segments of the pass after them that are done.
    pub segments: usize,
    /// States of every unit of a level, as [`Segmentation::number`](super::Segmentation::number) counts them; those
    /// not yet made have any value.
    pub next: Vec<u32>,
    /// The same of partials.
    pub partial: Vec<u32>,
    /// What the sources of counted bitmaps have added to them.
    pub counted: u64,
    /// What the level has taken; its states are not known yet.
    pub summary: LevelSummary,
}

/// A mark takes no more than this part of the time.
const SHARE: u32 = 30;

/// When the next mark is due.
#[derive(Debug)]
pub(super) struct CheckpointSchedule {
    /// The time between two; `None` for none at all.
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

    /// A level begins.
    pub(super) fn restart(&self) {
        self.due().last = Instant::now();
    }

    /// Whether there are marks at all.
    pub(super) fn are_wanted(&self) -> bool {
        self.every.is_some()
    }

    /// Whether it is time.
    pub(super) fn is_due(&self) -> bool {
        let due = self.due();
        self.every.is_some() && due.last.elapsed() >= due.wait
    }

    /// A mark was set; it was begun at `begun`.
    pub(super) fn set(&self, begun: Instant) {
        let every = self.every.unwrap_or_default();
        let wait = if every.is_zero() { every } else { every.max(begun.elapsed() * SHARE) };
        *self.due() = Due { last: Instant::now(), wait };
    }

    fn due(&self) -> MutexGuard<'_, Due> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
