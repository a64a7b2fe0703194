//! Uniformly random solvable boards, identical for the same seed on every machine and in every
//! version.
//!
//! Generator `chacha8-v1`: the `ChaCha` stream cipher with 8 rounds; the key is the seed as 8
//! little-endian bytes followed by 24 zero bytes, and the nonce is 0. A number below n is the first
//! 64-bit output below the largest multiple of n, taken modulo n. A board is a Fisher–Yates
//! shuffle, from the last cell down, of the goal's tiles; if it cannot reach the goal, the tiles in
//! the first two non-blank cells are exchanged, which pairs unsolvable boards one to one with
//! solvable ones.

use super::{Position, Size, solvable};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of random boards.
#[derive(Debug)]
pub struct Scrambler {
    generator: ChaCha8Rng,
}

impl Scrambler {
    /// The name of the generator: a seed gives the same boards as long as this name is unchanged.
    pub const GENERATOR: &'static str = "chacha8-v1";

    /// Returns the source for this seed.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { generator: ChaCha8Rng::from_seed(key) }
    }

    /// Returns a uniform number below `n`, which must not be 0.
    fn below(&mut self, n: u64) -> u64 {
        let usable = u64::MAX - u64::MAX % n;
        loop {
            let number = self.generator.next_u64();
            if number < usable {
                return number % n;
            }
        }
    }

    /// Returns a board chosen uniformly among those that can reach `goal`.
    pub fn position(&mut self, goal: &Position) -> Position {
        let size = goal.size();
        let mut tiles = goal.tiles().to_vec();
        if size.is_line() {
            // Only the cell of the blank is free.
            let cell = self.below(tiles.len() as u64) as usize;
            tiles.retain(|&tile| tile != 0);
            tiles.insert(cell, 0);
            return Position::from_permutation(size, tiles);
        }
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, self.below(last as u64 + 1) as usize);
        }
        if solvable(size, &tiles, goal.tiles()).is_err() {
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
