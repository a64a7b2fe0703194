//! All code that depends on the processor or the operating system, and the only `unsafe` code of
//! the crate. Everything exported from here is safe to call.
//!
//! | module | idea |
//! |---|---|
//! | `batch` | many boards of a depth-first search at once |
//! | [`bitmap`] | whole levels of a state space, one bit per state |
//! | [`pdb`] | pattern databases: construction, and indices of states |
//! | `simd128` | vectors of 128 bits, for kernels of several processors |

pub(crate) mod batch;
pub mod bitmap;
pub mod pdb;
#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
mod simd128;
