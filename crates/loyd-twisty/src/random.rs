//! Uniform random positions, the same for the same seed on every machine and in every version.
//!
//! Generator `chacha8-chain-v1`: the `ChaCha` stream cipher with 8 rounds; the key is the seed as 8
//! little-endian bytes and 24 zero bytes, the nonce 0. A number below n is the first 64-bit output
//! below the largest multiple of n, modulo n. The points of a puzzle are its slots in each
//! orientation, in order. For each point that the transformations with the images chosen so far can
//! take to n > 1 points, a number below n chooses its image among these in ascending order.

use crate::model::Model;
use crate::position::Position;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::Arc;

/// A source of random positions.
#[derive(Debug)]
pub struct Scrambler {
    generator: ChaCha8Rng,
}

impl Scrambler {
    /// The name of the generator: a seed gives the same positions as long as this name stays.
    pub const GENERATOR: &'static str = "chacha8-chain-v1";

    /// The source for a seed.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { generator: ChaCha8Rng::from_seed(key) }
    }

    /// A position that is uniform over those from which moves lead to `goal`.
    pub fn position(&mut self, goal: &Position) -> Position {
        let model: &Arc<Model> = goal.model();
        let slots = model.random(goal.slots(), |n| self.below(n));
        Position::of_slots(model, slots)
    }

    fn below(&mut self, n: u64) -> u64 {
        let usable = u64::MAX - u64::MAX % n;
        loop {
            let number = self.generator.next_u64();
            if number < usable {
                return number % n;
            }
        }
    }
}
