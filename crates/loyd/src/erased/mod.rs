//! Puzzles, positions and solvers behind object-safe interfaces: the place where a program stops to be
//! generic over the puzzle.
//!
//! A program takes `&dyn AnyPuzzle` from [`PuzzleName::puzzle`](crate::PuzzleName::puzzle), reads positions
//! as [`AnyTask`]s and solves them by [`AnySolvers`]. A request makes a few dynamic calls; an expanded node
//! makes none.
//!
//! ```
//! use loyd::erased::{AnySolvers, solvers};
//! use loyd::search::observe::Limit;
//! use loyd::{NoTables, PuzzleName, choices::Choices};
//!
//! let tiles = PuzzleName::Tiles.puzzle();
//! let task = tiles.read("1 2 3 4 0 6 7 5 8", None, None)?;
//! let tables = NoTables { memory: 1 << 28 };
//! let solvers = solvers(PuzzleName::Tiles, &Choices::default(), tables, (1, &[]))?;
//! let result = solvers.solve(&*task, 1, &Limit::none(), &mut |_| ())?;
//! assert_eq!((task.shape(), result.length), ("3x3".to_owned(), Some(2)));
//! # Ok::<(), loyd::Error>(())
//! ```

mod puzzle;
mod solvers;
mod task;
mod trace;

pub use crate::choices::Metric;
pub use puzzle::{AnyPuzzle, Checker, Facts, HeuristicFacts, RandomTasks, Scrambles};
pub use solvers::{AnySolvers, Chosen, PatternValue, Readiness, solvers, solvers_of};
pub use task::{AnyTask, Path};
pub use trace::{AnyTrace, TraceHeader, trace};
