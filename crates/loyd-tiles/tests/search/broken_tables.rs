//! Tables whose entries are not distances: every algorithm stops without a claim or a panic.

use super::size;
use loyd_search::observe::{Limit, Outcome, StopCause};
use loyd_search::search::AlgorithmName;
use loyd_tiles::heuristic::HeuristicSpec;
use loyd_tiles::pdb::{AdditiveTable, Layout, Pattern, PatternTable, Table, multi};
use loyd_tiles::solver::{Engine, KnownTables, NoCount, Plan, Settings, Solver, tables_of};
use loyd_tiles::{MetricName, Position, Scrambler};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Entries that lead nowhere: constant, alternating, random, and those of another pattern.
fn entries(length: usize, kind: u32) -> Vec<u8> {
    let mut bytes = vec![[0x00, 0xff, 0x55, 0xcc][kind as usize % 4]; length];
    if kind >= 4 {
        ChaCha8Rng::seed_from_u64(u64::from(kind)).fill_bytes(&mut bytes);
    }
    bytes
}

fn table(pattern: &Pattern, kind: u32) -> Table {
    let layout = Arc::new(Layout::new(pattern.size(), pattern.tiles()).unwrap());
    let bytes = Arc::new(entries(layout.bytes(), kind));
    Table::new(pattern.clone(), layout, bytes).unwrap()
}

fn class_table(pattern: &Pattern, kind: u32) -> multi::Table {
    let places = multi::Places::new(pattern.size(), pattern.tiles()).unwrap();
    let bytes = Arc::new(entries(places.table_bytes(), kind));
    multi::Table::new(pattern.clone(), places, bytes).unwrap()
}

/// A solver whose tables consist of such entries.
fn solver(goal: &Position, metric: MetricName, name: AlgorithmName, kind: u32) -> Solver {
    let heuristic: HeuristicSpec = "pdb:5-6".parse().unwrap();
    let settings = Settings {
        metric,
        algorithm: Some(name.into()),
        heuristic: Some(heuristic),
        ..Settings::default()
    };
    let plan = Plan::new(goal, &settings).unwrap();
    let mut tables = KnownTables::default();
    for PatternTable { pattern, .. } in tables_of(&plan) {
        match metric {
            MetricName::Single => tables.single.push(AdditiveTable::States(table(&pattern, kind))),
            MetricName::Multi => tables.multi.push(class_table(&pattern, kind)),
        }
    }
    Solver::with_tables(&plan, &tables).unwrap()
}

/// Solves random boards; returns the number of searches stopped by the table.
fn stopped_bound(solver: &Solver, goal: &Position) -> u32 {
    let mut scrambler = Scrambler::new(3);
    let limit = Limit { nodes: Some(300_000), ..Limit::none() };
    let mut stopped = 0;
    for _ in 0..5 {
        let start = scrambler.position(goal);
        let report = solver.solve(&start, 2, &limit, &mut |_| ());
        match report.outcome {
            Outcome::Stopped { cause: StopCause::BrokenTable, lower_bound, best } => {
                assert_eq!((lower_bound, best), (0, None));
                stopped += 1;
            }
            outcome => panic!("{} with a table of nonsense: {outcome:?}", start.to_line()),
        }
    }
    stopped
}

#[test]
fn batched_searches_stop_at_a_broken_table() {
    let goal = Position::blank_last(size(4, 3));
    for metric in [MetricName::Single, MetricName::Multi] {
        let mut all = 0;
        for kind in 0..8 {
            let began = Instant::now();
            all += stopped_bound(&solver(&goal, metric, AlgorithmName::IdaStar, kind), &goal);
            assert!(began.elapsed() < Duration::from_secs(300), "kind {kind} took too long");
        }
        assert_eq!(all, 8 * 5);
    }
}

#[test]
fn other_searches_stop_at_a_broken_table() {
    let goal = Position::blank_last(size(4, 3));
    for name in [AlgorithmName::AStar, AlgorithmName::AraStar] {
        let informed = name.info().informed;
        for kind in [1, 4] {
            if informed {
                let solver = solver(&goal, MetricName::Single, name, kind);
                assert_eq!(stopped_bound(&solver, &goal), 5);
                assert!(solver.is_broken());
            }
        }
    }
}

/// Estimates, predictions and audits return no value rather than a wrong one.
#[test]
fn a_broken_table_yields_no_estimates() {
    let goal = Position::blank_last(size(4, 3));
    let start = Scrambler::new(5).position(&goal);
    let estimate = |kind| {
        let solver = solver(&goal, MetricName::Single, AlgorithmName::AStar, kind);
        let estimate = solver.estimate(&start);
        let limit = Limit { nodes: Some(1_000_000), ..Limit::none() };
        let all = solver.all(&start, 30, 1, &limit);
        let all = all.map(|_| ()).map_err(
            |why| matches!(why, NoCount::Stopped(cause) if cause == StopCause::BrokenTable),
        );
        (estimate, all == Err(true), solver.audit_along(&[(start.clone(), Vec::new())]).is_err())
    };
    for kind in [0, 1, 5, 6] {
        assert_eq!(estimate(kind), (None, true, true));
    }
}
