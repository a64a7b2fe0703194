//! Which successors a depth-first search need not generate.

use crate::space::StateSpace;

/// A rule that forbids moves after moves.
///
/// It must leave at least one shortest path from every state to every state it can reach.
pub trait Pruning<S: StateSpace>: Sync {
    /// What the rule remembers of the moves so far.
    type State: Copy + Send + Sync;

    /// Before the first move of a search from `start`.
    fn root(&self, space: &S, start: &S::State) -> Self::State;

    /// After `mv`, or `None` if it is forbidden.
    fn next(&self, space: &S, state: Self::State, mv: S::Move) -> Option<Self::State>;
}

/// Forbids what [`StateSpace::may_follow`] forbids: a move after the last move.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastMove;

impl<S: StateSpace<Move: Send + Sync> + Sync> Pruning<S> for LastMove {
    type State = Option<S::Move>;

    fn root(&self, _space: &S, _start: &S::State) -> Self::State {
        None
    }

    #[inline]
    fn next(&self, space: &S, last: Self::State, mv: S::Move) -> Option<Self::State> {
        last.is_none_or(|last| space.may_follow(last, mv)).then_some(Some(mv))
    }
}
