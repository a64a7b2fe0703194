//! Iterative deepening without a heuristic: R. E. Korf, *Depth-First Iterative-Deepening* (1985);
//! D. J. Slate, L. R. Atkin, *Chess 4.5* (1977).
//!
//! ```text
//! for bound := 0, 1, 2, …
//!     depth-first search of all paths of cost at most bound; at a goal, stop
//! ```
//!
//! This is IDA* with an estimate of 0, and is implemented so ([`super::ida_star`]). It needs memory
//! for one path only, and expands a state again on every path that leads to it.

use super::ida_star;
use crate::observe::{Limit, Observer, Report};
use crate::space::{Heuristic, Properties, StateSpace};

/// The estimate 0 for any space.
#[derive(Clone, Copy, Debug)]
pub struct ZeroHeuristic;

impl<S: StateSpace> Heuristic<S> for ZeroHeuristic {
    type Memo = ();
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, _state: &S::State) {}

    fn step(&self, (): (), _after: &S::State, _effect: S::Effect) {}

    fn value(&self, (): ()) -> u32 {
        0
    }

    fn reversed(&self, _space: &S) -> Option<Self> {
        Some(Self)
    }
}

/// The search in the form of the registry; it uses one thread and no heuristic.
pub(super) fn run<S: StateSpace, H>(
    space: &S,
    _heuristic: &H,
    start: &S::State,
    _threads: usize,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    ida_star::search(space, &ZeroHeuristic, start, limit, observer)
}
