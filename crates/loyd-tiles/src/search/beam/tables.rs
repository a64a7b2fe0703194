//! The number of a placement in a [`StandardTable`], from eight bytes at a time.
//!
//! ```text
//! entry = sum over slots i of  C(cell i, place i) · k!  +  weight(place i) · inversions i
//!
//! place i       1 + number of slots with a lesser cell
//! inversions i  number of slots before i with a greater cell
//! ```
//!
//! The cells of a pattern are the bytes of a word, so the comparison of one cell with all others is a subtraction, and
//! the sum of the result a multiplication: some 15 instructions a slot, on every processor.

use crate::arch::pdb::index::prefetch;
use crate::pdb::StandardTable;
use crate::tile_order::{orders, weight};
use std::array;

/// Largest number of tiles of a pattern.
pub(super) const MAX_TILES: usize = 7;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * ONES;

/// A table, and what its entries are computed from.
pub(super) struct Placements {
    table: StandardTable,
    /// For each place, from 1, and each cell: the number of sets of that many lesser cells, times the number of orders.
    sets: [[u64; 64]; MAX_TILES + 1],
    /// For each place, from 1.
    weights: [u64; MAX_TILES + 1],
}

impl Placements {
    /// `None` for a pattern of more than [`MAX_TILES`] tiles.
    pub(super) fn new(table: &StandardTable) -> Option<Self> {
        let tiles = table.pattern().tiles();
        if tiles > MAX_TILES {
            return None;
        }
        let factor = orders(tiles) as u64;
        Some(Self {
            table: table.clone(),
            sets: array::from_fn(|place| {
                array::from_fn(|cell| factor.wrapping_mul(binomial(cell as u64, place as u64)))
            }),
            weights: array::from_fn(|place| match place {
                0 => 0,
                place if place <= tiles => weight(tiles, place - 1) as u64,
                _ => 0,
            }),
        })
    }

    /// The number of an entry; `cells` has the cell of each slot in a byte, and [`unused`] in the others.
    #[inline]
    pub(super) fn entry<const K: usize>(&self, cells: u64) -> usize {
        let mut entry = 0;
        for slot in 0..K {
            let cell = cells >> (8 * slot) & 0x7f;
            // The high bit of each byte whose cell is not greater.
            let upto = ((cell * ONES) | HIGH).wrapping_sub(cells) & HIGH;
            let place = (upto >> 7).wrapping_mul(ONES) >> 56;
            let before = upto & ((1u64 << (8 * slot)) - 1);
            let inversions = slot as u64 - ((before >> 7).wrapping_mul(ONES) >> 56);
            let place = place as usize & 7;
            entry += self.sets[place][cell as usize & 63] + self.weights[place] * inversions;
        }
        entry as usize
    }

    /// Half of the excess over Manhattan distance.
    #[inline]
    pub(super) fn excess(&self, entry: usize) -> u8 {
        self.table.bytes()[entry / 2] >> (4 * (entry % 2)) & 15
    }

    #[inline]
    pub(super) fn prefetch(&self, entry: usize) {
        prefetch(self.table.bytes(), entry / 2);
    }
}

/// The bytes of unused slots: above all cells.
pub(super) fn unused(tiles: usize) -> u64 {
    (!0 << (8 * tiles)) & (0x7f * ONES)
}

fn binomial(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::{Layout, Pattern};
    use crate::{Position, Scrambler, Size};
    use std::sync::Arc;

    /// The number of a placement in the nibbles of a table whose entries are their own low bits.
    fn compare<const K: usize>(tiles: &[usize; K]) {
        let size = Size::new(5, 5).expect("a size");
        let pattern = Pattern::new(size, 0, tiles).expect("a pattern").canonical().0;
        let layout = Arc::new(Layout::new(size, K).expect("a layout"));
        let bytes = StandardTable::entries(&layout).div_ceil(2);
        let bytes: Vec<u8> = (0..bytes).map(|at| ((at * 0x9e37_79b9) >> 20) as u8).collect();
        let table =
            StandardTable::new(pattern.clone(), layout, Arc::new(bytes)).expect("its length");
        let placements = Placements::new(&table).expect("few tiles");
        let mut scrambler = Scrambler::new(K as u64);
        for _ in 0..500 {
            let board = scrambler.position(&Position::blank_first(size));
            // Any K tiles do: their cells are a random placement.
            let cell = |tile: u16| board.tiles().iter().position(|&other| other == tile);
            let cells: [u8; K] =
                array::from_fn(|slot| cell(slot as u16 + 1).expect("a cell") as u8);
            let word = cells.iter().rev().fold(0, |word, &cell| (word << 8) | u64::from(cell));
            let excess = placements.excess(placements.entry::<K>(word | unused(K)));
            let homes = pattern.cells().iter().zip(&cells);
            let distance = |(&home, &cell): (&u8, &u8)| {
                let (home, cell) = (usize::from(home), usize::from(cell));
                size.column(home).abs_diff(size.column(cell))
                    + size.row(home).abs_diff(size.row(cell))
            };
            let manhattan: usize = homes.map(distance).sum();
            assert_eq!(manhattan as u32 + 2 * u32::from(excess), table.value(&cells));
        }
    }

    #[test]
    fn entries_are_those_of_the_table() {
        compare(&[7]);
        compare(&[7, 8, 9]);
        compare(&[1, 2, 5, 6, 7]);
        compare(&[1, 2, 5, 6, 7, 12]);
    }
}
