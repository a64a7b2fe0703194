//! Complete enumeration: how many states are 0, 1, 2, … moves away from a start, every one
//! counted.
//!
//! One way through: a [`Request`] says what is wanted, [`Plan::new`] makes every choice and
//! predicts the memory without allocating anything, [`run`] counts, and the [`Enumeration`] says
//! what was found and what it took. All of this is written over
//! [`Puzzle`](loyd::puzzle::Puzzle); an example is in [`tiles`].
//!
//! | module | idea |
//! |---|---|
//! | `ranked` | bitmaps over the numbers of all states, with several threads; any puzzle |
//! | `symmetric` | the first levels of spaces with symmetries, a key for each class of states |
//! | [`mod@reference`] | plain breadth-first search; any puzzle |
//! | [`tiles`] | engines of sliding tiles |
//! | [`checkpoint`] | a run between two levels, as data |
//!
//! # Adding an engine
//!
//! An engine is one file or folder with a function from a request to a [`Job`] (or to the reason
//! why it cannot do it), and one line in `registry.rs` or, if it is of one puzzle, in the list of
//! that puzzle. An engine of another crate makes a plan by [`Plan::with_job`].
#![forbid(unsafe_code)]

mod bitmap;
pub mod checkpoint;
mod error;
mod job;
mod monitor;
mod plan;
mod ranked;
pub mod reference;
mod registry;
mod result;
mod symmetric;
pub mod tiles;

pub use error::{EnumerateError, Unsuitable};
pub use job::{Counted, Job};
pub use monitor::{LevelProgress, Monitor};
pub use plan::{Plan, Request, run, run_with, states};
pub use registry::{Engine, EngineInfo, EngineName, UnknownEngine, engines};
pub use result::{Enumeration, LevelSummary};
