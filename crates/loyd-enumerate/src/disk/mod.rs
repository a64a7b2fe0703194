//! Complete enumeration beyond memory, single-tile metric.
//!
//! The recursion is that of the [memory engine](crate::memory): one bitmap a cell, and
//!
//! ```text
//! W_{d+1} = N(W_d)                      new states at d+1 = |W_{d+1}| - |W_{d-1}|
//! ```
//!
//! exactly, so that each level is read once and the next one written once, without visited set,
//! sorting or duplicate detection. The bitmaps do not fit in memory: they are kept as coded
//! *units* by a [`LevelStore`], and a [`Cut`] arranges them in bands and columns such that either
//! is enough for one half of the moves. Only the units of w mixed cells are read by both halves,
//! and handed from one to the other.
//!
//! | file | what |
//! |---|---|
//! | [`cut`] | [`Cut`]: bands, columns, units |
//! | [`plan`] | [`Plan`]: the cut that suits a memory, and what a run needs, before it is allocated |
//! | [`store`] | what is asked of those who keep units and of those who code them |
//! | [`volatile`] | a store in memory and a code that changes nothing |
//! | `halves` | which bitmaps a half of the moves reads and writes |
//! | `index` | how many states each unit holds |
//! | `agenda` | what there is to do for a segment |
//! | `places` | units on their way into the bitmaps of a segment and out of them |
//! | `stage` | the bitmaps of a segment and its moves, by the level step of the memory engine |
//! | `pass` | a half of a level: read ahead, compute, write behind |
//! | `queue`, `partials`, `pool` | what is between those who read, compute and write |
//! | `watched` | some states of every level, to be checked afterwards |
//! | `job` | the engine as the rest of the crate sees it |
//! | [`run`] | [`DiskLoop`]: the level loop, interruption, resumption |

mod agenda;
mod classes;
pub mod cut;
pub mod error;
mod halves;
mod index;
mod job;
mod partials;
mod pass;
mod places;
pub mod plan;
mod pool;
mod program;
mod queue;
pub mod run;
mod stage;
pub mod store;
pub mod volatile;
mod watched;

pub use cut::{Cut, Half};
pub use error::DiskError;
pub use job::job;
pub(crate) use job::without_store;
pub use plan::{Plan, Task};
pub use run::{DiskLoop, Progress, Step};
pub use store::{Codec, Coder, Corrupt, Kind, LevelStore, LevelSummary, Record, StoreError};
pub use store::{Scarce, Unit, UnitShape};
pub use volatile::{Raw, Volatile};
