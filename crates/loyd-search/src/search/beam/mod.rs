//! Beam search with growing beams: R. Bisiani, *Beam search*, Encyclopedia of Artificial Intelligence, 1987;
//! R. Zhou, E. Hansen, *Beam-stack search*, ICAPS 2005, for the growing widths.
//!
//! ```text
//! repeat with growing width W
//!     level := {start}
//!     while level is not empty
//!         children := the successors of level, without duplicates, without states of the level before,
//!                     and without those with g + h >= best
//!         if the least h has not fallen for a thousand levels: end of this pass
//!         if a child is a goal: best := its g, publish the path; end of this pass
//!         level := the W children of least h, equal ones by a hash of the state
//! until a limit is reached, a pass drops no child for the width, or best is the h of the start
//! ```
//!
//! **Levels.** The hash of a state chooses its part of the level. In the first step each part of the level is
//! expanded on one thread into a list of children for each part of the next level; in the second, the lists of
//! one part are merged without duplicates and the estimates are counted; in the third, the children up to the
//! limit of the level are stored. The number of parts depends on the width alone, and lists are merged in the
//! order of the parts, so every number of threads gives the same result.
//!
//! **Duplicates** are states with the same hash of 64 bits. Two states with one hash cost a state of the beam and
//! never a wrong path; but a pass that drops nothing proves nothing for that reason. A path is proved shortest only
//! by the estimate of the start.
//!
//! **Memory.** A level has its states, memos and hashes; the paths have four bytes and a move for each state of each
//! level.
//!
//! **Time.** Without a given width the first pass has 1,000 states a level, and each following pass eight
//! times as many. With a limit of time the last pass is paced: each level has as many states as the remaining
//! time allows, if as many levels follow as the best path has moves. What a pass finds then depends on the
//! speed of the machine.

mod level;
mod passes;
#[cfg(test)]
mod tests;

pub use passes::{Pass, Passes};

use super::parameters::{ParameterValue, Parameters};
use crate::observe::{Limit, Outcome, Progress, Report, Statistics};
use crate::quote::quoted;
use crate::space::{Heuristic, Packing};
use level::Beam;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// The largest width of a pass.
const MAX: usize = 1 << 30;

/// The number of states that a level keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width(pub NonZeroU32);

impl ParameterValue for Width {
    const KEY: &'static str = "width";
    const FORM: &'static str = "a width such as 10000";
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Width {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let width = text.parse().ok().filter(|width: &NonZeroU32| width.get() as usize <= MAX);
        width.map(Self).ok_or_else(|| {
            format!("{} is not a width: write a number from 1 to {MAX}", quoted(text))
        })
    }
}

/// [`search`] in the form of the registry.
pub(super) fn run<S, H>(
    parameters: &Parameters,
    space: &S,
    heuristic: &H,
    start: &S::State,
    threads: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<S::Move>
where
    S: Packing<Packed: Sync, Move: Send + Sync> + Sync,
    H: Heuristic<S, Memo: Send + Sync> + Sync,
{
    let width = parameters.get().map(|Width(width)| width.get() as usize);
    search(space, heuristic, start, width, threads, limit, progress)
}

/// Finds paths from `start` to a goal, each with fewer moves than the one before: one pass of a given width, or
/// passes of growing widths until a limit is reached or a path is proved shortest.
///
/// Time is proportional to the width times the length of the path. Every move counts as 1.
pub fn search<S, H>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    width: Option<usize>,
    threads: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<S::Move>
where
    S: Packing<Packed: Sync, Move: Send + Sync> + Sync,
    H: Heuristic<S, Memo: Send + Sync> + Sync,
{
    if let Err(reason) = space.solvable(start) {
        return Report::new(Outcome::Unsolvable(reason), Statistics::default());
    }
    let admissible = heuristic.properties().admissible;
    let bound = if admissible { heuristic.value(heuristic.start(start)) } else { 0 };
    let best = space.is_goal(start).then(Vec::new);
    let passes = Passes::start(limit, bound, best, progress);
    let beam = Beam { space, heuristic, threads, admissible };
    passes.run(width, |passes, width| beam.pass(passes, start, width))
}
