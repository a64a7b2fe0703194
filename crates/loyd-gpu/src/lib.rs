//! Complete enumeration of sliding-tile puzzles on graphics processors, by wgpu and WGSL.
//!
//! The recursion, the layout of the bitmaps and the tables of moves are those of the memory engine
//! ([`loyd_tiles_enumerate::memory`], [`loyd_tiles::bitmap`]); so are its checkpoints. A level is a
//! few dispatches, one for each target bitmap, and a workgroup computes one block:
//!
//! ```text
//! for each target bitmap t:                                        one dispatch
//!     for each block b of t:                                       one workgroup
//!         skip if block b is full, or no source block grew at the last level
//!         block b of t     := OR of the sources, seen through their address tables
//!         account of t, b  := number of states, and the level if it has grown
//! states up to this level := sum of the counts in the accounts     two dispatches
//! ```
//!
//! Bitmaps that the card cannot hold stay in the memory of the host, and each level passes through the
//! card in pieces, by the same kernels.
//!
//! No two workgroups write the same word of a bitmap, so there are no atomic operations on bitmaps.
//! Several levels are one submission; the counts are read afterwards.
//!
//! | file | contents |
//! |---|---|
//! | [`plan`], `pieces` | limits, the form of the bitmaps, resources; pieces of streamed bitmaps |
//! | `kernels/` | the kernels in WGSL: `sources.wgsl` is the part that all share, `gather` and `bits` for sources that differ within blocks |
//! | `kernel`, `shader` | the names of the kernels; their texts put together, and their constants |
//! | `tables`, `passes`, `parameters` | moves as words; the dispatches of a level |
//! | `program` | buffers, kernels with their bindings, and dispatches, as data |
//! | `level_counts`, `lists` | levels from the words that kernels leave; the new states that they list |
//! | [`adapter`] | the adapters of this machine, and the choice of one |
//! | `device`, `future`, `bitmaps`, `pipelines`, `card` | an open device with its errors; the buffers and kernels of a run |
//! | `resident` | levels of bitmaps on the card |
//! | `host`, `streamed` | bitmaps in the memory of the host; their levels, piece by piece |
//! | [`level_loop`] | [`GpuLoop`]: steps and their counts |
//! | `checkpoint` | a level boundary saved and restored |
//! | [`job`](mod@job) | the engine as a job of `loyd-enumerate` |
//! | [`bandwidth`] | the copy to compare with |
#![forbid(unsafe_code)]

pub mod adapter;
pub mod bandwidth;
mod bitmaps;
mod card;
mod checkpoint;
mod device;
pub mod error;
mod future;
mod host;
pub mod job;
mod kernel;
mod level_counts;
pub mod level_loop;
mod lists;
mod parameters;
mod passes;
mod pieces;
mod pipelines;
pub mod plan;
mod program;
mod resident;
mod shader;
mod streamed;
mod tables;
#[cfg(test)]
mod tests;

pub use adapter::{Adapter, AdapterChoice, AdapterKind};
pub use error::GpuError;
pub use job::{GpuJob, job, resident_job};
pub use level_counts::GpuStep;
pub use level_loop::GpuLoop;
pub use plan::{Capacity, Form, GpuPlan};
