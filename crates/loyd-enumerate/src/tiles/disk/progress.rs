//! How far a level is, as it is told outside and as it is known inside.

use super::level_checkpoint::LevelCheckpoint;
use super::workers::IoStatistics;
use crate::LevelSummary;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// How far a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskProgress {
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

impl DiskProgress {
    /// How much of the level is done, from 0 to 1, if all passes take equally long.
    #[must_use]
    pub fn share(&self) -> f64 {
        (self.pass as f64 + self.segments as f64 / self.of as f64) / self.passes as f64
    }
}

/// What one step of a disk run did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DiskStep {
    /// One more level is known and committed.
    Level(LevelSummary),
    /// The cancel flag was seen: the next step goes on from the last mark, or begins the level again.
    Interrupted,
    /// All states have been counted, and their number is right.
    Complete,
}

/// What is done of the level being made.
#[derive(Debug)]
pub(super) struct LevelInProgress {
    /// Passes done before the level was begun here, and segments of the next one.
    pub(super) pass: usize,
    pub(super) segments: usize,
    /// What they took.
    pub(super) summary: LevelSummary,
    begun: Instant,
    /// What was taken since.
    pub(super) io: IoStatistics,
    /// What the sources of counted bitmaps added to them, all in all.
    pub(super) counted: AtomicU64,
}

impl Default for LevelInProgress {
    fn default() -> Self {
        LevelInProgress {
            pass: 0,
            segments: 0,
            summary: LevelSummary::default(),
            begun: Instant::now(),
            io: IoStatistics::default(),
            counted: AtomicU64::new(0),
        }
    }
}

impl LevelInProgress {
    /// As far as a mark says.
    pub(super) fn before(checkpoint: &LevelCheckpoint) -> Self {
        LevelInProgress {
            pass: checkpoint.pass,
            segments: checkpoint.segments,
            summary: checkpoint.summary,
            counted: AtomicU64::new(checkpoint.counted),
            ..LevelInProgress::default()
        }
    }

    /// What the level has taken, all in all.
    pub(super) fn summary(&self) -> LevelSummary {
        let (before, io) = (&self.summary, &self.io);
        let bytes = |count: &AtomicU64| count.load(Ordering::Relaxed);
        LevelSummary {
            states: 0,
            seconds: before.seconds + self.begun.elapsed().as_secs_f64(),
            bytes_read: before.bytes_read + bytes(&io.read),
            bytes_written: before.bytes_written + bytes(&io.written),
            partial_bytes: before.partial_bytes + bytes(&io.partial),
            waited: before.waited + bytes(&io.waited) as f64 * 1e-9,
        }
    }
}
