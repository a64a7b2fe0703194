//! Every stored level is that of the enumeration, for all strategies and databases.

use super::{all_rows, build_graph, connect, file, folder, in_memory, reference, request, tiles};
use loyd_graph::key::Rows;
use loyd_graph::{Backend, BuildRequest, DatabaseUrl, Strategy};
use std::collections::BTreeMap;

/// The number of stored states of every level.
fn stored(backend: &mut dyn Backend) -> Vec<u64> {
    let mut levels: BTreeMap<u32, u64> = BTreeMap::new();
    for level in all_rows(backend).levels {
        *levels.entry(level).or_default() += 1;
    }
    levels.into_values().collect()
}

/// Builds by every strategy in every database, and compares with the enumeration.
fn all_are_alike(shape: &str, metric: &str, depth: Option<u32>, slow: bool) {
    let (levels, complete) = reference(shape, metric, depth);
    let folder = folder();
    for strategy in Strategy::ALL {
        for (name, url) in
            [("sqlite", file(&folder, strategy.name())), ("memory", DatabaseUrl::Memory)]
        {
            if !slow && strategy == Strategy::Row && name == "sqlite" {
                continue;
            }
            let what = format!("{shape}, {metric}, {strategy} in {name}");
            let mut backend = connect(&url);
            let graph = build_graph(&request(shape, metric, depth, strategy), &mut *backend);
            assert_eq!(graph.levels, levels, "{what}");
            assert_eq!(stored(&mut *backend), levels, "{what}");
            assert_eq!((graph.stopped, graph.resumed_at), (None, None), "{what}");
            // A graph that ends at the depth may be incomplete.
            assert_eq!(graph.meta.complete, complete && depth.is_none(), "{what}");
        }
    }
}

#[test]
fn small_boards() {
    for shape in ["1x1", "4x1", "2x2", "3x2", "2x3"] {
        for metric in ["single", "multi"] {
            all_are_alike(shape, metric, None, true);
        }
    }
}

#[test]
fn the_8_puzzle_in_both_metrics() {
    for metric in ["single", "multi"] {
        all_are_alike("3x3", metric, None, false);
    }
}

#[test]
fn first_levels_of_larger_boards() {
    all_are_alike("4x4", "single", Some(9), true);
    all_are_alike("4x4", "multi", Some(4), true);
    all_are_alike("5x4", "single", Some(6), true);
    all_are_alike("6x6", "multi", Some(2), true);
}

#[test]
fn first_levels_of_cubes_and_twisty_puzzles() {
    for metric in ["half", "quarter"] {
        all_are_alike("cube2", metric, Some(4), true);
        all_are_alike("cube3", metric, Some(3), true);
        all_are_alike("pyraminx", metric, Some(3), true);
        all_are_alike("skewb", metric, Some(3), true);
    }
}

#[test]
fn a_level_beyond_the_memory_limit_is_made_in_ranges() {
    let folder = folder();
    for (shape, metric, depth) in [("3x3", "multi", None), ("4x4", "single", Some(12))] {
        let (levels, _) = reference(shape, metric, depth);
        let little = BuildRequest { memory: 1, ..request(shape, metric, depth, Strategy::Bulk) };
        for url in [file(&folder, shape), DatabaseUrl::Memory] {
            let mut backend = connect(&url);
            assert_eq!(build_graph(&little, &mut *backend).levels, levels);
            assert_eq!(stored(&mut *backend), levels);
        }
    }
}

#[test]
fn bulk_is_the_same_for_any_number_of_threads_and_any_memory() {
    let rows = |threads, memory| {
        let request = BuildRequest { threads, memory, ..tiles("3x3") };
        let mut backend = in_memory(&request);
        let mut rows = Rows::new(backend.meta().expect("facts").expect("a graph").key);
        backend.page(None, None, usize::MAX, &mut rows).expect("rows");
        rows
    };
    let one = rows(1, 1 << 30);
    assert_eq!(one.len(), 181_440);
    assert!(one == rows(3, 1 << 30) && one == rows(2, 1));
}
