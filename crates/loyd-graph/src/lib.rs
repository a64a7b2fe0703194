//! The solution graph of a puzzle in a database: every state, its level and the move that led to it.
//!
//! ```text
//! address ──open──▶ backend ──build──▶ levels, one transaction each ──▶ path, statistics, export
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`url`] | addresses of databases, never printed with a password |
//! | [`backend`] | the trait that a database implements, in memory and by SQL |
//! | [`key`] | keys of states and rows |
//! | `schema`, [`meta`] | tables and views as SQL, for every dialect; the facts about a graph |
//! | `coding` | the key of a state, by representation |
//! | `space` | a space as keys and numbered moves |
//! | [`build`](mod@build) | the strategies: state by state, level by level, in bulk |
//! | `stored` | the puzzle of a stored graph |
//! | [`path`](mod@path) | optimal solutions traced through a stored graph |
//! | [`stats`](mod@stats) | levels, and bytes per state |
//! | [`export`](mod@export) | the table of states as a file |
//! | [`draw`](mod@draw) | pictures of small graphs |
//! | [`measure`](mod@measure) | the speed of a database alone |
//!
//! ```
//! use loyd_search::observe::Limit;
//! use loyd::PuzzleName;
//! use loyd_graph::{Access, BuildRequest, DatabaseUrl, build, open, path};
//!
//! let mut graph = open(&DatabaseUrl::Memory, Access::Build)?;
//! let request = BuildRequest::new(PuzzleName::Tiles, Some("3x2"));
//! let built = build(&request, &mut *graph, &Limit::none(), &mut |_| ())?;
//! assert_eq!((built.levels.len(), built.levels.iter().sum()), (22, 360));
//! let solution = path(&mut *graph, "4 5 0 / 1 2 3", None)?;
//! assert_eq!((solution.length, solution.proven), (Some(21), true));
//! # Ok::<(), loyd_graph::GraphError>(())
//! ```
#![forbid(unsafe_code)]

pub mod backend;
pub mod build;
mod coding;
pub mod draw;
pub mod error;
pub mod export;
pub mod key;
pub mod measure;
pub mod meta;
pub mod path;
pub mod schema;
mod space;
pub mod stats;
mod stored;
pub mod url;

pub use backend::{Access, Backend, open};
pub use build::{BuildProgress, BuildRequest, Built, Strategy, build};
pub use error::GraphError;
pub use path::path;
pub use space::{GraphSpace, MoveName, Slide};
pub use stats::{Stats, stats};
pub use url::DatabaseUrl;
