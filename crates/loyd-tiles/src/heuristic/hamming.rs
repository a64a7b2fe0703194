//! Hamming distance: the number of misplaced tiles.
//!
//! Every misplaced tile moves at least once. A single-tile move moves one tile; a multi-tile move
//! moves at most one tile less than the longer side of the board has cells, so there the count is
//! divided by that number and rounded up. A move changes the count by at most that number, hence
//! the quotient by at most one, which makes the heuristic consistent.

use super::{Memoised, TileHeuristic, Unavailable};
use crate::{Board, Metric, Slid, Sliding};
use loyd_search::space::{Heuristic, Properties};

/// Number of tiles that are not on their goal cells.
#[derive(Clone, Debug)]
pub struct Hamming {
    goal_cells: Vec<u16>,
    tiles_a_move: u32,
}

impl Memoised for Hamming {
    type Memo = u32;
}

impl<B: Board, M: Metric> TileHeuristic<B, M> for Hamming {
    fn new(space: &Sliding<B, M>) -> Result<Self, Unavailable> {
        let longest = space.size().width().max(space.size().height()) - 1;
        let tiles_a_move = M::reach(longest).max(1) as u32;
        Ok(Self { goal_cells: space.goal_cells(), tiles_a_move })
    }
}

impl<B: Board, M: Metric> Heuristic<Sliding<B, M>> for Hamming {
    type Memo = u32;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &B) -> u32 {
        (0..self.goal_cells.len())
            .map(|cell| (state.tile(cell), cell))
            .filter(|&(tile, cell)| tile != 0 && self.goal_cells[tile] as usize != cell)
            .count() as u32
    }

    fn step(&self, misplaced: u32, after: &B, slid: Slid) -> u32 {
        slid.tiles(after).fold(misplaced, |misplaced, moved| {
            let goal = self.goal_cells[moved.tile] as usize;
            misplaced + u32::from(moved.from == goal) - u32::from(moved.to == goal)
        })
    }

    fn value(&self, misplaced: u32) -> u32 {
        misplaced.div_ceil(self.tiles_a_move)
    }

    fn reversed(&self, space: &Sliding<B, M>) -> Option<Self> {
        TileHeuristic::new(space).ok()
    }
}
