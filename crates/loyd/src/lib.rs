//! Sliding-tile puzzles as state spaces: boards, moves, heuristics, searches.
//!
//! The library is pure: no input or output, no global state. Start reading at [`space`], the
//! contract between puzzles, heuristics and searches.
#![deny(unsafe_code)]

pub mod abstraction;
#[allow(unsafe_code)]
pub mod arch;
pub mod audit;
pub mod bitmap;
pub mod boards;
pub mod clock;
pub mod heuristic;
pub mod memory;
pub mod names;
pub mod observe;
pub mod pdb;
pub mod perm;
pub mod predict;
pub mod prune;
pub mod puzzle;
pub mod quote;
pub mod search;
pub mod solver;
pub mod space;
pub mod trace;
