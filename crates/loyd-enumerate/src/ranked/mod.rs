//! Complete enumeration of any puzzle whose states have numbers: breadth-first search on bitmaps,
//! with several threads.
//!
//! ```text
//! visited := frontier := {rank(start)}
//! while the frontier is not empty
//!     report its size
//!     for each round of blocks of the frontier
//!         each thread: successors of its blocks that are not in visited     (visited is only read)
//!         one thread:  those that are not in visited yet, into visited and next
//!     frontier := next; next := {}
//! ```
//!
//! Departures from the [reference](crate::reference):
//!
//! 1. Moves are made on numbers ([`Successors`](loyd::puzzle::Successors)): with tables of the
//!    moves no state is ever made.
//! 2. Threads never write to what others read. Most successors have been visited, so that one
//!    thread suffices to insert the rest, and the order of the threads changes nothing.
//! 3. Between levels the two bitmaps `visited` and `frontier` determine all that follows: they are
//!    a checkpoint. A level that is interrupted is taken back, `visited := visited \ next`.
//!
//! | file | idea |
//! |---|---|
//! | `levels` | the bitmaps, and one level |
//! | `job` | the engine as the rest of the crate sees it |
//! | `snapshot` | a level boundary as data, out and in |

mod job;
mod levels;
mod snapshot;

pub(crate) use job::job;
