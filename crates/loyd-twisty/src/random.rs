//! Uniform random positions, the same for the same seed on every machine and in every version.
//!
//! Generator `chacha8-chain-v1`: [random numbers](loyd_search::random) choose images along a stabiliser
//! chain. The points of a puzzle are its slots in each
//! orientation, in order. For each point that the transformations with the images chosen so far can
//! take to n > 1 points, a number below n chooses its image among these in ascending order.
//!
//! The positions of a puzzle with blocked moves are not a group. There a position is the end of a random walk, in which
//! each of many numbers chooses a move, which is left out if it is blocked.

use crate::metric::MetricName;
use crate::model::Model;
use crate::position::Position;
use loyd_search::random::Numbers;
use std::sync::Arc;

/// Moves of a random walk, the blocked ones included.
const STEPS: usize = 2_000;

/// A source of random positions.
#[derive(Debug)]
pub struct Scrambler {
    numbers: Numbers,
}

impl Scrambler {
    /// The name of the generator: a seed gives the same positions as long as this name stays.
    pub const GENERATOR: &'static str = "chacha8-chain-v1";

    /// The source for a seed.
    pub fn new(seed: u64) -> Self {
        Self { numbers: Numbers::new(seed) }
    }

    /// A position that is uniform over those from which moves lead to `goal`; nearly so if moves can be blocked.
    pub fn position(&mut self, goal: &Position) -> Position {
        let model: &Arc<Model> = goal.model();
        if model.definition().has_blocked_moves() {
            return self.walk(goal);
        }
        let slots = model.random(goal.slots(), |n| self.numbers.below(n));
        Position::of_slots(model, slots)
    }

    /// The end of a random walk of moves that are not blocked.
    fn walk(&mut self, goal: &Position) -> Position {
        let turns = goal.model().letters(MetricName::Half).turns;
        let mut position = goal.clone();
        for _ in 0..STEPS {
            let turn = turns[self.numbers.below(turns.len() as u64) as usize];
            // A blocked move leaves the position as it is.
            let _ = position.turn(turn);
        }
        position
    }
}
