//! Relaxed adjacency: J. Gaschnig, *A Problem Similarity Approach to Devising Heuristics*, IJCAI 1979.
//!
//! ```text
//! moves := 0
//! until all tiles are on their goals
//!     if the blank is on the goal of a tile: exchange the blank with this tile
//!     else: exchange the blank with any misplaced tile
//!     moves := moves + 1
//! ```
//!
//! In the relaxed puzzle the blank changes places with any tile. The pseudocode solves it with the
//! fewest moves, and every slide of one tile is such an exchange.
//!
//! The count follows from the cycles of the permutation that takes each cell to the goal of its
//! contents: every misplaced tile moves once, and one tile of every cycle without the blank moves twice.
//! An exchange joins two cycles or divides one, so it changes the count by exactly one, which makes the
//! heuristic consistent. A multi-tile move makes at most one exchange less than the longer side of the
//! board has cells, so there the count is divided by that number and rounded up.

use super::{Memoised, TileHeuristic, Unavailable};
use crate::{Board, Metric, Slid, Sliding};
use loyd_search::space::{Heuristic, Properties};

/// Number of moves if the blank may change places with any tile.
#[derive(Clone, Debug)]
pub struct Gaschnig {
    goal_cells: Vec<u16>,
    tiles_a_move: u32,
}

impl Memoised for Gaschnig {
    type Memo = u32;
}

impl<B: Board, M: Metric> TileHeuristic<B, M> for Gaschnig {
    fn new(space: &Sliding<B, M>) -> Result<Self, Unavailable> {
        let longest = space.size().width().max(space.size().height()) - 1;
        let tiles_a_move = M::reach(longest).max(1) as u32;
        Ok(Self { goal_cells: space.goal_cells(), tiles_a_move })
    }
}

impl Gaschnig {
    /// The goal of the contents of a cell.
    fn next(&self, state: &impl Board, cell: usize) -> usize {
        self.goal_cells[state.tile(cell)].into()
    }

    /// The number of exchanges of a board: one for each tile of the cycle of the blank, and one more than its
    /// tiles for each other cycle of several. `mark` marks a cell and returns true if it was unmarked.
    fn exchanges(&self, state: &impl Board, mut mark: impl FnMut(usize) -> bool) -> u32 {
        let blank = state.blank();
        let mut exchanges = 0;
        for first in std::iter::once(blank).chain(0..self.goal_cells.len()) {
            if !mark(first) {
                continue;
            }
            let (mut cell, mut cells) = (self.next(state, first), 1);
            while cell != first {
                mark(cell);
                cells += 1;
                cell = self.next(state, cell);
            }
            exchanges += match cells {
                1 => 0,
                _ if first == blank => cells - 1,
                _ => cells + 1,
            };
        }
        exchanges
    }

    /// True if a cell is in the cycle of the blank.
    fn is_with_blank(&self, state: &impl Board, cell: usize) -> bool {
        let mut other = self.next(state, state.blank());
        while other != state.blank() && other != cell {
            other = self.next(state, other);
        }
        other == cell
    }
}

impl<B: Board, M: Metric> Heuristic<Sliding<B, M>> for Gaschnig {
    type Memo = u32;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &B) -> u32 {
        let cells = self.goal_cells.len();
        if cells > u128::BITS as usize {
            let mut marks = vec![false; cells];
            return self.exchanges(state, |cell| !std::mem::replace(&mut marks[cell], true));
        }
        let mut marks = 0_u128;
        self.exchanges(state, |cell| {
            let before = marks;
            marks |= 1 << cell;
            marks != before
        })
    }

    fn step(&self, count: u32, after: &B, slid: Slid) -> u32 {
        let mut tiles = slid.tiles(after);
        let (Some(moved), None) = (tiles.next(), tiles.next()) else {
            // The boards between the exchanges are not known.
            return Heuristic::<Sliding<B, M>>::start(self, after);
        };
        let goal = usize::from(self.goal_cells[moved.tile]);
        // A tile that leaves its goal begins to count; two other cycles that are joined save a move.
        let is_less = moved.to == goal || moved.from != goal && self.is_with_blank(after, moved.to);
        if is_less { count - 1 } else { count + 1 }
    }

    fn value(&self, count: u32) -> u32 {
        count.div_ceil(self.tiles_a_move)
    }

    fn reversed(&self, space: &Sliding<B, M>) -> Option<Self> {
        TileHeuristic::new(space).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Single, Size, Wide};

    /// The pseudocode on plain lists; the goal of a tile is its cell in `goal`.
    fn exchanges(goal: &[u16], mut tiles: Vec<u16>) -> u32 {
        let cell_of = |tiles: &[u16], tile: u16| {
            tiles.iter().position(|&other| other == tile).expect("a tile")
        };
        let mut moves = 0;
        while let Some(misplaced) = (0..goal.len()).find(|&cell| tiles[cell] != goal[cell]) {
            let blank = cell_of(&tiles, 0);
            let other = match goal[blank] {
                0 => misplaced,
                tile => cell_of(&tiles, tile),
            };
            tiles.swap(blank, other);
            moves += 1;
        }
        moves
    }

    /// Every order of the tiles, by the exchanges of Heap's algorithm.
    fn for_each_order(tiles: &mut Vec<u16>, count: usize, check: &mut impl FnMut(&[u16])) {
        if count == 1 {
            return check(tiles);
        }
        for index in 0..count {
            for_each_order(tiles, count - 1, check);
            tiles.swap(if count.is_multiple_of(2) { index } else { 0 }, count - 1);
        }
    }

    #[test]
    fn values_are_the_exchanges_of_the_pseudocode() {
        let size = Size::new(3, 2).expect("a size");
        for goal in [Position::blank_last(size), Position::blank_on(size, 1)] {
            let space = Sliding::<Wide, Single>::new(&goal);
            let heuristic = <Gaschnig as TileHeuristic<Wide, Single>>::new(&space).expect("one");
            let mut tiles: Vec<u16> = (0..6).collect();
            for_each_order(&mut tiles, 6, &mut |tiles| {
                let state = Wide::new(size, tiles);
                let count = Heuristic::<Sliding<Wide, Single>>::start(&heuristic, &state);
                assert_eq!(count, exchanges(goal.tiles(), tiles.to_vec()), "{tiles:?}");
            });
        }
    }
}
