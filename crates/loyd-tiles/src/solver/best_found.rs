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
//! The reserve is a tenth of a time limit and at most [`LONGEST`], but on large boards as much as
//! the constructive solver is likely to take ([`A_MOVE`]) up to half of the limit; a search that
//! ends by itself has used nothing of it, so only searches that would have ended in that last part
//! of their time are stopped by it. A part of the reserve is left to whoever checks and writes what
//! was found. Where there is no time limit, what follows a stop is so many nodes and no more, a
//! tenth of a second, so that a limit on nodes gives the same path every time. After Ctrl-C it is
//! [`AFTER_CANCEL`] at most, whatever the size of the board.

use super::{Plan, Search, Solver, generic_engine};
use crate::heuristic::HeuristicName;
use crate::search::constructive::{self, WORK};
use crate::{MetricName, Position, Size, Slide};
use loyd::clock::Stopwatch;
use loyd::observe::{Cancel, Limit, Outcome, Progress, Report, StopCause};
use loyd::search::AlgorithmName;
use std::time::Duration;

/// The part of a time limit that is kept for the best solution so far.
const SHARE: u32 = 10;

/// The most time that is kept.
const LONGEST: Duration = Duration::from_secs(10);

/// The most time that follows a cancellation.
const AFTER_CANCEL: Duration = Duration::from_millis(100);

/// Solutions of so many moves are built whatever time is left: it takes less than a millisecond.
const AT_ONCE: u32 = 10_000;

/// About the time that building takes for each move.
const A_MOVE: Duration = Duration::from_nanos(30);

/// About the time that checking and writing take for each move.
const A_MOVE_CHECKED: Duration = Duration::from_nanos(10);

/// Moves of a solution that is built, about.
fn moves(size: Size) -> u32 {
    if size.is_line() {
        return size.cells() as u32;
    }
    (size.cells() * (size.width() + size.height())) as u32
}

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
        let (clock, size) = (Stopwatch::start(), start.size());
        // A second attempt would come to the same end.
        let constructive = self.plan.algorithm.name == AlgorithmName::Constructive;
        let reserve = |time: Duration| {
            let build = if constructive { Duration::ZERO } else { A_MOVE * moves(size) };
            let check = A_MOVE_CHECKED * moves(size);
            (time / SHARE).min(LONGEST).max((build + check).min(time / 2))
        };
        let most = limit.time.map(|time| time.saturating_sub(reserve(time)));
        let within = Limit { time: most, ..limit.clone() };
        let mut report = self.solve(start, threads, &within, progress);
        if let Outcome::Stopped { cause, lower_bound, best: best @ None } = &mut report.outcome
            && !constructive
        {
            let reserve = Reserve::after(*cause, clock, limit);
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
        let mut building = reserve.limit(1, A_MOVE_CHECKED * moves(start.size()));
        if moves(start.size()) < AT_ONCE {
            building = Limit::none();
        }
        let built = constructive::solve_within(start, &self.plan.goal, &building).ok()?.path;
        let check = A_MOVE_CHECKED * built.len() as u32;
        let shorter = |path: Vec<Slide>| {
            let nodes = if reserve.timed { None } else { Some(WORK) };
            // A third of what is left: the anytime search finds more.
            let limit = Limit { nodes, ..reserve.limit(3, check) };
            constructive::shorten(start, path, metric, &limit).path
        };
        let (mut best, mut bound) = (shorter(built), bound);
        let short = reserve.left().is_some_and(|left| left < SHORTEST);
        if best.len() as u64 > u64::from(bound) && start.size().cells() <= CELLS && !short {
            let engine = self.anytime()?;
            match engine.solve(start, 1, &reserve.anytime(), &mut |_| ()).outcome {
                Outcome::Solved { path, lower_bound, .. }
                | Outcome::Stopped { best: Some(path), lower_bound, .. } => {
                    bound = bound.max(lower_bound);
                    let path = shorter(path);
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
    fn anytime(&self) -> Option<Box<dyn Search>> {
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
        generic_engine::prepare(&plan, &[]).ok()
    }
}

/// Time and work that are left after a search was stopped.
struct Reserve<'a> {
    clock: Stopwatch,
    /// The end by the clock, if there is one.
    end: Option<Duration>,
    memory: Option<u64>,
    /// The flag, unless it is set already: what looks at it would do nothing.
    cancel: Option<&'a Cancel>,
    /// Whether it was stopped for want of time.
    timed: bool,
}

impl<'a> Reserve<'a> {
    /// What is left of a limit by a search that began with the clock.
    fn after(cause: StopCause, clock: Stopwatch, limit: &'a Limit) -> Self {
        let cancel = limit.cancel.as_ref().filter(|cancel| !cancel.is_cancelled());
        let answer = (cause == StopCause::Cancelled).then(|| clock.elapsed() + AFTER_CANCEL);
        let end = limit.time.into_iter().chain(answer).min();
        Self { clock, end, memory: limit.memory, cancel, timed: cause == StopCause::Time }
    }

    /// Time left, if it is limited.
    fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_sub(self.clock.elapsed()))
    }

    /// One of so many parts of the time left, after what checking takes.
    fn limit(&self, parts: u32, check: Duration) -> Limit {
        let time = self.left().map(|left| left.saturating_sub(check) / parts);
        Limit { time, memory: self.memory, cancel: self.cancel.cloned(), nodes: None }
    }

    /// The limit of the anytime search, which leaves something for making its path shorter.
    fn anytime(&self) -> Limit {
        let nodes = if self.timed { None } else { Some(STATES) };
        let time = self.left().map(|left| left * 3 / 4);
        Limit { nodes, time, ..self.limit(1, Duration::ZERO) }
    }
}
