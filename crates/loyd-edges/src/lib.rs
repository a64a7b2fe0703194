//! Puzzles from files of edges: the states are the nodes of a graph, the moves its edges.
//!
//! A file has the columns `from` and `to`, and may have `move`, the name of the edge. Edges are directed. An export of a
//! solution graph has the columns `key` and `parent`; its edges lead in both directions, since every move of its puzzle
//! can be taken back. All moves cost 1.
//!
//! | module | contents |
//! |---|---|
//! | `texts` | state keys and move names, each stored once, with numbers |
//! | `reading` | rows to edges, with the place of every error |
//! | `error` | the errors of files |
//! | `lists` | compressed rows: a list of states for each state |
//! | `graph` | the edges of each state, forward and backward |
//! | `reach` | the states that reach a state, or are reached from it |
//! | `catalogue` | graphs by name; one comes with the crate |
//! | `edge` | moves, and their texts |
//! | `position` | positions and plain moves |
//! | `space` | the state space of the searches |
//! | `puzzle` | all of this as a [`Puzzle`](loyd_search::puzzle::Puzzle) |
//!
//! # Memory
//!
//! Numbers of states and edges have 32 bits. An edge takes 4 bytes if every edge has its opposite, else 8 bytes, and 4
//! more if edges have names; a state takes the bytes of its key and 16 to 32 more. While a file is read, an edge takes
//! 8 bytes more, or 12 with names.
//!
//! # A worked example
//!
//! ```
//! use loyd_edges::{Edges, RIVER};
//! use loyd_search::observe::Limit;
//! use loyd_search::puzzle::Puzzle;
//! use loyd_search::solver::{Plan, Settings};
//!
//! // A farmer ferries a wolf, a goat and a cabbage: all are on the left bank, then none is.
//! let start = Edges::parse("FWGC", Some(RIVER))?;
//! let goal = Edges::goal(Some("-"), &start)?;
//! let engine = Plan::<Edges>::new(&goal, &Settings::default())?.prepare()?;
//! let report = engine.solve(&start, 1, &Limit::none(), &mut |_| ());
//! assert_eq!(report.outcome.path().map(<[_]>::len), Some(7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod catalogue;
mod edge;
mod error;
mod graph;
mod lists;
mod position;
mod puzzle;
mod reach;
mod reading;
mod space;
mod texts;

pub use catalogue::{NAMED, RIVER, by_name, find, learn};
pub use edge::Edge;
pub use error::FileError;
pub use graph::Graph;
pub use position::{FIRST, Position};
pub use puzzle::{Edges, HeuristicName, Scrambler, UnknownHeuristic};
pub use space::{EdgeSpace, Ranks};
