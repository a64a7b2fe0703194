//! Manhattan distance and linear conflicts: O. Hansson, A. Mayer, M. Yung, *Criticizing Solutions
//! to Relaxed Models Yields Powerful Admissible Heuristics*, Information Sciences 63 (1992).
//!
//! Two tiles in their common goal row but in the wrong order cannot pass each other there: one of
//! them has to leave the row and come back, two moves along columns that Manhattan distance does
//! not count. So each row adds two moves for each of the fewest tiles that must leave it
//! ([`Removals`]), and each column likewise.
//!
//! The two axes are separate: the row distances and the conflicts *in* rows both count moves along
//! columns, the rest counts moves along rows. Each tile moved changes two lines, and the conflicts
//! of a line change only if it is the goal line of a tile that enters or leaves it.
//!
//! Single-tile metric: consistent. Multi-tile metric: one move may move several tiles, so the sum
//! is neither a lower bound nor consistent; it can still guide a greedy search.

use super::axis::Axis;
use super::removals::Removals;
use super::{Memoised, TileHeuristic, Unavailable};
use crate::{Board, Metric, MetricName, Slid, Sliding};
use loyd_search::space::{Heuristic, Properties};
use std::sync::Arc;

/// Manhattan distance plus two moves for each tile that must leave its goal line.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    rows: AxisConflict,
    columns: AxisConflict,
}

impl Memoised for LinearConflict {
    type Memo = u32;
}

impl<B: Board, M: Metric> TileHeuristic<B, M> for LinearConflict {
    fn new(space: &Sliding<B, M>) -> Result<Self, Unavailable> {
        let rows = AxisConflict::new(Axis::Rows, space);
        let mut columns = AxisConflict::new(Axis::Columns, space);
        if space.size().width() == space.size().height() {
            columns.removals = Arc::clone(&rows.removals);
        }
        Ok(Self { rows, columns })
    }
}

impl<B: Board, M: Metric> Heuristic<Sliding<B, M>> for LinearConflict {
    type Memo = u32;
    const PROPERTIES: Properties = match M::NAME {
        MetricName::Single => Properties::CONSISTENT,
        MetricName::Multi => Properties::NONE,
    };

    fn start(&self, state: &B) -> u32 {
        self.rows.start(Axis::Rows, state) + self.columns.start(Axis::Columns, state)
    }

    #[inline]
    fn step(&self, sum: u32, after: &B, slid: Slid) -> u32 {
        match Axis::crossed_by(slid, after.size()) {
            Axis::Rows => self.rows.step(Axis::Rows, sum, after, slid),
            Axis::Columns => self.columns.step(Axis::Columns, sum, after, slid),
        }
    }

    #[inline]
    fn value(&self, sum: u32) -> u32 {
        sum
    }

    #[inline]
    fn resume(&self, _state: &B, value: u32) -> u32 {
        value
    }

    fn reversed(&self, space: &Sliding<B, M>) -> Option<Self> {
        TileHeuristic::new(space).ok()
    }
}

/// The part of the heuristic for one axis: moves that take tiles across its lines.
///
/// Methods take the axis as an argument so that they are compiled once for each axis.
#[derive(Clone, Debug)]
pub(super) struct AxisConflict {
    /// The goal line of each tile.
    goals: Box<[LineGoal]>,
    removals: Arc<Removals>,
}

/// The place where a tile belongs.
#[derive(Clone, Copy, Debug)]
struct LineGoal {
    /// Its line; a line that does not exist for the blank.
    line: u16,
    /// Its index in that line, plus one.
    digit: u16,
}

impl AxisConflict {
    pub(super) fn new<B: Board, M: Metric>(axis: Axis, space: &Sliding<B, M>) -> Self {
        let (size, cells) = (space.size(), space.goal_cells());
        let goal = |cell: &u16| LineGoal {
            line: axis.line(size, *cell as usize) as u16,
            digit: axis.place(size, *cell as usize) as u16 + 1,
        };
        let mut goals: Box<[LineGoal]> = cells.iter().map(goal).collect();
        goals[0].line = u16::MAX;
        Self { goals, removals: Arc::new(Removals::new(axis.cells(size))) }
    }

    /// Manhattan distance and conflicts of a board.
    pub(super) fn start<B: Board>(&self, axis: Axis, state: &B) -> u32 {
        let size = state.size();
        let of_line = |line| self.removals.of(|place| self.digit(axis, state, line, place));
        let conflicts: u32 = (0..axis.lines(size)).map(of_line).sum();
        self.start_distance(axis, state) + 2 * conflicts
    }

    pub(super) fn start_distance<B: Board>(&self, axis: Axis, state: &B) -> u32 {
        let size = state.size();
        let tiles = (0..size.cells()).map(|cell| (state.tile(cell), cell)).filter(|at| at.0 != 0);
        tiles.map(|(tile, cell)| self.distance(tile, axis.line(size, cell))).sum()
    }

    /// Manhattan distance and conflicts after a slide across the lines of `axis`.
    #[inline]
    pub(super) fn step<B: Board>(&self, axis: Axis, sum: u32, after: &B, slid: Slid) -> u32 {
        let size = after.size();
        let place = axis.place(size, slid.blank_to as usize);
        let mut sum = self.step_distance(axis, sum, after, slid);
        // Along the blank's path, each cell now holds the tile that the next cell held before.
        let mut before = 0;
        let mut cell = slid.blank_from as isize;
        loop {
            let now = after.tile(cell as usize);
            let line = axis.line(size, cell as usize);
            if self.belongs(now, line) || self.belongs(before, line) {
                let digit = |place| self.digit(axis, after, line, place);
                let earlier = self.digit_of(before, line);
                let (conflicts, conflicts_before) =
                    self.removals.change(axis.cells(size), digit, place, earlier);
                sum = sum + 2 * conflicts - 2 * conflicts_before;
            }
            if cell == slid.blank_to as isize {
                return sum;
            }
            before = now;
            cell += slid.stride(size);
        }
    }

    /// Manhattan distance after a slide across the lines of `axis`.
    #[inline]
    pub(super) fn step_distance<B: Board>(
        &self,
        axis: Axis,
        sum: u32,
        after: &B,
        slid: Slid,
    ) -> u32 {
        let size = after.size();
        slid.tiles(after).fold(sum, |sum, moved| {
            sum + self.distance(moved.tile, axis.line(size, moved.to))
                - self.distance(moved.tile, axis.line(size, moved.from))
        })
    }

    #[inline]
    fn belongs(&self, tile: usize, line: usize) -> bool {
        self.goals[tile].line as usize == line
    }

    #[inline]
    fn distance(&self, tile: usize, line: usize) -> u32 {
        u32::from(self.goals[tile].line.abs_diff(line as u16))
    }

    #[inline]
    fn digit_of(&self, tile: usize, line: usize) -> u32 {
        if self.belongs(tile, line) { u32::from(self.goals[tile].digit) } else { 0 }
    }

    #[inline]
    fn digit<B: Board>(&self, axis: Axis, board: &B, line: usize, place: usize) -> u32 {
        self.digit_of(board.tile(axis.cell(board.size(), line, place)), line)
    }
}
