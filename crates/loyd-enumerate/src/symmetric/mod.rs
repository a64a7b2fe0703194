//! The first levels of spaces with symmetries, by classes of states: for spaces too large for a bit
//! a state, such as the 3x3x3 cube.
//!
//! States that symmetries take to one another are equally far from the start, so one key for each
//! class of them is enough ([`Classes`](loyd_search::puzzle::Classes)); the key also gives the number of states
//! the class has, and a level is counted by adding them up.
//!
//! ```text
//! previous := {}; current := {key of the start}
//! repeat
//!     for each key of current: the keys of all neighbours of its states, each into its bucket
//!     for each bucket: sort; remove duplicates, keys of previous, keys of current;
//!                      add up the states of the rest
//!     previous := current; current := the remaining keys
//! until the requested depth, an empty level, or the memory limit
//! ```
//!
//! Two levels are enough because every move has an inverse: a neighbour of a state at depth d is at
//! depth d - 1, d or d + 1; and never at d where a move always changes some parity
//! ([`is_bipartite`](loyd_search::puzzle::Classes::is_bipartite)). Keys are exact, so nothing is lost or
//! counted twice by chance.
//!
//! 1. A bucket is chosen by a multiplicative hash of the key, so that all are about as large, and
//!    sorted while it fits a cache. Threads collect candidates in separate small buffers, one a
//!    bucket, and hand over whole buffers.
//! 2. *Rounds.* If the candidates of a level do not fit the memory, the level before is expanded in
//!    parts, and the new keys so far are one more list to remove.
//! 3. *Passes.* The last level is only counted. If its keys exceed the memory, too, it is made several
//!    times, and each pass keeps the candidates of some of the buckets: every depth
//!    whose predecessor fits can be counted, more slowly.
//!
//! Levels that exceed memory can be stored in files instead: [`in_lists`]. Several processes can share
//! the keys by their hash: [`job_of_processes`].
//!
//! # Cost model
//!
//! With N classes in a level, s of them in the one before, and b candidates a class: 8 bytes a
//! class for two levels, and 8 N b bytes for candidates if one round is to do. Every candidate is
//! written twice (buffer, bucket) and sorted in some 17 steps; its generation depends on the puzzle.
//!
//! The 3x3x3 cube has 24 candidates a class in quarter turns, 36 in half turns, 2.6 and 2.7 for
//! every new class. What must move through memory is some 50 bytes a candidate, 5 ns at 10 GB/s;
//! sorting takes 15 ns; the rest is spent by the puzzle on making the candidates, in registers and
//! caches.
//!
//! Measured with `examples/cube_levels.rs` on two cores of an EPYC that did five times as much other
//! work at the same time; seconds of a core, for the whole run:
//!
//! | metric | depth | states of the last level | its classes | seconds | a candidate | memory |
//! |---|---|---|---|---|---|---|
//! | quarter | 9 | 717,789,576 | 7.5 million | 2 | 100 ns | 0.2 GiB |
//! | quarter | 10 | 6,701,836,858 | 70 million | 23 | 115 ns | 1.6 GiB |
//! | half | 8 | 1,332,343,288 | 13.9 million | 4 | 100 ns | 0.3 GiB |
//! | half | 9 | 17,596,479,795 | 183 million | 59 | 110 ns | 4.3 GiB |

mod buckets;
mod in_lists;
mod job;
mod saved;
mod shared;
mod step;
#[cfg(test)]
mod tests;

pub(crate) use in_lists::without_store;
pub use in_lists::{exceeds_memory, in_lists, list_bytes};
pub(crate) use job::job;
pub use shared::job_of_processes;
