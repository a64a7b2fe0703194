//! Searches that a puzzle brings itself, because they need to know what its states are made of.

use super::{AlgorithmName, Parameters};
use crate::observe::{Limit, Observer, Outcome, Report, Statistics};
use crate::space::{Heuristic, StateSpace, Unsolvable};

/// A space that may have searches of its own, for the lines `own` of the registry.
pub trait OwnSearches: StateSpace + Sized {
    /// Searches with an algorithm that only some puzzles have; `None` if this one does not have it,
    /// which is the default. The heuristic tells how far from optimal a solution can be.
    fn own_search<H: Heuristic<Self>>(
        &self,
        _algorithm: AlgorithmName,
        _parameters: &Parameters,
        _heuristic: &H,
        _start: &Self::State,
        _limit: &Limit,
        _observer: &mut dyn Observer<Self>,
    ) -> Option<Report<Self::Move>> {
        None
    }
}

/// The search in the form of the registry. A space without it has no solution by it, and says so.
pub(super) fn run<S: OwnSearches, H: Heuristic<S>>(
    algorithm: AlgorithmName,
    parameters: &Parameters,
    space: &S,
    heuristic: &H,
    start: &S::State,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    space.own_search(algorithm, parameters, heuristic, start, limit, observer).unwrap_or_else(
        || {
            let reason = format!("{algorithm} is no search of this puzzle");
            let outcome = Outcome::Unsolvable(Unsolvable { reason });
            Report { outcome, statistics: Statistics::default() }
        },
    )
}
