//! Pruning of duplicate strings for any space whose moves are letters.

use super::{Dfa, FORBIDDEN, MoveSystem, Pruning, StateSet};
use crate::space::MoveAlphabet;
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// Maximum number of letters of an automaton: enough for multi-tile slides on boards up to 9x9 and
/// for turns of a cube.
pub const MAX_LETTERS: usize = 32;

/// Maximum number of contexts: enough for boards of 8x8 cells.
const MAX_CONTEXTS: usize = 64;

/// Forbids strings that other strings replace. If the space is too large for an automaton, it
/// forbids only the moves that [`crate::space::StateSpace::may_follow`] forbids.
#[derive(Clone, Debug)]
pub struct StringPruning {
    dfa: Option<Dfa<MAX_LETTERS>>,
}

impl StringPruning {
    /// The rule that considers only the last move.
    pub fn last_move() -> Self {
        Self { dfa: None }
    }

    /// Rejects duplicate strings of at most `length` moves, or of fewer if more than `strings`
    /// strings would have to be examined. Takes about 0.2 µs per string and context.
    pub fn new<S: MoveAlphabet>(space: &S, length: usize, strings: usize) -> Self {
        let fits = space.letters() <= MAX_LETTERS && space.contexts() <= MAX_CONTEXTS;
        let system = SpaceSystem { space };
        let dfa = (fits && length > 0).then(|| Dfa::within(&system, length, strings));
        Self { dfa }
    }

    /// Number of states of the automaton, if there is one.
    pub fn states(&self) -> Option<usize> {
        self.dfa.as_ref().map(Dfa::states)
    }
}

impl<S: MoveAlphabet + Sync> Pruning<S> for StringPruning {
    /// A state of the automaton; without an automaton the letter of the last move plus one, or 0.
    type State = u32;

    fn root(&self, space: &S, start: &S::State) -> u32 {
        self.dfa.as_ref().map_or(0, |dfa| dfa.starts[space.context(start)])
    }

    #[inline]
    fn next(&self, space: &S, state: u32, mv: S::Move) -> Option<u32> {
        let letter = space.letter(mv);
        if let Some(dfa) = &self.dfa {
            let next = dfa.rows[state as usize][letter];
            return (next != FORBIDDEN).then_some(next);
        }
        let last = (state > 0).then(|| space.move_of(state as usize - 1));
        let allowed = last.is_none_or(|last| space.may_follow(last, mv));
        allowed.then_some(letter as u32 + 1)
    }
}

struct SpaceSystem<'a, S> {
    space: &'a S,
}

impl<S: MoveAlphabet> MoveSystem<MAX_LETTERS> for SpaceSystem<'_, S> {
    type State = S::State;
    type Set = HashedStates<S::State>;
    const BIPARTITE: bool = false;

    fn contexts(&self) -> usize {
        self.space.contexts()
    }

    fn representative(&self, context: usize) -> S::State {
        self.space.representative(context)
    }

    #[inline]
    fn apply(&self, state: &S::State, _context: usize, letter: usize) -> Option<(S::State, usize)> {
        if letter >= self.space.letters() {
            return None;
        }
        let mv = self.space.move_of(letter);
        let legal = self.space.moves(state).any(|legal| legal == mv);
        legal.then(|| {
            let mut after = state.clone();
            self.space.apply(&mut after, mv);
            let context = self.space.context(&after);
            (after, context)
        })
    }
}

struct HashedStates<State>(FxHashSet<State>);

impl<State: Clone + Eq + Hash> StateSet<State> for HashedStates<State> {
    fn new() -> Self {
        Self(FxHashSet::default())
    }

    fn clear(&mut self, _entries: usize) {
        self.0.clear();
    }

    #[inline]
    fn insert(&mut self, state: &State) -> bool {
        self.0.insert(state.clone())
    }
}
