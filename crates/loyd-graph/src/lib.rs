//! The solution graph of a puzzle in a database: every state, its level and the move that led to it.
//!
//! ```text
//! address ──open──▶ backend ──build──▶ levels, one transaction each ──▶ path, statistics, export
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`url`] | addresses of databases, never printed with a password |
//! | [`backend`] | the trait that a database implements, one file each |
//! | [`key`] | keys of states and rows |
//! | `schema` | tables and views as SQL, for every dialect |
//! | [`build`](mod@build) | the strategies: state by state, level by level, in bulk |
#![forbid(unsafe_code)]

pub mod backend;
pub mod build;
pub mod error;
pub mod key;
pub mod meta;
pub mod schema;
mod space;
pub mod url;

pub use backend::{Access, Backend, open};
pub use build::{BuildProgress, BuildRequest, Built, Strategy, build};
pub use error::GraphError;
pub use space::{MoveName, Slide};
pub use url::DatabaseUrl;
