//! Searches that end with a solution proved to be within a share of the optimum.

use super::{size, solver};
use loyd_search::observe::{Cancel, Limit, Outcome, StopCause};
use loyd_search::search::AlgorithmName;
use loyd_tiles::heuristic::HeuristicName;
use loyd_tiles::solver::{Engine, Plan, Settings, Solver};
use loyd_tiles::{MetricName, Position, random_position};
use std::time::Duration;

fn within(excess: f64) -> Limit {
    Limit { excess: Some(excess), ..Limit::none() }
}

#[test]
fn solutions_are_within_the_share_of_the_optimum() {
    let goal = Position::blank_last(size(3, 3));
    let solver =
        solver(&goal, MetricName::Single, AlgorithmName::IdaStar, HeuristicName::LinearConflict);
    for seed in 0..40 {
        let start = random_position(size(3, 3), seed);
        let optimum = solver.solve(&start, 1, &Limit::none(), &mut |_| ()).outcome;
        let optimum = optimum.path().expect("a solution").len() as f64;
        for excess in [0.0, 0.1, 0.5, 3.0] {
            let outcome = solver.solve_or_best(&start, 1, &within(excess), &mut |_| ()).outcome;
            let Outcome::Solved { path, cost, lower_bound, proven } = outcome else {
                panic!("{outcome:?}")
            };
            assert_eq!(start.replay(&path).as_ref(), Ok(&goal));
            assert!(f64::from(lower_bound) <= optimum);
            assert!(f64::from(cost) <= f64::from(lower_bound) * (1.0 + excess) + 1e-6);
            assert_eq!(proven, cost == lower_bound);
        }
    }
}

/// The search for a shortest solution of this board takes hours.
#[test]
fn a_large_board_ends_with_a_proved_share() {
    let plan = Plan::new(&Position::blank_last(size(6, 6)), &Settings::default()).expect("a plan");
    let solver = Solver::prepare(&plan).expect("no tables");
    let start = random_position(size(6, 6), 3);
    let mut reports = Vec::new();
    let outcome = solver.solve_or_best(&start, 2, &within(0.6), &mut |progress| {
        reports.push((progress.best, progress.bound));
    });
    let Outcome::Solved { path, cost, lower_bound, proven: false } = outcome.outcome else {
        panic!("{:?}", outcome.outcome)
    };
    assert_eq!(path.len(), cost as usize);
    assert!(f64::from(cost) <= f64::from(lower_bound) * 1.6 + 1e-6);
    assert!(reports.iter().all(|&(_, bound)| bound <= lower_bound));
}

#[test]
fn limits_and_interrupts_stop_it() {
    let goal = Position::blank_last(size(6, 6));
    let solver =
        solver(&goal, MetricName::Single, AlgorithmName::IdaStar, HeuristicName::Manhattan);
    let start = random_position(size(6, 6), 3);
    let limit = Limit { time: Some(Duration::from_millis(300)), ..within(0.01) };
    let outcome = solver.solve_or_best(&start, 1, &limit, &mut |_| ()).outcome;
    let Outcome::Stopped { cause: StopCause::Time, best: Some(path), lower_bound } = outcome else {
        panic!("{outcome:?}")
    };
    assert!(path.len() as f64 > f64::from(lower_bound) * 1.01);

    let cancel = Cancel::new();
    let limit = Limit { cancel: Some(cancel.clone()), ..within(0.01) };
    let outcome = solver.solve_or_best(&start, 1, &limit, &mut |_| cancel.cancel()).outcome;
    assert!(matches!(outcome, Outcome::Stopped { cause: StopCause::Cancelled, .. }), "{outcome:?}");
}

/// Beam search line by line finds the path: boards of this size have no tables.
#[test]
fn large_boards_end_with_a_path_within_a_wide_share() {
    let goal = Position::blank_last(size(7, 7));
    let solver = Solver::prepare(&Plan::new(&goal, &Settings::default()).expect("a plan"));
    let solver = solver.expect("no tables");
    let start = random_position(size(7, 7), 1);
    let limit = Limit { nodes: Some(1_000_000), ..within(2.0) };
    let report = solver.solve_or_best(&start, 1, &limit, &mut |_| ());
    let Outcome::Solved { path, cost, lower_bound, .. } = report.outcome else {
        panic!("{:?}", report.outcome)
    };
    assert_eq!(start.replay(&path), Ok(goal));
    assert_eq!(path.len(), cost as usize);
    assert!(f64::from(cost) <= 3.0 * f64::from(lower_bound), "{cost} {lower_bound}");
}
