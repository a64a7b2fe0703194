//! The state space of a metric and a goal.

use super::Cube3;
use super::cube::{FIELD, field};
use crate::{Half, Metric, Turn};
use loyd::space::{MoveAlphabet, Packing, Reversible, StateSpace};
use std::marker::PhantomData;

/// The 3x3x3 cube with one goal, its turns counted in metric `M`.
///
/// Moves are tried in the order of [`Metric::TURNS`]: U U2 U' R … in the half-turn metric, U U' R …
/// in the quarter-turn metric. Turns of opposite faces commute; both orders are kept here, and one
/// of them is left out by [`loyd::prune`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cube3Space<M = Half> {
    goal: Cube3,
    metric: PhantomData<M>,
}

impl<M: Metric> Cube3Space<M> {
    /// The cube with this goal; the usual one is [`Cube3::SOLVED`].
    pub fn new(goal: Cube3) -> Self {
        Self { goal, metric: PhantomData }
    }
}

impl<M: Metric> StateSpace for Cube3Space<M> {
    type State = Cube3;
    type Move = Turn;
    type Effect = Turn;
    type Moves = std::iter::Copied<std::slice::Iter<'static, Turn>>;

    #[inline]
    fn moves(&self, _state: &Cube3) -> Self::Moves {
        M::TURNS.iter().copied()
    }

    #[inline]
    fn apply(&self, state: &mut Cube3, turn: Turn) -> Turn {
        state.turn(turn);
        turn
    }

    #[inline]
    fn undo(&self, state: &mut Cube3, turn: Turn) {
        state.turn(turn.inverse());
    }

    #[inline]
    fn may_follow(&self, last: Turn, next: Turn) -> bool {
        M::may_follow(last, next)
    }

    #[inline]
    fn is_goal(&self, state: &Cube3) -> bool {
        *state == self.goal
    }
}

impl<M: Metric> Reversible for Cube3Space<M> {
    fn goal_state(&self) -> Cube3 {
        self.goal
    }

    fn reversed(&self, start: &Cube3) -> Self {
        Self::new(*start)
    }
}

/// Bits of the corners without the last, which follows from the others.
const CORNER_BITS: usize = 7 * FIELD;

/// Bits of the edges without the last.
const EDGE_BITS: usize = 11 * FIELD;

/// Twelve bytes: 35 bits of corners and 55 of edges.
impl<M: Metric> Packing for Cube3Space<M> {
    type Packed = [u32; 3];

    #[inline]
    fn pack(&self, state: &Cube3) -> [u32; 3] {
        let (corners, edges) = state.words();
        let (corners, edges) = (corners & ((1 << CORNER_BITS) - 1), edges & ((1 << EDGE_BITS) - 1));
        // 32 bits of edges, 23 more of them with 9 of corners, 26 more of corners.
        [edges as u32, (edges >> 32 | corners << 23) as u32, (corners >> 9) as u32]
    }

    #[inline]
    fn unpack(&self, &[low, middle, high]: &[u32; 3]) -> Cube3 {
        let edges = u64::from(low) | u64::from(middle & ((1 << 23) - 1)) << 32;
        let corners = u64::from(middle >> 23) | u64::from(high) << 9;
        let sums = |word: u64, places: usize, pieces: usize| {
            (0..places).fold((0, 0), |(piece, orientation), place| {
                let field = field(word, place);
                (piece + field % pieces, orientation + field / pieces)
            })
        };
        // Pieces sum up to 0 + … + 7 and 0 + … + 11, orientations to multiples of 3 and 2.
        let (piece, orientation) = sums(corners, 7, 8);
        let corner = 28 - piece + 8 * ((21 - orientation) % 3);
        let (piece, orientation) = sums(edges, 11, 16);
        let edge = 66 - piece + 16 * (orientation % 2);
        Cube3::from_words(
            corners | (corner as u64) << CORNER_BITS,
            edges | (edge as u64) << EDGE_BITS,
        )
    }
}

impl<M: Metric> MoveAlphabet for Cube3Space<M> {
    fn letters(&self) -> usize {
        M::TURNS.len()
    }

    fn letter(&self, turn: Turn) -> usize {
        M::letter(turn)
    }

    fn move_of(&self, letter: usize) -> Turn {
        M::TURNS[letter]
    }

    /// One: every turn is always possible and does the same.
    fn contexts(&self) -> usize {
        1
    }

    fn context(&self, _state: &Cube3) -> usize {
        0
    }

    fn representative(&self, _context: usize) -> Cube3 {
        Cube3::SOLVED
    }
}
