//! The searches: one file each, readable as its paper.

pub mod additive;
pub mod arastar;
pub mod astar;
pub mod best_first;
pub mod bfs;
pub mod bibfs;
#[cfg(test)]
mod both_ends;
pub mod constructive;
pub mod deepening;
pub mod every;
pub mod greedy;
pub mod human;
pub mod ida_star;
pub mod iddfs;
mod ledger;
mod lists;
pub mod multi;
pub mod nayak_huang;
pub mod nbs;
mod parameters;
pub mod pool;
mod registry;
pub(crate) mod slack;
mod spec;
pub mod subtree;
#[cfg(test)]
mod toy;
pub mod ucs;
pub mod weighted;

pub use parameters::{Order, Parameter, Parameters, Ties, Weight};
pub use registry::{AlgorithmInfo, AlgorithmName, UnknownAlgorithm};
pub use spec::AlgorithmSpec;
