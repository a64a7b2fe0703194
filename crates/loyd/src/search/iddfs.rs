//! Iterative deepening without a heuristic: R. E. Korf, *Depth-First Iterative-Deepening* (1985);
//! D. J. Slate, L. R. Atkin, *Chess 4.5* (1977).
//!
//! ```text
//! for bound := 0, 1, 2, …
//!     depth-first search of all paths of cost at most bound; at a goal, stop
//! ```
//!
//! That is IDA* with an estimate of 0, so it is run as that ([`super::ida_star`]): memory for one
//! path, and states met again on every path that leads to them.

use super::ida_star;
use crate::observe::{Limit, Observer, Report};
use crate::space::{Heuristic, Properties, StateSpace};

/// Knows nothing of any space.
#[derive(Clone, Copy, Debug)]
pub struct Blind;

impl<S: StateSpace> Heuristic<S> for Blind {
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

/// The search in the form of the registry; it has one thread and looks at no heuristic.
pub(super) fn run<S: StateSpace, H>(
    space: &S,
    _heuristic: &H,
    start: &S::State,
    _threads: usize,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    ida_star::search(space, &Blind, start, limit, observer)
}
