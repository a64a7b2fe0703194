//! Databases in the multi-tile metric compared with the other engines.

use loyd_search::observe::Limit;
use loyd_tiles::heuristic::HeuristicSpec;
use loyd_tiles::solver::{Engine, Outlook, Plan, Settings, Solver, tables_of};
use loyd_tiles::{Goal, MetricName, Position, Scrambler, Size};

fn solver(goal: &Position, heuristic: Option<&str>) -> Solver {
    let heuristic = heuristic.map(|name| name.parse::<HeuristicSpec>().expect("a heuristic"));
    let settings = Settings { metric: MetricName::Multi, heuristic, ..Settings::default() };
    let plan = Plan::new(goal, &settings).expect("a plan");
    assert!(plan.proves());
    let databases = !plan.heuristic.databases().is_empty();
    assert_eq!(!tables_of(&plan).is_empty(), databases, "tables are asked for where they are used");
    Solver::prepare(&plan).expect("tables")
}

fn length(solver: &Solver, start: &Position, threads: usize) -> usize {
    let report = solver.solve(start, threads, &Limit::none(), &mut |_| ());
    let path = report.outcome.path().expect("solvable").to_vec();
    assert_eq!(start.replay(&path).expect("legal"), solver.plan().goal);
    path.len()
}

fn agree(w: usize, h: usize, goal: &Goal, databases: &str, boards: u64, seed: u64) {
    let size = Size::new(w, h).expect("a size");
    let goal = goal.position(size).expect("a goal of this size");
    let (with, without) = (solver(&goal, Some(databases)), solver(&goal, Some("walking-distance")));
    let mut scrambler = Scrambler::new(seed);
    for board in 0..boards {
        let start = scrambler.position(&goal);
        let threads = 1 + board as usize % 2;
        assert_eq!(length(&with, &start, threads), length(&without, &start, 1), "{start:?}");
    }
}

#[test]
fn databases_find_the_lengths_of_walking_distance() {
    agree(3, 3, &Goal::BlankLast, "pdb:4-4", 40, 1);
    agree(3, 3, &Goal::BlankFirst, "pdb:4-4", 40, 2);
    agree(4, 3, &Goal::BlankLast, "pdb:5-6", 4, 3);
    agree(3, 4, &Goal::BlankFirst, "pdb:5-6", 4, 4);
}

/// Minutes per board without databases.
#[test]
#[ignore = "half an hour: cargo test --release -p loyd-tiles --test search -- --ignored lines"]
fn databases_find_the_lengths_of_walking_distance_on_random_15_puzzles() {
    agree(4, 4, &Goal::BlankLast, "pdb:6-6-3", 4, 5);
}

#[test]
fn partitions_give_the_same_lengths_on_15_puzzles() {
    let goal = Position::blank_last(Size::new(4, 4).expect("a size"));
    let (large, small) = (solver(&goal, Some("pdb:6-6-3")), solver(&goal, Some("pdb:5-5-5")));
    let mut scrambler = Scrambler::new(6);
    for _ in 0..3 {
        let start = scrambler.position(&goal);
        assert_eq!(length(&large, &start, 2), length(&small, &start, 2));
    }
}

#[test]
fn auto_chooses_databases_by_board_and_number_of_boards() {
    let choose = |w, h, boards, memory| {
        let goal = Position::blank_last(Size::new(w, h).expect("a size"));
        let settings = Settings { metric: MetricName::Multi, ..Settings::default() };
        let outlook = Outlook { boards, memory, ..Outlook::default() };
        Plan::choose(&goal, &settings, &outlook).expect("a plan").heuristic.to_string()
    };
    assert_eq!(choose(4, 4, 1, u64::MAX), "pdb:5-5-5");
    assert_eq!(choose(4, 4, 100, u64::MAX), "pdb:6-6-3");
    assert_eq!(choose(4, 4, 100, 1 << 10), "walking-distance");
    assert_eq!(choose(3, 3, 100, u64::MAX), "walking-distance");
    assert_eq!(choose(5, 5, 1, u64::MAX), "walking-distance");
}

#[test]
fn pattern_databases_are_refused_on_lines() {
    let goal = Position::blank_last(Size::new(4, 4).expect("a size"));
    let heuristic = "max(pdb:5-5-5,manhattan)".parse().ok();
    let settings = Settings { metric: MetricName::Multi, heuristic, ..Settings::default() };
    let plan = Plan::new(&goal, &settings).expect("a plan");
    assert!(Solver::prepare(&plan).is_err());
}
