//! The check of [`StateSpace::may_follow`]: a forbidden move must be a detour.

use crate::space::StateSpace;
use rustc_hash::FxHashMap;

/// Returns two moves in a row from `start` of which [`StateSpace::may_follow`] forbids the second,
/// although it leads farther from `start` than the first does.
///
/// Tests of a new puzzle call it for states on which moves act differently: for sliding tiles one
/// for each cell of the blank, for a cube any one. Visits the states that are no farther than the
/// cost of the most expensive move of `start`.
pub fn wrongly_forbidden<S: StateSpace>(space: &S, start: &S::State) -> Option<(S::Move, S::Move)> {
    let dearest = space.moves(start).map(|mv| space.cost(mv)).max()?;
    let distances = within(space, start, dearest);
    for last in space.moves(start) {
        let mut state = start.clone();
        space.apply(&mut state, last);
        let before = distances[&state];
        for next in space.moves(&state).filter(|&next| !space.may_follow(last, next)) {
            let mut after = state.clone();
            space.apply(&mut after, next);
            if distances.get(&after).is_none_or(|&after| after > before) {
                return Some((last, next));
            }
        }
    }
    None
}

/// Distances from `start` of all states no farther than `max_distance`.
fn within<S: StateSpace>(
    space: &S,
    start: &S::State,
    max_distance: u32,
) -> FxHashMap<S::State, u32> {
    let mut distances = FxHashMap::from_iter([(start.clone(), 0)]);
    let mut changed = vec![start.clone()];
    while let Some(state) = changed.pop() {
        let here = distances[&state];
        for mv in space.moves(&state) {
            let there = here + space.cost(mv);
            let mut after = state.clone();
            space.apply(&mut after, mv);
            if there <= max_distance && distances.get(&after).is_none_or(|&known| there < known) {
                distances.insert(after.clone(), there);
                changed.push(after);
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of twelve states; a move goes 1 or 2 steps either way, and 2 steps cost 3.
    struct Ring {
        forbids: fn(i32, i32) -> bool,
    }

    impl StateSpace for Ring {
        type State = i32;
        type Move = i32;
        type Effect = i32;
        type Moves = std::array::IntoIter<i32, 4>;

        fn moves(&self, _: &i32) -> Self::Moves {
            [1, -1, 2, -2].into_iter()
        }

        fn apply(&self, state: &mut i32, mv: i32) -> i32 {
            *state = (*state + mv).rem_euclid(12);
            mv
        }

        fn undo(&self, state: &mut i32, mv: i32) {
            *state = (*state - mv).rem_euclid(12);
        }

        fn may_follow(&self, last: i32, next: i32) -> bool {
            !(self.forbids)(last, next)
        }

        fn cost(&self, mv: i32) -> u32 {
            if mv.abs() == 2 { 3 } else { 1 }
        }

        fn is_goal(&self, state: &i32) -> bool {
            *state == 0
        }
    }

    fn forbidden_pair(forbids: fn(i32, i32) -> bool) -> Option<(i32, i32)> {
        wrongly_forbidden(&Ring { forbids }, &3)
    }

    #[test]
    fn detours_may_be_forbidden() {
        assert_eq!(forbidden_pair(|_, _| false), None);
        assert_eq!(forbidden_pair(|last, next| last == -next), None);
        // Two forward and one back ends where one forward would have, at a cost of 1.
        assert_eq!(forbidden_pair(|last, next| last * next < 0 && last.abs() >= next.abs()), None);
    }

    #[test]
    fn other_pairs_may_not_be_forbidden() {
        // Two moves of 1 step are the cheapest way to go 2 steps.
        assert_eq!(forbidden_pair(|last, next| (last, next) == (1, 1)), Some((1, 1)));
        // One back and two forward is as far away as one back; one and two back are farther.
        assert_eq!(forbidden_pair(|last, next| (last, next) == (-1, 2)), None);
        assert_eq!(forbidden_pair(|last, next| (last, next) == (-1, -2)), Some((-1, -2)));
    }
}
