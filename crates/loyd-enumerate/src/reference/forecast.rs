//! An upper bound for the memory of the first levels, before anything is counted.
//!
//! The number of states at depth d is at most that of strings of d moves without a move that
//! [`StateSpace::may_follow`] forbids. The possible continuations of a string depend only on its
//! context ([`MoveAlphabet`]) and its last letter, so the strings of one length are counted from
//! those of the length before. Near the start the bound is sharp, because few strings lead to the
//! same state.
//!
//! [`StateSpace::may_follow`]: loyd_search::space::StateSpace::may_follow

use super::keys::KeySet;
use loyd_search::space::MoveAlphabet;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// A context, and the last letter of a string that leads to it.
type End = (usize, Option<usize>);

/// The numbers of strings of length 0, 1, 2, … from any of some states, unbounded; saturating.
pub fn strings<S: MoveAlphabet>(space: &S, starts: &[S::State]) -> impl Iterator<Item = u64> {
    let mut ends: FxHashMap<End, u64> = FxHashMap::default();
    for start in starts {
        *ends.entry((space.context(start), None)).or_default() += 1;
    }
    // The moves of the contexts seen so far: letter, and resulting context.
    let mut moves: FxHashMap<usize, Vec<(usize, usize)>> = FxHashMap::default();
    std::iter::from_fn(move || {
        let strings = ends.values().fold(0, |sum: u64, &count| sum.saturating_add(count));
        let mut next = FxHashMap::default();
        for (&(context, last), &count) in &ends {
            let from = match moves.entry(context) {
                Entry::Occupied(moves) => moves.into_mut(),
                Entry::Vacant(new) => new.insert(moves_of(space, context)),
            };
            let last = last.map(|letter| space.move_of(letter));
            for &(letter, to) in &*from {
                if last.is_some_and(|last| !space.may_follow(last, space.move_of(letter))) {
                    continue;
                }
                let strings: &mut u64 = next.entry((to, Some(letter))).or_default();
                *strings = strings.saturating_add(count);
            }
        }
        ends = next;
        Some(strings)
    })
}

/// The moves of a context, and the resulting contexts.
fn moves_of<S: MoveAlphabet>(space: &S, context: usize) -> Vec<(usize, usize)> {
    let mut state = space.representative(context);
    let list: Vec<S::Move> = space.moves(&state).collect();
    let lead = |mv| {
        let effect = space.apply(&mut state, mv);
        let to = space.context(&state);
        space.undo(&mut state, effect);
        (space.letter(mv), to)
    };
    list.into_iter().map(lead).collect()
}

/// An upper bound for the memory of [`super::sparse::levels`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// Bytes to count down to the requested depth, or all states; `None` if it may exceed the
    /// limit.
    pub needed: Option<u64>,
    /// The requested depth, or a smaller one for which the memory limit certainly suffices; `None`
    /// if it does not suffice even for the start.
    pub certain: Option<u32>,
}

/// Forecasts the memory down to a depth (`None`: of all states), with keys of `key_bytes` bytes.
pub fn forecast<S: MoveAlphabet>(
    space: &S,
    starts: &[S::State],
    states: Option<u128>,
    key_bytes: usize,
    depth: Option<u32>,
    memory: u64,
) -> Forecast {
    let set = |strings| KeySet::bytes(strings, key_bytes);
    let states = states.unwrap_or(u128::MAX);
    let max_states = u64::try_from(states).unwrap_or(u64::MAX);
    let (mut previous, mut current) = (set(0), set(starts.len() as u64));
    let mut forecast = Forecast { needed: Some(previous.saturating_add(current)), certain: None };
    if forecast.needed > Some(memory) {
        return Forecast { needed: None, certain: None };
    }
    for (d, strings) in strings(space, starts).skip(1).enumerate() {
        forecast.certain = Some(d as u32);
        // No distance exceeds the number of states.
        if depth == Some(d as u32) || d as u128 >= states {
            break;
        }
        // No level has more states than the space.
        let next = set(strings.min(max_states));
        let needed = previous.saturating_add(current).saturating_add(next);
        if needed > memory || needed == u64::MAX {
            forecast.needed = None;
            break;
        }
        forecast.needed = forecast.needed.max(Some(needed));
        if strings >= max_states && previous == next {
            // Every deeper level has the same bound.
            forecast.certain = Some(depth.unwrap_or(u32::MAX));
            break;
        }
        (previous, current) = (current, next);
    }
    forecast
}
