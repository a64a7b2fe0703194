//! Bounded depth-first search with additive pattern databases, in batches.
//!
//! ```text
//! push the root
//! while the stack is not empty
//!   pop up to 16 nodes
//!   for each child that the automaton allows
//!     for each view, the tighter first
//!       read the bit of the moved tile's pattern: does its value rise?
//!       if it rises and the view has no slack left: forget the child
//!     push the child
//! ```
//!
//! Each move changes the value of exactly one pattern of each view by exactly one, so `f = g + h`
//! of a view stays or grows by two, and a search below `bound` needs of g and h only the *slack*
//! `(bound - f) / 2` of each view: a move that raises the value costs one unit.
//!
//! 1. *The wait for memory is what there is to save.* The bits of the next patterns lie in cache
//!    lines far apart: 190 MB of 8-tile tables do not fit a cache. Three batches are in flight:
//!    while one is asked for its first bits, those of the one before have arrived and are judged.
//! 2. The view with less slack is asked first: most children that fail, fail there.
//! 3. A pattern is eight bytes, the cells of its tiles in the frame of its table; a move changes
//!    one byte by an exclusive or. What these bytes mean is worked out for eight children at a time
//!    ([`crate::arch::pdb`]).
//! 4. Nodes carry no path but a number in a *trail*, a list of (from, direction) that is cut back
//!    whenever the pipeline is drained, every few thousand expansions.
//!
//! *Limit.* A 15-puzzle node with two views has 2.1 children, which take 1.4 bits each on average
//! (an estimate): at 20 cycles a lookup some 60 cycles, and 30 more to take and push nodes, 30 M
//! expansions/s at 3 GHz. Measured are 20 M with the tables of 6-6-3 and 14 M with 7-8; half of the
//! time goes by in `locate`, in its chain of gathered loads.

mod automaton;
mod batch;
mod board;
mod root;
mod tree;

#[cfg(test)]
mod tests;

pub(crate) use automaton::neighbour;
pub use automaton::{MoveRows, move_rows};
pub use board::{MAX_LANES, MAX_VIEWS, Unfit, check};
pub use tree::{Kernel, kernel};
