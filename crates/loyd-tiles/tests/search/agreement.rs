//! All searches agree with enumeration, including those that are not optimal.

use super::enumeration::Distances;
use super::{size, solve, solver};
use loyd::observe::Outcome;
use loyd::puzzle::Puzzle;
use loyd::search::AlgorithmName;
use loyd_tiles::heuristic::HeuristicName;
use loyd_tiles::solver::{Solver, Tiles};
use loyd_tiles::{MetricName, Position, Scrambler};

/// Every algorithm with every admissible heuristic finds the true distance, and a path that is
/// valid on a plain board.
#[test]
fn lengths_equal_breadth_first_distances() {
    against_distances([3, 3, 20, 4]);
}

#[test]
#[ignore = "half a minute: some boards more"]
fn lengths_of_many_boards_equal_breadth_first_distances() {
    against_distances([12, 12, 60, 4]);
}

/// Compares every algorithm with every heuristic on random boards of each size.
fn against_distances(counts: [usize; 4]) {
    let sizes = [size(3, 3), size(4, 2), size(2, 3), size(1, 4)];
    for (size, count) in sizes.into_iter().zip(counts) {
        for goal in [Position::blank_last(size), Position::blank_on(size, 1)] {
            for metric in [MetricName::Single, MetricName::Multi] {
                let distances = Distances::of(&goal, metric);
                let mut scrambler = Scrambler::new(7);
                let starts: Vec<_> = (0..count).map(|_| scrambler.position(&goal)).collect();
                for algorithm in Tiles::algorithms() {
                    for &heuristic in HeuristicName::ALL {
                        if !heuristic.info().properties(metric).admissible {
                            continue;
                        }
                        // Uninformed depth-first search repeats too much.
                        let blind = matches!(heuristic.info().name, "zero" | "hamming")
                            && algorithm.info().name.starts_with("ida")
                            || algorithm == AlgorithmName::IdDfs;
                        let solver = solver(&goal, metric, algorithm, heuristic);
                        for start in &starts {
                            let expected = distances.to(start.tiles());
                            if blind && expected > 14 {
                                continue;
                            }
                            check(&solver, start, &goal, expected);
                        }
                    }
                }
            }
        }
    }
}

fn check(solver: &Solver, start: &Position, goal: &Position, expected: u32) {
    let report = solve(solver, start, 2);
    let Outcome::Solved { path, cost, lower_bound, proven } = report.outcome else {
        panic!("{:?} of {start:?}", report.outcome)
    };
    let plan = solver.plan();
    assert!(proven || !plan.proves());
    // A path as long as its lower bound is optimal, whatever found it.
    assert_eq!(proven, lower_bound == cost);
    assert_eq!(path.len() as u32, cost);
    assert_eq!(start.replay(&path).as_ref(), Ok(goal));
    assert!(lower_bound <= expected && expected <= cost, "{lower_bound} {expected} {cost}");
    if !plan.algorithm.optimal() {
        return;
    }
    assert!(proven);
    assert_eq!(lower_bound, cost);
    assert_eq!(cost, expected, "{} + {} on {start}", plan.algorithm, plan.heuristic);
}
