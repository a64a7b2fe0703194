//! Every strategy gives the graph of the enumeration, and of the same strategy in memory.

use super::server::shared;
use super::{KINDS, build_graph, connect, puzzle_of, request};
use loyd_graph::key::{Key, Rows};
use loyd_graph::url::Server as Kind;
use loyd_graph::{Backend, BuildRequest, DatabaseUrl, Strategy};

/// The levels that the reference engine of enumeration counts.
fn reference(shape: &str, metric: &str, depth: Option<u32>) -> Vec<u64> {
    let (puzzle, size) = puzzle_of(shape);
    let mut request = loyd::enumerate(puzzle.name()).metric(metric).engine("reference");
    (request.shape, request.depth) = (size.map(str::to_owned), depth);
    request.run().expect("an enumeration").levels
}

/// All rows, read in small pages.
fn rows(backend: &mut dyn Backend) -> Rows {
    let key = backend.meta().expect("facts").expect("a graph").key;
    let (mut all, mut page) = (Rows::new(key), Rows::new(key));
    loop {
        backend.page(None, all.last_key().as_ref(), 1000, &mut page).expect("rows");
        if page.is_empty() {
            return all;
        }
        for row in 0..page.len() {
            all.keys.push(&Key::at(&page.keys, row));
        }
        all.levels.append(&mut page.levels);
        all.moves.append(&mut page.moves);
    }
}

/// Builds by a strategy on a server; the levels are those of the enumeration, and the states with
/// their levels are those that the same request stores in memory.
fn is_the_same(kind: Kind, request: &BuildRequest, shape: &str) {
    let Some(server) = shared(kind) else { return };
    let metric = request.metric.as_deref().expect("a metric");
    let what = format!("{shape}, {metric}, {} on {}", request.strategy, kind.name());
    let levels = reference(shape, metric, request.depth);
    let mut backend = connect(&server.url(&server.database()));
    let built_there = build_graph(request, &mut *backend);
    assert_eq!(built_there.levels, levels, "{what}");
    assert_eq!(backend.levels().expect("levels"), levels, "{what}");
    let mut memory = connect(&DatabaseUrl::Memory);
    build_graph(request, &mut *memory);
    let (there, here) = (rows(&mut *backend), rows(&mut *memory));
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
