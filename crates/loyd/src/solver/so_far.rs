//! The best solution so far of a search that was stopped.
//!
//! ```text
//! search within what the limit leaves after its reserve
//! if it was stopped without a solution
//!     path := the constructive solver's, made shorter piece by piece within the reserve
//!     if path is as long as the bound that the search has proved, it is a shortest one
//! ```
//!
//! The reserve is a tenth of a time limit and at most [`LONGEST`]; a search that ends by itself has
//! used nothing of it, so only searches that would have ended in that last tenth of their time are
//! stopped by it. Where there is no time limit, what follows a stop is some [`NODES`] nodes, a few
//! hundredths of a second, so that a limit on nodes gives the same path every time and Ctrl-C is
//! answered at once.

use super::Solver;
use crate::clock::Stopwatch;
use crate::observe::{Limit, Outcome, Progress, Report, StopCause};
use crate::puzzle::tiles::{Position, Slide};
use crate::search::constructive;
use std::time::Duration;

/// The part of a time limit that is kept for the best solution so far.
const SHARE: u32 = 10;

/// The most time that is kept.
const LONGEST: Duration = Duration::from_secs(10);

/// Nodes for a path after a stop that was not for want of time.
const NODES: u64 = 300_000;

impl Solver {
    /// As [`solve`](Solver::solve), but a search that is stopped comes with the best solution that
    /// a part of its time is enough for. Other searches are as they would be.
    ///
    /// # Panics
    /// If the sizes differ.
    pub fn solve_or_best(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        let clock = Stopwatch::start();
        let reserve = limit.time.map_or(Duration::ZERO, |time| (time / SHARE).min(LONGEST));
        let most = limit.time.map(|time| time - reserve);
        let within = Limit { time: most, ..limit.clone() };
        let mut report = self.solve(start, threads, &within, progress);
        if let Outcome::Stopped { cause, lower_bound, best: best @ None } = &mut report.outcome {
            let left = limit.time.map(|time| time.saturating_sub(clock.elapsed()));
            let effort = match cause {
                StopCause::Time => {
                    Limit { time: left, cancel: limit.cancel.clone(), ..Limit::none() }
                }
                // Being cancelled already, it would do nothing if it looked at the flag.
                _ => Limit { nodes: Some(NODES), time: left, ..Limit::none() },
            };
            *best = self.construct(start, &effort);
            if let Some(path) = best
                && path.len() as u64 <= u64::from(*lower_bound)
            {
                let path = std::mem::take(path);
                let cost = path.len() as u32;
                report.outcome = Outcome::Solved { path, cost, lower_bound: cost, proven: true };
            }
        }
        report
    }

    /// Some solution, in moves of the plan's metric.
    fn construct(&self, start: &Position, effort: &Limit) -> Option<Vec<Slide>> {
        let path = constructive::solve(start, &self.plan.goal).ok()?;
        Some(constructive::shorten(start, &path, self.plan.metric, effort).path)
    }
}
