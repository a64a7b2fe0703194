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
//! of a view stays or grows by two. Of g and h, a search below `bound` needs only the *slack*
//! `(bound - f) / 2` of each view: a move that raises the value costs one unit.
//!
//! 1. *Memory latency dominates.* The bits of the next patterns lie in distant cache lines: 190 MB
//!    of 8-tile tables do not fit in a cache. Three batches are in flight: while the first bits of
//!    one are being fetched, those of the batch before have arrived and are tested.
//! 2. The view with less slack is tested first: most children that fail, fail there.
//! 3. A pattern is eight bytes, the cells of its tiles in the frame of its table; a move changes
//!    one byte by an exclusive or. The bit indices of eight children at a time are computed from
//!    these bytes ([`crate::arch::pdb`]).
//! 4. Nodes carry no path but an index into a *trail*, a list of steps with the last moves and the index of an
//!    earlier step. It is truncated whenever the pipeline is drained, every few thousand expansions.
//! 5. An iteration may continue from the nodes with children over the bound of the one before (`lists`), or begin below
//!    the deepest children that it cut (`cuts`).
//!
//! *Limit.* A 15-puzzle node with two views has 2.1 children, which read 1.4 bits each on average
//! (an estimate): at 20 cycles per lookup some 60 cycles, plus 30 to take and push nodes, which
//! gives 30 M expansions/s at 3 GHz. Measured rates are 20 M with the tables of 6-6-3 and 14 M with
//! 7-8; half of the time is spent in `locate`, in its chain of gathered loads.

mod automaton;
mod batch;
mod board;
mod cuts;
mod lists;
mod root;
mod tree;

#[cfg(test)]
mod tests;

/// True if a search may store nodes; the module of the page has none that does.
const STORES: bool = cfg!(not(target_family = "wasm"));

pub(crate) use automaton::neighbour;
pub use automaton::{MoveRows, move_rows};
pub use board::{MAX_CELLS, MAX_LANES, MAX_VIEWS, Unfit, check, supports};
pub use tree::kernel;
