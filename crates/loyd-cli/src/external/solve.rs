//! Searches with heuristics from outside.

use super::External;
use crate::exit::{Exit, Failure};
use loyd::erased::{AnyTask, Metric};
use loyd::spaces::{Strategy, space_of};
use loyd::{Remark, SolveResult, Status};
use loyd_search::observe::Limit;
use loyd_search::problem::NoSolution;
use loyd_search::search::{AlgorithmName, AlgorithmSpec, Weight, Width};
use std::time::Instant;

/// States that A* expands together, so that the program estimates many at a time.
const BATCH: usize = 256;

/// The width of a beam without one.
const WIDTH: usize = 1_000;

/// The search of an algorithm.
///
/// # Errors
/// If the algorithm has no form with estimates of many states.
pub(crate) fn strategy(algorithm: Option<&AlgorithmSpec>) -> Result<Strategy, Failure> {
    let Some(algorithm) = algorithm else { return Ok(Strategy::Astar(1.0, BATCH)) };
    match algorithm.name {
        AlgorithmName::AStar => Ok(Strategy::Astar(1.0, BATCH)),
        AlgorithmName::WeightedAStar => {
            let weight = algorithm.parameters.get::<Weight>();
            Ok(Strategy::Astar(weight.map_or(1.0, value), BATCH))
        }
        AlgorithmName::Beam => {
            let width = algorithm.parameters.get::<Width>();
            Ok(Strategy::Beam(width.map_or(WIDTH, |Width(width)| width.get() as usize)))
        }
        _ => Err(Failure::input(format!(
            "{algorithm} takes no heuristic from outside: choose astar, wastar or beam"
        ))),
    }
}

/// A weight as a number.
fn value(weight: Weight) -> f64 {
    weight.to_string().parse().unwrap_or(1.0)
}

/// Solves a position. The path is replayed; it is not proven shortest, as nothing is known about the heuristic.
///
/// # Errors
/// If an estimate is missing.
pub(crate) fn solve(
    external: &mut External,
    task: &dyn AnyTask,
    (strategy, metric): (Strategy, &Metric),
    limit: &Limit,
) -> Result<SolveResult, Failure> {
    let space = space_of(task, Some(&metric.name))?;
    let began = Instant::now();
    let mut failure = None;
    let mut estimate = |states: &[Vec<u16>]| {
        let positions: Result<Vec<String>, String> =
            states.iter().map(|numbers| space.text(numbers)).collect();
        let estimates = positions.map_err(Failure::environment);
        let estimates = estimates.and_then(|positions| external.estimates(&positions));
        match estimates {
            Ok(estimates) => Some(estimates.into_iter().map(f64::from).collect()),
            Err(why) => {
                failure = Some(why);
                None
            }
        }
    };
    let solution = space.search(task, &strategy, limit, &mut estimate);
    if let Some(why) = failure {
        return Err(why);
    }
    match solution {
        Ok((moves, (cost, statistics))) => {
            let mut result = task.replayed_result(&metric.name, &moves.join(" "), Some(cost));
            if result.remark.is_none() {
                result.status = Status::Solved;
            }
            result.seconds = Some(began.elapsed().as_secs_f64());
            result.expanded = Some(statistics.expanded);
            result.generated = Some(statistics.generated);
            Ok(result)
        }
        Err(NoSolution::Stopped { cause, .. }) => {
            let mut result = task.open_result(&metric.name);
            result.status = Status::Stopped;
            result.remark = Some(Remark::Stopped(cause));
            Ok(result)
        }
        Err(why) => Err(Failure::Message { exit: Exit::Failed, text: why.to_string() }),
    }
}
