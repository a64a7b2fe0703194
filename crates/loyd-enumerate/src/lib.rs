//! Complete enumeration: how many states are 0, 1, 2, … moves away from a start, every one
//! counted.
//!
//! One way through: a [`Request`] says what is wanted, [`Plan::new`] makes every choice and
//! predicts the memory without allocating anything, [`run`] counts, and the [`Enumeration`] says
//! what was found and what it took.
//!
//! ```
//! use loyd::observe::Cancel;
//! use loyd_tiles::Size;
//! use loyd_enumerate::{Plan, Request, run};
//!
//! let plan = Plan::new(&Request::new(Size::new(3, 3).unwrap()))?;
//! let eight_puzzle = run(&plan, &Cancel::new(), &mut |_| ())?;
//! assert_eq!(eight_puzzle.total, 181_440);
//! assert_eq!(eight_puzzle.radius, Some(31));
//! assert_eq!(eight_puzzle.levels[..5], [1, 2, 4, 8, 16]);
//! # Ok::<(), loyd_enumerate::EnumerateError>(())
//! ```
//!
//! # Adding an engine
//!
//! An engine is one file or folder with a function from a request to a [`Job`] (or to the reason
//! why it cannot do it), and one line in `registry.rs`. An engine of another crate makes a plan
//! by [`Plan::with_job`].
#![forbid(unsafe_code)]

pub mod audit;
pub mod checkpoint;
pub mod disk;
mod error;
pub mod frontier;
mod job;
pub mod memory;
mod monitor;
mod plan;
pub mod reference;
mod registry;
mod result;

pub use error::EnumerateError;
pub use job::{Counted, Job};
pub use monitor::{LevelProgress, Monitor};
pub use plan::{Plan, Request, run, run_with};
pub use registry::{EngineInfo, EngineName, UnknownEngine};
pub use result::Enumeration;
