//! The searches: one file each, readable as its paper.

pub mod accounting;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod arastar;
pub mod astar;
pub mod best_first;
pub mod bfs;
pub mod bibfs;
pub mod deepening;
pub mod every;
mod goals;
pub mod greedy;
pub mod ida_star;
pub mod iddfs;
pub mod nayak_huang;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod nbs;
pub mod open_closed;
mod own;
mod parameters;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]
pub mod pool;
mod registry;
mod spec;
pub mod subtree;
pub mod ucs;
pub mod weighted;

pub use goals::{Goals, UnknownGoals};
pub use own::OwnSearches;
pub use parameters::{Order, Parameter, ParameterValue, Parameters, Ties, Weight};
pub use registry::{AlgorithmInfo, AlgorithmName, UnknownAlgorithm};
pub use spec::AlgorithmSpec;
