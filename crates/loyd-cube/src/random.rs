//! Uniform random cubes, the same for the same seed on every machine and in every version.
//!
//! Generator `chacha8-v1`: the `ChaCha` stream cipher with 8 rounds; the key is the seed as 8
//! little-endian bytes and 24 zero bytes, the nonce 0. A number below n is the first 64-bit output
//! below the largest multiple of n, modulo n. A cube is the state with such a number as its rank, or with
//! several such numbers where 64 bits do not hold the rank.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of random cubes.
#[derive(Debug)]
pub struct Scrambler {
    generator: ChaCha8Rng,
}

impl Scrambler {
    /// The name of the generator: a seed gives the same cubes as long as this name stays.
    pub const GENERATOR: &'static str = "chacha8-v1";

    /// The source for a seed.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { generator: ChaCha8Rng::from_seed(key) }
    }

    /// A uniform number below `n`, which must not be 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        let usable = u64::MAX - u64::MAX % n;
        loop {
            let number = self.generator.next_u64();
            if number < usable {
                return number % n;
            }
        }
    }
}
