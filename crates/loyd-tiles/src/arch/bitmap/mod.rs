//! The part of the bitmap engine that depends on the processor or the operating system, with all of
//! its `unsafe` code.
//!
//! | file | idea |
//! |---|---|
//! | [`mod@loyd_search::arch::line`] | [`Line`]: 64 aligned bytes, the unit of all bitmaps |
//! | [`kernels`] | [`Kernels`]: the safe interface of the kernels, chosen at run time |
//! | [`swaps`] | exchanges of digits inside a block, and their tables |
//! | `vector` | the kernels written once over the small trait `Vector` |
//! | `portable`, `avx2`, `avx512`, `neon` | one thin file per instruction set |
//! | [`loyd_search::arch::memory`] | zeroed huge-page memory, touched by several threads |
//! | [`sweep`] | [`Bitmaps`] and the disjoint parallel access to them during one level |
//! | [`patches`] | parts of bitmaps that several threads fill or read at the same time |
//! | [`loyd_search::arch::team`] | a team of threads that runs borrowed closures |
//!
//! Everything exported from here is safe to call.

// Vector code: one short function per instruction, which must be inlined to become one instruction.
#![allow(clippy::inline_always, clippy::wildcard_imports)]

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub mod kernels;
#[cfg(target_arch = "aarch64")]
mod neon;
pub mod patches;
pub(super) mod portable;
pub mod swaps;
pub mod sweep;
#[cfg(test)]
mod tests;
pub(super) mod vector;

pub use kernels::{Gather, Kernels, MAX_SOURCES, Sources, Store};
pub use loyd_search::arch::line::{LANES_PER_LINE, Line};
pub use loyd_search::arch::team::Team;
pub use patches::{Grid, Patch, Patches};
pub use swaps::{BitSwap, LaneSwap};
pub use sweep::{Bitmaps, Group, Phase, Sweep};
