//! The passes of a beam search: their widths, limits and counters.

use super::MAX;
use crate::observe::{Budget, Limit, Outcome, Progress, Report, Statistics, StopCause};
use std::time::Duration;

/// The width of the first pass if none is given.
const FIRST: usize = 1000;

/// The largest factor between the widths of two passes.
const GROWTH: usize = 8;

/// The share of a limit of time that the passes before the last one take at most.
const SHARE: f64 = 0.15;

/// The share of a limit of time that the last pass leaves.
const RESERVE: f64 = 0.02;

/// The number of levels without a state of less h than on all levels before, after which a pass ends: a narrow beam
/// can walk in circles.
const STUCK: u32 = 1000;

/// The width of the last pass if neither a width nor a limit of time or nodes is given.
const UNLIMITED: usize = 20_000;

/// The share of the memory that a pass is planned for.
const MARGIN: f64 = 0.9;

/// The passes of a beam search: limits, counters, and the best path.
pub struct Passes<'a, V> {
    limit: Limit,
    budget: Budget,
    progress: &'a mut dyn FnMut(&Progress),
    statistics: Statistics,
    /// Proved: every path has at least this many moves.
    bound: u32,
    best: Option<Vec<V>>,
    /// The states that the last level keeps.
    states: u64,
    /// The least estimate of a level of this pass, and the number of levels since.
    least: (u64, u32),
    pace: Option<Pace>,
}

/// A pass whose levels are as wide as the remaining time allows.
struct Pace {
    /// The number of levels to come, at most.
    levels: u32,
    /// The time at the start of the level.
    began: Duration,
    /// States a second.
    rate: f64,
}

/// The end of a pass that no limit stopped.
pub struct Pass<V> {
    /// A path with fewer moves than the best before.
    pub path: Option<Vec<V>>,
    /// True if no state was dropped for the width: a wider pass would find the same.
    pub complete: bool,
}

impl<'a, V: Copy> Passes<'a, V> {
    /// Starts the clock; `bound` is proved, and `best` a known path.
    pub fn start(
        limit: &Limit,
        bound: u32,
        best: Option<Vec<V>>,
        progress: &'a mut dyn FnMut(&Progress),
    ) -> Self {
        Self {
            limit: limit.clone(),
            budget: Budget::start(limit),
            progress,
            statistics: Statistics { generated: 1, ..Statistics::default() },
            bound,
            best,
            states: 0,
            least: (u64::MAX, 0),
            pace: None,
        }
    }

    /// The number of states that the next level keeps, in a pass of this width: called once a level.
    pub fn next_width(&mut self, width: usize) -> usize {
        let (Some(pace), Some(time)) = (&mut self.pace, self.limit.time) else { return width };
        let now = self.budget.elapsed();
        let took = now.saturating_sub(pace.began).as_secs_f64();
        pace.began = now;
        // Narrow levels tell nothing about wide ones.
        if self.states as usize > width {
            pace.rate += (self.states as f64 / took.max(1e-9) - pace.rate) / 4.0;
        }
        let remaining_seconds =
            time.saturating_sub(now).as_secs_f64() - RESERVE * time.as_secs_f64();
        pace.levels = pace.levels.saturating_sub(1).max(1);
        let fitting = (pace.rate * remaining_seconds / f64::from(pace.levels)) as usize;
        fitting.max(width).min(self.max_width(width)).max(1)
    }

    /// Returns true if the pass is to end, given the least estimate of a level: called once a level.
    pub fn is_stuck(&mut self, least: u64) -> bool {
        self.least =
            if least < self.least.0 { (least, 0) } else { (self.least.0, self.least.1 + 1) };
        self.least.1 > STUCK
    }

    /// The largest width for which there is memory, if a level of this width has the bytes counted so far.
    fn max_width(&self, width: usize) -> usize {
        let fitting = |memory: u64| memory as f64 / self.statistics.bytes.max(1) as f64;
        let factor = self.limit.memory.map_or(f64::INFINITY, fitting);
        (width as f64 * factor * MARGIN).min(MAX as f64) as usize
    }

    /// The number of moves of the best path.
    pub fn best_cost(&self) -> Option<u32> {
        self.best.as_ref().map(|path| path.len() as u32)
    }

    /// The limit that is reached, if any; reads the clock.
    pub fn exceeded(&self) -> Option<StopCause> {
        self.budget.exceeded(self.statistics.expanded)
    }

    /// Counts a level: its expanded and generated states, the states that it keeps, and the bytes of all lists.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn level(
        &mut self,
        expanded: u64,
        generated: u64,
        states: u64,
        bytes: u64,
    ) -> Result<(), StopCause> {
        let all = &mut self.statistics;
        all.expanded += expanded;
        all.generated += generated;
        all.inserted += states;
        all.peak_open = all.peak_open.max(states);
        all.bytes = all.bytes.max(bytes);
        self.states = states;
        self.publish();
        if self.budget.out_of_memory(bytes) {
            return Err(StopCause::Memory);
        }
        self.exceeded().map_or(Ok(()), Err)
    }

    /// Runs a pass of the given width, or passes of growing widths.
    pub fn run(
        mut self,
        width: Option<usize>,
        mut pass: impl FnMut(&mut Self, usize) -> Result<Pass<V>, StopCause>,
    ) -> Report<V> {
        let unlimited = self.limit.time.is_none() && self.limit.nodes.is_none();
        let last = width.or(unlimited.then_some(UNLIMITED));
        let mut next = width.unwrap_or(FIRST);
        let end = loop {
            if self.best_cost().is_some_and(|cost| cost <= self.bound) {
                break None;
            }
            let began = self.budget.elapsed();
            self.least = (u64::MAX, 0);
            let Pass { path, complete } = match pass(&mut self, next) {
                Ok(pass) => pass,
                Err(cause) => break Some(cause),
            };
            if let Some(path) = path {
                self.best = Some(path);
                self.publish();
            }
            if complete || last.is_some_and(|last| next >= last) {
                break None;
            }
            if self.pace.is_some() {
                break Some(StopCause::Time);
            }
            self.set_pace(began, next);
            if self.pace.is_none() {
                if self.max_width(next) < 2 * next {
                    break Some(StopCause::Memory);
                }
                next = (GROWTH * next).min(last.unwrap_or(MAX)).min(self.max_width(next));
            }
        };
        self.report(end)
    }

    /// Paces the next pass, after one of this width that began at this time, if wider ones would leave it too little
    /// time.
    fn set_pace(&mut self, began: Duration, width: usize) {
        let (Some(time), Some(levels)) = (self.limit.time, self.best_cost()) else { return };
        let now = self.budget.elapsed();
        let took = now.saturating_sub(began).as_secs_f64();
        if now.as_secs_f64() + GROWTH as f64 * took > SHARE * time.as_secs_f64() {
            let rate = width as f64 * f64::from(levels) / took.max(1e-9);
            self.pace = Some(Pace { levels, began: now, rate });
        }
    }

    fn publish(&mut self) {
        let (elapsed, best) = (self.budget.elapsed(), self.best_cost());
        (self.progress)(&Progress {
            bound: self.bound,
            best,
            expanded: self.statistics.expanded,
            generated: Some(self.statistics.generated),
            lists: (self.states, 0),
            fraction: None,
            elapsed,
            iteration_elapsed: elapsed,
        });
    }

    fn report(self, stopped: Option<StopCause>) -> Report<V> {
        let lower_bound = self.bound;
        let outcome = match (stopped, self.best) {
            (None, Some(path)) => {
                let cost = path.len() as u32;
                Outcome::solved(path, cost, lower_bound)
            }
            (cause, best) => {
                let cause = cause.unwrap_or(StopCause::Width);
                Outcome::Stopped { cause, lower_bound, best }
            }
        };
        Report::new(outcome, self.statistics)
    }
}
