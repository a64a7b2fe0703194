//! Frontier search.
mod digits;
pub mod error;
mod image;
mod job;
mod pieces;
mod run;
pub mod store;
pub mod volatile;
mod watch;

pub use error::FrontierError;
pub(crate) use job::in_memory;
pub use job::job;
pub use store::{Extent, ListStore, Record, Unit};
pub use volatile::Volatile;
