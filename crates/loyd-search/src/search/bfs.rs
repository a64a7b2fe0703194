//! Breadth-first search: E. F. Moore, *The Shortest Path Through a Maze* (1959).
//!
//! ```text
//! queue := [start]
//! while the queue is not empty
//!     n := the first of the queue
//!     if n is a goal: the path to it has the fewest moves
//!     each child of n that was not met before goes to the end of the queue
//! ```
//!
//! Best-first search by the number of moves, with the oldest state first. As in every algorithm
//! here, the goal is recognised when it is about to be expanded, not when it is generated. This
//! expands one level more than necessary, but makes the counts of all algorithms comparable with
//! each other and with publications. A path has the fewest moves; it is proven cheapest if every
//! move costs 1.

use super::best_first::{Configuration, Lowering};
use super::parameters::{Parameters, Ties};

/// Priority: the number of moves.
pub fn configuration(parameters: &Parameters) -> Configuration {
    Configuration {
        g_weight: 1,
        h_weight: 0,
        moves: true,
        ties: parameters.get().unwrap_or(Ties::Fifo),
        lowering: Lowering::Always,
        optimal: true,
        ..Configuration::default()
    }
}
