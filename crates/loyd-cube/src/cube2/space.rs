//! The state space of a metric and a goal.

use super::Cube2;
use crate::{Half, Metric, Turn};
use loyd::space::{MoveAlphabet, Packing, Reversible, StateSpace};
use std::marker::PhantomData;

/// The 2x2x2 cube with one goal; turns of U, R and F are counted in metric `M`.
///
/// Moves are tried in the order of [`Metric::TURNS`]: U U2 U' R … in the half-turn metric, U U' R …
/// in the quarter-turn metric.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cube2Space<M = Half> {
    goal: Cube2,
    metric: PhantomData<M>,
}

impl<M: Metric> Cube2Space<M> {
    /// The moves of every state.
    pub(super) const TURNS: &'static [Turn] = M::TURNS.split_at(M::TURNS.len() / 2).0;

    /// The cube with this goal; the usual one is [`Cube2::SOLVED`].
    pub fn new(goal: Cube2) -> Self {
        Self { goal, metric: PhantomData }
    }
}

impl<M: Metric> StateSpace for Cube2Space<M> {
    type State = Cube2;
    type Move = Turn;
    type Effect = Turn;
    type Moves = std::iter::Copied<std::slice::Iter<'static, Turn>>;

    #[inline]
    fn moves(&self, _state: &Cube2) -> Self::Moves {
        Self::TURNS.iter().copied()
    }

    #[inline]
    fn apply(&self, state: &mut Cube2, turn: Turn) -> Turn {
        state.turn(turn);
        turn
    }

    #[inline]
    fn undo(&self, state: &mut Cube2, turn: Turn) {
        state.turn(turn.inverse());
    }

    #[inline]
    fn may_follow(&self, last: Turn, next: Turn) -> bool {
        M::may_follow(last, next)
    }

    #[inline]
    fn is_goal(&self, state: &Cube2) -> bool {
        *state == self.goal
    }
}

impl<M: Metric> Reversible for Cube2Space<M> {
    fn goal_state(&self) -> Cube2 {
        self.goal
    }

    fn reversed(&self, start: &Cube2) -> Self {
        Self::new(*start)
    }
}

/// Number of places that are packed, 5 bits each; DBL does not move, and DRB follows from the
/// others.
const PACKED: usize = 6;

impl<M: Metric> Packing for Cube2Space<M> {
    type Packed = u32;

    #[inline]
    fn pack(&self, state: &Cube2) -> u32 {
        state.bytes()[..PACKED].iter().rev().fold(0, |word, &byte| word << 5 | u32::from(byte))
    }

    #[inline]
    fn unpack(&self, &packed: &u32) -> Cube2 {
        let mut bytes = Cube2::SOLVED.bytes();
        let (mut pieces, mut orientations) = (0, 0);
        for (place, byte) in bytes[..PACKED].iter_mut().enumerate() {
            *byte = (packed >> (5 * place) & 31) as u8;
            pieces += *byte / 3;
            orientations += *byte % 3;
        }
        // The pieces without DBL sum to 0 + … + 5 + 7, all orientations to a multiple of 3.
        bytes[7] = 3 * (22 - pieces) + (12 - orientations) % 3;
        Cube2::from_bytes(bytes)
    }
}

impl<M: Metric> MoveAlphabet for Cube2Space<M> {
    fn letters(&self) -> usize {
        Self::TURNS.len()
    }

    fn letter(&self, turn: Turn) -> usize {
        M::letter(turn)
    }

    fn move_of(&self, letter: usize) -> Turn {
        Self::TURNS[letter]
    }

    /// One context: every turn is always possible and always has the same effect.
    fn contexts(&self) -> usize {
        1
    }

    fn context(&self, _state: &Cube2) -> usize {
        0
    }

    fn representative(&self, _context: usize) -> Cube2 {
        Cube2::SOLVED
    }
}
