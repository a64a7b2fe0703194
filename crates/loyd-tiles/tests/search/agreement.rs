//! All searches agree with enumeration, including those that are not optimal.

use super::enumeration::Distances;
use super::{algorithms, size, solve, solver};
use loyd_search::observe::Outcome;
use loyd_search::search::AlgorithmName;
use loyd_tiles::heuristic::HeuristicName;
use loyd_tiles::solver::{Engine, Solver};
use loyd_tiles::{MetricName, Position, Scrambler, Size};

/// Every algorithm with every heuristic finds a path that is valid on a plain board, within its
/// bound; with an admissible heuristic the optimal ones find the true distance.
#[test]
fn lengths_equal_breadth_first_distances() {
    against_distances([3, 3, 20, 4]);
}

#[test]
#[ignore = "half a minute: some boards more"]
fn lengths_of_many_boards_equal_breadth_first_distances() {
    against_distances([12, 12, 60, 4]);
}

/// A cheaper path of an ancestor found after the goal had made ARA* report a stale cost.
#[test]
fn inadmissible_heuristics_claim_no_wrong_proof() {
    inadmissible_on_all(size(3, 2));
    let reported = Position::new(size(3, 3), &[6, 2, 7, 5, 1, 0, 3, 8, 4]).unwrap();
    let goal = Position::blank_last(size(3, 3));
    let distances = Distances::of(&goal, MetricName::Multi);
    for solver in inadmissible(&goal, MetricName::Multi) {
        check(&solver, &reported, &goal, distances.to(reported.tiles()));
    }
}

#[test]
#[ignore = "minutes: every board of 3x3 with every algorithm"]
fn inadmissible_heuristics_claim_no_wrong_proof_on_any_board() {
    inadmissible_on_all(size(3, 3));
}

/// True for searches in the memory of one path, which expand states again.
fn is_linear(algorithm: AlgorithmName) -> bool {
    algorithm.info().name.starts_with("id") || algorithm == AlgorithmName::Rbfs
}

/// One solver for each algorithm and each heuristic that may overestimate.
fn inadmissible(goal: &Position, metric: MetricName) -> Vec<Solver> {
    let heuristics = HeuristicName::ALL.iter().filter(|h| !h.info().properties(metric).admissible);
    let of_one = |&heuristic| {
        let algorithms = algorithms().into_iter().filter(|&it| !is_linear(it));
        algorithms.map(move |algorithm| solver(goal, metric, algorithm, heuristic))
    };
    heuristics.flat_map(of_one).collect()
}

/// Compares with enumeration on every board that can be solved.
fn inadmissible_on_all(size: Size) {
    for metric in [MetricName::Single, MetricName::Multi] {
        let goal = Position::blank_last(size);
        let distances = Distances::of(&goal, metric);
        for solver in inadmissible(&goal, metric) {
            for tiles in distances.boards() {
                let numbers: Vec<u64> = tiles.iter().map(|&tile| tile.into()).collect();
                let start = Position::new(size, &numbers).unwrap();
                check(&solver, &start, &goal, distances.to(&tiles));
            }
        }
    }
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
                for algorithm in algorithms() {
                    for &heuristic in HeuristicName::ALL {
                        // Uninformed depth-first search repeats too much.
                        let blind = matches!(heuristic.info().name, "zero" | "hamming")
                            && is_linear(algorithm)
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
    // A path as long as its lower bound is optimal, from any search.
    assert_eq!(proven, lower_bound == cost);
    assert_eq!(path.len() as u32, cost);
    assert_eq!(start.replay(&path).as_ref(), Ok(goal));
    assert!(lower_bound <= expected && expected <= cost, "{lower_bound} {expected} {cost}");
    if !plan.proves() {
        return;
    }
    assert!(proven);
    assert_eq!(lower_bound, cost);
    assert_eq!(cost, expected, "{} + {} on {start}", plan.algorithm, plan.heuristic);
}
