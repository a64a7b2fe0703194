//! Manhattan distance in slack form: one bit of a 16-bit mask.
//!
//! A vertical move changes the vertical distance of one tile and nothing else; whether it grows
//! depends on the cells and on the goal row of the tile. So `raises[cell][direction]` has bit
//! `tile` set if moving that tile into the empty `cell` increases its distance.

use super::{SlackHeuristic, neighbour, tile_at};

/// Sum of the distances of the tiles from their goal cells.
#[derive(Clone, Debug)]
pub struct Manhattan<const W: usize, const N: usize> {
    goal: u64,
    cell_of: [u8; 16],
    raises: [[u16; 4]; 16],
}

impl<const W: usize, const N: usize> Manhattan<W, N> {
    /// Builds the distances to `goal`.
    #[must_use]
    pub fn new(goal: u64) -> Self {
        let mut cell_of = [0; 16];
        for cell in 0..N {
            cell_of[tile_at(goal, cell)] = cell as u8;
        }
        let mut this = Self { goal, cell_of, raises: [[0; 4]; 16] };
        for cell in 0..N {
            for direction in 0..4 {
                let Some(from) = neighbour::<W, N>(cell, direction) else {
                    continue;
                };
                for tile in 1..N {
                    let grows = this.distance(tile, cell) > this.distance(tile, from);
                    this.raises[cell][direction] |= u16::from(grows) << tile;
                }
            }
        }
        this
    }

    /// Distance of `tile` on `cell` from its goal cell.
    #[must_use]
    pub fn distance(&self, tile: usize, cell: usize) -> u32 {
        let at = self.cell_of[tile] as usize;
        ((at % W).abs_diff(cell % W) + (at / W).abs_diff(cell / W)) as u32
    }

    /// The goal cell of each tile.
    #[must_use]
    pub fn cell_of(&self) -> &[u8; 16] {
        &self.cell_of
    }

    /// 1 if `tile` moves away from its goal row or column.
    #[inline(always)]
    #[must_use]
    pub fn raises(&self, cell: usize, direction: usize, tile: usize) -> u32 {
        u32::from(self.raises[cell][direction] >> tile) & 1
    }

    /// The full estimate.
    #[must_use]
    pub fn estimate(&self, board: u64) -> u32 {
        (0..N)
            .map(|cell| (tile_at(board, cell), cell))
            .filter(|&(tile, _)| tile != 0)
            .map(|(tile, cell)| self.distance(tile, cell))
            .sum()
    }
}

impl<const W: usize, const N: usize> SlackHeuristic<W, N> for Manhattan<W, N> {
    type Memo = ();

    #[inline(always)]
    fn goal(&self) -> u64 {
        self.goal
    }

    fn start(&self, board: u64) -> (u32, ()) {
        (self.estimate(board), ())
    }

    #[inline(always)]
    fn step(&self, (): (), _: u64, cell: usize, direction: usize, tile: usize) -> ((), u32) {
        ((), self.raises(cell, direction, tile))
    }
}

#[cfg(test)]
mod tests {
    use super::super::inverse;
    use super::*;

    #[test]
    fn a_move_and_its_inverse_disagree() {
        let goal = super::super::pack(&[3, 1, 4, 0, 5, 2]);
        let heuristic = Manhattan::<3, 6>::new(goal);
        for cell in 0..6 {
            for direction in 0..4 {
                if let Some(to) = neighbour::<3, 6>(cell, direction) {
                    for tile in 1..6 {
                        let there = heuristic.raises(cell, direction, tile);
                        let back = heuristic.raises(to, inverse(direction), tile);
                        assert_eq!(there + back, 1, "cell {cell} direction {direction}");
                    }
                }
            }
        }
    }
}
