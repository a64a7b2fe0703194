//! Algorithm 1 of N. Nayak, A. Huang, *Comparing Search Algorithms for Solving the Sliding-Block
//! Puzzle*.
//!
//! ```text
//! frontier := heap with the start, explored := {}
//! loop
//!     node := the least of the frontier by f
//!     if node is the goal: return the path to it
//!     add node to explored
//!     for each child of node
//!         if it is neither in explored nor in the frontier: insert it with f(child)
//! ```
//!
//! A state keeps the first path found to it: no key is ever lowered, even if a cheaper path is
//! found later. So with `f = d + h` this is not A*: its paths may be longer than the shortest, and
//! are proven optimal only if the estimate of the start equals their length. The paper's
//! breadth-first search is `f = d`, its greedy search `f = h`, and its weighted one `f = d + c h`
//! (c = 3).
//!
//! Its counters: *explored* is called `expanded` here; *expanded* is `inserted`.

use super::best_first::{Configuration, Lowering};
use super::parameters::{Order, Parameters, Ties, Weight};

/// The priority given by the order; keys are never lowered.
pub fn configuration(parameters: &Parameters) -> Configuration {
    let (numerator, denominator) = parameters.get().unwrap_or(Weight::ONE).fraction();
    let (g_weight, h_weight, ties) = match parameters.get().unwrap_or(Order::AStar) {
        Order::Breadth => (1, 0, Ties::Fifo),
        Order::Greedy => (0, 1, Ties::Lifo),
        Order::AStar => (denominator, numerator, Ties::HighG),
    };
    Configuration {
        g_weight,
        h_weight,
        moves: true,
        ties: parameters.get().unwrap_or(ties),
        lowering: Lowering::Never,
        ..Configuration::default()
    }
}
