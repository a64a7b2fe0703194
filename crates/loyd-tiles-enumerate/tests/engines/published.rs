//! Level counts against published tables.

use loyd_enumerate::{EngineName, Enumeration, Request, run};
use loyd_search::observe::Limit;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate as tiles;
use std::collections::BTreeMap;
use std::time::Instant;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sliding_tile_levels.csv");

/// Width, height, multi-tile metric, start cell.
type Table = (usize, usize, bool, usize);

/// Every table of the file: states at depth 0, 1, 2, …
fn tables() -> BTreeMap<Table, Vec<u64>> {
    let mut tables: BTreeMap<Table, Vec<u64>> = BTreeMap::new();
    let mut file = csv::Reader::from_path(TABLES).expect("the file is there");
    for row in file.records() {
        let row = row.expect("a row");
        let number = |column: usize| row[column].parse::<u64>().expect("a number");
        let multi = match &row[2] {
            "multi" => true,
            "single" => false,
            other => panic!("{other} is not a metric"),
        };
        let table = (number(0) as usize, number(1) as usize, multi, number(4) as usize);
        let levels = tables.entry(table).or_default();
        assert_eq!(levels.len() as u64, number(5), "depths without a gap");
        levels.push(number(6));
    }
    tables
}

fn request((width, height, multi, start_cell): Table) -> Request<Tiles> {
    Request {
        metric: if multi { MetricName::Multi } else { MetricName::Single },
        engine: Some(EngineName::Reference),
        ..tiles::request_from(Size::new(width, height).expect("a size"), start_cell)
    }
}

fn enumerate(request: &Request<Tiles>) -> Enumeration<Tiles> {
    run(&tiles::plan(request).expect("it fits"), &Limit::none(), &mut |_| ()).expect("it is right")
}

/// Runs every table whose board has a number of cells that `chosen` accepts; returns the number of tables.
fn check(chosen: impl Fn(usize) -> bool) -> usize {
    let mut checked = 0;
    for (table, levels) in tables() {
        if !chosen(table.0 * table.1) {
            continue;
        }
        let clock = Instant::now();
        let result = enumerate(&request(table));
        assert_eq!(result.levels, levels, "{table:?}");
        assert!(result.complete && result.stopped.is_none(), "{table:?}");
        assert_eq!(result.radius, Some(levels.len() as u32 - 1), "{table:?}");
        assert_eq!(result.total, levels.iter().sum::<u64>(), "{table:?}");
        assert_eq!(result.engine, Some(EngineName::Reference));
        println!("{table:?}: {} states, {:.1?}", result.total, clock.elapsed());
        checked += 1;
    }
    checked
}

#[test]
fn every_board_to_ten_cells_in_both_metrics() {
    assert_eq!(check(|cells| cells <= 10), 10);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p loyd-tiles-enumerate --test engines -- --ignored published"]
fn the_boards_of_twelve_cells_in_both_metrics() {
    assert_eq!(check(|cells| cells == 12), 4);
}

/// The levels down to `depth`, from sets of states.
fn first_levels(table: Table, depth: u32) -> Enumeration<Tiles> {
    let result = enumerate(&Request { depth: Some(depth), ..request(table) });
    assert!(!result.complete && result.radius.is_none() && result.stopped.is_none());
    assert_eq!(result.levels.len() as u32, depth + 1);
    result
}

#[test]
fn the_first_levels_of_the_fifteen_puzzle() {
    let mut checked = 0;
    for (table, levels) in tables() {
        if table.0 * table.1 == 16 {
            let depth = if table.2 { 9 } else { 15 };
            let result = first_levels(table, depth as u32);
            assert_eq!(result.levels, levels[..=depth], "{table:?}");
            checked += 1;
        }
    }
    assert_eq!(checked, 6, "4x4 from three cells and 8x2; 4x4 and 8x2 in the multi-tile metric");
}

/// OEIS A090031: 5x5, blank in the corner, single-tile metric.
const TWENTY_FOUR: [u64; 23] = [
    1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538, 10238, 24098, 53186, 123_435, 268_416, 616_374,
    1_326_882, 3_021_126, 6_438_828, 14_524_718, 30_633_586, 68_513_713,
];

#[test]
fn the_first_levels_of_the_twenty_four_puzzle() {
    assert_eq!(first_levels((5, 5, false, 0), 15).levels, TWENTY_FOUR[..=15]);
    assert_eq!(first_levels((5, 5, false, 24), 12).levels, TWENTY_FOUR[..=12]);
}

#[test]
#[ignore = "takes minutes and 3 GiB"]
fn more_levels_of_the_twenty_four_and_the_fifteen_puzzle() {
    assert_eq!(first_levels((5, 5, false, 0), 22).levels, TWENTY_FOUR);
    let fifteen = &tables()[&(4, 4, false, 0)];
    assert_eq!(first_levels((4, 4, false, 0), 24).levels, fifteen[..=24]);
}

/// *Exploring the Limits …*, and every other table of the 15-puzzle.
#[test]
fn the_file_agrees_with_itself() {
    let tables = tables();
    for ((width, height, ..), levels) in &tables {
        let all: u64 = (3..=(width * height) as u64).product();
        assert_eq!(levels.iter().sum::<u64>(), all, "{width}x{height}");
    }
    let fifteen = &tables[&(4, 4, false, 0)];
    assert_eq!(fifteen[..12], [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938]);
    assert_eq!(fifteen.len(), 81);
}
