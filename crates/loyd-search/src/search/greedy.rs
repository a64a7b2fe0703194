//! Greedy best-first search: J. E. Doran, D. Michie, *Experiments with the Graph Traverser
//! Program*, Proceedings of the Royal Society A 294 (1966).
//!
//! ```text
//! A* with f = h: the state that looks nearest to a goal first
//! ```
//!
//! Paths are not shortest. A cheaper path to an open state replaces its path; a closed state stays
//! closed, because reopening it would not bring the goal nearer.
//!
//! Ties: the newest state first, which follows one path to its end before it tries another.

use super::best_first::{Configuration, Lowering};
use super::parameters::{Parameters, Ties};

/// Priority `h`.
pub fn configuration(parameters: &Parameters) -> Configuration {
    Configuration {
        g_weight: 0,
        h_weight: 1,
        ties: parameters.get().unwrap_or(Ties::Lifo),
        lowering: Lowering::Open,
        ..Configuration::default()
    }
}
