//! Walking Distance (Takahashi) in slack form: one table entry per move.
//!
//! Consider rows only: how many tiles of each goal row are in each row, and which row holds the
//! blank. A vertical move takes one tile of some goal row from the next row into the blank's row;
//! horizontal moves change nothing. The least number of such moves to the goal, plus the same for
//! columns, never exceeds the true distance and changes by one with every move.
//!
//! ```text
//! breadth-first from the goal over the abstract states of one axis
//! entry[state][towards the first line?][goal line of the tile]
//!     = next state, and whether it is farther from the goal
//! ```
//!
//! The states and distances are those of [`crate::heuristic::WalkingDistance`]; here they are laid
//! out for one load per move. Boards on which one axis has too many states for a table are left to
//! the general search.

use std::sync::Arc;

use super::{SlackHeuristic, tile_at};
use crate::MetricName;
use crate::heuristic::walking::{AxisShape, Toward, WalkingTable};

/// The abstract states of one axis, whose lines are rows, or columns.
#[derive(Debug)]
pub struct Axis {
    table: WalkingTable,
    /// Entries of one state are `2 << shift` apart.
    shift: u32,
    /// `next state << 1 | raises`, at `(state << 1 | back) << shift | goal line`.
    entries: Vec<u32>,
}

impl Axis {
    /// Walking Distance across the lines of an axis, or `None` if its table would be too large.
    fn new(shape: AxisShape) -> Option<Self> {
        let table = WalkingTable::build(shape, MetricName::Single)?;
        let shift = shape.lines.next_power_of_two().trailing_zeros();
        let mut entries = Vec::with_capacity(table.states() << (shift + 1));
        for state in 0..table.states() {
            for toward in Toward::BOTH {
                for goal_line in 0..1 << shift {
                    let link = table.link(state, toward, goal_line);
                    entries.push(link.map_or(0, |link| {
                        let raises = link.value() > table.value(state);
                        (link.state() as u32) << 1 | u32::from(raises)
                    }));
                }
            }
        }
        Some(Self { table, shift, entries })
    }

    /// The transition table, laid out as described at the field.
    #[must_use]
    pub fn entries(&self) -> &[u32] {
        &self.entries
    }

    /// log2 of the number of entries per state and direction.
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.shift
    }

    /// The index of the entry for moving the blank to the previous line (`back` 0) or the next (1),
    /// exchanging it with a tile of `tile_line`.
    #[inline(always)]
    fn slot(&self, state: u32, back: u32, tile_line: u32) -> usize {
        ((state << 1 | back) << self.shift | tile_line) as usize
    }

    /// Distance and state of the position in which `cells` lists (line, goal line) of each tile.
    fn locate(&self, cells: impl Iterator<Item = (usize, usize)>, blank: usize) -> (u32, u32) {
        let link = self.table.find(blank, cells);
        (link.value(), link.state() as u32)
    }
}

/// Walking Distance to any goal.
#[derive(Clone, Debug)]
pub struct WalkingDistance<const W: usize, const N: usize> {
    goal: u64,
    rows: Arc<Axis>,
    columns: Arc<Axis>,
    /// Goal row and column of tile `t`: nibble `t`.
    goal_rows: u64,
    goal_columns: u64,
}

impl<const W: usize, const N: usize> WalkingDistance<W, N> {
    /// Builds the distances to `goal`; `None` if the table of an axis would be too large. The axes
    /// share a table if possible.
    #[must_use]
    pub fn new(goal: u64) -> Option<Self> {
        let (mut goal_rows, mut goal_columns, mut blank) = (0, 0, 0);
        for cell in 0..N {
            let tile = tile_at(goal, cell);
            goal_rows |= ((cell / W) as u64) << (4 * tile);
            goal_columns |= ((cell % W) as u64) << (4 * tile);
            if tile == 0 {
                blank = cell;
            }
        }
        let height = N / W;
        let by_row = AxisShape { lines: height, cells: W, goal_blank: blank / W };
        let by_column = AxisShape { lines: W, cells: height, goal_blank: blank % W };
        let rows = Arc::new(Axis::new(by_row)?);
        let columns =
            if by_row == by_column { Arc::clone(&rows) } else { Arc::new(Axis::new(by_column)?) };
        Some(Self { goal, rows, columns, goal_rows, goal_columns })
    }

    /// The automaton of the rows (vertical moves).
    #[must_use]
    pub fn rows(&self) -> &Arc<Axis> {
        &self.rows
    }

    /// The automaton of the columns (horizontal moves).
    #[must_use]
    pub fn columns(&self) -> &Arc<Axis> {
        &self.columns
    }

    /// Goal row (nibble `t`) of each tile `t`.
    #[must_use]
    pub fn goal_rows(&self) -> u64 {
        self.goal_rows
    }

    /// Goal column (nibble `t`) of each tile `t`.
    #[must_use]
    pub fn goal_columns(&self) -> u64 {
        self.goal_columns
    }
}

impl<const W: usize, const N: usize> SlackHeuristic<W, N> for WalkingDistance<W, N> {
    /// The states of the rows and of the columns.
    type Memo = [u32; 2];

    #[inline(always)]
    fn goal(&self) -> u64 {
        self.goal
    }

    fn start(&self, board: u64) -> (u32, [u32; 2]) {
        let blank = super::blank_of::<N>(board);
        let tiles = || (0..N).filter(|&cell| cell != blank);
        let goal_line = |lines: u64, cell| tile_at(lines, tile_at(board, cell));
        let by_row = tiles().map(|cell| (cell / W, goal_line(self.goal_rows, cell)));
        let by_column = tiles().map(|cell| (cell % W, goal_line(self.goal_columns, cell)));
        let (vertical, row) = self.rows.locate(by_row, blank / W);
        let (horizontal, column) = self.columns.locate(by_column, blank % W);
        (vertical + horizontal, [row, column])
    }

    #[inline(always)]
    fn step(
        &self,
        [row, column]: [u32; 2],
        _: u64,
        _: usize,
        direction: usize,
        tile: usize,
    ) -> ([u32; 2], u32) {
        // Up and left lead to the previous line, down and right to the next.
        let back = (direction >> 1) as u32;
        if direction == super::UP || direction == super::DOWN {
            let line = tile_at(self.goal_rows, tile) as u32;
            let entry = self.rows.entries[self.rows.slot(row, back, line)];
            ([entry >> 1, column], entry & 1)
        } else {
            let line = tile_at(self.goal_columns, tile) as u32;
            let entry = self.columns.entries[self.columns.slot(column, back, line)];
            ([row, entry >> 1], entry & 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Random;
    use super::super::{DOWN, neighbour, slide};
    use super::*;

    #[test]
    fn boards_with_too_many_states_are_refused() {
        let goal = super::super::pack(&(0..16).collect::<Vec<u8>>());
        assert!(WalkingDistance::<8, 16>::new(goal).is_none());
        assert!(WalkingDistance::<4, 16>::new(goal).is_some());
    }

    #[test]
    fn a_step_agrees_with_a_fresh_start() {
        let mut random = Random(6);
        for _ in 0..3 {
            let goal = random.goal::<12>();
            let walking = WalkingDistance::<4, 12>::new(goal).expect("small tables");
            let mut board = goal;
            for _ in 0..2000 {
                let blank = super::super::blank_of::<12>(board);
                let (h, memo) = walking.start(board);
                let mut next = board;
                for direction in 0..=DOWN {
                    let Some(to) = neighbour::<4, 12>(blank, direction) else {
                        continue;
                    };
                    let tile = tile_at(board, to);
                    let (after, raises) = walking.step(memo, board, blank, direction, tile);
                    let child = slide(board, blank, to);
                    assert_eq!(walking.start(child), (h + 2 * raises - 1, after));
                    if random.below(2) == 0 {
                        next = child;
                    }
                }
                board = next;
            }
        }
    }
}
