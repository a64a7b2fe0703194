//! Searches: correct lengths, published node counts, limits.

mod admitted;
mod against_astar;
mod agreement;
mod beam;
mod broken_tables;
mod checkpoints;
mod databases;
mod enumeration;
mod korf;
mod limits;
mod lines;
mod predictions;
mod shares;
mod so_far;
mod within;

use loyd_search::observe::{Limit, Report};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmName;
use loyd_tiles::heuristic::HeuristicName;
use loyd_tiles::search::IDASTAR_PROBE;
use loyd_tiles::solver::{Engine, Plan, Settings, Solver, Tiles};
use loyd_tiles::{MetricName, Position, Size, Slide};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

fn solver(
    goal: &Position,
    metric: MetricName,
    algorithm: AlgorithmName,
    heuristic: HeuristicName,
) -> Solver {
    let settings = Settings {
        metric,
        algorithm: Some(algorithm.into()),
        heuristic: Some(heuristic.into()),
        ..Settings::default()
    };
    Solver::prepare(&Plan::new(goal, &settings).unwrap()).unwrap()
}

fn solve(solver: &Solver, start: &Position, threads: usize) -> Report<Slide> {
    solver.solve(start, threads, &Limit::none(), &mut |_| ())
}

/// The algorithms that search with any heuristic: `idastar-probe` reads pattern databases.
fn algorithms() -> Vec<AlgorithmName> {
    let mut algorithms = Tiles::algorithms();
    algorithms.retain(|&name| name != IDASTAR_PROBE);
    algorithms
}
