//! Iterative deepening in the multi-tile metric with databases of classes ([`crate::pdb::multi`]).
//!
//! ```text
//! search(length):                             -- all solutions of exactly this many moves
//!   for both axes of the first move
//!     target := the goal's class along the axis of the last move, as determined by the length
//!     depth-first, alternating between the two axes:
//!       a child survives if every view has slack:
//!         moves left − 1 − distance of the child's class to the target >= 0
//! ```
//!
//! 1. Neighbouring classes differ in distance by exactly one, so a view's slack shrinks by two or
//!    stays, and one bit says which. Distances are never added up or stored.
//! 2. The view with the least slack is tested first; most children need one lookup.
//! 3. Tables are larger than caches: nodes are taken from the stack in batches, and the lines that
//!    they need are prefetched one turn before they are read (`batch`).
//! 4. An automaton forbids strings of slides that others replace ([`automaton`]).
//!
//! | file | idea |
//! |---|---|
//! | [`automaton`] | duplicate strings of slides |
//! | [`board`] | tables, maps and moves, laid out for the search |
//! | `batch` | the search of one subtree |
//! | [`tree`] | subtrees for [`loyd_search::search::deepening`] |

pub mod automaton;
mod batch;
pub mod board;
#[cfg(test)]
mod tests;
pub mod tree;

pub use automaton::SlideRows;
pub use board::{Board, Unfit};
pub use tree::Tree;
