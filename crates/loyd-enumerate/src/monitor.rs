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
    /// States there are, where that is known.
    pub of: Option<u128>,
    /// Whether the level is complete, so that `states` is final.
    pub finished: bool,
    /// How much of the level is done, from 0 to 1, where the engine can tell.
    pub share: Option<f64>,
    /// Time since the run began.
    pub elapsed: Duration,
    /// Bytes held by the engine's structures now.
    pub memory_bytes: u64,
}

/// Carries progress out of an engine and cancellation into it.
pub struct Monitor<'a> {
    cancel: &'a Cancel,
    progress: &'a mut dyn FnMut(&LevelProgress),
    of: Option<u128>,
    finished_total: u64,
    clock: Stopwatch,
    last_report: Duration,
}

/// Between two reports inside a level.
const REPORT_EVERY: Duration = Duration::from_millis(200);

impl<'a> Monitor<'a> {
    /// A monitor with its clock started. `of`: the number of states there are, where known.
    pub fn new(
        cancel: &'a Cancel,
        of: Option<u128>,
        progress: &'a mut dyn FnMut(&LevelProgress),
    ) -> Self {
        Self {
            cancel,
            progress,
            of,
            finished_total: 0,
            clock: Stopwatch::start(),
            last_report: Duration::ZERO,
        }
    }

    /// To be called every few thousand expansions: reports if it is time, and says whether to
    /// stop. `states`: found at this depth so far.
    pub fn check(&mut self, depth: u32, states: u64, memory_bytes: u64) -> Option<StopCause> {
        if self.clock.elapsed() >= self.last_report + REPORT_EVERY {
            self.report(depth, states, memory_bytes, None, false);
        }
        self.cancel.is_cancelled().then_some(StopCause::Cancelled)
    }

    /// As [`check`](Monitor::check), for engines that know how much of a level is done but not yet
    /// what it holds.
    pub fn check_share(&mut self, depth: u32, share: f64, memory_bytes: u64) -> Option<StopCause> {
        if self.clock.elapsed() >= self.last_report + REPORT_EVERY {
            self.report(depth, 0, memory_bytes, Some(share), false);
        }
        self.cancel.is_cancelled().then_some(StopCause::Cancelled)
    }

    /// To be called once for every finished level, the level of the start included.
    pub fn level(&mut self, depth: u32, states: u64, memory_bytes: u64) {
        self.report(depth, states, memory_bytes, Some(1.0), true);
        self.finished_total += states;
    }

    /// The flag that stops the run.
    pub fn cancel(&self) -> &Cancel {
        self.cancel
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn report(
        &mut self,
        depth: u32,
        states: u64,
        memory_bytes: u64,
        share: Option<f64>,
        finished: bool,
    ) {
        self.last_report = self.clock.elapsed();
        (self.progress)(&LevelProgress {
            depth,
            states,
            total: self.finished_total + states,
            of: self.of,
            finished,
            share,
            elapsed: self.last_report,
            memory_bytes,
        });
    }
}
