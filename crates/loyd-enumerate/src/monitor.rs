//! Progress reports from an engine to its caller, and cancellation.

use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Cancel, StopCause};
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
    /// The part of these that an earlier run found.
    pub earlier: u64,
    /// The number of states of the space, if known.
    pub of: Option<u128>,
    /// The finished share of the work for this level, if known.
    pub share: Option<f64>,
    /// Bytes read from and written to files for this level so far.
    pub file_bytes: u64,
    /// Time since the level began.
    pub level_elapsed: Duration,
    /// True if the level is complete, so that `states` is final.
    pub finished: bool,
    /// Time since the run began.
    pub elapsed: Duration,
    /// Memory in use by the engine, in bytes.
    pub memory_bytes: u64,
}

/// The progress of a level.
#[derive(Clone, Copy)]
struct Counting {
    states: u64,
    share: Option<f64>,
    file_bytes: u64,
    finished: bool,
}

/// Reports progress and passes on cancellation.
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

/// The interval between two reports inside a level.
const REPORT_EVERY: Duration = Duration::from_millis(200);

impl<'a> Monitor<'a> {
    /// A monitor with a running clock; `of` is the number of states of the space, if known.
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

    /// Reports if a report is due, and returns whether to stop. Must be called every few thousand
    /// expansions. `states` were found at this depth so far.
    pub fn check(&mut self, depth: u32, states: u64, memory_bytes: u64) -> Option<StopCause> {
        if self.clock.elapsed() >= self.last_report + REPORT_EVERY {
            self.report(
                depth,
                Counting { states, share: None, file_bytes: 0, finished: false },
                memory_bytes,
            );
        }
        self.stop_cause()
    }

    /// Works as [`check`](Monitor::check) does, for levels whose number of states is known only at the end:
    /// reports the finished `share` of the work, and the bytes read from and written to files for
    /// this level.
    pub fn share(&mut self, depth: u32, share: f64, file_bytes: u64, memory_bytes: u64) {
        if self.clock.elapsed() >= self.last_report + REPORT_EVERY {
            let level = Counting { states: 0, share: Some(share), file_bytes, finished: false };
            self.report(depth, level, memory_bytes);
        }
    }

    /// Sets the number of states that were counted before this run was resumed.
    pub fn resumed(&mut self, total: u64) {
        self.finished_total = total;
        self.earlier = total;
    }

    /// Reports a finished level. Must be called once for each, including the level of the start.
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

    /// The cause for which a run would stop now.
    pub fn stop_cause(&self) -> Option<StopCause> {
        self.cancel.is_cancelled().then_some(StopCause::Cancelled)
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
