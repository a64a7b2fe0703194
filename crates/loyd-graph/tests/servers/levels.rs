//! Every strategy gives the graph of the enumeration, and of the same strategy in memory.

use super::{all_rows, build_graph, connect, in_memory, reference, request, servers};
use loyd_graph::{BuildRequest, Strategy};

/// Builds on every server; the levels are those of the enumeration, and the states with their levels
/// are those that the same request stores in memory.
fn is_the_same(request: &BuildRequest, shape: &str) {
    let metric = request.metric.as_deref().expect("a metric");
    let (levels, _) = reference(shape, metric, request.depth);
    let here = all_rows(&mut *in_memory(request));
    for server in servers() {
        let what = format!("{shape}, {metric}, {} on {}", request.strategy, server.kind.name());
        let mut backend = connect(&server.url(&server.database()));
        let built_there = build_graph(request, &mut *backend);
        assert_eq!(built_there.levels, levels, "{what}");
        assert_eq!(backend.levels().expect("levels"), levels, "{what}");
        let there = all_rows(&mut *backend);
        assert!(there.keys == here.keys && there.levels == here.levels, "{what}");
        // Moves of row and level depend on the order of states within a level, which is that of keys
        // or that of their arrival.
        if request.strategy == Strategy::Bulk {
            assert!(there.moves == here.moves, "{what}");
        }
        let sizes = backend.sizes().expect("sizes");
        assert!(sizes.table > 0 && sizes.table <= sizes.total, "{what}: {sizes:?}");
    }
}

fn all_strategies(shape: &str, metric: &str, depth: Option<u32>) {
    for strategy in Strategy::ALL {
        is_the_same(&request(shape, metric, depth, strategy), shape);
    }
}

#[test]
fn small_boards_by_every_strategy() {
    all_strategies("3x2", "single", None);
    all_strategies("2x2", "multi", None);
}

#[test]
fn the_8_puzzle_in_bulk() {
    for metric in ["single", "multi"] {
        is_the_same(&request("3x3", metric, None, Strategy::Bulk), "3x3");
    }
}

#[test]
fn the_8_puzzle_by_levels() {
    is_the_same(&request("3x3", "single", Some(14), Strategy::Level), "3x3");
}

#[test]
#[ignore = "a minute: every level of the 8-puzzle by queries"]
fn the_whole_8_puzzle_by_levels() {
    is_the_same(&request("3x3", "single", None, Strategy::Level), "3x3");
}

#[test]
#[ignore = "minutes: a transaction for each of 181,440 states"]
fn the_8_puzzle_state_by_state() {
    is_the_same(&request("3x3", "single", None, Strategy::Row), "3x3");
}

#[test]
fn keys_that_are_negative_ranks_or_bytes() {
    all_strategies("4x4", "multi", Some(3));
    all_strategies("5x4", "single", Some(4));
    all_strategies("cube2", "half", Some(2));
    all_strategies("cube3", "half", Some(2));
    all_strategies("skewb", "half", Some(2));
    is_the_same(&request("cube3", "half", Some(3), Strategy::Bulk), "cube3");
}

/// The 8-puzzle, each level in many ranges.
fn in_ranges(depth: Option<u32>) {
    let request = request("3x3", "multi", depth, Strategy::Bulk);
    is_the_same(&BuildRequest { memory: 1, ..request }, "3x3");
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
