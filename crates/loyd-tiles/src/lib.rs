//! Sliding-tile puzzles as state spaces: boards, heuristics, pattern databases, searches.
//!
//! Boards of any size, in the single-tile and the multi-tile metric, built on the contract of
//! [`loyd::space`]. The library is pure: no input or output, no global state.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
pub mod arch;
pub mod bitmap;
pub mod boards;
pub mod heuristic;
pub mod pdb;
pub mod predict;
mod puzzle;
pub mod search;
pub mod solver;
pub mod tile_order;

pub use puzzle::*;
