//! Verification of tables, by code that shares nothing with the builder.
//!
//! For small patterns, all distances are recomputed by breadth-first search, one state at a time
//! (`naive`). For large ones, states on random walks from the goal are checked. From each, the bits
//! must lead to the goal in no more moves than the walk took, and every move must change the distance
//! by one.

use super::naive;
use super::pattern::Pattern;
use super::standard::{StandardTable, distance};
use super::table::Table;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::HashMap;

/// The extent of an audit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Audit {
    /// Number of states or placements compared.
    pub entries: u64,
    /// True if these are all reachable ones.
    pub exhaustive: bool,
}

/// An entry that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("tiles on cells {cells:?}, blank on {blank}: {what}")]
pub struct Finding {
    /// The cells of the tiles.
    pub cells: Vec<u8>,
    /// The cell of the blank.
    pub blank: u8,
    /// The fault found there.
    pub what: String,
}

/// Largest number of states, counting every cell of the blank, for which all distances are
/// recomputed.
const SMALL: f64 = 2e6;

/// Returns true if all distances of a pattern are recomputed.
fn is_small(pattern: &Pattern) -> bool {
    let (cells, tiles) = (pattern.size().cells(), pattern.tiles());
    (0..=tiles).map(|i| (cells - i) as f64).product::<f64>() <= SMALL
}

fn manhattan(pattern: &Pattern, cells: &[u8]) -> u32 {
    let tiles = cells.iter().zip(pattern.cells());
    tiles.map(|(&cell, &goal)| distance(pattern.size(), cell, goal)).sum()
}

/// Compares a table with all distances if the pattern is small, otherwise with those on random
/// walks that visit `samples` states.
///
/// # Errors
/// [`Finding`]: the first wrong entry.
pub fn bits(table: &Table, samples: u64, seed: u64) -> Result<Audit, Finding> {
    let pattern = table.pattern();
    if !is_small(pattern) {
        return walks(table, samples, seed);
    }
    let distances = naive::distances(pattern);
    for ((cells, blank), &distance) in &distances {
        let residue = table.residue(cells, usize::from(*blank));
        if residue != distance % 4 {
            let what = format!("the distance is {distance}, but the table has {residue} modulo 4");
            return Err(Finding { cells: cells.clone(), blank: *blank, what });
        }
    }
    Ok(Audit { entries: distances.len() as u64, exhaustive: true })
}

fn walks(table: &Table, samples: u64, seed: u64) -> Result<Audit, Finding> {
    let pattern = table.pattern();
    let steps = 40 * pattern.tiles() as u32;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut entries = 0;
    while entries < samples {
        let (mut cells, mut blank) = (pattern.cells().to_vec(), pattern.blank());
        for step in 0..steps {
            let moves = table.moves(&cells, blank);
            if moves.is_empty() {
                break;
            }
            let (slot, to) = moves[random.next_u32() as usize % moves.len()];
            blank = usize::from(std::mem::replace(&mut cells[slot], to));
            // Consecutive states are close to each other; a sample of them suffices.
            if step % 16 == 15 {
                state(table, &mut cells, blank, step + 1)?;
                entries += 1;
            }
        }
        entries += 1;
    }
    Ok(Audit { entries, exhaustive: false })
}

/// Checks a state reachable in `max_distance` moves, and its neighbours.
fn state(table: &Table, cells: &mut [u8], blank: usize, max_distance: u32) -> Result<(), Finding> {
    let wrong = |cells: &[u8], blank: usize, what: String| Finding {
        cells: cells.to_vec(),
        blank: blank as u8,
        what,
    };
    let disconnected = "the bits do not lead to the goal";
    let here =
        table.distance(cells, blank).ok_or_else(|| wrong(cells, blank, disconnected.to_owned()))?;
    if here > max_distance {
        let what =
            format!("the bits lead to the goal in {here} moves, but {max_distance} are enough");
        return Err(wrong(cells, blank, what));
    }
    for (slot, to) in table.moves(cells, blank) {
        let from = std::mem::replace(&mut cells[slot], to);
        let there = table.distance(cells, usize::from(from));
        if there.is_none_or(|there| there.abs_diff(here) != 1) {
            let what =
                format!("its distance does not differ by one from that of a neighbour, {here}");
            return Err(wrong(cells, usize::from(from), what));
        }
        cells[slot] = from;
    }
    Ok(())
}

/// Compares a standard table with all distances; returns `None` if the pattern is not small.
///
/// # Errors
/// [`Finding`]: the first wrong entry.
pub fn standard(table: &StandardTable) -> Result<Option<Audit>, Finding> {
    let pattern = table.pattern();
    if !is_small(pattern) {
        return Ok(None);
    }
    let mut expected: HashMap<Vec<u8>, (u32, u8)> = HashMap::new();
    for ((cells, blank), distance) in naive::distances(pattern) {
        let entry = expected.entry(cells).or_insert((distance, blank));
        *entry = (distance, blank).min(*entry);
    }
    for (cells, &(distance, blank)) in &expected {
        let max_distance = manhattan(pattern, cells) + 2 * u32::from(super::standard::SATURATED);
        let entry = table.value(cells);
        if entry != distance.min(max_distance) {
            let what = format!("the distance is {distance}, but the table has {entry}");
            return Err(Finding { cells: cells.clone(), blank, what });
        }
    }
    Ok(Some(Audit { entries: expected.len() as u64, exhaustive: true }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::pdb::Builder;
    use loyd_search::observe::Cancel;
    use std::sync::Arc;

    fn pattern(w: usize, h: usize, cells: &[usize]) -> Pattern {
        let size = Size::new(w, h).expect("a size");
        Pattern::new(size, 0, cells).expect("a pattern").canonical().0
    }

    fn builder(pattern: &Pattern) -> Builder {
        Builder::new(pattern.size(), pattern.tiles(), 2).expect("a small pattern")
    }

    #[test]
    fn correct_tables_pass_and_wrong_bits_are_found() {
        for (pattern, exhaustive) in
            [(pattern(4, 3, &[1, 4, 5]), true), (pattern(4, 4, &[1, 2, 3, 6, 7]), false)]
        {
            let built = builder(&pattern).table(&pattern, &Cancel::new(), &mut |_| {});
            let table = built.expect("built").table;
            let audit = bits(&table, 2000, 1).expect("in order");
            assert_eq!(audit.exhaustive, exhaustive);
            assert!(audit.entries >= 2000);
            let mut bytes = table.bytes().to_vec();
            for byte in bytes.iter_mut().step_by(97) {
                *byte ^= 4;
            }
            let layout = Arc::clone(table.layout());
            let wrong = Table::new(pattern, layout, Arc::new(bytes)).expect("as long");
            bits(&wrong, 2000, 1).expect_err("one entry in 776 is wrong");
        }
    }

    /// A walk that happens to be a shortest path proves no entry wrong.
    #[test]
    fn walks_shorter_than_the_distance_are_findings() {
        let pattern = pattern(4, 3, &[1, 4, 5]);
        let built = builder(&pattern).table(&pattern, &Cancel::new(), &mut |_| {});
        let table = built.expect("built").table;
        let (mut cells, mut blank) = (pattern.cells().to_vec(), pattern.blank());
        for _ in 0..9 {
            let here = table.distance(&cells, blank).expect("a distance");
            state(&table, &mut cells, blank, here).expect("in order");
            if here > 0 {
                state(&table, &mut cells, blank, here - 1).expect_err("fewer moves than it takes");
            }
            let further = table.moves(&cells, blank).into_iter().find(|&(slot, to)| {
                let mut next = cells.clone();
                let from = std::mem::replace(&mut next[slot], to);
                table.distance(&next, usize::from(from)) == Some(here + 1)
            });
            let Some((slot, to)) = further else { break };
            blank = usize::from(std::mem::replace(&mut cells[slot], to));
        }
        assert!(table.distance(&cells, blank).is_some_and(|distance| distance > 4));
    }

    #[test]
    fn long_distances_in_standard_tables_are_compared() {
        let pattern = pattern(8, 2, &[6, 7, 14, 15]);
        let built = builder(&pattern).standard(&pattern, &Cancel::new(), &mut |_| {});
        let built = built.expect("built");
        let saturated = 2 * usize::from(crate::pdb::standard::SATURATED);
        assert!(built.histogram.len() > saturated + 1, "beyond the largest excess of no distance");
        standard(&built.table).expect("in order").expect("it is small");
    }

    #[test]
    fn correct_standard_tables_pass_and_wrong_entries_are_found() {
        let pattern = pattern(4, 3, &[1, 4, 5]);
        let built = builder(&pattern).standard(&pattern, &Cancel::new(), &mut |_| {});
        let table = built.expect("built").table;
        let audit = standard(&table).expect("in order").expect("it is small");
        assert_eq!(audit.entries, 12 * 11 * 10);
        let mut bytes = table.bytes().to_vec();
        bytes[100] ^= 1;
        let layout = Arc::clone(table.layout());
        let wrong = StandardTable::new(pattern, layout, Arc::new(bytes)).expect("as long");
        standard(&wrong).expect_err("one entry is wrong");
    }
}
