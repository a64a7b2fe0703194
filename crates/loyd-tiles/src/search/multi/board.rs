//! The parts of a heuristic and a board that the search needs, laid out for it.

use super::automaton::SlideRows;
use crate::arch::pdb::lines::{Cells, Lines, Shape};
use crate::pdb::multi::{Axis, Table, Views, table};
use crate::{Position, Size};

/// Largest number of views.
pub const MAX_VIEWS: usize = 8;

/// Largest number of cells.
pub const MAX_CELLS: usize = 16;

/// A heuristic that the search does not support.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "multi-tile databases support boards of at most {MAX_CELLS} cells in lines of at most 8, \
         with at most {MAX_VIEWS} views"
)]
pub struct Unfit;

/// The tables, maps and moves of a search.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) size: Size,
    pub(super) goal: Cells,
    pub(super) goal_blank: usize,
    pub(super) views: usize,
    pub(super) heuristic: Views,
    pub(super) rows: SlideRows,
    /// The target cell of the blank, indexed by axis, cell and place.
    pub(super) targets: [[[u8; 8]; MAX_CELLS]; 2],
    /// Number of places of a line, by axis.
    pub(super) places: [usize; 2],
    /// Permutations of cells and ranks of patterns.
    pub(super) lines: Lines,
}

impl Board {
    /// Lays out a heuristic and an automaton.
    ///
    /// # Errors
    /// [`Unfit`] if the board is too large or there are too many views.
    #[allow(clippy::needless_range_loop)] // Cells and places index other tables too.
    pub fn new(heuristic: Views, rows: SlideRows) -> Result<Self, Unfit> {
        let size = heuristic.goal().size();
        let longest = size.width().max(size.height());
        let views = heuristic.views().len();
        if size.cells() > MAX_CELLS || longest > rows.places || !(1..=MAX_VIEWS).contains(&views) {
            return Err(Unfit);
        }
        let mut targets = [[[0; 8]; MAX_CELLS]; 2];
        let places = Axis::ALL.map(|axis| axis.other().lines(size));
        let mut lines = Lines::detect();
        for axis in Axis::ALL {
            for blank in 0..size.cells() {
                for place in 0..places[axis as usize] {
                    let to = axis.along(size, blank, place);
                    targets[axis as usize][blank][place] = to as u8;
                    let mut map = Cells([OFF_BOARD; 16]);
                    for cell in 0..size.cells() {
                        let moved = table::after_slide(size, axis, blank, to, &[cell as u8])[0];
                        map.0[cell] = if cell == blank { to as u8 } else { moved };
                    }
                    lines.set_slide(blank, to, map);
                }
            }
        }
        for (number, view) in heuristic.views().iter().enumerate() {
            let places = heuristic.tables()[view.table].places();
            let radices: Vec<usize> = (0..places.tiles()).map(|i| places.radix(i)).collect();
            lines.set_shape(number, Shape::new(&view.tiles, &radices, 8 * places.lane_bytes()));
            for axis in Axis::ALL {
                for blank in 0..size.cells() {
                    let seen = usize::from(view.map[blank]);
                    let mut frame = Cells::default();
                    for cell in 0..size.cells() {
                        let cell_seen = usize::from(view.map[cell]);
                        let position = view.axis(axis).position(size, seen, cell_seen);
                        frame.0[cell] = position as u8;
                    }
                    let line = view.axis(axis).line(size, seen) * places.line_bytes();
                    lines.set_frame(number, axis as usize, blank, frame, line);
                }
            }
        }
        let goal = cells_of(heuristic.goal());
        let goal_blank = heuristic.goal().blank();
        Ok(Self { size, goal, goal_blank, views, heuristic, rows, targets, places, lines })
    }

    /// The goal.
    pub fn goal(&self) -> &Position {
        self.heuristic.goal()
    }

    /// Returns true if a table turned out to be broken.
    pub fn is_broken(&self) -> bool {
        self.heuristic.is_broken()
    }

    /// The bytes of a view's table for classes along `axis`.
    pub(super) fn bytes(&self, view: usize, target: Axis, axis: Axis) -> &[u8] {
        let view = &self.heuristic.views()[view];
        let table: &Table = &self.heuristic.tables()[view.table];
        table.bytes(view.axis(target), view.axis(axis))
    }

    pub(super) fn distances(&self, cells: &Cells, target: Axis, axis: Axis) -> Vec<u32> {
        self.heuristic.distances(&self.position(cells), target, axis)
    }

    fn position(&self, cells: &Cells) -> Position {
        let mut tiles = vec![0; self.size.cells()];
        for (tile, &cell) in cells.0.iter().enumerate().take(tiles.len()) {
            tiles[usize::from(cell)] = tile as u64;
        }
        Position::new(self.size, &tiles).expect("slides keep a board a board")
    }
}

/// The cell of tiles that a board does not have; boards of 16 cells have all tiles.
const OFF_BOARD: u8 = 15;

/// The cell of every tile, starting with the blank.
pub(super) fn cells_of(position: &Position) -> Cells {
    let mut cells = Cells([OFF_BOARD; 16]);
    for (cell, &tile) in position.tiles().iter().enumerate() {
        cells.0[usize::from(tile)] = cell as u8;
    }
    cells
}
