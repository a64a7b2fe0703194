//! The first levels of large boards: breadth-first search with lists of states.
//!
//! ```text
//! F₀ := {start}
//! single   F_{d+1} = N(F_d) \ F_{d−1}                 N: neighbours
//! multi    F_{d+1} = N(F_d) \ F_d \ F_{d−1}
//! ```
//!
//! A level is a set of coded lists in a [`ListStore`](loyd_enumerate::lists::ListStore). The two previous levels
//! replace a visited set, and duplicates are detected when all neighbours in one part of the space are
//! together (R. E. Korf, *Delayed Duplicate Detection*, 2003). So space and time are proportional
//! to the states of the levels, not to the space, as they are for bitmaps. The last requested level
//! is counted and not stored.
//!
//! # Hardware limits
//!
//! In the single-tile metric of 4x4, three moves lead out of a state, 2.2 of them to a new state in
//! the first levels. A candidate is a load and a store in the first-level cache, about 2 cycles; a
//! state is decoded 2.4 times and encoded once, about 8 cycles. At 3 GHz that is 4 ns a state and
//! core, 55 s for the 27 G states to depth 36 on two cores. The disk traffic of 4.7 bytes a stored
//! state takes as long at 1.2 GB/s. No candidate misses the second-level cache: see `prefix_lists`.
//! Measured: 11 to 15 ns, `docs/adr/012-lists-for-first-levels.md`.
//!
//! | file | contents |
//! |---|---|
//! | `digits` | the effect of moves on Lehmer digits: the only move generator here |
//! | `board_image` | the orientation of the board in which moves change few digits |
//! | `prefix_lists` | lists by prefix for boards up to 16 cells, single-tile metric: the fast form |
//! | `packing` | states as keys of a few words, for sorted lists (`lists::keys`): boards of any size, both metrics |
//! | `format` | which of these a board gets |
//! | `first_levels` | the first levels for another engine |
//! | `job` | the plan of the engine |
//!
//! The level loop, its interruption and resumption are those of all [lists](loyd_enumerate::lists).

mod board_image;
mod digits;
mod first_levels;
mod format;
mod job;
mod packing;
mod prefix_lists;

pub(crate) use first_levels::{FirstLevels, Next};
pub(crate) use job::in_memory;
pub use job::{is_shallow, job};
