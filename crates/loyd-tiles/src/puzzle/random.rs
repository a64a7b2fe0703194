//! Uniformly random solvable boards, identical for the same seed on every machine and in every
//! version.
//!
//! A board is a Fisher–Yates shuffle, with [random numbers](loyd_search::random), from the last cell down, of
//! the goal's tiles; if it cannot reach the goal, the tiles in the first two non-blank cells are
//! exchanged, which pairs unsolvable boards one to one with solvable ones.

use super::{Position, Size};
use loyd_search::random::Numbers;

/// A source of random boards.
#[derive(Debug)]
pub struct Scrambler {
    numbers: Numbers,
}

impl Scrambler {
    /// The name of the generator: a seed gives the same boards as long as this name is unchanged.
    pub const GENERATOR: &'static str = Numbers::GENERATOR;

    /// Returns the source for this seed.
    pub fn new(seed: u64) -> Self {
        Self { numbers: Numbers::new(seed) }
    }

    /// Returns a board chosen uniformly among those that can reach `goal`.
    pub fn position(&mut self, goal: &Position) -> Position {
        let size = goal.size();
        let mut tiles = goal.tiles().to_vec();
        if size.is_line() {
            // Only the cell of the blank is free.
            let cell = self.numbers.below(tiles.len() as u64) as usize;
            tiles.retain(|&tile| tile != 0);
            tiles.insert(cell, 0);
            return Position::from_permutation(size, tiles);
        }
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, self.numbers.below(last as u64 + 1) as usize);
        }
        let position = Position::from_permutation(size, tiles.clone());
        if goal.reachable_board(&position).is_none() {
            let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
            if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
                tiles.swap(a, b);
            }
        }
        Position::from_permutation(size, tiles)
    }
}

/// Returns one random board that can reach `1 2 … n 0`.
pub fn random_position(size: Size, seed: u64) -> Position {
    Scrambler::new(seed).position(&Position::blank_last(size))
}
