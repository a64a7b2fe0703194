//! Searches end: on unsolvable boards, at limits, and when cancelled.

use super::{algorithms, size, solve, solver};
use loyd_search::observe::{Cancel, Limit, Outcome, StopCause};
use loyd_search::search::{AlgorithmName, AlgorithmSpec};
use loyd_tiles::heuristic::HeuristicName;
use loyd_tiles::solver::Engine;
use loyd_tiles::{MetricName, Position, parse_position, random_position};

#[test]
fn unsolvable_boards_are_refused_at_once_by_every_algorithm() {
    let start = parse_position("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", None).unwrap();
    let goal = Position::blank_last(start.size());
    for algorithm in algorithms() {
        let solver = solver(&goal, MetricName::Single, algorithm, HeuristicName::Manhattan);
        let outcome = solve(&solver, &start, 2).outcome;
        assert!(matches!(outcome, Outcome::Unsolvable(_)), "{algorithm}: {outcome:?}");
    }
}

#[test]
fn a_stopped_search_proves_a_bound() {
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let start = parse_position(hard, None).unwrap();
    let goal = Position::blank_last(start.size());
    for algorithm in algorithms() {
        let solver = solver(&goal, MetricName::Single, algorithm, HeuristicName::Manhattan);
        let limit = Limit { nodes: Some(300_000), ..Limit::none() };
        let report = solver.solve(&start, 2, &limit, &mut |_| ());
        if !AlgorithmSpec::from(algorithm).optimal() {
            // These may find some path soon, and the estimate of the start is a lower bound in any
            // case.
            assert!(bound_of(&report.outcome) >= 58, "{algorithm}: {:?}", report.outcome);
            continue;
        }
        let Outcome::Stopped { cause, lower_bound, best } = report.outcome else {
            panic!("{algorithm}: {:?}", report.outcome)
        };
        assert_eq!(cause, StopCause::Nodes);
        if let Some(path) = best {
            assert_eq!(start.replay(&path).as_ref(), Ok(&goal), "{algorithm}");
        }
        let min_bound = if algorithm.info().informed { 58 } else { 12 };
        assert!((min_bound..=80).contains(&lower_bound), "{algorithm}: {lower_bound}");
        assert!(report.statistics.expanded >= 300_000);
        assert!(report.statistics.expanded < 2_000_000, "{algorithm} overran its limit");
    }
}

fn bound_of<M>(outcome: &Outcome<M>) -> u32 {
    match outcome {
        Outcome::Solved { lower_bound, .. } | Outcome::Stopped { lower_bound, .. } => *lower_bound,
        Outcome::Unsolvable(_) => panic!("it can be solved"),
    }
}

#[test]
fn a_cancelled_search_stops() {
    let start = random_position(size(5, 5), 3);
    let goal = Position::blank_last(start.size());
    let cancel = Cancel::new();
    cancel.cancel();
    let limit = Limit::cancelled_by(&cancel);
    let solver =
        solver(&goal, MetricName::Single, AlgorithmName::IdaStar, HeuristicName::LinearConflict);
    let outcome = solver.solve(&start, 2, &limit, &mut |_| ()).outcome;
    assert!(matches!(outcome, Outcome::Stopped { cause: StopCause::Cancelled, .. }));
}
