//! State spaces: the contract of a puzzle, searches for optimal solutions, pruning, audits.
//!
//! The library knows no puzzle, and it is pure: no input or output, no global state. Start reading
//! at [`space`], the contract between puzzles, heuristics and searches.
#![deny(unsafe_code)]

/// True where a small program matters more than the last part of speed: in a page, which loads it
/// over the network. General types then stand in for those made for one board or one heuristic.
pub const COMPACT: bool = cfg!(target_family = "wasm");

pub mod abstraction;
#[allow(unsafe_code)]
pub mod arch;
pub mod audit;
pub mod clock;
pub mod memory;
pub mod names;
pub mod observe;
pub mod perm;
pub mod prune;
pub mod puzzle;
pub mod quote;
pub mod random;
pub mod search;
pub mod solver;
pub mod space;
pub mod trace;
