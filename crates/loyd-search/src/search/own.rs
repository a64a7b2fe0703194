//! Searches that a puzzle supplies, because they need to know the structure of its states.

use super::{AlgorithmName, Parameters};
use crate::observe::{Limit, Observer, Outcome, Report, Statistics};
use crate::space::{Heuristic, StateSpace, Unsolvable};

/// A space that may have its own searches, for the values of [`AlgorithmName::Own`].
pub trait OwnSearches: StateSpace + Sized {
    /// Searches with an algorithm that only some puzzles have; `None`, the default, if this one
    /// does not have it. The heuristic bounds the error of a solution.
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

/// The search in the form of the registry. A space without the search reports that as the reason.
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
            let reason = format!("{algorithm} does not search this puzzle");
            let outcome = Outcome::Unsolvable(Unsolvable { reason });
            Report::new(outcome, Statistics::default())
        },
    )
}
