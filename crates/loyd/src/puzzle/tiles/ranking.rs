//! A perfect hash of the states reachable from one position (Korf 2008; *Complete Solution of
//! the Fifteen Puzzles*, section "Asymmetric Perfect Hash Function").
//!
//! The rank of a state is (rank of the tile sequence in reading order, without the blank) / 2,
//! times the number of cells, plus the cell of the blank. Halving loses the order of the last two
//! tiles, which parity gives back: a horizontal move keeps the sequence, a vertical move carries
//! one tile over w − 1 others, so the parity of the sequence is (w − 1) times the number of rows
//! between the blank and its place in the start.

use super::{Board, Position, Size};
use crate::perm::{is_odd, rank, unrank};
use crate::space::Ranking;
use std::marker::PhantomData;

/// Numbers the states reachable from a start position; at most 20 tiles.
#[derive(Clone, Debug)]
pub struct BoardRanking<B> {
    size: Size,
    start_row: usize,
    /// Tile → its place in the start's sequence.
    place: Vec<u8>,
    /// The start's sequence.
    sequence: Vec<u16>,
    states: u64,
    board: PhantomData<B>,
}

impl<B: Board> BoardRanking<B> {
    /// The ranking of everything reachable from `start`, or `None` if there are too many cells
    /// for 64-bit ranks (more than 20).
    pub fn new(start: &Position) -> Option<Self> {
        let size = start.size();
        let states = u64::try_from(super::solvable_states(size)?).ok()?;
        if size.cells() > 20 {
            return None;
        }
        let sequence: Vec<u16> = start.tiles().iter().copied().filter(|&tile| tile != 0).collect();
        let mut place = vec![0; size.cells()];
        for (index, &tile) in sequence.iter().enumerate() {
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

    fn rank(&self, board: &B) -> u64 {
        if self.size.is_line() {
            return board.blank() as u64;
        }
        let mut permutation = [0; 20];
        let mut length = 0;
        for cell in 0..self.size.cells() {
            if cell != board.blank() {
                permutation[length] = self.place[board.tile(cell)];
                length += 1;
            }
        }
        rank(&permutation[..length]) / 2 * self.size.cells() as u64 + board.blank() as u64
    }

    fn unrank(&self, number: u64) -> B {
        let cells = self.size.cells();
        let blank = (number % cells as u64) as usize;
        let mut tiles = self.sequence.clone();
        if !self.size.is_line() {
            let mut permutation = [0; 20];
            let permutation = &mut permutation[..cells - 1];
            unrank(number / cells as u64 * 2, permutation);
            let wide: Vec<u16> = permutation.iter().map(|&place| place.into()).collect();
            if is_odd(&wide) != self.odd_sequence(blank) {
                permutation.swap(cells - 3, cells - 2);
            }
            tiles = permutation.iter().map(|&place| self.sequence[place as usize]).collect();
        }
        tiles.insert(blank, 0);
        B::new(self.size, &tiles)
    }
}
