//! Complete enumeration: the number of states at 0, 1, 2, … moves from a start, all of them
//! counted.
//!
//! A [`Request`] states the task, [`Plan::new`] makes every choice and predicts the memory without
//! allocating anything, [`run`] counts, and the [`Enumeration`] contains the result and its cost.
//! All of this is generic over [`Puzzle`](loyd_search::puzzle::Puzzle).
//!
//! | module | contents |
//! |---|---|
//! | `plan`, `result` | `Request` → `Plan` → `run` → `Enumeration` |
//! | `job`, `monitor` | the contract of a planned engine; its progress reports, limits and checkpoints |
//! | [`level_loop`] | the level loop of every engine: depths, progress, cancellation, checkpoints |
//! | `registry` | the names of engines, and the engines of every puzzle |
//! | `error` | errors of every engine; an engine for one puzzle adds its error type as the cause of an `EngineError` |
//! | [`processes`] | the contract of engines with the other processes of a run |
//! | `ranked` | bitmaps over the ranks of all states, with several threads; any puzzle |
//! | [`symmetric`] | the first levels of spaces with symmetries, one key per class of states; a level that exceeds the memory is made in rounds; `in_lists` stores levels in a `ListStore`, `shared` divides keys among processes by hash |
//! | [`mod@reference`] | plain breadth-first search; any puzzle |
//! | [`record`] | a run at a level boundary, without its states, and checks of it |
//! | [`checkpoint`] | the state of a run between two levels, as bytes; the trait `Checkpoints` stores it, `MemoryCheckpoints` in memory |
//! | [`lists`] | levels as numbered lists of coded states: the trait `ListStore`, the level loop, sorted keys of any puzzle |
//!
//! # Adding an engine
//!
//! An engine is one file or folder with a function from a request to a [`Job`] (or to the reason
//! why it is unsuitable), and one line in `registry.rs` or, if it belongs to one puzzle, in the
//! list of that puzzle. An engine of another crate makes a plan by [`Plan::with_job`].
#![forbid(unsafe_code)]

mod bitmap;
pub mod checkpoint;
mod error;
mod job;
pub mod level_loop;
pub mod lists;
mod monitor;
mod plan;
pub mod processes;
mod ranked;
pub mod record;
pub mod reference;
mod registry;
mod result;
pub mod symmetric;

pub use error::{Bytes, EngineError, EngineFault, EnumerateError, Unsuitable};
pub use job::{EngineResult, Job};
pub use monitor::{LevelProgress, Monitor};
pub use plan::{Plan, Request, run, run_with, states};
pub use record::RunRecord;
pub use registry::{Engine, EngineInfo, EngineName, UnknownEngine, engines};
pub use result::{Enumeration, LevelSummary};
