//! Random numbers that are the same for the same seed on every machine and in every version.
//!
//! Generator `chacha8-v1`: the `ChaCha` stream cipher with 8 rounds; the key is the seed as 8
//! little-endian bytes followed by 24 zero bytes, and the nonce is 0. A number below n is the first
//! 64-bit output below the largest multiple of n, taken modulo n.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of uniform random numbers.
#[derive(Debug)]
pub struct Numbers {
    generator: ChaCha8Rng,
}

impl Numbers {
    /// The name of the generator: a seed gives the same numbers as long as this name is unchanged.
    pub const GENERATOR: &'static str = "chacha8-v1";

    /// Returns the source for a seed.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { generator: ChaCha8Rng::from_seed(key) }
    }

    /// Returns a uniform number below `n`, which must not be 0.
    pub fn below(&mut self, n: u64) -> u64 {
        let usable = u64::MAX - u64::MAX % n;
        loop {
            let number = self.generator.next_u64();
            if number < usable {
                return number % n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_seed_stay_as_they_are() {
        let mut numbers = Numbers::new(7);
        let first: Vec<u64> = (0..5).map(|_| numbers.below(1000)).collect();
        let mut again = Numbers::new(7);
        assert!(first.iter().all(|&number| number == again.below(1000)));
        assert!((0..1000).all(|_| numbers.below(3) < 3));
        assert_ne!(first, [0; 5]);
    }
}
