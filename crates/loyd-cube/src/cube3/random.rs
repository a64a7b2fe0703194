//! Uniform random states.

use super::{CORNERS, Cube3, EDGES};
use crate::Scrambler;

impl Scrambler {
    /// A state chosen uniformly among all 43,252,003,274,489,856,000: there are more than one draw
    /// of 64 bits can tell apart, so two numbers are drawn, of the corners and then of the edges.
    pub fn cube3(&mut self) -> Cube3 {
        let corners = self.below(CORNERS);
        Cube3::numbered(corners, self.below(EDGES))
    }
}
