//! Random states of large puzzles, solved in phases: short paths soon, shorter ones until a limit.
//!
//! ```text
//! effort := 1
//! repeat
//!     ends := the start, as it is and with its axes exchanged
//!     for each phase: ends := the best ends of a beam search from them (`beam`)
//!     for each end, shortest first: the path to it, then the last stage's path to solved
//!     effort := 2 · effort
//! until a limit; without a limit once
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `space` | states as bytes, moves as maps of bytes |
//! | `beam` | the beam search through one phase |
//! | `deepening` | the exhaustive search through one phase |
//! | `tables` | tables of distances in coordinates |
//! | `cube` | the phases of the 4x4x4 and the 5x5x5 cube |
//! | `three` | the 3x3x3 cube at their end |
//! | `reduction` | their search |
//! | `engine` | the [`loyd_search::solver::Engine`] |

mod beam;
mod cube;
mod deepening;
mod engine;
mod reduction;
mod space;
mod tables;
mod three;

pub(crate) use engine::{Phases, check};

use crate::position::Position;
use crate::turn::Turn;
use loyd_search::observe::{Limit, Progress, Report};
use loyd_search::search::{AlgorithmInfo, AlgorithmName, Guarantee};

const NAME: &str = "phases";

/// The puzzles that have phases, by name.
const PUZZLES: [&str; 1] = ["cube4"];

/// The algorithm.
pub const PHASES: AlgorithmName = AlgorithmName::Own(&AlgorithmInfo {
    name: NAME,
    summary: "phases with a beam of the best ends of each: random states of cube4 in a second or two; improves until a limit",
    guarantee: Guarantee::None,
    informed: false,
    observed: false,
    improves_until_limit: true,
    parameters: &[],
});

/// True for the solved position of a puzzle that has phases.
pub(crate) fn supports(goal: &Position) -> bool {
    goal.is_solved() && PUZZLES.contains(&goal.model().id())
}

/// Solves a position of a puzzle that has phases; `None` if the system refuses the memory of its tables.
fn solve(
    start: &Position,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Option<Report<Turn>> {
    reduction::solve(start, limit, progress)
}
