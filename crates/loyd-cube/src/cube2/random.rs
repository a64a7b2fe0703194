//! Uniform random states.

use super::ranking::unrank_without_tables;
use super::{Cube2, STATES};
use crate::Scrambler;

impl Scrambler {
    /// A state chosen uniformly among all 3,674,160: that of a random rank.
    pub fn cube2(&mut self) -> Cube2 {
        unrank_without_tables(self.below(STATES))
    }
}
