//! The first levels of large boards: breadth-first search by lists of states.
//!
//! ```text
//! F₀ := {start}
//! single   F_{d+1} = N(F_d) \ F_{d−1}                 N: neighbours
//! multi    F_{d+1} = N(F_d) \ F_d \ F_{d−1}
//! ```
//!
//! A level is a set of coded lists that a [`ListStore`] keeps. There is no set of states visited:
//! the two levels before are enough, and duplicates are found when all neighbours that fall into
//! one part of the space are together (R. E. Korf, *Delayed Duplicate Detection*, 2003). So room
//! and time go with the states of the levels, and not with the space, as those of bitmaps do. The
//! last level that is asked for is counted and not kept.
//!
//! # What the hardware allows
//!
//! In the single-tile metric of 4x4 three moves lead out of a state, 2.2 to a new one in the first
//! levels: a candidate is a load and a store in the first-level cache, about 2 cycles, and a
//! state is decoded 2.4 times and encoded once, about 8. At 3 GHz that is 4 ns a state and core, 55 s
//! for the 27 G states to depth 36 on two cores; what passes the disk, 4.7 bytes a state that is
//! kept, takes as long at 1.2 GB/s. Everything is arranged so that no candidate misses the second-level
//! cache: see `pieces`. Measured: 11 to 15 ns, `docs/adr/012-lists-for-first-levels.md`.
//!
//! | file | what |
//! |---|---|
//! | `digits` | what a move does to the digits of a code: the only move generator here |
//! | `image` | the board turned so that moves change few digits |
//! | `pieces` | lists of boards up to 16 cells, single-tile metric: the fast form |
//! | `keys` | sorted keys of boards of any size, both metrics |
//! | `form` | what the level loop asks of either |
//! | [`store`] | what is asked of those who keep lists |
//! | [`volatile`] | lists in memory |
//! | `watch` | the threads of a level, its progress, its failures |
//! | `run` | the level loop, interruption, resumption |
//! | `first` | the first levels for another engine |
//! | `job` | the engine as the rest of the crate sees it |

mod board_image;
mod digits;
pub mod error;
mod first_levels;
pub mod in_memory_store;
mod job;
mod keys;
mod level_run;
mod list_form;
mod prefix_lists;
mod run;
pub mod store;

pub use error::FrontierError;
pub(crate) use first_levels::{FirstLevels, Next};
pub use in_memory_store::MemoryListStore;
pub(crate) use job::in_memory;
pub use job::{is_shallow, job};
pub use store::{ListExtent, ListNumber, ListRecord, ListStore};
