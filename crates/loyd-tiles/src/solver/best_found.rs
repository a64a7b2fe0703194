//! The best solution so far of a search that was stopped.
//!
//! ```text
//! search within the limit less its reserve
//! if it was stopped without a solution, within the reserve
//!     path := the constructive solver's, shortened piece by piece
//!     path := the second search's, shortened piece by piece, if it is better: the plan's fallback, beam search line
//!             by line where the fallback has no tables, or an anytime search
//!     windows of path are searched again, and grow, until the time ends
//!     if path is as long as a lower bound that either search proved, it is optimal
//! ```
//!
//! The reserve is a tenth of a time limit and at most [`LONGEST`]; on large boards it is as much as
//! the constructive solver is likely to take ([`A_MOVE`]), up to half of the limit. With a fallback it is
//! half of the limit or more ([`SOMETIMES`]). A search that
//! ends by itself uses none of it, so the reserve affects only searches that would have ended in
//! that last part of their time. Part of the reserve is left for checking and writing the solution.
//! Without a time limit, the work after a stop is limited by a fixed number of nodes, a tenth of a
//! second, so that a node limit gives the same path every time. After Ctrl-C it takes at most
//! [`AFTER_CANCEL`], for boards of any size.

use super::engine::{ListSearch, Watcher};
use super::{Engine, Plan, Solver, lists};
use crate::heuristic::HeuristicName;
use crate::search::CONSTRUCTIVE;
#[cfg(not(target_family = "wasm"))]
use crate::search::constructive::line_beam;
use crate::search::constructive::{self, WORK};
use crate::{MetricName, Position, Size, Slide};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Cancel, Limit, Outcome, Progress, Report, StopCause};
use loyd_search::search::{AlgorithmName, AlgorithmSpec};
use std::time::Duration;

/// The fraction of a time limit reserved for the best solution so far, as its reciprocal.
const SHARE: u32 = 10;

/// Upper limit of the reserve.
const LONGEST: Duration = Duration::from_secs(10);

/// Upper limit of the time used after a cancellation.
const AFTER_CANCEL: Duration = Duration::from_millis(100);

/// Solutions of up to this many moves are built without looking at the time: it takes less than a
/// millisecond.
const AT_ONCE: u32 = 10_000;

/// Approximate time for building, per move.
const A_MOVE: Duration = Duration::from_nanos(30);

/// Approximate time for checking and writing, per move.
const A_MOVE_CHECKED: Duration = Duration::from_nanos(10);

/// Time that is left for the rest of a request when windows end.
const CHECK: Duration = Duration::from_millis(2);

/// Approximate number of moves of a built solution.
fn moves(size: Size) -> u32 {
    if size.is_line() {
        return size.cells() as u32;
    }
    (size.cells() * (size.width() + size.height())) as u32
}

/// Number of cells up to which boards of a plan with a fallback are sometimes solved optimally: half of a time limit
/// is spent on that, and a tenth on larger boards.
const SOMETIMES: usize = 25;

/// Number of states that the anytime search expands after a stop that was not caused by a time limit.
const STATES: u64 = 30_000;

/// Number of states that a fallback expands after such a stop: a beam of 1,000 states finds a path of 300 moves.
const FALLBACK_STATES: u64 = 300_000;

/// Smallest number of cells of a board without tables that beam search solves line by line.
#[cfg(not(target_family = "wasm"))]
const LINES: usize = 40;

/// The share of the remaining time that it has; windows have the rest.
#[cfg(not(target_family = "wasm"))]
const LINES_SHARE: f64 = 0.85;

/// Largest number of cells for which the anytime search is likely to find a solution in that many
/// states.
const CELLS: usize = 64;

/// The name of the anytime search, which small programs leave out.
const ANYTIME: &str = "arastar";

/// The name of beam search; the module of the page is built without it.
const BEAM: &str = "beam";

/// Shortest time in which the anytime search is worthwhile.
const SHORTEST: Duration = Duration::from_millis(20);

/// The solution of the constructive solver, shortened on boards that are not large.
pub(super) fn quick_solution(
    start: &Position,
    goal: &Position,
    metric: MetricName,
) -> Option<Vec<Slide>> {
    let path = constructive::solve_within(start, goal, &Limit::none()).ok()?.path;
    if moves(start.size()) >= AT_ONCE {
        return Some(path);
    }
    let limit = Limit { nodes: Some(WORK), ..Limit::none() };
    Some(constructive::shorten(start, path, metric, &limit).path)
}

impl Solver {
    /// A second attempt of the constructive solver would end the same way.
    fn is_constructive(&self) -> bool {
        self.plan.algorithm.name == CONSTRUCTIVE
    }

    fn is_beam(&self) -> bool {
        self.plan.algorithm.name.info().name == BEAM
    }

    /// See [`reserve`](loyd_search::solver::Engine::reserve).
    pub(super) fn reserved(&self, start: &Position, time: Duration) -> Duration {
        if self.fallback.is_some() {
            return if start.size().cells() <= SOMETIMES { time / 2 } else { time * 9 / 10 };
        }
        let moves = moves(start.size());
        let build = if self.is_constructive() { Duration::ZERO } else { A_MOVE * moves };
        (time / SHARE).min(LONGEST).max((build + A_MOVE_CHECKED * moves).min(time / 2))
    }

    /// See [`add_best`](loyd_search::solver::Engine::add_best).
    pub(super) fn add_solution(
        &self,
        start: &Position,
        threads: usize,
        (clock, limit): (Stopwatch, &Limit),
        progress: &mut dyn FnMut(&Progress),
        report: &mut Report<Slide>,
    ) {
        if let Outcome::Stopped { cause, lower_bound, best: None } = &report.outcome
            && !self.is_constructive()
        {
            let reserve = Reserve::after(*cause, clock, limit);
            if let Some(best) = self.best(start, threads, *lower_bound, &reserve, progress) {
                report.raise_bound(best.bound, best.proved_by);
                report.add_path(best.path, best.found_by);
            }
        } else if let Outcome::Stopped { cause, lower_bound, best: Some(path) } =
            &mut report.outcome
            && self.is_beam()
        {
            let reserve = Reserve::after(*cause, clock, limit);
            let mut shown = |length: usize| progress(&reserve.progress(*lower_bound, length));
            *path = self.improved(start, std::mem::take(path), *lower_bound, &reserve, &mut shown);
        }
    }

    /// A path improved by windows until the time of the reserve ends; `shown` is called with each shorter length.
    fn improved(
        &self,
        start: &Position,
        path: Vec<Slide>,
        bound: u32,
        reserve: &Reserve<'_>,
        shown: &mut dyn FnMut(usize),
    ) -> Vec<Slide> {
        if path.len() as u64 <= u64::from(bound) {
            return path;
        }
        let nodes = if reserve.timed { None } else { Some(WORK) };
        let check = A_MOVE_CHECKED * path.len() as u32 + CHECK;
        let limit = Limit { nodes, ..reserve.limit(1, check) };
        let mut publish = |path: &[Slide]| shown(path.len());
        constructive::improve(start, path, self.plan.metric, &limit, &mut publish).path
    }

    /// Returns true if a second search solves lines one after another.
    #[cfg(not(target_family = "wasm"))]
    fn solves_lines(&self, start: &Position) -> bool {
        let tables = self.fallback.as_ref().is_some_and(|plan| !plan.plan.partitions.is_empty());
        let is_large = start.size().cells() >= LINES;
        self.plan.metric == MetricName::Single
            && (self.is_beam() || self.fallback.is_some())
            && is_large
            && !(tables && start.size().cells() <= CELLS)
    }

    /// A better path than `best` by beam search line by line, and the windows of the better one.
    #[cfg(not(target_family = "wasm"))]
    fn line_by_line(
        &self,
        start: &Position,
        threads: usize,
        best: &mut Best,
        reserve: &Reserve<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) {
        let (length, bound) = (best.path.len(), best.bound);
        let left = reserve.remaining_time().map(|left| left.mul_f64(LINES_SHARE));
        let limit = Limit { time: left, ..reserve.second(FALLBACK_STATES) };
        let needed = 4 * A_MOVE * moves(start.size());
        if limit.time.is_none_or(|time| time > needed) {
            let mut publish = |expanded, found: Option<usize>| {
                let shortest = found.unwrap_or(length);
                progress(&Progress { expanded, ..reserve.progress(bound, shortest) });
            };
            let goal = &self.plan.goal;
            let path = line_beam::improve(start, goal, length, threads, &limit, &mut publish);
            if let Some(path) = path {
                (best.path, best.found_by) = (path, AlgorithmName::Beam.info().name);
            }
        }
        let mut shown = |length| progress(&reserve.progress(bound, length));
        let path = std::mem::take(&mut best.path);
        best.path = self.improved(start, path, bound, reserve, &mut shown);
    }

    /// Returns a solution and a lower bound on all solutions; `bound` is the bound of the search
    /// before.
    fn best(
        &self,
        start: &Position,
        threads: usize,
        bound: u32,
        reserve: &Reserve<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Option<Best> {
        let metric = self.plan.metric;
        let mut building = reserve.limit(1, A_MOVE_CHECKED * moves(start.size()));
        if moves(start.size()) < AT_ONCE {
            building = Limit::none();
        }
        let built = constructive::solve_within(start, &self.plan.goal, &building).ok()?.path;
        let check = A_MOVE_CHECKED * built.len() as u32;
        let shorter = |path: Vec<Slide>| {
            let nodes = if reserve.timed { None } else { Some(WORK) };
            // A third of the remaining time: the second search finds more.
            let limit = Limit { nodes, ..reserve.limit(3, check) };
            constructive::shorten(start, path, metric, &limit).path
        };
        let (found_by, proved_by) = (CONSTRUCTIVE.info().name, ANYTIME);
        let mut best = Best { path: shorter(built), found_by, bound, proved_by };
        let short = reserve.remaining_time().is_some_and(|left| left < SHORTEST);
        let is_shortest = best.path.len() as u64 <= u64::from(bound);
        #[cfg(not(target_family = "wasm"))]
        if self.solves_lines(start) && !is_shortest && !short {
            self.line_by_line(start, threads, &mut best, reserve, progress);
            return Some(best);
        }
        if is_shortest || start.size().cells() > CELLS || short {
            return Some(best);
        }
        let length = best.path.len() as u32;
        let mut shown = |update: &Progress| {
            progress(&Progress {
                bound: bound.max(update.bound),
                best: Some(update.best.map_or(length, |found| found.min(length))),
                elapsed: reserve.clock.elapsed(),
                ..*update
            });
        };
        let (outcome, name) = if let Some(fallback) = &self.fallback {
            let report =
                fallback.solve(start, threads, &reserve.second(FALLBACK_STATES), &mut shown);
            (report.outcome, fallback.plan.algorithm.name.info().name)
        } else {
            let watcher = Watcher::Progress(&mut shown);
            (self.anytime()?.run(start, 1, &reserve.second(STATES), watcher).outcome, ANYTIME)
        };
        best.proved_by = name;
        match outcome {
            Outcome::Solved { path, lower_bound, .. }
            | Outcome::Stopped { best: Some(path), lower_bound, .. } => {
                best.bound = bound.max(lower_bound);
                let path = shorter(path);
                if path.len() < best.path.len() {
                    (best.path, best.found_by) = (path, name);
                }
            }
            Outcome::Stopped { lower_bound, .. } => best.bound = bound.max(lower_bound),
            Outcome::Unsolvable(_) => {}
        }
        if self.fallback.is_some() {
            let bound = best.bound;
            let mut shown = |length| progress(&reserve.progress(bound, length));
            best.path = self.improved(start, best.path, bound, reserve, &mut shown);
        }
        Some(best)
    }

    /// The anytime search, with a heuristic that needs no tables; `None` in a program without it.
    fn anytime(&self) -> Option<Box<dyn ListSearch>> {
        let heuristic = match self.plan.metric {
            MetricName::Single => HeuristicName::LinearConflict,
            MetricName::Multi => HeuristicName::Manhattan,
        };
        let plan = Plan {
            algorithm: AlgorithmSpec::parse(ANYTIME, AlgorithmName::ALL).ok()?,
            heuristic: heuristic.into(),
            partitions: Vec::new(),
            ..self.plan.clone()
        };
        lists::prepare(&plan, &[]).ok()
    }
}

/// A solution, and a lower bound on all solutions.
struct Best {
    path: Vec<Slide>,
    found_by: &'static str,
    bound: u32,
    /// The second search, if the bound is above that of the search before.
    proved_by: &'static str,
}

/// The time and work left after a search was stopped.
struct Reserve<'a> {
    clock: Stopwatch,
    /// The end of the time, measured by `clock`, if time is limited.
    end: Option<Duration>,
    memory: Option<u64>,
    /// The cancel flag, unless it is already set, which would stop everything at once.
    cancel: Option<&'a Cancel>,
    /// True if the search was stopped by the time limit.
    timed: bool,
}

impl<'a> Reserve<'a> {
    /// Returns the part of a limit left by a search that began when `clock` was started.
    fn after(cause: StopCause, clock: Stopwatch, limit: &'a Limit) -> Self {
        let cancel = limit.cancel.as_ref().filter(|cancel| !cancel.is_cancelled());
        let answer = (cause == StopCause::Cancelled).then(|| clock.elapsed() + AFTER_CANCEL);
        let end = limit.time.into_iter().chain(answer).min();
        Self { clock, end, memory: limit.memory, cancel, timed: cause == StopCause::Time }
    }

    /// A report of a path of this length.
    fn progress(&self, bound: u32, length: usize) -> Progress {
        let elapsed = self.clock.elapsed();
        Progress {
            bound,
            best: Some(length as u32),
            expanded: 0,
            generated: None,
            lists: (0, 0),
            fraction: None,
            elapsed,
            iteration_elapsed: elapsed,
        }
    }

    /// Remaining time, if time is limited.
    fn remaining_time(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_sub(self.clock.elapsed()))
    }

    /// One of `parts` equal parts of the remaining time, after subtracting the time for checking.
    fn limit(&self, parts: u32, check: Duration) -> Limit {
        let time = self.remaining_time().map(|left| left.saturating_sub(check) / parts);
        Limit { time, memory: self.memory, cancel: self.cancel.cloned(), ..Limit::none() }
    }

    /// The limit of the second search, which leaves time for shortening its path; `states` are for a stop that was
    /// not caused by a time limit.
    fn second(&self, states: u64) -> Limit {
        let nodes = if self.timed { None } else { Some(states) };
        let time = self.remaining_time().map(|left| left * 3 / 4);
        Limit { nodes, time, ..self.limit(1, Duration::ZERO) }
    }
}
