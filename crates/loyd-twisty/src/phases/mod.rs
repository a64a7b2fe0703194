//! Random states of large puzzles, solved in phases: short paths soon, shorter ones until a limit.
//!
//! ```text
//! effort := 1
//! repeat
//!     ends := the start, as it is and with its axes exchanged
//!     for each phase: ends := the best ends of a beam search from them (`beam`)
//!     for each end, shortest first: the path to it, then the last stage's path to solved
//!     effort := 2 · effort
//! until a limit; without a limit once
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `space` | states as bytes, moves as maps of bytes |
//! | `beam` | the beam search through one phase |
//! | `tables` | tables of distances in coordinates |
//! | `cube` | the phases of the 4x4x4 and the 5x5x5 cube |
//! | `three` | the 3x3x3 cube at their end |
//! | `reduction` | their search |

mod beam;
mod cube;
mod reduction;
mod space;
mod tables;
mod three;

pub(crate) use reduction::solve as solve_cube;
