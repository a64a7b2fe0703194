//! The first levels of large boards: breadth-first search with lists of states.
//!
//! ```text
//! F₀ := {start}
//! single   F_{d+1} = N(F_d) \ F_{d−1}                 N: neighbours
//! multi    F_{d+1} = N(F_d) \ F_d \ F_{d−1}
//! ```
//!
//! A level is a set of coded lists in a [`ListStore`](crate::lists::ListStore). There is no visited set: the two previous
//! levels suffice, and duplicates are detected when all neighbours in one part of the space are
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
//! | `keys` | sorted keys for boards of any size, both metrics |
//! | `list_form` | the contract of the level loop with these two |
//! | `run` | the level loop, interruption, resumption |
//! | `first_levels` | the first levels for another engine |
//! | `job` | the engine as a [`Job`](crate::Job) |

mod board_image;
mod digits;
pub mod error;
mod first_levels;
mod job;
mod keys;
mod list_form;
mod prefix_lists;
mod run;

pub use error::FrontierError;
pub(crate) use first_levels::{FirstLevels, Next};
pub(crate) use job::in_memory;
pub use job::{is_shallow, job};
