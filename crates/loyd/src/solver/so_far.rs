//! The best solution so far of a search that was stopped.
//!
//! ```text
//! search within what the limit leaves after its reserve
//! if it was stopped without a solution, within the reserve
//!     path := the constructive solver's, made shorter piece by piece
//!     path := that of the anytime search, made shorter piece by piece, where it is better
//!     if path is as long as what either search has proved, it is a shortest one
//! ```
//!
//! The reserve is a tenth of a time limit and at most [`LONGEST`]; a search that ends by itself has
//! used nothing of it, so only searches that would have ended in that last tenth of their time are
//! stopped by it. Where there is no time limit, what follows a stop is so many nodes and no more, a
//! tenth of a second, so that a limit on nodes gives the same path every time and Ctrl-C is
//! answered at once.

use super::{Engine, Plan, Solver, laboratory};
use crate::clock::Stopwatch;
use crate::heuristic::HeuristicName;
use crate::observe::{Limit, Outcome, Progress, Report, StopCause};
use crate::puzzle::tiles::{MetricName, Position, Slide};
use crate::search::{AlgorithmName, constructive};
use std::time::Duration;

/// The part of a time limit that is kept for the best solution so far.
const SHARE: u32 = 10;

/// The most time that is kept.
const LONGEST: Duration = Duration::from_secs(10);

/// Nodes for making a path shorter, each time.
const NODES: u64 = 300_000;

/// States that the anytime search expands after a stop that was not for want of time.
const STATES: u64 = 30_000;

/// Cells up to which the anytime search finds anything in so many states.
const CELLS: usize = 64;

/// Less time than this is too short for it.
const SHORTEST: Duration = Duration::from_millis(20);

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
        let most = limit.time.map(|time| time.saturating_sub(reserve));
        let within = Limit { time: most, ..limit.clone() };
        let mut report = self.solve(start, threads, &within, progress);
        if let Outcome::Stopped { cause, lower_bound, best: best @ None } = &mut report.outcome {
            let timed = *cause == StopCause::Time;
            let reserve = Reserve { clock, limit, timed };
            let Some((path, bound)) = self.best(start, *lower_bound, &reserve) else {
                return report;
            };
            let cost = path.len() as u32;
            if bound >= cost {
                report.outcome = Outcome::Solved { path, cost, lower_bound: cost, proven: true };
            } else {
                (*lower_bound, *best) = (bound, Some(path));
            }
        }
        report
    }

    /// A solution, and what is proved of all of them, `bound` by a search before.
    fn best(
        &self,
        start: &Position,
        bound: u32,
        reserve: &Reserve<'_>,
    ) -> Option<(Vec<Slide>, u32)> {
        let metric = self.plan.metric;
        let shorter = |path: &[Slide]| {
            let nodes = if reserve.timed { None } else { Some(NODES) };
            // A third of what is left: the anytime search finds more.
            let limit = Limit { time: reserve.left().map(|left| left / 3), nodes, ..Limit::none() };
            constructive::shorten(start, path, metric, &limit).path
        };
        let built = constructive::solve(start, &self.plan.goal).ok()?;
        let built = shorter(&built);
        let (mut best, mut bound) = (built, bound);
        let short = reserve.left().is_some_and(|left| left < SHORTEST);
        if best.len() as u64 > u64::from(bound) && start.size().cells() <= CELLS && !short {
            let engine = self.anytime()?;
            match engine.solve(start, 1, &reserve.anytime(), &mut |_| ()).outcome {
                Outcome::Solved { path, lower_bound, .. }
                | Outcome::Stopped { best: Some(path), lower_bound, .. } => {
                    bound = bound.max(lower_bound);
                    let path = shorter(&path);
                    if path.len() < best.len() {
                        best = path;
                    }
                }
                Outcome::Stopped { lower_bound, .. } => bound = bound.max(lower_bound),
                Outcome::Unsolvable(_) => {}
            }
        }
        Some((best, bound))
    }

    /// The anytime search, with a heuristic that needs no tables.
    fn anytime(&self) -> Option<Box<dyn Engine>> {
        let heuristic = match self.plan.metric {
            MetricName::Single => HeuristicName::LinearConflict,
            MetricName::Multi => HeuristicName::Manhattan,
        };
        let plan = Plan {
            algorithm: AlgorithmName::AraStar.into(),
            heuristic: heuristic.into(),
            partitions: Vec::new(),
            ..self.plan.clone()
        };
        laboratory::prepare(&plan, &[]).ok()
    }
}

/// What may be spent after a search was stopped.
struct Reserve<'a> {
    clock: Stopwatch,
    limit: &'a Limit,
    /// Whether it was stopped for want of time.
    timed: bool,
}

impl Reserve<'_> {
    /// Time left, if it is limited.
    fn left(&self) -> Option<Duration> {
        self.limit.time.map(|time| time.saturating_sub(self.clock.elapsed()))
    }

    /// The limit of the anytime search, which leaves something for making its path shorter.
    fn anytime(&self) -> Limit {
        let time = self.left().map(|left| left * 3 / 4);
        let memory = self.limit.memory;
        if self.timed {
            return Limit { time, memory, cancel: self.limit.cancel.clone(), nodes: None };
        }
        // Being cancelled already, it would do nothing if it looked at the flag.
        Limit { nodes: Some(STATES), time, memory, cancel: None }
    }
}
