//! The best solution so far of stopped searches.

use super::{size, solve, solver};
use loyd_search::observe::{Cancel, Limit, Outcome, StopCause};
use loyd_search::search::AlgorithmName;
use loyd_tiles::heuristic::HeuristicName;
use loyd_tiles::solver::{Engine, Plan, Settings, Solver};
use loyd_tiles::{MetricName, Position, Scrambler, parse_position, random_position};
use std::time::Duration;

/// A stopped search returns a solution; if it is as long as the bound, the outcome is solved.
#[test]
fn a_stopped_search_returns_a_solution() {
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let start = parse_position(hard, None).unwrap();
    let goal = Position::blank_last(start.size());
    for metric in [MetricName::Single, MetricName::Multi] {
        let solver = solver(&goal, metric, AlgorithmName::IdaStarPlain, HeuristicName::Manhattan);
        let limit = Limit { nodes: Some(10_000), ..Limit::none() };
        let stopped = solver.solve_or_best(&start, 1, &limit, &mut |_| ());
        let Outcome::Stopped { cause, lower_bound, best: Some(path) } = &stopped.outcome else {
            panic!("{:?}", stopped.outcome)
        };
        assert_eq!(*cause, StopCause::Nodes);
        assert!(*lower_bound > 0 && path.len() as u32 > *lower_bound);
        assert!(metric == MetricName::Multi || path.iter().all(|slide| slide.count == 1));
        assert_eq!(start.replay(path).as_ref(), Ok(&goal));
        let plain = solver.solve(&start, 1, &limit, &mut |_| ());
        assert_eq!(stopped.statistics, plain.statistics);
    }
}

/// Neither the solution nor the counts of a search depend on the reserve.
#[test]
fn a_finished_search_is_not_changed() {
    let goal = Position::blank_last(size(3, 3));
    let solver =
        solver(&goal, MetricName::Single, AlgorithmName::IdaStarPlain, HeuristicName::Manhattan);
    let mut scrambler = Scrambler::new(5);
    for _ in 0..20 {
        let start = scrambler.position(&goal);
        let limit = Limit { time: Some(Duration::from_secs(60)), ..Limit::none() };
        let report = solver.solve_or_best(&start, 1, &limit, &mut |_| ());
        assert_eq!(report, solve(&solver, &start, 1));
    }
}

#[test]
fn a_solution_as_long_as_the_bound_is_proven() {
    // On a line the distance of the blank is the bound, and the first node is the last one.
    let goal = Position::blank_last(size(9, 1));
    let start = parse_position("0 1 2 3 4 5 6 7 8", Some(size(9, 1))).unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let limit = Limit::cancelled_by(&cancel);
    let solver =
        solver(&goal, MetricName::Single, AlgorithmName::IdaStarPlain, HeuristicName::Manhattan);
    let report = solver.solve_or_best(&start, 1, &limit, &mut |_| ());
    let Outcome::Solved { path, cost: 8, lower_bound: 8, proven: true } = report.outcome else {
        panic!("{:?}", report.outcome)
    };
    assert_eq!(start.replay(&path), Ok(goal));
}

#[test]
fn a_time_limit_holds_with_the_solution() {
    let start = random_position(size(6, 6), 3);
    let goal = Position::blank_last(start.size());
    let solver =
        solver(&goal, MetricName::Single, AlgorithmName::IdaStar, HeuristicName::LinearConflict);
    let limit = Limit { time: Some(Duration::from_millis(500)), ..Limit::none() };
    let began = std::time::Instant::now();
    let outcome = solver.solve_or_best(&start, 2, &limit, &mut |_| ()).outcome;
    let Outcome::Stopped { cause: StopCause::Time, best: Some(path), .. } = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(start.replay(&path), Ok(goal));
    // Without the limit it would take days; other processes on the machine may take most of the time.
    assert!(began.elapsed() < Duration::from_secs(300), "{:?}", began.elapsed());
}

#[test]
fn open_choices_end_large_boards_with_beam_search() {
    let fallback = |size, settings: &Settings| {
        let plan = Plan::new(&Position::blank_last(size), settings).expect("a plan");
        plan.fallback.map(|fallback| fallback.algorithm.name)
    };
    let open = Settings::default();
    assert_eq!(fallback(size(5, 5), &open), Some(AlgorithmName::Beam));
    assert_eq!(fallback(size(5, 4), &open), None);
    assert_eq!(fallback(size(30, 1), &open), None);
    let multi = Settings { metric: MetricName::Multi, ..open.clone() };
    let named = Settings { algorithm: Some(AlgorithmName::IdaStar.into()), ..open.clone() };
    assert_eq!(fallback(size(6, 6), &multi), None);
    assert_eq!(fallback(size(6, 6), &named), None);

    let start = random_position(size(6, 6), 3);
    let goal = Position::blank_last(start.size());
    let solver = Solver::prepare(&Plan::new(&goal, &open).expect("a plan")).expect("no tables");
    let limit = Limit { nodes: Some(10_000), ..Limit::none() };
    let mut lengths = Vec::new();
    let report = solver.solve_or_best(&start, 2, &limit, &mut |progress| {
        lengths.extend(progress.best);
    });
    assert_eq!(report.found_by, Some("beam"));
    let Outcome::Stopped { cause: StopCause::Nodes, best: Some(path), lower_bound } =
        &report.outcome
    else {
        panic!("{:?}", report.outcome)
    };
    assert!(path.len() as u32 > *lower_bound);
    assert_eq!(start.replay(path).as_ref(), Ok(&goal));
    assert!(lengths.is_sorted_by(|a, b| a >= b) && lengths[0] > path.len() as u32, "{lengths:?}");
    // The number of threads does not change it.
    assert_eq!(solver.solve_or_best(&start, 1, &limit, &mut |_| ()), report);
}
