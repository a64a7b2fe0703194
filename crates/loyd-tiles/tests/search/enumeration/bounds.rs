//! Weighted searches: paths within their weight, and true bounds.

use super::{Boards, Distances, METRICS, WEIGHTS, heuristics, prepare, size};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::search::{AlgorithmName, AlgorithmSpec, Parameters, Ties, Weight};
use loyd_tiles::solver::Engine;

/// Weighted A* on several boards, in both metrics, with every admissible heuristic and tie-breaking
/// rule: paths are at most `W` times optimal, and the bound reported with the path proves it.
#[test]
fn weighted_paths_cost_at_most_their_weight() {
    let mut longer = 0;
    for (width, height, count) in [(3, 3, 30), (4, 2, 30), (2, 3, 30), (3, 2, 30), (5, 2, 12)] {
        for metric in METRICS {
            let boards = Boards::random(size(width, height), metric, 6, count);
            let distances = Distances::of(&boards.goal, metric);
            for (number, text) in WEIGHTS.iter().enumerate() {
                let weight: Weight = text.parse().expect("a weight");
                let (numerator, denominator) = weight.fraction();
                let (numerator, denominator) = (u64::from(numerator), u64::from(denominator));
                let ties = Ties::ALL[number % Ties::ALL.len()];
                let parameters = Parameters::default().with(&weight).with(&ties);
                let spec = AlgorithmSpec { name: AlgorithmName::WeightedAStar, parameters };
                for heuristic in heuristics(spec.name, metric, false) {
                    let solver = prepare(&boards.goal, metric, &spec, heuristic);
                    for start in &boards.starts {
                        let report = solver.solve(start, 1, &Limit::none(), &mut |_| ());
                        let Outcome::Solved { path, cost, lower_bound, proven } = report.outcome
                        else {
                            panic!("{spec} on {start}: {:?}", report.outcome)
                        };
                        let shortest = distances.to(start.tiles());
                        assert_eq!(start.replay(&path).as_ref(), Ok(&boards.goal));
                        assert_eq!(path.len() as u32, cost);
                        assert!(lower_bound <= shortest && shortest <= cost, "{spec} on {start}");
                        assert!(!proven || cost == shortest);
                        let min_length = u64::from(lower_bound.max(u32::from(cost > 0)));
                        // In terms of the bound, which is the smaller number.
                        assert!(
                            u64::from(cost) * denominator <= min_length * numerator,
                            "{spec} on {start}"
                        );
                        longer += u32::from(cost > shortest);
                    }
                }
            }
        }
    }
    assert!(longer > 500, "weights made no difference: {longer}");
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
