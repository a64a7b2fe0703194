//! The turns that may follow others, from either end of a solution.
//!
//! Of turns that commute only one order is made: opposite faces in the order U D, R L, F B. In the
//! half-turn metric no face is turned twice in a row; in the quarter-turn metric it may be, clockwise,
//! which is the half turn. A solution is made from both of its ends: turns of the state, from its
//! first turn on, and turns of the inverse, which are those of the solution from its last one back.
//!
//! Sets of turns are masks by [`Turn::index`].

use crate::cube3::two_phase::ordered;
use crate::{Amount, Metric, MetricName, Turn};

/// The end of the turns made at one side: nothing, or a turn and a flag if it may be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Last(u8);

impl Last {
    pub(super) const NONE: Self = Self(36);
}

/// The sets of turns that may follow, by side and last turn.
pub(super) struct Follow([[u32; 37]; 2]);

impl Follow {
    pub(super) fn new<M: Metric>() -> Self {
        let all = M::TURNS.iter().fold(0, |set, turn| set | 1u32 << turn.index());
        let mut follow = [[all; 37]; 2];
        for last in Turn::first::<18>() {
            for twice in [false, true] {
                let code = Self::code(last, twice) as usize;
                let set = |allowed: &dyn Fn(Turn) -> bool| {
                    let turns = M::TURNS.iter().filter(|&&turn| allowed(turn));
                    turns.fold(0, |set, turn| set | 1u32 << turn.index())
                };
                follow[0][code] = set(&|next| may_follow::<M>(last, next, twice));
                follow[1][code] =
                    set(&|next| may_follow::<M>(next.inverse(), last.inverse(), twice));
            }
        }
        Self(follow)
    }

    fn code(turn: Turn, twice: bool) -> u8 {
        turn.index() as u8 * 2 + u8::from(twice)
    }

    /// The turns that may follow at a side: 0 for the state, 1 for its inverse.
    #[inline]
    pub(super) fn allowed(&self, side: usize, last: Last) -> u32 {
        self.0[side][last.0 as usize]
    }

    /// The end after another turn.
    #[inline]
    pub(super) fn next(last: Last, turn: usize) -> Last {
        // Only quarter turns can follow themselves, and then it is the second time.
        let twice = usize::from(last.0 / 2) == turn && last != Last::NONE;
        Last(turn as u8 * 2 + u8::from(twice))
    }
}

/// True if two turns in a row are made in a solution; `twice` if there are two of a face already.
fn may_follow<M: Metric>(first: Turn, second: Turn, twice: bool) -> bool {
    if M::NAME == MetricName::Quarter && first.face == second.face {
        return first == second && first.amount == Amount::Clockwise && !twice;
    }
    ordered(first.face, second.face)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube3::Cube3;
    use crate::{Half, Quarter};
    use std::collections::HashSet;

    /// Every state of some moves is reached from both sides, and short strings never twice by
    /// turns that commute: U D and D U are one.
    fn every_state_is_reached<M: Metric>(depth: usize) {
        let follow = Follow::new::<M>();
        let mut plain = HashSet::from([Cube3::SOLVED]);
        let mut level = [0, 1].map(|_| vec![(Cube3::SOLVED, Last::NONE)]);
        for _ in 0..depth {
            let after = |cube: &Cube3| M::TURNS.iter().map(|&turn| cube.after(&[turn])).collect();
            let next: Vec<Cube3> =
                plain.iter().flat_map(|cube| -> Vec<Cube3> { after(cube) }).collect();
            plain.extend(next);
            for (side, nodes) in level.iter_mut().enumerate() {
                let mut next = Vec::new();
                for &(cube, last) in nodes.iter() {
                    for turn in Turn::first::<18>() {
                        if follow.allowed(side, last) >> turn.index() & 1 == 1 {
                            let last = Follow::next(last, turn.index());
                            next.push((cube.after(&[turn]), last));
                        }
                    }
                }
                let new: HashSet<Cube3> = next.iter().map(|&(cube, _)| cube).collect();
                assert_eq!(new.len(), next.len(), "no state twice in so few moves");
                *nodes = next;
            }
        }
        let [forwards, backwards] = level;
        let reached: HashSet<Cube3> = forwards.iter().map(|&(cube, _)| cube).collect();
        assert!(reached.iter().all(|cube| plain.contains(cube)));
        let inverses: HashSet<Cube3> = backwards.iter().map(|&(cube, _)| cube.inverse()).collect();
        assert_eq!(reached, inverses, "the same strings from either end");
    }

    #[test]
    fn strings_are_the_same_from_either_end() {
        every_state_is_reached::<Half>(3);
        every_state_is_reached::<Quarter>(3);
    }
}
