//! Between an engine and its caller: progress out, cancellation in.

use loyd::clock::Stopwatch;
use loyd::observe::{Cancel, StopCause};
use std::time::Duration;

/// A report from a running enumeration: once a level, and a few times a second in long ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelProgress {
    /// The level being counted, or just finished.
    pub depth: u32,
    /// States found at this depth so far.
    pub states: u64,
    /// States found at all depths so far.
    pub total: u64,
    /// Of them, those that an earlier part of the run found.
    pub earlier: u64,
    /// States there are, where that is known.
    pub of: Option<u128>,
    /// The share of the work for this level that is done, where that is known.
    pub share: Option<f64>,
    /// Bytes read from files and written to them for this level so far.
    pub file_bytes: u64,
    /// Time since the level was begun.
    pub level_elapsed: Duration,
    /// Whether the level is complete, so that `states` is final.
    pub finished: bool,
    /// Time since the run began.
    pub elapsed: Duration,
    /// Bytes held by the engine's structures now.
    pub memory_bytes: u64,
}

/// What a report says of a level.
#[derive(Clone, Copy)]
struct Counting {
    states: u64,
    share: Option<f64>,
    file_bytes: u64,
    finished: bool,
}

/// Carries progress out of an engine and cancellation into it.
pub struct Monitor<'a> {
    cancel: &'a Cancel,
    progress: &'a mut (dyn FnMut(&LevelProgress) + Send),
    of: Option<u128>,
    finished_total: u64,
    earlier: u64,
    clock: Stopwatch,
    last_report: Duration,
    level_begun: Duration,
}

/// Between two reports inside a level.
const REPORT_EVERY: Duration = Duration::from_millis(200);

impl<'a> Monitor<'a> {
    /// A monitor with its clock started. `of`: the number of states there are, where known.
    pub fn new(
        cancel: &'a Cancel,
        of: Option<u128>,
        progress: &'a mut (dyn FnMut(&LevelProgress) + Send),
    ) -> Self {
        Self {
            cancel,
            progress,
            of,
            finished_total: 0,
            earlier: 0,
            clock: Stopwatch::start(),
            last_report: Duration::ZERO,
            level_begun: Duration::ZERO,
        }
    }

    /// To be called every few thousand expansions: reports if it is time, and says whether to
    /// stop. `states`: found at this depth so far.
    pub fn check(&mut self, depth: u32, states: u64, memory_bytes: u64) -> Option<StopCause> {
        if self.clock.elapsed() >= self.last_report + REPORT_EVERY {
            self.report(
                depth,
                Counting { states, share: None, file_bytes: 0, finished: false },
                memory_bytes,
            );
        }
        self.cancel.is_cancelled().then_some(StopCause::Cancelled)
    }

    /// As [`check`](Monitor::check), where the states of a level are known only at its end, but
    /// not the `share` of the work for it that is done.
    /// `file_bytes`: read from files and written to them for this level.
    pub fn share(&mut self, depth: u32, share: f64, file_bytes: u64, memory_bytes: u64) {
        if self.clock.elapsed() >= self.last_report + REPORT_EVERY {
            let level = Counting { states: 0, share: Some(share), file_bytes, finished: false };
            self.report(depth, level, memory_bytes);
        }
    }

    /// Levels that were counted before this run was continued.
    pub fn resumed(&mut self, total: u64) {
        self.finished_total = total;
        self.earlier = total;
    }

    /// To be called once for every finished level, the level of the start included.
    pub fn level(&mut self, depth: u32, states: u64, memory_bytes: u64) {
        self.report(
            depth,
            Counting { states, share: None, file_bytes: 0, finished: true },
            memory_bytes,
        );
        self.finished_total += states;
        self.level_begun = self.clock.elapsed();
    }

    /// The flag that stops the run.
    pub fn cancel(&self) -> &Cancel {
        self.cancel
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn report(&mut self, depth: u32, level: Counting, memory_bytes: u64) {
        let Counting { states, share, file_bytes, finished } = level;
        self.last_report = self.clock.elapsed();
        (self.progress)(&LevelProgress {
            depth,
            states,
            total: self.finished_total + states,
            earlier: self.earlier,
            of: self.of,
            share,
            file_bytes,
            level_elapsed: self.last_report.saturating_sub(self.level_begun),
            finished,
            elapsed: self.last_report,
            memory_bytes,
        });
    }
}
