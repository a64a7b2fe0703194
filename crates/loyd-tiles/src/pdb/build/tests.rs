//! Tables of small patterns against the slow reference implementation, entry by entry, on every
//! instruction set.

use super::*;
use crate::pdb::naive;
use crate::pdb::naive::place;
use crate::pdb::standard::distance;
use std::collections::HashMap;

fn size(w: usize, h: usize) -> Size {
    Size::new(w, h).expect("a size")
}

fn pattern(w: usize, h: usize, blank: usize, cells: &[usize]) -> Pattern {
    Pattern::new(size(w, h), blank, cells).expect("a pattern").canonical().0
}

/// Patterns of all shapes: columns and rows, inner blanks, few and many tiles.
fn patterns() -> Vec<Pattern> {
    let mut patterns = Vec::new();
    // 3x3, all numbers of tiles, the blank in a corner, on an edge and in the centre.
    for (tiles, blank) in (1..=8).flat_map(|tiles| [0, 1, 4].map(|blank| (tiles, blank))) {
        let cells: Vec<usize> = (0..9).filter(|&cell| cell != blank).collect();
        patterns.push(pattern(3, 3, blank, &cells[8 - tiles..]));
        if tiles < 6 {
            patterns.push(pattern(3, 3, blank, &cells[..tiles]));
        }
    }
    patterns.extend([
        pattern(4, 3, 0, &[1, 2, 5, 6]),
        pattern(4, 3, 5, &[0, 3, 7, 10, 11]),
        pattern(4, 2, 0, &[1, 2, 3, 4, 5, 6]),
        pattern(4, 2, 5, &[0, 1, 2, 3, 4, 6, 7]),
        pattern(5, 2, 3, &[0, 1, 2, 4, 8]),
        pattern(2, 5, 0, &[1, 4, 5, 8, 9, 3]),
        pattern(3, 4, 4, &[0, 1, 2, 3, 5]),
        pattern(7, 2, 6, &[0, 3, 5, 9]),
        pattern(2, 7, 13, &[0, 1, 6, 7]),
        pattern(4, 4, 0, &[1, 4, 10]),
        pattern(5, 1, 2, &[0, 1, 4]),
        pattern(1, 6, 0, &[1, 2, 3, 4, 5]),
        pattern(2, 2, 0, &[1, 2, 3]),
        pattern(6, 5, 29, &[0, 7]),
        pattern(8, 8, 9, &[63]),
    ]);
    patterns
}

fn quiet(_: &BuildProgress) {}

/// Builders for a pattern: one per instruction set, each also with the layout for many tiles.
fn builders(pattern: &Pattern) -> Vec<(String, Builder)> {
    let mut builders = Vec::new();
    for (kernels, words) in
        Kernels::available().into_iter().flat_map(|kernels| [(kernels, true), (kernels, false)])
    {
        if words || pattern.tiles() > 1 {
            let builder = Builder::new(pattern.size(), pattern.tiles(), 1 + builders.len());
            let builder = Builder { words, ..builder.expect("a small pattern") };
            let what = format!("{}, words: {words}\n{pattern}", kernels.name());
            builders.push((what, builder.with_kernels(kernels)));
        }
    }
    builders
}

fn histogram_of(values: impl Iterator<Item = u32>) -> Vec<u64> {
    let mut histogram = Vec::new();
    for value in values {
        let length = histogram.len().max(value as usize + 1);
        histogram.resize(length, 0);
        histogram[value as usize] += 1;
    }
    histogram
}

#[test]
fn tables_are_those_of_a_slow_search() {
    // The largest tables of 3x3 take seconds each: two of nine.
    let is_quick = |pattern: &Pattern| {
        let tiles = pattern.cells().len();
        pattern.size() != size(3, 3) || tiles < 6 || (tiles + pattern.blank()).is_multiple_of(6)
    };
    against_slow_search(patterns().into_iter().filter(is_quick));
}

#[test]
#[ignore = "half a minute: the largest tables of 3x3"]
fn all_tables_are_those_of_a_slow_search() {
    against_slow_search(patterns());
}

/// Compares tables of every builder with those of a slow search.
fn against_slow_search(patterns: impl IntoIterator<Item = Pattern>) {
    for pattern in patterns {
        let distances = naive::distances(&pattern);
        let expected = naive::table_of(&pattern, &distances);
        // States that differ in the cell of the blank within its region count once.
        let mut values = HashMap::new();
        let mut expected_values: HashMap<Vec<u8>, u32> = HashMap::new();
        for ((cells, blank), &distance) in &distances {
            values.insert(place(expected.layout(), cells, usize::from(*blank)), distance);
            let entry = expected_values.entry(cells.clone()).or_insert(distance);
            *entry = distance.min(*entry);
        }
        let values = histogram_of(values.into_values());
        let placements = histogram_of(expected_values.values().copied());
        for (what, builder) in builders(&pattern) {
            let built = builder.table(&pattern, &Cancel::new(), &mut quiet).expect("built");
            assert!(built.table.bytes() == expected.bytes(), "{what}");
            assert_eq!(built.histogram, values, "{what}");
            let built = builder.standard(&pattern, &Cancel::new(), &mut quiet).expect("built");
            assert_eq!(built.histogram, placements, "{what}");
            for (cells, &value) in &expected_values {
                let tiles = cells.iter().zip(pattern.cells());
                let manhattan: u32 = tiles.map(|(&a, &b)| distance(pattern.size(), a, b)).sum();
                assert_eq!(built.table.value(cells), value.min(manhattan + 30), "{what}");
            }
        }
    }
}

/// Nine tiles do not fit in words.
#[test]
fn nine_tiles_of_5x2_have_the_published_levels() {
    let pattern = pattern(5, 2, 0, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let builder = Builder::new(pattern.size(), pattern.tiles(), 2).expect("small");
    let built = builder.table(&pattern, &Cancel::new(), &mut quiet).expect("built");
    // Nine tiles are the whole puzzle, whose levels are published.
    assert_eq!(built.histogram, published(5, 2));
}

/// The number of states at each distance from a corner.
fn published(w: usize, h: usize) -> Vec<u64> {
    let mut reader = csv::Reader::from_reader(loyd_data::SLIDING_TILE_LEVELS.as_bytes());
    let rows = reader.records().map(|row| row.expect("a row"));
    let key = [&w.to_string(), &h.to_string(), "single", "corner"];
    let levels = rows.filter(|row| (0..4).all(|i| row[i] == *key[i]));
    levels.map(|row| row[6].parse().expect("a number")).collect()
}

#[test]
fn all_states_of_a_board_with_room_are_reached() {
    let pattern = pattern(4, 3, 0, &[1, 2, 4, 5, 6]);
    let builder = Builder::new(pattern.size(), pattern.tiles(), 2).expect("small");
    let mut reports = Vec::new();
    let mut watch = |report: &BuildProgress| reports.push(*report);
    let built = builder.table(&pattern, &Cancel::new(), &mut watch).expect("built");
    assert_eq!(built.histogram.iter().sum::<u64>(), builder.layout().states());
    assert_eq!(reports.len(), built.histogram.len());
    let counts: Vec<u64> = reports.iter().map(|report| report.found).collect();
    assert_eq!(counts, built.histogram);
    let goal = pattern.cells();
    assert_eq!(built.table.distance(goal, pattern.blank()), Some(0));
    let standard = builder.standard(&pattern, &Cancel::new(), &mut quiet).expect("built");
    assert_eq!(standard.table.value(goal), 0);
}

#[test]
fn memory_is_known_before_allocation() {
    for pattern in patterns() {
        let builder = Builder::new(pattern.size(), pattern.tiles(), 1).expect("small");
        let min = Builder::min_memory(pattern.size(), pattern.tiles()).expect("small");
        assert!(0 < min && min <= builder.memory().min(builder.standard_memory()));
        // Some regions for each set of occupied cells, two blocks for each, and the moves between them.
        assert!(builder.memory().max(builder.standard_memory()) < 16 * min);
    }
    assert!(Builder::min_memory(size(5, 5), 9).is_ok_and(|bytes| bytes > 100 << 30));
    assert!(Builder::min_memory(size(6, 6), 12).is_err());
}

#[test]
fn a_builder_that_is_cancelled_stops() {
    let pattern = pattern(4, 3, 0, &[1, 2, 4, 5, 6]);
    let builder = Builder::new(pattern.size(), pattern.tiles(), 2).expect("small");
    let cancel = Cancel::new();
    let stop = cancel.clone();
    let mut watch = |report: &BuildProgress| {
        if report.distance == 5 {
            stop.cancel();
        }
    };
    let stopped = builder.table(&pattern, &cancel, &mut watch);
    assert_eq!(stopped.map(|_| ()), Err(BuildError::Stopped));
}
