//! Pruning of duplicate strings for any space whose moves are letters.

use super::{Dfa, FORBIDDEN, MoveSystem, Pruning, StateSet};
use crate::space::MoveAlphabet;
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// Most letters of an automaton: enough for multi-tile slides on boards up to 9x9 and for turns
/// of a cube.
pub const MAX_LETTERS: usize = 32;

/// Most contexts: enough for boards of 8x8 cells.
const MAX_CONTEXTS: usize = 64;

/// Forbids strings that other strings replace, or, where the space is too large for an automaton,
/// only what [`crate::space::StateSpace::may_follow`] forbids.
#[derive(Clone, Debug)]
pub struct StringPruning {
    dfa: Option<Dfa<MAX_LETTERS>>,
}

impl StringPruning {
    /// Only the last move counts.
    pub fn last_move() -> Self {
        Self { dfa: None }
    }

    /// Rejects duplicate strings of at most `length` moves, or of fewer if there would be more
    /// than `strings` to look at. Takes about 0.2 µs a string and context.
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
    /// A state of the automaton; without one the letter of the last move plus one, or 0.
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

/// A space as a system of letters.
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

/// A set of states of any space.
struct HashedStates<State>(FxHashSet<State>);

impl<State: Clone + Eq + Hash> StateSet<State> for HashedStates<State> {
    fn new() -> Self {
        Self(FxHashSet::default())
    }

    fn clear(&mut self, _entries: usize) {
        self.0.clear();
    }

    fn insert(&mut self, state: &State) -> bool {
        self.0.insert(state.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tiles::{Bytes, Metric, Multi, Nibbles, Position, Single, Size, Sliding};
    use std::collections::HashSet;

    /// The sizes of breadth-first levels along strings that the rule allows. As pruning does not
    /// know the goal, levels of full size prove that every state keeps a shortest string.
    fn levels<S: MoveAlphabet + Sync>(
        space: &S,
        rule: &StringPruning,
        start: &S::State,
        depth: usize,
    ) -> Vec<usize> {
        let mut seen = HashSet::from([start.clone()]);
        let mut frontier = HashSet::from([(start.clone(), rule.root(space, start))]);
        let mut levels = Vec::new();
        while !frontier.is_empty() && levels.len() < depth {
            let mut next = HashSet::new();
            for (state, last) in frontier {
                for mv in space.moves(&state) {
                    if let Some(last) = rule.next(space, last, mv) {
                        let mut child = state.clone();
                        space.apply(&mut child, mv);
                        if !seen.contains(&child) {
                            next.insert((child, last));
                        }
                    }
                }
            }
            let new: HashSet<S::State> = next.iter().map(|node| node.0.clone()).collect();
            levels.push(new.len());
            seen.extend(new);
            frontier = next;
        }
        levels
    }

    fn keeps_shortest_strings<B: crate::puzzle::tiles::Board, M: Metric>(size: Size, depth: usize) {
        let space = Sliding::<B, M>::new(&Position::blank_last(size));
        let plain = StringPruning::last_move();
        for blank in 0..size.cells() {
            let start = space.representative(blank);
            let all = levels(&space, &plain, &start, depth);
            for length in [2, 3, 5, 8] {
                let rule = StringPruning::new(&space, length, usize::MAX);
                assert_eq!(levels(&space, &rule, &start, depth), all, "{size} {blank} {length}");
            }
        }
    }

    #[test]
    fn every_state_keeps_a_shortest_string() {
        let size = |w, h| Size::new(w, h).unwrap();
        keeps_shortest_strings::<Nibbles<3, 6>, Single>(size(3, 2), 99);
        keeps_shortest_strings::<Nibbles<3, 6>, Multi>(size(3, 2), 99);
        keeps_shortest_strings::<Nibbles<4, 8>, Multi>(size(4, 2), 99);
        keeps_shortest_strings::<Bytes<5, 25>, Single>(size(5, 5), 9);
    }

    #[test]
    fn strings_of_two_are_the_last_move() {
        let size = Size::new(5, 5).unwrap();
        let single = Sliding::<Bytes<5, 25>, Single>::new(&Position::blank_last(size));
        let multi = Sliding::<Bytes<5, 25>, Multi>::new(&Position::blank_last(size));
        same_strings(&single);
        same_strings(&multi);
    }

    fn same_strings<S: MoveAlphabet + Sync>(space: &S) {
        let (plain, rule) = (StringPruning::last_move(), StringPruning::new(space, 2, usize::MAX));
        for context in 0..space.contexts() {
            let start = space.representative(context);
            let roots = (plain.root(space, &start), rule.root(space, &start));
            for first in space.moves(&start) {
                let after = (plain.next(space, roots.0, first), rule.next(space, roots.1, first));
                let (Some(a), Some(b)) = after else { panic!("a first move is forbidden") };
                let mut state = start.clone();
                space.apply(&mut state, first);
                for second in space.moves(&state) {
                    let allowed = plain.next(space, a, second).is_some();
                    assert_eq!(rule.next(space, b, second).is_some(), allowed);
                }
            }
        }
    }
}
