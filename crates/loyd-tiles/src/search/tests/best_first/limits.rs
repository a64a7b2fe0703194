//! Limits: counts and bounds of stopped searches.

use super::{configuration, cost_of, size, solve};
use crate::heuristic::{LinearConflict, Manhattan};
use crate::{Multi, Nibbles, Position, Scrambler, Single, Wide, Word128, parse_position};
use loyd_search::observe::{Cancel, Limit, Outcome, StopCause};
use std::time::Duration;

/// Number 2 of Korf's hundred, rotated so that the goal's blank is on the last cell, is 55 moves
/// from its goal.
const LENGTH: u32 = 55;

fn hard() -> (Position, Position) {
    let start = parse_position("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", None).expect("a board");
    let goal = parse_position("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", None).expect("a board");
    (start, goal)
}

#[test]
fn memory_is_requested_before_use() {
    let (start, goal) = hard();
    let configuration = configuration("astar");
    let mut bounds = Vec::new();
    for memory in [0, 1000, 30_000, 50_000, 100_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000] {
        let limit = Limit { memory: Some(memory), ..Limit::none() };
        let report =
            solve::<Nibbles<4, 16>, Single, Manhattan>(&start, &goal, &configuration, &limit);
        let Outcome::Stopped { cause: StopCause::Memory, lower_bound, best: None } = report.outcome
        else {
            panic!("{memory} bytes: {:?}", report.outcome)
        };
        assert!(lower_bound <= LENGTH, "{memory} bytes: {lower_bound}");
        bounds.push(lower_bound);
        if memory > 50_000 {
            let statistics = &report.statistics;
            assert!(statistics.bytes <= memory, "{} of {memory} bytes", statistics.bytes);
            assert!(statistics.bytes > memory / 3, "only {} of {memory}", statistics.bytes);
            assert!(statistics.inserted > memory / 80, "{memory}: {}", statistics.inserted);
        }
    }
    assert!(bounds.is_sorted() && bounds[0] == 43, "{bounds:?}");
    assert!(bounds.last() > bounds.first(), "{bounds:?}");
}

#[test]
fn boards_on_the_heap_are_counted() {
    let goal = Position::blank_last(size(6, 6));
    let start = Scrambler::new(2).position(&goal);
    let limit = Limit { memory: Some(2_000_000), ..Limit::none() };
    let report = solve::<Wide, Single, Manhattan>(&start, &goal, &configuration("astar"), &limit);
    assert!(matches!(report.outcome, Outcome::Stopped { cause: StopCause::Memory, .. }));
    let statistics = report.statistics;
    assert!(statistics.bytes <= 2_000_000 && statistics.bytes > statistics.inserted * (36 + 28));
}

#[test]
fn limits_stop_at_once_and_prove_a_bound() {
    let (start, goal) = hard();
    let cancel = Cancel::new();
    cancel.cancel();
    for (limit, cause) in [
        (Limit { nodes: Some(0), ..Limit::none() }, StopCause::Nodes),
        (Limit { time: Some(Duration::ZERO), ..Limit::none() }, StopCause::Time),
        (Limit::cancelled_by(&cancel), StopCause::Cancelled),
    ] {
        for name in ["astar", "greedy", "wastar(2)", "nayak-huang", "bfs"] {
            let report = solve::<Nibbles<4, 16>, Single, Manhattan>(
                &start,
                &goal,
                &configuration(name),
                &limit,
            );
            assert_eq!(report.statistics.expanded, 0);
            let Outcome::Stopped { cause: why, lower_bound, .. } = report.outcome else {
                panic!("{name}: {:?}", report.outcome)
            };
            assert_eq!((why, lower_bound), (cause, 43), "{name}");
        }
    }
}

#[test]
fn node_limits_are_exact() {
    let (start, goal) = hard();
    for nodes in [1, 5000, 70_001] {
        let limit = Limit { nodes: Some(nodes), ..Limit::none() };
        let astar = configuration("astar");
        let report = solve::<Nibbles<4, 16>, Single, Manhattan>(&start, &goal, &astar, &limit);
        assert!(matches!(report.outcome, Outcome::Stopped { cause: StopCause::Nodes, .. }));
        assert_eq!(report.statistics.expanded, nodes);
    }
}

/// The goal after this many moves without reversals.
fn near(goal: &Position, moves: usize) -> Position {
    let mut position = goal.clone();
    let mut before = position.clone();
    for number in 0..moves {
        let mut next = Vec::new();
        for (tiles, _) in super::children(goal.size(), position.tiles(), false) {
            if tiles != before.tiles() {
                next.push(tiles);
            }
        }
        let tiles = next.swap_remove((number * number + number / 3) % next.len());
        before = std::mem::replace(&mut position, Position::from_permutation(goal.size(), tiles));
    }
    position
}

#[test]
fn large_boards_are_searched() {
    large_boards([(5, 5, 24), (6, 6, 20), (17, 16, 10), (30, 30, 8)], 8_000);
}

#[test]
#[ignore = "half a minute: starts farther away"]
fn large_boards_are_searched_farther() {
    large_boards([(5, 5, 30), (6, 6, 24), (17, 16, 16), (30, 30, 20)], 20_000);
}

/// Searches boards this many moves from their goals. Non-optimal searches may wander off; a node limit
/// stops them.
fn large_boards(boards: [(usize, usize, usize); 4], nodes: u64) {
    let few = Limit { nodes: Some(nodes), ..Limit::none() };
    let (mut solved, mut searched) = (0, 0);
    for (width, height, moves) in boards {
        let goal = Position::blank_last(size(width, height));
        let start = near(&goal, moves);
        for name in
            ["astar", "astar(fifo)", "wastar(1.123457)", "greedy", "greedy(high-g)", "wastar(1000)"]
        {
            let configuration = configuration(name);
            let single = solve::<Wide, Single, Manhattan>(&start, &goal, &configuration, &few);
            let multi = solve::<Wide, Multi, Manhattan>(&start, &goal, &configuration, &few);
            for report in [&single, &multi] {
                searched += 1;
                if report.outcome.path().is_some() {
                    solved += 1;
                    cost_of(report, &start, &goal);
                }
            }
            if name.starts_with("astar") {
                let cost = cost_of(&single, &start, &goal) as usize;
                assert!(cost <= moves && (moves - cost).is_multiple_of(2));
                if width == 5 {
                    let small = solve::<Word128, Single, LinearConflict>;
                    let other = cost_of(&small(&start, &goal, &configuration, &few), &start, &goal);
                    assert_eq!(other as usize, cost);
                }
            }
        }
    }
    assert!(2 * solved >= searched, "only {solved} of {searched} were solved");
}
