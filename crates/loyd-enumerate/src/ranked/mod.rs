//! Complete enumeration of any puzzle whose states have ranks: breadth-first search on bitmaps,
//! with several threads.
//!
//! ```text
//! visited := frontier := {rank(start)}
//! while the frontier is not empty
//!     report its size
//!     forward: for each round of blocks of the frontier
//!         each thread: successors of its blocks that are not in visited     (visited is only read)
//!         one thread:  those that are not in visited yet, into visited and next
//!     or backward: for each round of blocks of the states not in visited
//!         each thread: those of its block with a neighbour in the frontier
//!         one thread:  those, into visited and next
//!     frontier := next; next := {}
//! ```
//!
//! Departures from the [reference](crate::reference):
//!
//! 1. Moves are made on ranks ([`Successors`](loyd_search::puzzle::Successors)): with move tables no state
//!    is ever constructed.
//! 2. Threads never write to data that others read. Most successors are visited already, so one
//!    thread suffices to insert the rest, and the result does not depend on the order of threads.
//! 3. A level with few unvisited states is generated backward (Beamer, Asanović and Patterson,
//!    *Direction-Optimizing Breadth-First Search*, 2012): no state is generated twice. A puzzle may look up
//!    all neighbours of a state without a branch, or end at the first one in the frontier.
//! 4. Between levels the two bitmaps `visited` and `frontier` determine all that follows: they are
//!    a checkpoint. An interrupted level is undone, `visited := visited \ next`.
//!
//! | file | contents |
//! |---|---|
//! | `levels` | the bitmaps, and one level |
//! | `job` | the engine as a [`Job`](crate::Job) |
//! | `snapshot` | saving and restoring a level boundary |

mod job;
mod levels;
mod snapshot;

pub(crate) use job::job;
