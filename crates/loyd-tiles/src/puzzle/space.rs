//! The state space of a board type, a metric and a goal.

use super::{Board, Direction, Metric, Position, Size, Slid, Slide, Slides, solvable};
use loyd_search::space::{MoveAlphabet, Packing, Reversible, StateSpace, Unsolvable};
use std::marker::PhantomData;

/// The sliding-tile puzzle on boards of type `B`, in metric `M`, with one goal.
#[derive(Clone, Debug)]
pub struct Sliding<B, M> {
    goal: B,
    metric: PhantomData<M>,
}

impl<B: Board, M: Metric> Sliding<B, M> {
    /// Returns the puzzle with this goal; for typed boards the goal must have the type's size.
    pub fn new(goal: &Position) -> Self {
        Self { goal: Self::board(goal), metric: PhantomData }
    }

    /// Converts a position to a state of this space.
    pub fn board(position: &Position) -> B {
        B::new(position.size(), position.tiles())
    }

    /// The goal.
    pub fn goal(&self) -> &B {
        &self.goal
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> Size {
        self.goal.size()
    }

    /// For each tile, its cell in the goal.
    pub fn goal_cells(&self) -> Vec<u16> {
        let mut cells = vec![0; self.size().cells()];
        for cell in 0..cells.len() {
            cells[self.goal.tile(cell)] = cell as u16;
        }
        cells
    }
}

impl<B: Board, M: Metric> StateSpace for Sliding<B, M> {
    type State = B;
    type Move = Slide;
    type Effect = Slid;
    type Moves = Slides;

    #[inline]
    fn moves(&self, state: &B) -> Slides {
        Slides::of::<M>(state.size(), state.blank())
    }

    #[inline]
    fn apply(&self, state: &mut B, slide: Slide) -> Slid {
        let blank_from = state.blank() as u16;
        for _ in 0..M::reach(slide.count as usize) {
            let cell = slide.direction.blank_step(state.size(), state.blank());
            state.slide_from(cell);
        }
        Slid { blank_from, blank_to: state.blank() as u16 }
    }

    #[inline]
    fn undo(&self, state: &mut B, effect: Slid) {
        let stride = effect.stride(state.size());
        while state.blank() != effect.blank_from as usize {
            state.slide_from((state.blank() as isize - stride) as usize);
        }
    }

    #[inline]
    fn may_follow(&self, last: Slide, next: Slide) -> bool {
        M::may_follow(last, next)
    }

    #[inline]
    fn is_goal(&self, state: &B) -> bool {
        *state == self.goal
    }

    fn solvable(&self, state: &B) -> Result<(), Unsolvable> {
        solvable(state.size(), &state.tiles(), &self.goal.tiles())
    }
}

impl<B: Board, M: Metric> Reversible for Sliding<B, M> {
    fn goal_state(&self) -> B {
        self.goal.clone()
    }

    fn reversed(&self, start: &B) -> Self {
        Self { goal: start.clone(), metric: PhantomData }
    }
}

impl<B: Board, M: Metric> Packing for Sliding<B, M> {
    type Packed = B::Packed;

    #[inline]
    fn pack(&self, state: &B) -> B::Packed {
        state.packed()
    }

    #[inline]
    fn unpack(&self, packed: &B::Packed) -> B {
        B::unpacked(self.size(), packed)
    }

    /// The blank's two cells determine the move.
    #[inline]
    fn move_between(&self, from: &B::Packed, to: &B::Packed) -> Option<Slide> {
        let (size, from, to) = (self.size(), self.unpack(from).blank(), self.unpack(to).blank());
        let (direction, count) = if size.row(from) == size.row(to) {
            (if to < from { Direction::Right } else { Direction::Left }, from.abs_diff(to))
        } else {
            let rows = from.abs_diff(to) / size.width();
            (if to < from { Direction::Down } else { Direction::Up }, rows)
        };
        (count > 0).then_some(Slide { direction, count: count as u16 })
    }

    fn bytes_on_heap(&self) -> usize {
        B::packed_on_heap(self.size())
    }
}

impl<B: Board, M: Metric> MoveAlphabet for Sliding<B, M> {
    #[inline]
    fn letters(&self) -> usize {
        M::letters(self.size().width(), self.size().height())
    }

    #[inline]
    fn letter(&self, slide: Slide) -> usize {
        M::letter(self.size().width(), self.size().height(), slide)
    }

    #[inline]
    fn move_of(&self, letter: usize) -> Slide {
        M::slide(self.size().width(), self.size().height(), letter)
    }

    fn contexts(&self) -> usize {
        self.size().cells()
    }

    #[inline]
    fn context(&self, state: &B) -> usize {
        state.blank()
    }

    fn representative(&self, blank: usize) -> B {
        let mut tiles: Vec<u16> = (1..self.size().cells()).map(|tile| tile as u16).collect();
        tiles.insert(blank, 0);
        B::new(self.size(), &tiles)
    }
}

impl Direction {
    /// Returns the cell next to `blank` whose tile would slide this way, if there is one.
    pub fn neighbour(self, size: Size, blank: usize) -> Option<usize> {
        (self.room(size, blank) > 0).then(|| self.blank_step(size, blank))
    }
}
