//! The searches: one file each, readable as its paper.

pub mod ida_star;
mod registry;

pub use registry::{AlgorithmInfo, AlgorithmName, UnknownAlgorithm};
