//! How far a level is, as it is told outside and as it is known inside.

use super::crew::Traffic;
use super::mark::Mark;
use crate::LevelSummary;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// How far a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The level being made.
    pub depth: u32,
    /// Passes over the bitmaps that are done.
    pub pass: usize,
    /// Passes of a level.
    pub passes: usize,
    /// Segments of this pass that are done.
    pub segments: usize,
    /// Segments of this pass.
    pub of: usize,
    /// Coded bytes read and written for this level so far.
    pub bytes: u64,
}

impl Progress {
    /// How much of the level is done, from 0 to 1, if all passes take equally long.
    #[must_use]
    pub fn share(&self) -> f64 {
        (self.pass as f64 + self.segments as f64 / self.of as f64) / self.passes as f64
    }
}

/// What one step of a disk run did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// One more level is known and committed.
    Level(LevelSummary),
    /// The cancel flag was seen: the next step goes on from the last mark, or begins the level again.
    Interrupted,
    /// All states have been counted, and their number is right.
    Complete,
}

/// What is done of the level being made.
#[derive(Debug)]
pub(super) struct Done {
    /// Passes done before the level was begun here, and segments of the next one.
    pub(super) pass: usize,
    pub(super) segments: usize,
    /// What they took.
    pub(super) summary: LevelSummary,
    begun: Instant,
    /// What was taken since.
    pub(super) traffic: Traffic,
    /// What the sources of counted bitmaps added to them, all in all.
    pub(super) counted: AtomicU64,
}

impl Default for Done {
    fn default() -> Self {
        Done {
            pass: 0,
            segments: 0,
            summary: LevelSummary::default(),
            begun: Instant::now(),
            traffic: Traffic::default(),
            counted: AtomicU64::new(0),
        }
    }
}

impl Done {
    /// As far as a mark says.
    pub(super) fn before(mark: &Mark) -> Self {
        Done {
            pass: mark.pass,
            segments: mark.segments,
            summary: mark.summary,
            counted: AtomicU64::new(mark.counted),
            ..Done::default()
        }
    }

    /// What the level has taken, all in all.
    pub(super) fn summary(&self) -> LevelSummary {
        let (before, traffic) = (&self.summary, &self.traffic);
        let bytes = |count: &AtomicU64| count.load(Ordering::Relaxed);
        LevelSummary {
            states: 0,
            seconds: before.seconds + self.begun.elapsed().as_secs_f64(),
            bytes_read: before.bytes_read + bytes(&traffic.read),
            bytes_written: before.bytes_written + bytes(&traffic.written),
            partial_bytes: before.partial_bytes + bytes(&traffic.partial),
            waited: before.waited + bytes(&traffic.waited) as f64 * 1e-9,
        }
    }
}
