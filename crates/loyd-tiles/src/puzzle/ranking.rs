//! A perfect hash of the states reachable from one position (Korf 2008; *Complete Solution of
//! the Fifteen Puzzles*, section "Asymmetric Perfect Hash Function").
//!
//! The rank of a state is (rank of its tile sequence in reading order, without the blank) / 2,
//! times the number of cells, plus the cell of the blank. Halving loses the order of the last two
//! tiles, which parity restores: a horizontal move keeps the sequence, and a vertical move carries
//! one tile past w − 1 others, so the parity of the sequence is (w − 1) times the number of rows
//! between the blank and its place in the start.

use super::{Board, Position, Size};
use loyd_search::perm::{rank, unrank};
use loyd_search::space::Ranking;
use std::marker::PhantomData;

/// Largest number of cells whose ranks fit in 64 bits: 20!/2 < 2^64.
const MAX_CELLS: usize = 20;

/// Numbers the states reachable from a start position; at most 20 cells.
#[derive(Clone, Debug)]
pub struct BoardRanking<B> {
    size: Size,
    start_row: usize,
    /// Tile → its index in the start's sequence.
    place: [u8; MAX_CELLS],
    /// The start's sequence.
    sequence: [u16; MAX_CELLS],
    states: u64,
    board: PhantomData<B>,
}

impl<B: Board> BoardRanking<B> {
    /// Returns the ranking of all states reachable from `start`, or `None` if the board has too
    /// many cells for 64-bit ranks (more than 20).
    pub fn new(start: &Position) -> Option<Self> {
        let size = start.size();
        let states = u64::try_from(super::solvable_states(size)?).ok()?;
        if size.cells() > MAX_CELLS {
            return None;
        }
        let (mut place, mut sequence) = ([0; MAX_CELLS], [0; MAX_CELLS]);
        for (index, &tile) in start.tiles().iter().filter(|&&tile| tile != 0).enumerate() {
            sequence[index] = tile;
            place[tile as usize] = index as u8;
        }
        let start_row = size.row(start.blank());
        Some(Self { size, start_row, place, sequence, states, board: PhantomData })
    }

    fn odd_sequence(&self, blank: usize) -> bool {
        let rows = self.size.row(blank).abs_diff(self.start_row);
        (self.size.width() - 1) * rows % 2 == 1
    }
}

impl<B: Board> Ranking<B> for BoardRanking<B> {
    fn size(&self) -> u64 {
        self.states
    }

    #[inline]
    fn rank(&self, board: &B) -> u64 {
        let (cells, blank) = (board.size().cells(), board.blank());
        if board.size().is_line() {
            return blank as u64;
        }
        let mut permutation = [0; MAX_CELLS + 1];
        let mut length = 0;
        for cell in 0..cells {
            // The next tile overwrites the blank.
            permutation[length] = self.place[board.tile(cell)];
            length += usize::from(cell != blank);
        }
        rank(&permutation[..cells - 1]) / 2 * cells as u64 + blank as u64
    }

    #[inline]
    fn unrank(&self, number: u64) -> B {
        let cells = self.size.cells();
        let blank = (number % cells as u64) as usize;
        let mut permutation: [u8; MAX_CELLS] = std::array::from_fn(|place| place as u8);
        if !self.size.is_line() {
            let permutation = &mut permutation[..cells - 1];
            if unrank(number / cells as u64 * 2, permutation) != self.odd_sequence(blank) {
                permutation.swap(cells - 3, cells - 2);
            }
        }
        let mut tiles = [0; MAX_CELLS];
        let (before, after) = permutation[..cells - 1].split_at(blank);
        for (tile, &place) in tiles.iter_mut().zip(before) {
            *tile = self.sequence[place as usize];
        }
        for (tile, &place) in tiles[blank + 1..].iter_mut().zip(after) {
            *tile = self.sequence[place as usize];
        }
        B::new(self.size, &tiles[..cells])
    }
}
