//! One stage: sliding tiles of which some matter and the others are indistinguishable.

use crate::{Board, Metric, Size, Slid, Slide, Slides, Sliding};
use loyd_search::space::{Heuristic, Packing, Properties, StateSpace};

/// The part of a puzzle in which only the tiles that belong on some cells matter.
pub(super) struct Stage<'a, B, M> {
    pub(super) puzzle: &'a Sliding<B, M>,
    cells: &'a [usize],
    /// The tile that represents all that do not matter, if there are any.
    any: Option<u16>,
    /// True for each tile that matters.
    matters: Vec<bool>,
}

impl<'a, B: Board, M: Metric> Stage<'a, B, M> {
    pub(super) fn new(puzzle: &'a Sliding<B, M>, cells: &'a [usize]) -> Self {
        let mut matters = vec![false; puzzle.size().cells()];
        for &cell in cells {
            matters[puzzle.goal().tile(cell)] = true;
        }
        let any = (1..matters.len()).find(|&tile| !matters[tile]).map(|tile| tile as u16);
        Self { puzzle, cells, any, matters }
    }

    pub(super) fn distinguishing_all(puzzle: &'a Sliding<B, M>, cells: &'a [usize]) -> Self {
        Self { any: None, ..Self::new(puzzle, cells) }
    }

    /// A board on which all tiles that do not matter are equal, unless tiles are distinguished.
    pub(super) fn masked(&self, board: &B) -> B {
        let Some(any) = self.any else { return board.clone() };
        let mask = |tile: u16| if tile == 0 || self.matters[tile as usize] { tile } else { any };
        let tiles: Vec<u16> = board.tiles().into_iter().map(mask).collect();
        B::new(self.puzzle.size(), &tiles)
    }
}

impl<B: Board, M: Metric> StateSpace for Stage<'_, B, M> {
    type State = B;
    type Move = Slide;
    type Effect = Slid;
    type Moves = Slides;

    fn moves(&self, state: &B) -> Slides {
        self.puzzle.moves(state)
    }

    fn apply(&self, state: &mut B, slide: Slide) -> Slid {
        self.puzzle.apply(state, slide)
    }

    fn undo(&self, state: &mut B, effect: Slid) {
        self.puzzle.undo(state, effect);
    }

    fn may_follow(&self, last: Slide, next: Slide) -> bool {
        self.puzzle.may_follow(last, next)
    }

    fn is_goal(&self, state: &B) -> bool {
        self.cells.iter().all(|&cell| state.tile(cell) == self.puzzle.goal().tile(cell))
    }
}

impl<B: Board, M: Metric> Packing for Stage<'_, B, M> {
    type Packed = <Sliding<B, M> as Packing>::Packed;

    fn pack(&self, state: &B) -> Self::Packed {
        self.puzzle.pack(state)
    }

    fn unpack(&self, packed: &Self::Packed) -> B {
        self.puzzle.unpack(packed)
    }

    fn bytes_on_heap(&self) -> usize {
        self.puzzle.bytes_on_heap()
    }
}

/// Manhattan distance of the tiles that matter.
pub(super) struct Distance {
    size: Size,
    /// The goal column and row of each tile; `None` for tiles that do not matter.
    goals: Vec<Option<(u16, u16)>>,
}

impl Distance {
    pub(super) fn new<B: Board, M: Metric>(stage: &Stage<'_, B, M>) -> Self {
        let size = stage.puzzle.size();
        let mut goals = vec![None; size.cells()];
        for &cell in stage.cells {
            let tile = stage.puzzle.goal().tile(cell);
            if tile != 0 {
                goals[tile] = Some((size.column(cell) as u16, size.row(cell) as u16));
            }
        }
        Self { size, goals }
    }

    #[inline]
    fn of(&self, tile: usize, cell: usize) -> u32 {
        self.goals[tile].map_or(0, |(column, row)| {
            let columns = (self.size.column(cell) as u16).abs_diff(column);
            u32::from(columns) + u32::from((self.size.row(cell) as u16).abs_diff(row))
        })
    }
}

impl<B: Board, M: Metric> Heuristic<Stage<'_, B, M>> for Distance {
    type Memo = u32;
    /// A move may move several tiles.
    const PROPERTIES: Properties = Properties::NONE;

    fn start(&self, state: &B) -> u32 {
        (0..self.size.cells()).map(|cell| self.of(state.tile(cell), cell)).sum()
    }

    fn step(&self, memo: u32, after: &B, slid: Slid) -> u32 {
        let moved = |memo: u32, moved: crate::TileMove| {
            memo + self.of(moved.tile, moved.to) - self.of(moved.tile, moved.from)
        };
        slid.tiles(after).fold(memo, moved)
    }

    fn value(&self, memo: u32) -> u32 {
        memo
    }

    fn resume(&self, _state: &B, value: u32) -> u32 {
        value
    }
}
