//! A*: P. E. Hart, N. J. Nilsson, B. Raphael, *A Formal Basis for the Heuristic Determination of
//! Minimum Cost Paths*, IEEE Transactions on Systems Science and Cybernetics 4 (1968).
//!
//! ```text
//! open := {start}, g(start) := 0
//! while open is not empty
//!     n := the state of open with the least f(n) = g(n) + h(n); move it to closed
//!     if n is a goal: its path is a shortest one
//!     for each child c of n
//!         if c is new, or g(n) + cost < g(c)
//!             g(c) := g(n) + cost, parent(c) := n, c goes (back) to open
//! ```
//!
//! If the `g` of an open state falls, its key is lowered; if the `g` of a closed state falls, it is
//! reopened. Reopening is necessary if the heuristic is admissible but not consistent, and never
//! happens if it is consistent.
//!
//! Ties: the state farther from the start first (`high-g`), which among states of equal `f` is the
//! one with the least `h`. Then most of the last layer, where `f` is the length of the solution, is
//! not expanded.

use super::best_first::{Configuration, Lowering};
use super::parameters::{Parameters, Ties};

/// Priority `g + h`.
pub fn configuration(parameters: &Parameters) -> Configuration {
    Configuration {
        g_weight: 1,
        h_weight: 1,
        ties: parameters.get().unwrap_or(Ties::HighG),
        lowering: Lowering::Always,
        optimal: true,
        ..Configuration::default()
    }
}
