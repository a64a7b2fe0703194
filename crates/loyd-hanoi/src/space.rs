//! The state space of the searches.

use crate::position::{Position, Transfer};
use crate::ranking::Ranks;
use crate::shape::{MAX_PEGS, Shape};
use crate::towers::Towers;
use loyd_search::space::{MoveAlphabet, Packing, Ranking, Reversible, StateSpace};

/// The effect of a move: the disk, counted from the smallest, and its pegs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// The disk, 0 for the smallest one.
    pub disk: u8,
    /// The peg that it left.
    pub from: u8,
    /// The peg that it reached.
    pub to: u8,
}

/// Maximum number of moves of a state: of two pegs, only the one with the smaller top disk can give it.
const MAX_MOVES: usize = MAX_PEGS * (MAX_PEGS - 1) / 2;

/// The Towers of Hanoi with one goal.
#[derive(Clone, Debug)]
pub struct HanoiSpace {
    shape: Shape,
    goal: Towers,
    ranks: Ranks,
}

impl HanoiSpace {
    /// The space of a goal.
    pub fn new(goal: &Position) -> Self {
        let shape = goal.shape();
        Self { shape, goal: Towers::from(goal), ranks: Ranks::new(shape) }
    }

    /// The numbers of disks and pegs.
    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// The ranks of its states.
    pub(crate) fn ranks(&self) -> &Ranks {
        &self.ranks
    }
}

impl StateSpace for HanoiSpace {
    type State = Towers;
    type Move = Transfer;
    type Effect = Shift;
    type Moves = std::iter::Take<std::array::IntoIter<Transfer, MAX_MOVES>>;

    /// By the peg that the disk leaves, then by the peg that it reaches.
    fn moves(&self, towers: &Towers) -> Self::Moves {
        let mut moves = [Transfer { from: 0, to: 0 }; MAX_MOVES];
        let mut count = 0;
        let tops = towers.0.map(u32::trailing_zeros);
        for from in 0..self.shape.pegs() {
            for to in 0..self.shape.pegs() {
                if tops[from] < tops[to] {
                    moves[count] = Transfer { from: from as u8, to: to as u8 };
                    count += 1;
                }
            }
        }
        moves.into_iter().take(count)
    }

    #[inline]
    fn apply(&self, towers: &mut Towers, Transfer { from, to }: Transfer) -> Shift {
        let top = towers.0[usize::from(from)] & towers.0[usize::from(from)].wrapping_neg();
        towers.0[usize::from(from)] ^= top;
        towers.0[usize::from(to)] ^= top;
        Shift { disk: top.trailing_zeros() as u8, from, to }
    }

    #[inline]
    fn undo(&self, towers: &mut Towers, Shift { disk, from, to }: Shift) {
        towers.0[usize::from(from)] ^= 1 << disk;
        towers.0[usize::from(to)] ^= 1 << disk;
    }

    /// A disk that moved to a peg reaches a third peg by a single move as well.
    #[inline]
    fn may_follow(&self, last: Transfer, next: Transfer) -> bool {
        next.from != last.to
    }

    fn is_goal(&self, towers: &Towers) -> bool {
        *towers == self.goal
    }
}

impl Packing for HanoiSpace {
    type Packed = u64;

    fn pack(&self, towers: &Towers) -> u64 {
        self.ranks.rank(towers)
    }

    fn unpack(&self, &rank: &u64) -> Towers {
        self.ranks.unrank(rank)
    }
}

impl Reversible for HanoiSpace {
    fn goal_state(&self) -> Towers {
        self.goal
    }

    fn reversed(&self, start: &Towers) -> Self {
        Self { goal: *start, ..self.clone() }
    }
}

/// A string of moves acts alike only on the same state, so each state is a context. That is too many contexts for an
/// automaton: searches prune by the last move alone.
impl MoveAlphabet for HanoiSpace {
    fn letters(&self) -> usize {
        self.shape.pegs() * self.shape.pegs()
    }

    fn letter(&self, Transfer { from, to }: Transfer) -> usize {
        usize::from(from) * self.shape.pegs() + usize::from(to)
    }

    fn move_of(&self, letter: usize) -> Transfer {
        let pegs = self.shape.pegs();
        Transfer { from: (letter / pegs) as u8, to: (letter % pegs) as u8 }
    }

    fn contexts(&self) -> usize {
        usize::try_from(self.ranks.size()).unwrap_or(usize::MAX)
    }

    fn context(&self, towers: &Towers) -> usize {
        self.ranks.rank(towers) as usize
    }

    fn representative(&self, context: usize) -> Towers {
        self.ranks.unrank(context as u64)
    }
}
