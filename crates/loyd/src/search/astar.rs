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
//! A key that falls is lowered, and a closed state whose `g` falls is opened again: needed where the
//! heuristic is admissible but not consistent, and never happening where it is consistent.
//!
//! Ties: the state farther from the start first (`high-g`), which among states of equal `f` are
//! those with the least `h`; the last layer, `f` = the length sought, is then mostly left alone.

use super::best_first::{Configuration, Lowering};
use super::parameters::{Parameters, Ties};

/// Priority `g + h`.
pub fn configuration(told: &Parameters) -> Configuration {
    Configuration {
        g_weight: 1,
        h_weight: 1,
        ties: told.ties.unwrap_or(Ties::HighG),
        lowering: Lowering::Always,
        optimal: true,
        ..Configuration::default()
    }
}
