//! Pruning of move strings: continuations of the moves made so far that are redundant in every
//! state.
//!
//! | file | contents |
//! |---|---|
//! | `automaton` | the finite automaton that rejects duplicate strings (Taylor & Korf 1993) |
//! | `strings` | the automaton of any space with a move alphabet, as a rule for searches |
//! | `last_move` | the check of a space's own rule, [`StateSpace::may_follow`] |

mod automaton;
mod last_move;
mod strings;

pub use automaton::{Dfa, MoveSystem, Probing, StateSet};
pub use last_move::wrongly_forbidden;
pub use strings::{MAX_LETTERS, StringPruning};

use crate::space::StateSpace;

/// The state of an automaton in which no further move is allowed: the string was forbidden.
pub const FORBIDDEN: u32 = 0;

/// A rule that forbids moves after moves.
///
/// It must leave at least one shortest path from every state to every state it can reach.
pub trait Pruning<S: StateSpace>: Sync {
    /// The part of the move history that the rule remembers.
    type State: Copy + Send + Sync;

    /// The state before the first move of a search from `start`.
    fn root(&self, space: &S, start: &S::State) -> Self::State;

    /// The state after `mv`, or `None` if the move is forbidden.
    fn next(&self, space: &S, state: Self::State, mv: S::Move) -> Option<Self::State>;
}
