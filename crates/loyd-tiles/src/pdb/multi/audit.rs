//! Verification of tables of classes, by code that shares nothing with the builder.
//!
//! For small patterns, all distances are recomputed by breadth-first search, one state at a time
//! (`naive`). For large ones, classes on random walks from the goal are checked. From each, the
//! bits must lead to the target in no more moves than the walk took, and the distance of every
//! neighbouring class must differ by one.

use super::frame::Axis;
use super::naive;
use super::table::{Table, after_slide};
use crate::pdb::Pattern;
use crate::pdb::audit::{Audit, Finding};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Largest number of states, counting every cell of the blank, for which all distances are
/// recomputed.
const SMALL: f64 = 5e5;

/// Number of moves of a walk: more than the largest distance of any pattern.
const STEPS: u32 = 64;

/// Compares a table with all distances if the pattern is small, otherwise with those on random
/// walks that visit `samples` classes.
///
/// # Errors
/// [`Finding`]: the first wrong entry.
pub fn classes(table: &Table, samples: u64, seed: u64) -> Result<Audit, Finding> {
    let pattern = table.pattern();
    if !is_small(pattern) {
        return walks(table, samples, seed);
    }
    let mut entries = 0;
    for target in Axis::ALL {
        for ((blank, cells, axis), distance) in naive::distances(pattern, target) {
            let bit = u32::from(table.bit(target, axis, blank, &cells));
            if bit != distance >> 1 & 1 {
                let what = format!(
                    "the distance to the goal's {target} is {distance}, the table's bit is {bit}"
                );
                return Err(finding(blank, &cells, what));
            }
            entries += 1;
        }
    }
    Ok(Audit { entries, exhaustive: true })
}

fn is_small(pattern: &Pattern) -> bool {
    let (cells, tiles) = (pattern.size().cells(), pattern.tiles());
    (0..=tiles).map(|i| (cells - i) as f64).product::<f64>() <= SMALL
}

fn finding(blank: usize, cells: &[u8], what: String) -> Finding {
    Finding { cells: cells.to_vec(), blank: blank as u8, what }
}

fn walks(table: &Table, samples: u64, seed: u64) -> Result<Audit, Finding> {
    let (pattern, size) = (table.pattern(), table.places().size());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut entries = 0;
    while entries < samples {
        for target in Axis::ALL {
            let (mut cells, mut blank) = (pattern.cells().to_vec(), pattern.blank());
            let mut axis = target;
            for step in 0..STEPS {
                // Slides along the class's own line stay within it; then one leaves it.
                for along in [axis, axis.other()] {
                    let place = random.next_u32() as usize % along.other().lines(size);
                    let to = along.along(size, blank, place);
                    cells = after_slide(size, along, blank, to, &cells);
                    blank = to;
                }
                axis = axis.other();
                // Consecutive classes are close to each other; a sample of them suffices.
                if step % 16 == 15 || step < 4 {
                    class(table, (target, axis), blank, &cells, step + 1)?;
                    entries += 1;
                }
            }
        }
    }
    Ok(Audit { entries, exhaustive: false })
}

/// Checks a class reachable in `max_distance` moves, and its neighbours.
fn class(
    table: &Table,
    (target, axis): (Axis, Axis),
    blank: usize,
    cells: &[u8],
    max_distance: u32,
) -> Result<(), Finding> {
    let size = table.places().size();
    let here = table.distance(target, axis, blank, cells);
    let here = here.ok_or_else(|| {
        finding(blank, cells, format!("the bits do not lead to the goal's {target}"))
    })?;
    if here > max_distance {
        let what =
            format!("the bits lead to the goal's {target} in {here} moves, not in {max_distance}");
        return Err(finding(blank, cells, what));
    }
    for place in 0..axis.other().lines(size) {
        let to = axis.along(size, blank, place);
        let moved = after_slide(size, axis, blank, to, cells);
        let there = table.distance(target, axis.other(), to, &moved);
        if there.is_none_or(|there| there.abs_diff(here) != 1) {
            let what = format!(
                "its distance from the goal's {target} does not differ by one from that of a \
                 neighbouring class, {here}"
            );
            return Err(finding(to, &moved, what));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::pdb::multi::build;
    use std::sync::Arc;

    #[test]
    fn correct_tables_pass_and_wrong_bits_are_found() {
        for (w, h, cells, exhaustive) in
            [(3, 4, &[1, 4, 5][..], true), (4, 4, &[1, 2, 3, 6, 7], false)]
        {
            let size = Size::new(w, h).expect("a size");
            let pattern = Pattern::new(size, 0, cells).expect("a pattern").canonical().0;
            let table = build(&pattern, 2).expect("small");
            let audit = classes(&table, 2000, 1).expect("in order");
            assert_eq!(audit.exhaustive, exhaustive);
            assert!(audit.entries >= 2000);
            let mut bytes = table.all_bytes().to_vec();
            for byte in bytes.iter_mut().step_by(97) {
                *byte ^= 4;
            }
            let wrong = Table::new(pattern, *table.places(), Arc::new(bytes)).expect("as long");
            classes(&wrong, 2000, 1).expect_err("one entry in 776 is wrong");
        }
    }
}
