//! Sliding-tile puzzles as state spaces: boards, heuristics, pattern databases, searches.
//!
//! Boards of any size, in the single-tile and the multi-tile metric, built on the contract of
//! [`loyd_search::space`]. The library is pure: no input or output, no global state.
//!
//! | module | contents |
//! |---|---|
//! | `puzzle` | size, position, notation, moves, metrics, solvability, ranking, symmetry, random boards |
//! | [`boards`] | the list of shapes with a specialised type |
//! | [`heuristic`] | one file per heuristic; `registry` lists them, `spec` reads `max(A,B)` and `pdb:NAME`, `databases` reads the tables of [`pdb`] |
//! | [`pdb`] | additive pattern databases: patterns and partitions (drawn in `catalogue/`), state indices, tables, their construction, sums; `multi` for the multi-tile metric |
//! | [`search`] | IDA* made for boards: `slack` for boards in 64 bits, `additive` for tables in batches, `multi` for the multi-tile metric; `human` and `constructive` |
//! | [`solver`] | the engine of a plan: `puzzle` implements `Puzzle`, `kernels` and `databases` choose kernels and tables, `deepening_engine` and `generic_engine` run searches, `best_found` improves the solution of a stopped search |
//! | [`bitmap`] | state spaces as bitmaps: layout, ranks, the effect of a move on whole blocks; `addresses` has the same as tables, for graphics cards |
//! | [`predict`] | predicted node counts: move strings counted by an automaton, a heuristic sampled down to its rarest values |
//! | [`tile_order`] | orders of tiles in state numbers |
//! | [`arch`] | kernels for particular processors, chosen at run time, with portable versions; the only `unsafe` of the crate |
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
