//! The Towers of Hanoi with any number of pegs.
//!
//! A state has each of `D` disks on one of `P` pegs; a move takes the smallest disk of a peg to another peg, whose
//! disks are all larger. A position is a word with a letter for each disk, the largest first: `AAB` has the two
//! larger disks on peg A and the smallest one on peg B. A move is a word of two letters, from and to: `AC`.
//!
//! | module | contents |
//! |---|---|
//! | `shape` | the numbers of disks and pegs: `hanoi-8x4` |
//! | `position` | positions and moves as text, plain moves |
//! | `towers` | the states of the searches |
//! | `ranking` | the P^D states as numbers, and moves on numbers |
//! | `space` | the state space of the searches |
//! | `heuristic` | heuristics by name; additive pattern databases |
//! | `puzzle` | all of this as a [`Puzzle`](loyd_search::puzzle::Puzzle) |
//!
//! # A worked example
//!
//! ```
//! use loyd_hanoi::Hanoi;
//! use loyd_search::observe::Limit;
//! use loyd_search::puzzle::Puzzle;
//! use loyd_search::solver::{Plan, Settings};
//!
//! // Eight disks on four pegs.
//! let start = Hanoi::parse("AAAAAAAA", Some("hanoi-8x4"))?;
//! let goal = Hanoi::goal(None, &start)?;
//! let engine = Plan::<Hanoi>::new(&goal, &Settings::default())?.prepare()?;
//! let report = engine.solve(&start, 1, &Limit::none(), &mut |_| ());
//! assert_eq!(report.outcome.path().map(<[_]>::len), Some(33));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod heuristic;
mod position;
mod puzzle;
mod ranking;
mod shape;
mod space;
mod towers;

pub use heuristic::{HeuristicName, MAX_GROUPS, Patterns, UnknownHeuristic};
pub use position::{Position, Transfer};
pub use puzzle::{Hanoi, Scrambler};
pub use ranking::Ranks;
pub use shape::{MAX_DISKS, MAX_PEGS, MIN_PEGS, Shape};
pub use space::{HanoiSpace, Shift};
pub use towers::Towers;
