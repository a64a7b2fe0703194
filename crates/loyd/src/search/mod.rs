//! The searches: one file each, readable as its paper.

pub mod additive;
pub mod constructive;
pub mod deepening;
pub mod every;
pub mod ida_star;
pub mod multi;
pub mod pool;
mod registry;
pub(crate) mod slack;
pub mod subtree;

pub use registry::{AlgorithmInfo, AlgorithmName, UnknownAlgorithm};
