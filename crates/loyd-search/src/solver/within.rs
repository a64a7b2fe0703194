//! Searches that end when their path is proved to be near enough to the shortest one.
//!
//! ```text
//! path := the best path that can be found soon, within half of the time
//! search, with the best path and the proved bound after each report of progress
//!     end when cost of the path ≤ (1 + excess) · bound
//! ```
//!
//! The bound is that of an admissible heuristic and of completed iterations. Another heuristic proves no bound, so
//! its searches end only at a limit or with their own path.

use super::Engine;
use crate::clock::Stopwatch;
use crate::observe::{Cancel, Limit, Outcome, Progress, Report, Statistics, StopCause};
use crate::puzzle::Puzzle;
use std::time::Duration;

/// Longest time for the first path.
const FIRST: Duration = Duration::from_secs(10);

/// True if a path of this cost is proved to be longer than a shortest one by at most this share of it.
fn is_within(cost: u32, bound: u32, excess: f64) -> bool {
    f64::from(cost) <= f64::from(bound) * (1.0 + excess) + 1e-9
}

/// The cheapest path found so far, with its finder.
struct Best<M> {
    path: Vec<M>,
    cost: u32,
    found_by: Option<&'static str>,
}

/// Solves like [`Engine::solve_or_best`], and ends early with a path within [`Limit::excess`] of the optimum.
pub(super) fn solve<P: Puzzle, E: Engine<P> + ?Sized>(
    engine: &E,
    start: &P::Position,
    threads: usize,
    (limit, excess): (&Limit, f64),
    progress: &mut dyn FnMut(&Progress),
) -> Report<P::Move> {
    let plan = engine.plan();
    let admissible = P::properties(&plan.heuristic, plan.metric).admissible;
    let cost = |path: &[P::Move]| -> u32 {
        path.iter().map(|&mv| P::cost(mv, plan.metric).unwrap_or(1)).sum()
    };
    let (clock, stop) = (Stopwatch::start(), Cancel::new());
    let is_cancelled = || limit.cancel.as_ref().is_some_and(Cancel::is_cancelled);
    let inner = |time| Limit { time, cancel: Some(stop.clone()), excess: None, ..limit.clone() };
    let mut watch = |update: &Progress, best: Option<u32>| {
        let best = best.into_iter().chain(update.best).min();
        progress(&Progress { best, elapsed: clock.elapsed(), ..*update });
        let done = best.is_some_and(|cost| admissible && is_within(cost, update.bound, excess));
        if done || is_cancelled() {
            stop.cancel();
        }
    };

    let mut bound = if admissible { engine.estimate(start).unwrap_or(0) } else { 0 };
    let outcome = Outcome::Stopped { cause: StopCause::Time, lower_bound: bound, best: None };
    let mut first = Report::new(outcome, Statistics::default());
    let time = limit.time.map_or(FIRST, |time| (time / 2).min(FIRST));
    let mut unbounded = |update: &Progress| watch(update, None);
    engine.add_best(
        start,
        threads,
        (clock.clone(), &inner(Some(time))),
        &mut unbounded,
        &mut first,
    );
    let found_by = first.found_by;
    let mut best = match first.outcome {
        Outcome::Solved { .. } | Outcome::Unsolvable(_) => return first,
        Outcome::Stopped { lower_bound, best, .. } => {
            bound = bound.max(lower_bound);
            best.map(|path| Best { cost: cost(&path), path, found_by })
        }
    };
    let mut report = if best.as_ref().is_some_and(|best| is_within(best.cost, bound, excess)) {
        let outcome = Outcome::Stopped { cause: StopCause::Time, lower_bound: bound, best: None };
        Report { bound_by: first.bound_by, ..Report::new(outcome, first.statistics) }
    } else {
        let first_cost = best.as_ref().map(|best| best.cost);
        let time = limit.time.map(|time| time.saturating_sub(clock.elapsed()));
        let mut bounded = |update: &Progress| watch(update, first_cost);
        engine.solve(start, threads, &inner(time), &mut bounded)
    };
    let (cause, lower_bound) = match &mut report.outcome {
        Outcome::Solved { proven: true, .. } | Outcome::Unsolvable(_) => return report,
        Outcome::Solved { path, cost, lower_bound, .. } => {
            replace(&mut best, std::mem::take(path), *cost, report.found_by);
            (None, *lower_bound)
        }
        Outcome::Stopped { cause, lower_bound, best: path } => {
            if let Some(path) = path.take() {
                let cost = cost(&path);
                replace(&mut best, path, cost, report.found_by);
            }
            (Some(*cause), *lower_bound)
        }
    };
    if bound > lower_bound {
        report.bound_by = first.bound_by;
    }
    let bound = bound.max(lower_bound);
    let (path, cost) = match best {
        Some(best) => {
            report.found_by = best.found_by;
            (Some(best.path), best.cost)
        }
        None => (None, u32::MAX),
    };
    report.outcome = match (path, cause) {
        (Some(path), None) => Outcome::solved(path, cost, bound),
        (Some(path), Some(_)) if is_within(cost, bound, excess) => {
            Outcome::solved(path, cost, bound)
        }
        (best, cause) => {
            let cause = cause.unwrap_or(StopCause::Time);
            Outcome::Stopped { cause, lower_bound: bound, best }
        }
    };
    report
}

/// Replaces the best path by a cheaper one.
fn replace<M>(best: &mut Option<Best<M>>, path: Vec<M>, cost: u32, found_by: Option<&'static str>) {
    if best.as_ref().is_none_or(|best| cost < best.cost) {
        *best = Some(Best { path, cost, found_by });
    }
}
