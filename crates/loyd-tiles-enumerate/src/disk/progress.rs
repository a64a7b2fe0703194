//! The progress of a level, for callers and for the engine itself.

use super::level_checkpoint::LevelCheckpoint;
use super::workers::IoStatistics;
use loyd_enumerate::LevelSummary;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The progress of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskProgress {
    /// The new level.
    pub depth: u32,
    /// Finished passes.
    pub pass: usize,
    /// Passes of a level.
    pub passes: usize,
    /// Finished segments of this pass, of those that this process computes.
    pub segments: usize,
    /// Segments of this pass that this process computes.
    pub of: usize,
    /// Coded bytes read and written for the level so far.
    pub bytes: u64,
}

impl DiskProgress {
    /// The finished share of the level, from 0 to 1, if all passes take equally long.
    #[must_use]
    pub fn share(&self) -> f64 {
        (self.pass as f64 + self.segments as f64 / self.of.max(1) as f64) / self.passes as f64
    }
}

/// The result of one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DiskStep {
    /// One more level was counted and committed.
    Level(LevelSummary),
    /// The run was cancelled: the next step resumes from the last checkpoint, or begins the level
    /// again.
    Interrupted,
    /// All states were counted, and their number is right.
    Complete,
}

/// The state of the level under construction.
#[derive(Debug)]
pub(super) struct LevelInProgress {
    /// Passes and segments finished before this process began the level.
    pub(super) pass: usize,
    pub(super) segments: usize,
    /// The cost of these.
    pub(super) summary: LevelSummary,
    clock: Instant,
    /// Input and output since the start of the clock.
    pub(super) io: IoStatistics,
    /// The number of states that the sources of counted bitmaps have added to them.
    pub(super) counted: AtomicU64,
}

impl Default for LevelInProgress {
    fn default() -> Self {
        LevelInProgress {
            pass: 0,
            segments: 0,
            summary: LevelSummary::default(),
            clock: Instant::now(),
            io: IoStatistics::default(),
            counted: AtomicU64::new(0),
        }
    }
}

impl LevelInProgress {
    /// The state at a checkpoint.
    pub(super) fn before(checkpoint: &LevelCheckpoint) -> Self {
        LevelInProgress {
            pass: checkpoint.pass,
            segments: checkpoint.segments,
            summary: checkpoint.summary,
            counted: AtomicU64::new(checkpoint.counted),
            ..LevelInProgress::default()
        }
    }

    /// The cost of the level so far.
    pub(super) fn summary(&self) -> LevelSummary {
        let (before, io) = (&self.summary, &self.io);
        let bytes = |count: &AtomicU64| count.load(Ordering::Relaxed);
        LevelSummary {
            states: 0,
            seconds: before.seconds + self.clock.elapsed().as_secs_f64(),
            bytes_read: before.bytes_read + bytes(&io.read),
            bytes_written: before.bytes_written + bytes(&io.written),
            partial_bytes: before.partial_bytes + bytes(&io.partial),
            waited: before.waited + bytes(&io.waited) as f64 * 1e-9,
        }
    }
}
