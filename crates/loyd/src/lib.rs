//! Puzzles by name: solved, checked, scrambled, replayed and enumerated by requests in plain texts
//! and numbers.
//!
//! The library reads a position, chooses a metric, an algorithm and a heuristic by name, searches, replays
//! the solution and returns a result. The command line, the server and the page share it. It uses no files,
//! no terminal and no process, builds for WebAssembly, and its errors name no option.
//!
//! ```
//! let result = loyd::solve("tiles", "1 2 3 4 0 6 7 5 8").run()?;
//! assert_eq!((result.length, result.proven), (Some(2), true));
//! assert_eq!(result.moves.as_deref(), Some("U L"));
//!
//! let cube = loyd::solve("cube3", "R U F' R2 U D L' B2").algorithm("two-phase").run()?;
//! let moves = cube.moves.unwrap_or_default();
//! assert!(loyd::replay("cube3", "R U F' R2 U D L' B2", &moves).run()?.valid);
//!
//! let levels = loyd::enumerate("tiles").shape("3x2").run()?;
//! assert_eq!((levels.total, levels.radius), (360, Some(21)));
//! # Ok::<(), loyd::Error>(())
//! ```
//!
//! | for | request, with `run` | result |
//! |---|---|---|
//! | solving | [`solve()`] | [`SolveResult`] |
//! | facts without a search | [`check()`] | [`CheckResult`] |
//! | replaying moves | [`replay()`] | [`ReplayResult`] |
//! | random positions | [`scramble()`] | [`ScrambleResult`] |
//! | recording searches step by step | [`Session::trace`], [`read_trace()`] | [`TraceResult`] |
//! | the number of states at every depth | [`enumerate()`](fn@enumerate) | [`EnumerateResult`] |
//! | audits of heuristics | [`audit::AuditRequest`] | [`audit::AuditResult`] |
//! | names to choose from | [`puzzles()`] | [`PuzzleInfo`] |
//!
//! The crates below are modules of this one: [`search`] (searches, audits and pattern databases of any
//! space; [`search::problem`] for a new space in a few lines), [`tiles`], [`cube`], [`twisty`] and
//! [`mod@enumerate`].
//!
//! | module | contents |
//! |---|---|
//! | `puzzles` | the list of puzzles, one line each, and a file for each puzzle's [`Listed`] |
//! | `listed` | the trait of a listed puzzle: shapes, names in sentences, starts of enumerations |
//! | `solve`, `check`, `replay`, `scramble`, `enumerate` | a request and a result each; `solve::remark`: remarks on a result, as data; `scramble::moves`: the moves that make a position |
//! | `names`, `choices` | the names to choose from; metric, algorithm, heuristic and pruning by name |
//! | `solvers`, `tables` | one prepared solver per goal; the trait [`TableCache`] |
//! | `session`, `trace` | prepared solvers shared by requests; recorded searches in memory |
//! | [`batch`], [`checking`] | boards in parallel, results in order; replays of paths within the limits of their searches |
//! | [`level_positions`] | the positions at one distance from a goal (feature `threads`) |
//! | [`spaces`] | ranks and distances of states, audits and searches with estimates of the caller (feature `threads`) |
//! | `pictures` | positions as scenes, for SVG, PNG and animations (feature `pictures`) |
//! | `record` | a result as an object of JSON and as a row of CSV |
//! | [`fields`] | requests from JSON and from addresses |
//! | [`erased`] | puzzles, positions, solvers and traces behind object-safe interfaces |
//! | `enumeration::levels` | [`LevelsRequest`], [`AnyPlan`], [`AnyEnumeration`]: enumerations of a puzzle known at run time, also in folders |
//! | `folder`, `cached_tables` | boards solved over several runs; tables in a folder, found or built (feature `store`) |
//! | `task`, `states`, `error` | a start and its goal; the number of states of a space; errors |
//!
//! The functions below these requests are generic over the puzzle. [`for_puzzle!`] leads from a name to the
//! type; with the type a program may use [`Listed`], [`Solvers`], which store prepared solvers for many
//! positions, [`batch`], which solves many positions in parallel, and [`checking`]. A [`Session`] stores
//! solvers between requests. Pattern databases come from a [`TableCache`] that the program provides.
#![forbid(unsafe_code)]

#[macro_use]
mod options;
#[macro_use]
mod puzzles;

#[cfg(all(feature = "enumerate", feature = "threads"))]
pub mod audit;
#[cfg(feature = "threads")]
pub mod batch;
#[cfg(feature = "store")]
mod cached_tables;
mod check;
pub mod checking;
pub mod choices;
#[cfg(feature = "enumerate")]
mod enumeration;
pub mod erased;
mod error;
#[cfg(feature = "enumerate")]
pub mod fields;
#[cfg(feature = "store")]
pub mod folder;
#[cfg(feature = "threads")]
pub mod level_positions;
mod listed;
mod names;
#[cfg(feature = "pictures")]
pub mod pictures;
pub mod record;
mod replay;
mod scramble;
mod session;
mod solve;
mod solvers;
#[cfg(feature = "threads")]
pub mod spaces;
mod states;
mod tables;
mod task;
mod trace;

pub use loyd_cube as cube;
#[cfg(feature = "more-puzzles")]
pub use loyd_edges as edges;
#[cfg(feature = "more-puzzles")]
pub use loyd_hanoi as hanoi;
pub use loyd_search as search;
pub use loyd_tiles as tiles;
#[cfg(feature = "more-puzzles")]
pub use loyd_twisty as twisty;

/// Complete enumeration by engines of every puzzle; those of sliding tiles are in
/// [`tiles`](enumerate::tiles).
#[cfg(feature = "enumerate")]
pub mod enumerate {
    pub use loyd_enumerate::*;
    pub use loyd_tiles_enumerate as tiles;
}

#[cfg(feature = "store")]
pub use cached_tables::{
    Building, BuiltTable, CachedTable, CachedTables, StoredTables, TableBuild, TableError,
    TableObserver, TableWarning,
};
pub use check::{CheckRequest, CheckResult, Heuristics, check};
#[cfg(feature = "enumerate")]
pub use enumeration::{
    Antipodes, AnyEnumeration, AnyPlan, EnumerateRequest, EnumerateResult, LevelsRequest, enumerate,
};
pub use error::{Error, NotPrepared, Unreadable};
#[cfg(feature = "enumerate")]
pub use fields::Fields;
pub use listed::Listed;
#[cfg(feature = "enumerate")]
pub use listed::{LevelAudit, LevelFindings};
pub use names::{PuzzleInfo, algorithms, puzzles};
#[cfg(feature = "store")]
pub use puzzles::CubeTable;
pub use puzzles::{
    EveryTableCache, PuzzleName, begins_like_shape, define, define_rows, definition_notes,
    for_goal, goals, heuristics, metrics, named_shapes, shape, square_of, types,
};
pub use replay::{ReplayRequest, ReplayResult, Verdict, replay};
pub use scramble::{NoMoves, ScrambleRequest, ScrambleResult, scramble};
pub use session::{Capacity, PatternShare, PatternsResult, Preparation, Session};
pub use solve::{
    CountOptions, LISTED, MAX_SLACK, Remark, SolutionCount, SolveRequest, SolveResult, Status,
    position, solve,
};
pub use solvers::{Shared, SolvedWithoutTables, Solvers, overestimate};
pub use tables::{NoTables, TableCache, TableProgress, WatchedTables};
pub use task::Task;
pub use trace::{
    TraceEnd, TraceExpansion, TraceRequest, TraceResult, TraceSink, TraceStep, read_trace,
};

/// The programs of the README and of the library guide, which the documentation tests run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../book/src/guide/library.md")]
struct Documents;
