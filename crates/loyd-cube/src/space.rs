//! The state space of a cube, a metric and a goal.

use crate::{Cube, CubePuzzle, Half, Metric, Turn};
use loyd_search::puzzle::{Classes, Space, Successors};
use loyd_search::search::OwnSearches;
use loyd_search::space::{MoveAlphabet, Packing, Reversible, StateSpace};
use std::marker::PhantomData;

/// A cube with one goal; its turns are counted in metric `M`.
///
/// Moves are tried in the order of [`Metric::TURNS`]: U U2 U' R … in the half-turn metric, U U' R …
/// in the quarter-turn metric. Turns of opposite faces commute; both orders are moves here, and
/// [`loyd_search::prune`] omits one of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CubeSpace<C, M = Half> {
    goal: C,
    metric: PhantomData<M>,
}

impl<C: Cube, M: Metric> CubeSpace<C, M> {
    pub(crate) const TURNS: &'static [Turn] = M::TURNS.split_at(M::TURNS.len() * C::FACES / 6).0;

    /// The cube with this goal; the usual one is [`Cube::SOLVED`].
    pub fn new(goal: C) -> Self {
        Self { goal, metric: PhantomData }
    }
}

impl<C: Cube, M: Metric> StateSpace for CubeSpace<C, M> {
    type State = C;
    type Move = Turn;
    type Effect = Turn;
    type Moves = std::iter::Copied<std::slice::Iter<'static, Turn>>;

    #[inline]
    fn moves(&self, _state: &C) -> Self::Moves {
        Self::TURNS.iter().copied()
    }

    #[inline]
    fn apply(&self, state: &mut C, turn: Turn) -> Turn {
        state.turn(turn);
        turn
    }

    #[inline]
    fn undo(&self, state: &mut C, turn: Turn) {
        state.turn(turn.inverse());
    }

    #[inline]
    fn may_follow(&self, last: Turn, next: Turn) -> bool {
        M::may_follow(last, next)
    }

    #[inline]
    fn is_goal(&self, state: &C) -> bool {
        *state == self.goal
    }
}

impl<C: Cube, M: Metric> Reversible for CubeSpace<C, M> {
    fn goal_state(&self) -> C {
        self.goal
    }

    fn reversed(&self, start: &C) -> Self {
        Self::new(*start)
    }
}

impl<C: Cube, M: Metric> Packing for CubeSpace<C, M> {
    type Packed = C::Packed;

    #[inline]
    fn pack(&self, state: &C) -> C::Packed {
        state.pack()
    }

    #[inline]
    fn unpack(&self, packed: &C::Packed) -> C {
        C::unpack(packed)
    }
}

impl<C: Cube, M: Metric> MoveAlphabet for CubeSpace<C, M> {
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

    fn context(&self, _state: &C) -> usize {
        0
    }

    fn representative(&self, _context: usize) -> C {
        C::SOLVED
    }
}

impl<C: Cube, M: Metric> OwnSearches for CubeSpace<C, M> {}

impl<C: Cube, M: Metric> Space<CubePuzzle<C>> for CubeSpace<C, M> {
    type Ranking = C::Ranking;

    fn state(&self, position: &C) -> C {
        *position
    }

    fn position(&self, state: &C) -> C {
        *state
    }

    fn ranking(&self) -> Option<C::Ranking> {
        C::ranking()
    }

    fn states(&self) -> Option<u128> {
        Some(C::STATES)
    }

    fn successors(&self) -> Option<Box<dyn Successors>> {
        C::successors::<M>()
    }

    fn code_bytes(&self) -> usize {
        C::CODE_BYTES
    }

    #[inline]
    fn encode(&self, state: &C, code: &mut [u8]) {
        state.encode(code);
    }

    #[inline]
    fn decode(&self, code: &[u8]) -> Option<C> {
        C::decode(code)
    }

    /// Levels from any cube are those from the solved one: s is as far from g as g⁻¹ · s from
    /// solved, and keys stand for g⁻¹ · s.
    fn classes(&self) -> Option<Box<dyn Classes>> {
        Some(C::classes::<M>())
    }
}
