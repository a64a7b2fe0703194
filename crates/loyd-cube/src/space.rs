//! The state space of a cube, a metric and a goal.

use crate::{Amount, Cube, CubePuzzle, Half, Metric, Turn};
use loyd_search::group::{Group, Permutation};
use loyd_search::puzzle::{Classes, Space, Successors};
use loyd_search::search::OwnSearches;
use loyd_search::space::{MoveAlphabet, Packing, Reversible, StateSpace, Unsolvable};
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

/// A cube with one goal; its turns are counted in metric `M`.
///
/// Moves are tried in the order of [`Metric::TURNS`]: U U2 U' R … in the half-turn metric, U U' R …
/// in the quarter-turn metric. Turns of opposite faces commute; both orders are moves here, and
/// [`loyd_search::prune`] omits one of them.
///
/// A space may have only some of the turns. The group that they generate then decides which cubes they lead to the
/// goal; distances with all turns are lower bounds of those with fewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CubeSpace<C, M = Half> {
    goal: C,
    turns: &'static [Turn],
    metric: PhantomData<M>,
}

impl<C: Cube, M: Metric> Default for CubeSpace<C, M> {
    fn default() -> Self {
        Self::new(C::SOLVED)
    }
}

impl<C: Cube, M: Metric> CubeSpace<C, M> {
    pub(crate) const TURNS: &'static [Turn] = M::TURNS.split_at(M::TURNS.len() * C::FACES / 6).0;

    /// The cube with this goal; the usual one is [`Cube::SOLVED`].
    pub fn new(goal: C) -> Self {
        Self { goal, turns: Self::TURNS, metric: PhantomData }
    }

    /// The cube with this goal, and of its turns only these, which must contain the inverse of each. Without any,
    /// all turns are moves.
    pub fn with_turns(goal: C, turns: &[Turn]) -> Self {
        if turns.is_empty() {
            Self::new(goal)
        } else {
            Self { turns: interned(turns), ..Self::new(goal) }
        }
    }

    /// True if some turns are not moves.
    fn lacks_turns(&self) -> bool {
        self.turns.len() < Self::TURNS.len()
    }
}

/// The turns as a list that lives as long as the process, because iterators over the moves of a state must own
/// their data and not allocate. Equal lists are stored once.
fn interned(turns: &[Turn]) -> &'static [Turn] {
    static INTERNED: Mutex<Vec<&'static [Turn]>> = Mutex::new(Vec::new());
    let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(existing) = interned.iter().find(|known| **known == turns) {
        return existing;
    }
    let new: &'static [Turn] = Box::leak(turns.into());
    interned.push(new);
    new
}

impl<C: Cube, M: Metric> StateSpace for CubeSpace<C, M> {
    type State = C;
    type Move = Turn;
    type Effect = Turn;
    type Moves = std::iter::Copied<std::slice::Iter<'static, Turn>>;

    #[inline]
    fn moves(&self, _state: &C) -> Self::Moves {
        self.turns.iter().copied()
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

    /// All turns together solve every cube; some of them only those of the group that they generate.
    fn solvable(&self, state: &C) -> Result<(), Unsolvable> {
        if !self.lacks_turns() {
            return Ok(());
        }
        let of_turn = |&turn: &Turn| {
            let mut cube = C::SOLVED;
            cube.turn(turn);
            cube.points().into()
        };
        let generators: Vec<Permutation> = self.turns.iter().map(of_turn).collect();
        let way = state.inverse().then(self.goal).points();
        if Group::new(&generators, way.len()).contains(&way) {
            return Ok(());
        }
        // A quarter turn stands for all turns of its face.
        let quarter = |turn: &Turn| Turn { amount: Amount::Clockwise, ..*turn };
        let is_named =
            |turn: &&Turn| **turn == quarter(turn) || !self.turns.contains(&quarter(turn));
        let turns = self.turns.iter().filter(is_named).map(Turn::to_string);
        let turns = turns.collect::<Vec<_>>().join(", ");
        Err(Unsolvable { reason: format!("no sequence of the moves {turns} leads to the goal") })
    }
}

impl<C: Cube, M: Metric> Reversible for CubeSpace<C, M> {
    fn goal_state(&self) -> C {
        self.goal
    }

    fn reversed(&self, start: &C) -> Self {
        Self { goal: *start, ..self.clone() }
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
        self.turns.len()
    }

    #[inline]
    fn letter(&self, turn: Turn) -> usize {
        if !self.lacks_turns() {
            return M::letter(turn);
        }
        let letter = self.turns.iter().position(|&known| known == turn);
        letter.unwrap_or_else(|| unreachable!("{turn} is not a move here"))
    }

    fn move_of(&self, letter: usize) -> Turn {
        self.turns[letter]
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

    /// None with fewer turns, which may not lead to all of these states.
    fn ranking(&self) -> Option<C::Ranking> {
        if self.lacks_turns() { None } else { C::ranking() }
    }

    fn states(&self) -> Option<u128> {
        (!self.lacks_turns()).then_some(C::STATES)
    }

    fn successors(&self) -> Option<Box<dyn Successors>> {
        if self.lacks_turns() { None } else { C::successors::<M>() }
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
        (!self.lacks_turns()).then(C::classes::<M>)
    }
}
