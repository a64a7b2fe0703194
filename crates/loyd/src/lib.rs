//! Puzzles by name: solved, checked, scrambled, replayed and enumerated by requests in plain texts
//! and numbers.
//!
//! A command line, a server, a web page and a module for Python do the same with puzzles: they read a
//! position, choose a metric, an algorithm and a heuristic by name, search, replay what was found,
//! and report values. This crate is what they share. It knows no files, no terminal and no process,
//! builds for WebAssembly, and its errors name no option.
//!
//! | for | requests | types |
//! |---|---|---|
//! | solving | [`solve()`] | [`SolveRequest`], [`SolveResult`] |
//! | what is known without a search | [`check()`] | [`CheckRequest`], [`CheckResult`] |
//! | replaying moves | [`replay()`] | [`ReplayRequest`], [`ReplayResult`] |
//! | random positions | [`scramble()`] | [`ScrambleRequest`], [`ScrambleResult`] |
//! | searches recorded step by step | [`Session::trace`], [`read_trace()`] | [`TraceRequest`], [`TraceResult`] |
//! | the number of states at every depth | `enumerate()` | `EnumerateRequest`, `EnumerateResult` |
//! | names to choose from | [`puzzles()`] | [`PuzzleInfo`] |
//!
//! ```
//! use loyd::{NoTables, SolveRequest, solve};
//!
//! let request = SolveRequest::new("tiles", "1 2 3 4 0 6 7 5 8");
//! let tables = NoTables { memory: 1 << 30 };
//! let result = solve(&request, tables, &mut |_| ())?;
//! assert_eq!((result.length, result.proven), (Some(2), true));
//! assert_eq!(result.moves.as_deref(), Some("U L"));
//! assert_eq!(result.json()["puzzle"], "3x3");
//! # Ok::<(), loyd::Error>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `puzzles` | the list of puzzles, one line each, and a file for each puzzle's [`Listed`] |
//! | `listed` | the part of a puzzle that every program needs beside `Puzzle`: shapes, names in sentences, starts of enumerations |
//! | `solve`, `check`, `replay`, `scramble`, `enumerate` | a request and a result each; `solve::remark`: remarks on a result, as data |
//! | `names`, `choices` | the names to choose from; metric, algorithm, heuristic and pruning by name |
//! | `solvers`, `tables` | one prepared solver per goal; the trait [`TableCache`] |
//! | `session`, `trace` | prepared solvers shared by requests; recorded searches in memory |
//! | [`batch`], [`checking`] | boards in parallel, results in order; every path replayed within the limits of its search |
//! | `record` | a result as named values in a fixed order: the fields of JSON and CSV |
//! | `task`, `error` | a start and its goal; errors |
//!
//! Below this front everything is generic over the puzzle. [`for_puzzle!`] leads from a name to the
//! type; behind it a program may use [`Listed`], [`Solvers`], which keep prepared solvers for many
//! positions, [`batch`], which solves many at once, and [`checking`]. A [`Session`] keeps solvers
//! between requests. Tables of pattern databases come
//! from a [`TableCache`] that the program provides.
#![forbid(unsafe_code)]

#[macro_use]
mod puzzles;

#[cfg(feature = "threads")]
pub mod batch;
mod check;
pub mod checking;
pub mod choices;
#[cfg(feature = "enumerate")]
mod enumerate;
mod error;
mod listed;
mod names;
pub mod record;
mod replay;
mod scramble;
mod session;
mod solve;
mod solvers;
mod tables;
mod task;
mod trace;

pub use check::{CheckRequest, CheckResult, Heuristics, check};
#[cfg(feature = "enumerate")]
pub use enumerate::{Antipodes, EnumerateRequest, EnumerateResult, enumerate};
pub use error::{Error, NotPrepared, Unreadable};
pub use listed::Listed;
pub use names::{PuzzleInfo, puzzles};
pub use puzzles::{
    EveryTableCache, PuzzleName, define, goals, heuristics, metrics, named_shapes, shape,
    square_of, types,
};
pub use replay::{ReplayRequest, ReplayResult, Verdict, replay};
pub use scramble::{ScrambleRequest, ScrambleResult, scramble};
pub use session::{Preparation, Session};
pub use solve::{Remark, Shortest, SolveRequest, SolveResult, Status, position, solve};
pub use solvers::{Easily, Shared, Solvers, overestimate};
pub use tables::{NoTables, TableCache, TableProgress, WatchedTables};
pub use task::Task;
pub use trace::{TraceRequest, TraceResult, read_trace};
