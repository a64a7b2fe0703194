//! Weighted searches: paths within their weight, and true bounds.

use super::{Boards, Distances, METRICS, WEIGHTS, heuristics, prepare, size};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::{
    AlgorithmName, AlgorithmSpec, Guarantee, ParameterValue, Parameters, Ties, Weight,
};
use loyd_tiles::Position;
use loyd_tiles::solver::{Engine, Solver, Tiles};

/// The algorithms that promise paths within their weight.
fn bounded_algorithms() -> Vec<AlgorithmName> {
    let mut algorithms = Tiles::algorithms();
    algorithms.retain(|name| matches!(name.info().guarantee, Guarantee::Weighted(_)));
    algorithms
}

/// Bounded searches on several boards, in both metrics, with every admissible heuristic and tie-breaking
/// rule: paths are at most `W` times optimal, and the bound reported with the path proves it.
#[test]
fn weighted_paths_cost_at_most_their_weight() {
    for name in bounded_algorithms() {
        let mut longer = 0;
        for (width, height, count) in [(3, 3, 15), (4, 2, 15), (2, 3, 15), (3, 2, 15), (5, 2, 4)] {
            for metric in METRICS {
                let boards = Boards::random(size(width, height), metric, 6, count);
                longer += longer_paths(name, &boards);
            }
        }
        assert!(longer > 200, "weights made no difference to {name}: {longer}");
    }
}

/// Checks an algorithm with every weight; returns the number of paths that are not shortest.
fn longer_paths(name: AlgorithmName, boards: &Boards) -> u32 {
    let distances = Distances::of(&boards.goal, boards.metric);
    let has_ties = name.info().parameters.iter().any(|parameter| parameter.key == Ties::KEY);
    let mut longer = 0;
    for (number, text) in WEIGHTS.iter().enumerate() {
        let weight: Weight = text.parse().expect("a weight");
        let mut parameters = Parameters::default().with(&weight);
        if has_ties {
            parameters = parameters.with(&Ties::ALL[number % Ties::ALL.len()]);
        }
        let spec = AlgorithmSpec { name, parameters };
        for heuristic in heuristics(name, boards.metric, false) {
            let solver = prepare(&boards.goal, boards.metric, &spec, heuristic);
            for start in &boards.starts {
                let cost = bounded_cost(&solver, start, &boards.goal, weight, &distances);
                longer += u32::from(cost > distances.to(start.tiles()));
            }
        }
    }
    longer
}

/// The cost of a path, after a check of its bound.
fn bounded_cost(
    solver: &Solver,
    start: &Position,
    goal: &Position,
    weight: Weight,
    distances: &Distances,
) -> u32 {
    let what = format!("{} on {start}", solver.plan().algorithm);
    let report = solver.solve(start, 1, &Limit::none(), &mut |_| ());
    let Outcome::Solved { path, cost, lower_bound, proven } = report.outcome else {
        panic!("{what}: {:?}", report.outcome)
    };
    let shortest = distances.to(start.tiles());
    assert_eq!(start.replay(&path).as_ref(), Ok(goal));
    assert_eq!(path.len() as u32, cost);
    assert!(lower_bound <= shortest && shortest <= cost, "{what}");
    assert!(!proven || cost == shortest);
    let (numerator, denominator) = weight.fraction();
    let min_length = u64::from(lower_bound.max(u32::from(cost > 0)));
    // In terms of the bound, which is the smaller number.
    assert!(
        u64::from(cost) * u64::from(denominator) <= min_length * u64::from(numerator),
        "{what}"
    );
    cost
}

/// Every path that the anytime search reports is within its proven bound, and the last path is
/// optimal.
#[test]
fn anytime_paths_have_true_bounds() {
    let mut better = 0;
    for (width, height) in [(3, 3), (4, 2), (5, 2)] {
        for metric in METRICS {
            let boards = Boards::random(size(width, height), metric, 0, 20);
            let distances = Distances::of(&boards.goal, metric);
            for heuristic in heuristics(AlgorithmName::AraStar, metric, false) {
                let weight = Weight::whole(20).expect("a weight");
                let parameters = Parameters::default().with(&weight);
                let spec = AlgorithmSpec { name: AlgorithmName::AraStar, parameters };
                let solver = prepare(&boards.goal, metric, &spec, heuristic);
                for start in &boards.starts {
                    let shortest = distances.to(start.tiles());
                    let mut last = None;
                    solver.solve(start, 1, &Limit::none(), &mut |progress| {
                        assert!(progress.bound <= shortest, "{start}");
                        let Some(best) = progress.best else { return };
                        assert!(
                            best >= shortest && last.is_none_or(|last| best <= last),
                            "{start}"
                        );
                        better += u32::from(last.is_some_and(|last| best < last));
                        last = Some(best);
                    });
                    assert_eq!(last, Some(shortest), "{start}");
                }
            }
        }
    }
    assert!(better > 50, "no path was bettered: {better}");
}
