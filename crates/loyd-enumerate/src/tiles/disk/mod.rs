//! Complete enumeration beyond memory.
//!
//! The recursions are those of the [memory engine](crate::tiles::memory): in the single-tile metric one
//! bitmap a cell, in the multi-tile metric one a row and one a column, and with N the neighbours
//!
//! ```text
//! single   W_{d+1} = N(W_d)      new states at d+1 = |W_{d+1}| - |W_{d-1}|
//! multi    B_{d+1} = N(B_d)      states up to d+1  = states with an end in B_d
//! ```
//!
//! exactly, so that each level is read and the next one written, without visited set, sorting or
//! duplicate detection. The bitmaps do not fit in memory: they are kept as coded *units* by a
//! [`LevelStore`], and a [`Segmentation`] arranges them in bands and columns such that either is enough for
//! one half of the moves. A level takes a pass over the columns and one or two over the bands; what
//! a pass finds for a later one is handed on. In the single-tile metric only the units of w mixed
//! cells are read twice, in the multi-tile metric those of the rows above the cut, and those of the
//! columns if the cut is just above the last two rows.
//!
//! | file | what |
//! |---|---|
//! | [`cut`] | [`Segmentation`]: bands, columns, units |
//! | [`plan`] | [`DiskPlan`]: the cut that suits a memory, and what a run needs, before it is allocated |
//! | [`store`] | what is asked of those who keep units and of those who code them |
//! | [`mark`] | [`LevelCheckpoint`]: how far a level is, to go on in its middle |
//! | [`volatile`] | a store in memory and a code that changes nothing |
//! | `program` | what a level consists of in either metric: passes and their bitmaps |
//! | `halves` | single-tile: which bitmaps a half of the moves reads and writes |
//! | `classes` | multi-tile: the same for the classes of rows and columns |
//! | `index` | how many states each unit holds |
//! | `agenda` | what there is to do for a segment |
//! | `places` | units on their way into the bitmaps of a segment and out of them |
//! | `stage` | the bitmaps of a segment and its moves, by the level step of the memory engine |
//! | `pass`, `crew` | a pass over the bitmaps: read ahead, compute, write behind; who does it |
//! | `queue`, `partials`, `pool` | what is between those who read, compute and write |
//! | `thin` | the first levels, made by lists and handed over |
//! | `watched` | some states of every level, to be checked afterwards; single-tile metric |
//! | `job` | the engine as the rest of the crate sees it |
//! | `progress` | how far a level is |
//! | [`run`], `begin` | [`DiskLoop`]: the level loop, interruption; how it is begun or resumed |

mod buffer_pool;
pub mod error;
pub mod in_memory_store;
mod job;
pub mod level_checkpoint;
mod listed_levels;
mod multi_tile;
mod partial_buffer;
mod pass;
mod passes;
pub mod plan;
mod progress;
mod queue;
pub mod run;
mod sampled_units;
mod segment_bitmaps;
mod segment_maps;
mod segment_plan;
pub mod segmentation;
mod single_tile;
mod start;
pub mod store;
mod unit_counts;
mod unit_transfer;
mod workers;

pub use crate::LevelSummary;
pub use error::DiskError;
pub use in_memory_store::{MemoryLevelStore, RawCodec};
pub(crate) use job::without_store;
pub use job::{RunOptions, job};
pub use level_checkpoint::LevelCheckpoint;
pub use plan::{DiskPlan, DiskTask};
pub use run::{DiskLoop, DiskProgress, DiskStep};
pub use segmentation::{Half, Segmentation};
pub use store::{Bottleneck, Unit, UnitShape};
pub use store::{CorruptUnit, LevelRecord, LevelStore, StoreError, UnitCodec, UnitCoder, UnitKind};
