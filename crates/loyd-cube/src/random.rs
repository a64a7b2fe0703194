//! Uniform random cubes: states whose ranks are [random numbers](loyd_search::random).
//!
//! A cube is the state with a random number as its rank, or with several such numbers where 64 bits
//! do not hold the rank.

use loyd_search::random::Numbers;

/// A source of random cubes.
#[derive(Debug)]
pub struct Scrambler {
    numbers: Numbers,
}

impl Scrambler {
    /// The name of the generator: a seed gives the same cubes as long as this name is unchanged.
    pub const GENERATOR: &'static str = Numbers::GENERATOR;

    /// Returns the source for a seed.
    pub fn new(seed: u64) -> Self {
        Self { numbers: Numbers::new(seed) }
    }

    /// Returns a uniform number below `n`, which must not be 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.numbers.below(n)
    }
}
