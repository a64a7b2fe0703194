//! Frontier search.
mod digits;
pub mod error;
mod form;
mod image;
mod job;
mod keys;
mod pieces;
mod run;
pub mod store;
pub mod volatile;
mod watch;

pub use error::FrontierError;
pub(crate) use job::in_memory;
pub use job::{is_shallow, job};
pub use store::{Extent, ListStore, Record, Unit};
pub use volatile::Volatile;
