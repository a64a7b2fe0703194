//! Every strategy gives the graph of the enumeration, and of the same strategy in memory.

use super::server::shared;
use super::{KINDS, all_rows, build_graph, connect, reference, request};
use loyd_graph::url::Server as Kind;
use loyd_graph::{BuildRequest, DatabaseUrl, Strategy};

/// Builds by a strategy on a server; the levels are those of the enumeration, and the states with
/// their levels are those that the same request stores in memory.
fn is_the_same(kind: Kind, request: &BuildRequest, shape: &str) {
    let Some(server) = shared(kind) else { return };
    let metric = request.metric.as_deref().expect("a metric");
    let what = format!("{shape}, {metric}, {} on {}", request.strategy, kind.name());
    let (levels, _) = reference(shape, metric, request.depth);
    let mut backend = connect(&server.url(&server.database()));
    let built_there = build_graph(request, &mut *backend);
    assert_eq!(built_there.levels, levels, "{what}");
    assert_eq!(backend.levels().expect("levels"), levels, "{what}");
    let mut memory = connect(&DatabaseUrl::Memory);
    build_graph(request, &mut *memory);
    let (there, here) = (all_rows(&mut *backend), all_rows(&mut *memory));
    assert!(there.keys == here.keys && there.levels == here.levels, "{what}");
    // Moves of row and level depend on the order of states within a level, which is that of keys or
    // that of their arrival.
    if request.strategy == Strategy::Bulk {
        assert!(there.moves == here.moves, "{what}");
    }
    let sizes = backend.sizes().expect("sizes");
    assert!(sizes.table > 0 && sizes.table <= sizes.total, "{what}: {sizes:?}");
}

fn all_strategies(shape: &str, metric: &str, depth: Option<u32>) {
    for kind in KINDS {
        for strategy in Strategy::ALL {
            is_the_same(kind, &request(shape, metric, depth, strategy), shape);
        }
    }
}

#[test]
fn small_boards_by_every_strategy() {
    all_strategies("3x2", "single", None);
    all_strategies("2x2", "multi", None);
}

#[test]
fn the_8_puzzle_in_bulk() {
    for kind in KINDS {
        for metric in ["single", "multi"] {
            is_the_same(kind, &request("3x3", metric, None, Strategy::Bulk), "3x3");
        }
    }
}

#[test]
fn the_8_puzzle_by_levels() {
    for kind in KINDS {
        is_the_same(kind, &request("3x3", "single", Some(14), Strategy::Level), "3x3");
    }
}

#[test]
#[ignore = "a minute: every level of the 8-puzzle by queries"]
fn the_whole_8_puzzle_by_levels() {
    for kind in KINDS {
        is_the_same(kind, &request("3x3", "single", None, Strategy::Level), "3x3");
    }
}

#[test]
#[ignore = "minutes: a transaction for each of 181,440 states"]
fn the_8_puzzle_state_by_state() {
    for kind in KINDS {
        is_the_same(kind, &request("3x3", "single", None, Strategy::Row), "3x3");
    }
}

#[test]
fn keys_that_are_negative_ranks_or_bytes() {
    all_strategies("4x4", "multi", Some(3));
    all_strategies("5x4", "single", Some(4));
    all_strategies("cube2", "half", Some(2));
    all_strategies("cube3", "half", Some(2));
    all_strategies("skewb", "half", Some(2));
    for kind in KINDS {
        is_the_same(kind, &request("cube3", "half", Some(3), Strategy::Bulk), "cube3");
    }
}

/// The 8-puzzle, each level in many ranges.
fn in_ranges(depth: Option<u32>) {
    for kind in KINDS {
        let request = request("3x3", "multi", depth, Strategy::Bulk);
        is_the_same(kind, &BuildRequest { memory: 1, ..request }, "3x3");
    }
}

#[test]
fn a_level_beyond_the_memory_limit_is_made_in_ranges() {
    in_ranges(Some(10));
}

#[test]
#[ignore = "a minute: thousands of ranges"]
fn every_level_beyond_the_memory_limit_is_made_in_ranges() {
    in_ranges(None);
}
