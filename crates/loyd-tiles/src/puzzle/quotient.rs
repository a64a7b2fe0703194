//! The state space of a goal that admits several boards: the *quotient*, in which its free tiles are one kind.
//!
//! A state is a board on which every free tile has the number of the smallest of them. All moves of boards are moves of
//! the quotient, so a shortest path there is a shortest path to any board that the goal admits. Its goals are the
//! patterns of the goal, each with the blank on every cell where it may be.

use super::placements::Placements;
use super::{
    Board, BoardRanking, Metric, Position, Size, Slid, Slide, Slides, Sliding, solvable,
    solvable_states,
};
use loyd_search::search::OwnSearches;
use loyd_search::space::{MoveAlphabet, Packing, Ranking, Reversible, StateSpace, Unsolvable};
use std::sync::Arc;

/// The sliding-tile puzzle on boards of type `B`, in metric `M`, with a goal that admits several boards.
#[derive(Clone, Debug)]
pub struct Quotient<B, M> {
    /// The puzzle of all tiles, with the first goal.
    boards: Sliding<B, M>,
    goals: Arc<[B]>,
    kinds: Arc<Kinds>,
}

/// The tiles that the goal tells apart.
#[derive(Debug)]
struct Kinds {
    /// For each tile its number in states.
    number: Vec<u16>,
    /// The tiles that the goal names, in the order of their cells.
    named: Vec<u16>,
    free: Vec<u16>,
}

impl<B: Board, M: Metric> Quotient<B, M> {
    /// The quotient of a goal.
    pub fn new(goal: &Position) -> Self {
        let free = goal.free_tiles();
        let kind = free.first().copied().unwrap_or_default();
        let mut number: Vec<u16> = (0..goal.tiles().len()).map(|tile| tile as u16).collect();
        for &tile in &free {
            number[usize::from(tile)] = kind;
        }
        let named = goal.patterns().into_iter().next().unwrap_or_default();
        let named = named.into_iter().flatten().filter(|&tile| tile != 0).collect();
        let goals: Vec<B> =
            states(goal, kind).iter().map(|tiles| B::new(goal.size(), tiles)).collect();
        let kinds = Arc::new(Kinds { number, named, free });
        Self { boards: Sliding::new(goal), goals: goals.into(), kinds }
    }

    /// The tiles that the goal names, in the order of their cells in it.
    pub fn named_tiles(&self) -> &[u16] {
        &self.kinds.named
    }

    /// The goals.
    pub fn goals(&self) -> &[B] {
        &self.goals
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> Size {
        self.boards.size()
    }

    /// The state of a board.
    pub fn board(&self, position: &Position) -> B {
        let number = |&tile: &u16| self.kinds.number[usize::from(tile)];
        B::new(self.size(), &position.tiles().iter().map(number).collect::<Vec<_>>())
    }

    /// The states of a goal with the same free tiles.
    pub fn boards(&self, goal: &Position) -> Vec<B> {
        let kind = self.kinds.free.first().copied().unwrap_or_default();
        states(goal, kind).iter().map(|tiles| B::new(self.size(), tiles)).collect()
    }

    /// A board of a state: its free tiles are in ascending order.
    pub fn position_of(&self, state: &B) -> Position {
        let mut tiles = state.tiles();
        let kind = self.kinds.free.first().copied();
        let cells = tiles.iter_mut().filter(|tile| Some(**tile) == kind);
        for (cell, &tile) in cells.zip(&self.kinds.free) {
            *cell = tile;
        }
        Position::from_permutation(self.size(), tiles)
    }

    /// True if a state can have any arrangement of the tiles: exchanging two free ones changes the parity.
    fn is_connected(&self) -> bool {
        self.kinds.free.len() > 1 && !self.size().is_line()
    }

    /// One goal of each set of states that moves lead to one another.
    fn components(&self) -> Vec<&B> {
        let mut components: Vec<&B> = Vec::new();
        let is_reached =
            |from: &B, to: &B| solvable(self.size(), &from.tiles(), &to.tiles()).is_ok();
        for goal in &*self.goals {
            if !components.iter().any(|other| self.is_connected() || is_reached(goal, other)) {
                components.push(goal);
            }
        }
        components
    }

    /// Number of states that can reach a goal; `None` if it exceeds `u128`.
    pub fn state_count(&self) -> Option<u128> {
        let cells = self.size().cells() as u128;
        if self.is_connected() {
            let factors = self.kinds.free.len() as u128 + 1..=cells;
            return factors.into_iter().try_fold(1, u128::checked_mul);
        }
        solvable_states(self.size())?.checked_mul(self.components().len() as u128)
    }

    /// Ranks of the states that can reach a goal; `None` if they have none.
    pub fn ranking_of(&self) -> Option<QuotientRanking<B>> {
        let components = self.components();
        if let ([only], true) = (&components[..], self.kinds.free.len() < 2) {
            return Some(QuotientRanking::Boards(BoardRanking::new(&self.position_of(only))?));
        }
        if self.size().is_line() {
            return None;
        }
        let placements = Placements::new(self.size().cells(), &self.kinds.named)?;
        let kind = self.kinds.free.first().copied().unwrap_or_default();
        Some(QuotientRanking::Placements { placements, kind, size: self.size() })
    }

    /// Returns true if a board has the tiles of a state.
    pub(crate) fn is_state(&self, tiles: &[u16]) -> bool {
        let sorted = |tiles: &[u16]| {
            let mut tiles = tiles.to_vec();
            tiles.sort_unstable();
            tiles
        };
        sorted(tiles) == sorted(&self.kinds.number)
    }
}

/// The states of a goal, whose free tiles have the number `kind`; of free cells without a tile each holds the blank.
fn states(goal: &Position, kind: u16) -> Vec<Vec<u16>> {
    let (mut states, free): (Vec<Vec<u16>>, usize) = (Vec::new(), goal.free_tiles().len());
    for pattern in goal.patterns() {
        let with_blank_on = |blank: Option<usize>| -> Vec<u16> {
            let tile = |(cell, tile): (usize, &Option<u16>)| {
                if blank == Some(cell) { 0 } else { tile.unwrap_or(kind) }
            };
            pattern.iter().enumerate().map(tile).collect()
        };
        let open = (0..pattern.len()).filter(|&cell| pattern[cell].is_none());
        let has_blank = pattern.contains(&Some(0));
        let blanks: Vec<Option<usize>> =
            if has_blank { vec![None] } else { open.map(Some).collect() };
        debug_assert!(free > 0 || has_blank);
        states.extend(blanks.into_iter().map(with_blank_on));
    }
    states
}

impl<B: Board, M: Metric> StateSpace for Quotient<B, M> {
    type State = B;
    type Move = Slide;
    type Effect = Slid;
    type Moves = Slides;

    #[inline]
    fn moves(&self, state: &B) -> Slides {
        self.boards.moves(state)
    }

    #[inline]
    fn apply(&self, state: &mut B, slide: Slide) -> Slid {
        self.boards.apply(state, slide)
    }

    #[inline]
    fn undo(&self, state: &mut B, effect: Slid) {
        self.boards.undo(state, effect);
    }

    #[inline]
    fn may_follow(&self, last: Slide, next: Slide) -> bool {
        self.boards.may_follow(last, next)
    }

    #[inline]
    fn is_goal(&self, state: &B) -> bool {
        self.goals.contains(state)
    }

    fn solvable(&self, state: &B) -> Result<(), Unsolvable> {
        if self.is_connected() {
            return Ok(());
        }
        let mut reasons = Vec::new();
        for goal in &*self.goals {
            match solvable(self.size(), &state.tiles(), &goal.tiles()) {
                Ok(()) => return Ok(()),
                Err(reason) => reasons.push(reason),
            }
        }
        Err(reasons.swap_remove(0))
    }
}

impl<B: Board, M: Metric> Reversible for Quotient<B, M> {
    fn goal_state(&self) -> B {
        self.goals[0].clone()
    }

    fn goal_states(&self) -> Vec<B> {
        self.goals.to_vec()
    }

    fn reversed(&self, start: &B) -> Self {
        Self { boards: self.boards.reversed(start), goals: [start.clone()].into(), ..self.clone() }
    }
}

impl<B: Board, M: Metric> Packing for Quotient<B, M> {
    type Packed = B::Packed;

    #[inline]
    fn pack(&self, state: &B) -> B::Packed {
        self.boards.pack(state)
    }

    #[inline]
    fn unpack(&self, packed: &B::Packed) -> B {
        self.boards.unpack(packed)
    }

    #[inline]
    fn move_between(&self, from: &B::Packed, to: &B::Packed) -> Option<Slide> {
        self.boards.move_between(from, to)
    }

    fn bytes_on_heap(&self) -> usize {
        self.boards.bytes_on_heap()
    }
}

/// The representatives have all tiles: strings of moves that lead to one board lead to one state.
impl<B: Board, M: Metric> MoveAlphabet for Quotient<B, M> {
    #[inline]
    fn letters(&self) -> usize {
        self.boards.letters()
    }

    #[inline]
    fn letter(&self, slide: Slide) -> usize {
        self.boards.letter(slide)
    }

    #[inline]
    fn move_of(&self, letter: usize) -> Slide {
        self.boards.move_of(letter)
    }

    fn contexts(&self) -> usize {
        self.boards.contexts()
    }

    #[inline]
    fn context(&self, state: &B) -> usize {
        self.boards.context(state)
    }

    fn representative(&self, blank: usize) -> B {
        self.boards.representative(blank)
    }
}

impl<B: Board, M: Metric> OwnSearches for Quotient<B, M> {}

/// A perfect hash of the states of a quotient.
#[derive(Clone, Debug)]
pub enum QuotientRanking<B> {
    /// All tiles are of different kinds, and every goal can reach the others.
    Boards(BoardRanking<B>),
    /// Every arrangement of the tiles is a state.
    Placements {
        /// The cells of the named tiles.
        placements: Placements,
        /// The number of the other tiles.
        kind: u16,
        /// The size of the board.
        size: Size,
    },
}

impl<B: Board> Ranking<B> for QuotientRanking<B> {
    fn size(&self) -> u64 {
        match self {
            Self::Boards(ranking) => ranking.size(),
            Self::Placements { placements, .. } => placements.size(),
        }
    }

    #[inline]
    fn rank(&self, state: &B) -> u64 {
        match self {
            Self::Boards(ranking) => ranking.rank(state),
            Self::Placements { placements, .. } => placements.rank(&placements.places(state)),
        }
    }

    #[inline]
    fn unrank(&self, rank: u64) -> B {
        match self {
            Self::Boards(ranking) => ranking.unrank(rank),
            Self::Placements { placements, kind, size } => {
                let (places, mut tiles) = (placements.unrank(rank), vec![*kind; size.cells()]);
                for (item, &tile) in placements.tiles().iter().enumerate() {
                    tiles[places.cell(item)] = tile;
                }
                B::new(*size, &tiles)
            }
        }
    }
}
