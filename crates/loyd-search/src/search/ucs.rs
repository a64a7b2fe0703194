//! Uniform-cost search: E. W. Dijkstra, *A Note on Two Problems in Connexion with Graphs*,
//! Numerische Mathematik 1 (1959), from one start until a goal is reached.
//!
//! ```text
//! A* with h = 0: the state with the least g first
//! ```
//!
//! If every move costs 1, it expands the same states as breadth-first search, apart from ties.

use super::best_first::{Configuration, Lowering};
use super::parameters::{Parameters, Ties};

/// Priority `g`.
pub fn configuration(parameters: &Parameters) -> Configuration {
    Configuration {
        g_weight: 1,
        h_weight: 0,
        ties: parameters.get().unwrap_or(Ties::Fifo),
        lowering: Lowering::Always,
        optimal: true,
        ..Configuration::default()
    }
}
