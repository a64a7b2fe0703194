//! Complete enumeration with levels that exceed memory.
//!
//! The recursions are those of the [memory engine](crate::memory): in the single-tile metric
//! with one bitmap for each cell, in the multi-tile metric with one for each row and column. With N
//! the neighbours,
//!
//! ```text
//! single   W_{d+1} = N(W_d)      new states at d+1 = |W_{d+1}| - |W_{d-1}|
//! multi    B_{d+1} = N(B_d)      states up to d+1  = states with an end in B_d
//! ```
//!
//! hold exactly, so that each level is read and the next one written, without visited set, sorting
//! or duplicate detection. The bitmaps do not fit in memory: a [`LevelStore`] stores them as coded
//! *units*. A [`Segmentation`] divides them into bands and columns, and a segment of either kind
//! suffices for one half of the moves. A level takes one pass over the columns and one or two over
//! the bands; a pass hands *partials* to a later one. In the single-tile metric only the units of
//! the w mixed cells are read twice; in the multi-tile metric those of the rows above the last
//! mixed cell, and those of the columns whose mixed cell is in the last row but one.
//!
//! | file | contents |
//! |---|---|
//! | [`segmentation`] | [`Segmentation`]: bands, columns, units |
//! | [`plan`] | [`DiskPlan`]: the segmentation that suits a memory limit, and what a run needs |
//! | [`store`] | the contracts [`LevelStore`] and [`UnitCodec`] |
//! | [`division`] | [`Division`]: the segments and units of one process of several |
//! | [`traffic`] | [`TrafficCounter`]: the bytes that would travel, for predictions |
//! | `settling` | the exchange of processes at the end of a pass |
//! | [`level_checkpoint`] | [`LevelCheckpoint`]: a run inside a level, to be resumed |
//! | [`in_memory_store`] | a store in memory and a codec that copies |
//! | `passes` | the passes of a level in either metric, and their bitmaps |
//! | `single_tile`, `multi_tile` | the bitmaps that a pass reads and writes in each metric |
//! | `segment_maps` | the bitmaps of a segment |
//! | `unit_counts` | the number of states of each unit |
//! | `segment_plan` | the units that a segment reads and writes |
//! | `unit_transfer` | copying units into the bitmaps of a segment and out of them |
//! | `segment_bitmaps` | the bitmaps of a segment and its moves, by the level step of the memory engine |
//! | `pass`, `workers` | a pass over the bitmaps: read ahead, compute, write behind; its threads |
//! | `queue`, `pass_channels`, `partial_buffer`, `buffer_pool` | buffers between reading, computing and writing |
//! | `listed_levels` | the first levels: lists, converted to bitmaps |
//! | `sampled_units` | samples of every level, for later checks; single-tile metric |
//! | `job` | the engine as a [`Job`](loyd_enumerate::Job) |
//! | `progress` | the progress of a level |
//! | [`run`], `start` | [`DiskLoop`]: the level loop; starting and resuming it |

mod buffer_pool;
pub mod division;
pub mod error;
pub mod in_memory_store;
mod job;
pub mod level_checkpoint;
mod listed_levels;
mod multi_tile;
mod partial_buffer;
mod pass;
mod pass_channels;
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
mod settling;
mod single_tile;
mod start;
pub mod store;
pub mod traffic;
mod unit_counts;
mod unit_transfer;
mod workers;

pub use division::{Division, ProcessGroup};
pub use error::DiskError;
pub use in_memory_store::{MemoryLevelStore, RawCodec};
pub(crate) use job::without_store;
pub use job::{RunOptions, job, job_of_group};
pub use level_checkpoint::LevelCheckpoint;
pub use loyd_enumerate::LevelSummary;
pub use plan::{DiskPlan, DiskTask};
pub use run::{DiskLoop, DiskProgress, DiskStep};
pub use segmentation::{Half, Segmentation};
pub use store::{Bottleneck, Unit, UnitShape};
pub use store::{CorruptUnit, LevelRecord, LevelStore, StoreError, UnitCodec, UnitCoder, UnitKind};
pub use traffic::{TrafficCounter, UnitBytes};
