//! States on shortest paths: their distances are known without searching the whole space.

use super::exhaustive::around;
use super::findings::{Findings, Thoroughness};
use crate::space::{Heuristic, StateSpace};

/// Compares a heuristic with the distances of all states along shortest paths, and over all moves
/// of those states. The statistics ([`Findings::joint`]) are of the starts alone, because the other
/// states are not a fair sample.
///
/// # Panics
/// If a move of a path is not legal.
pub fn along<'a, S, H>(
    space: &S,
    heuristic: &H,
    paths: impl IntoIterator<Item = (&'a S::State, &'a [S::Move])>,
) -> Findings<S::State, S::Move>
where
    S: StateSpace<State: 'a, Move: 'a>,
    H: Heuristic<S>,
{
    let mut findings = Findings::none(Thoroughness::Sample);
    // States of equal rank stay in the order in which they come.
    let first = |_: &S::State| 0;
    for (start, path) in paths {
        let mut remaining: u32 = path.iter().map(|&mv| space.cost(mv)).sum();
        let mut state = start.clone();
        let estimate = around(space, heuristic, state.clone(), remaining, first, &mut findings);
        findings.joint.add(remaining, estimate);
        for &mv in path {
            space.apply(&mut state, mv);
            remaining -= space.cost(mv);
            around(space, heuristic, state.clone(), remaining, first, &mut findings);
        }
    }
    findings
}
