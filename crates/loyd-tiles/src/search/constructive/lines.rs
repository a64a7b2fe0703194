//! The border lines of a region, and how one of them is solved.

use super::walker::{BlankWalker, Nodes};
use crate::{Position, Size};
use loyd_search::insertion::insertion_sort;
use loyd_search::observe::StopCause;

/// A rectangle of cells; lines can be solved where both sides are at least two.
pub(in crate::search) struct Region {
    column: usize,
    row: usize,
    pub(in crate::search) width: usize,
    pub(in crate::search) height: usize,
}

impl Region {
    pub(in crate::search) fn whole(size: Size) -> Self {
        Self { column: 0, row: 0, width: size.width(), height: size.height() }
    }

    pub(super) fn size(&self) -> Size {
        Size::new(self.width, self.height).expect("a part of a board is a board")
    }

    /// The cells in reading order.
    pub(super) fn cells(&self, size: Size) -> impl Iterator<Item = usize> {
        let (first, width) = (self.row * size.width() + self.column, self.width);
        (0..self.height)
            .flat_map(move |row| (0..width).map(move |column| first + row * size.width() + column))
    }

    /// Removes the border line across the longer side that does not hold the goal's blank.
    pub(in crate::search) fn take_line(&mut self, size: Size, blank: usize) -> Line {
        if self.height >= self.width {
            self.take_row(size, blank)
        } else {
            self.take_column(size, blank)
        }
    }

    pub(in crate::search) fn take_row(&mut self, size: Size, blank: usize) -> Line {
        let (board, first) = (size.width(), self.row * size.width() + self.column);
        let line = Line { first, along: 1, deep: board as isize, length: self.width };
        self.height -= 1;
        if size.row(blank) == self.row {
            return Line { first: first + self.height * board, deep: -line.deep, ..line };
        }
        self.row += 1;
        line
    }

    pub(in crate::search) fn take_column(&mut self, size: Size, blank: usize) -> Line {
        let (board, first) = (size.width(), self.row * size.width() + self.column);
        let line = Line { first, along: board as isize, deep: 1, length: self.height };
        self.width -= 1;
        if size.column(blank) == self.column {
            return Line { first: first + self.width, deep: -1, ..line };
        }
        self.column += 1;
        line
    }
}

/// A border line of a region. [`solve`](Line::solve) needs at least three lines in the direction
/// into the region.
pub(in crate::search) struct Line {
    first: usize,
    /// Offset to the next cell of the line.
    along: isize,
    /// Offset into the region.
    deep: isize,
    length: usize,
}

/// Columns and rows of the corner in which the last two tiles are turned in.
const ACROSS: usize = 2;
const DEEP: usize = 3;
const CORNER: usize = ACROSS * DEEP;

impl Line {
    fn cell(&self, along: usize, deep: usize) -> usize {
        (self.first as isize + along as isize * self.along + deep as isize * self.deep) as usize
    }

    pub(in crate::search) fn cells(&self) -> impl Iterator<Item = usize> {
        (0..self.length).map(|along| self.cell(along, 0))
    }

    /// Puts the line's tiles in place.
    ///
    /// # Errors
    /// The cause of a stop. The limit is checked before each tile.
    pub(super) fn solve(&self, walker: &mut BlankWalker, goal: &Position) -> Result<(), StopCause> {
        let tile = |along: usize| goal.tiles()[self.cell(along, 0)] as usize;
        for along in 0..self.length - ACROSS {
            if let Some(cause) = walker.exceeded() {
                return Err(cause);
            }
            let cell = self.cell(along, 0);
            walker.bring(tile(along), cell, None);
            walker.fixed[cell] = true;
        }
        let [before, end] = [self.length - 2, self.length - 1];
        let (first, second) = (tile(before), tile(end));
        let places = (self.cell(before, 0), self.cell(end, 0));
        if (walker.cell_of(first), walker.cell_of(second)) != places {
            self.gather(walker, first, second);
            self.turn(walker, first, second);
        }
        (walker.fixed[places.0], walker.fixed[places.1]) = (true, true);
        Ok(())
    }

    /// The cells of the corner, row by row from the line.
    fn corner(&self) -> [usize; CORNER] {
        std::array::from_fn(|index| {
            self.cell(self.length - ACROSS + index % ACROSS, index / ACROSS)
        })
    }

    /// Brings the last two tiles and the blank into the corner. If they are not there already, the
    /// first tile is brought to the end of the line, where it obstructs nothing, then the second
    /// past it.
    fn gather(&self, walker: &mut BlankWalker, first: usize, second: usize) {
        let corner = self.corner();
        let inside = |walker: &BlankWalker, tile| corner.contains(&walker.cell_of(tile));
        let both = inside(walker, first) && inside(walker, second);
        if both && self.enter(walker, first, second) {
            return;
        }
        walker.bring(first, corner[1], None);
        if !inside(walker, second) {
            // Below the line every tile can be brought to any cell.
            let below = corner.iter().skip(ACROSS).copied();
            let at = walker.cell_of(second);
            let nearest = below.min_by_key(|&cell| walker.distance(cell, at));
            walker.bring(second, nearest.expect("a corner has cells"), Some(corner[1]));
        }
        let entered = self.enter(walker, first, second);
        assert!(entered, "one tile does not shut off the cells below the line");
    }

    /// Brings the blank into the corner around these two tiles; returns false if there is no way.
    fn enter(&self, walker: &mut BlankWalker, first: usize, second: usize) -> bool {
        let corner = self.corner();
        let (pair, blank) = ([walker.cell_of(first), walker.cell_of(second)], walker.blank());
        if corner.contains(&blank) {
            return true;
        }
        let below = corner.iter().skip(ACROSS).copied();
        let mut free: Vec<_> = below.filter(|cell| !pair.contains(cell)).collect();
        insertion_sort(&mut free, |&a, &b| walker.distance(a, blank) < walker.distance(b, blank));
        free.into_iter().any(|cell| walker.walk(cell, &pair))
    }

    /// Puts the last two tiles in place by a shortest path inside the corner.
    fn turn(&self, walker: &mut BlankWalker, first: usize, second: usize) {
        let corner = self.corner();
        let index = |tile| {
            let cell = walker.cell_of(tile);
            corner.iter().position(|&known| known == cell).expect("it was gathered")
        };
        let start = Corner { first: index(first), second: index(second), blank: index(0) };
        for blank in start.turns(&mut walker.nodes) {
            walker.step(corner[blank]);
        }
    }
}

/// The positions of two tiles and the blank in the corner.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Corner {
    first: usize,
    second: usize,
    blank: usize,
}

impl Corner {
    fn number(self) -> usize {
        (self.first * CORNER + self.second) * CORNER + self.blank
    }

    /// The same state with the blank on an adjacent cell.
    fn with_blank_on(self, cell: usize) -> Self {
        let moved = |tile| if tile == cell { self.blank } else { tile };
        Self { first: moved(self.first), second: moved(self.second), blank: cell }
    }

    /// The cells that the blank visits until the tiles are on cells 0 and 1: breadth-first search
    /// over all 120 states, all of which are reachable because the other tiles are
    /// indistinguishable.
    fn turns(self, nodes: &mut Nodes) -> Vec<usize> {
        let mut came: [Option<Self>; CORNER * CORNER * CORNER] = [None; _];
        came[self.number()] = Some(self);
        let mut reached = vec![self];
        let mut next = 0;
        loop {
            let state = reached[next];
            next += 1;
            if (state.first, state.second) == (0, 1) {
                let mut way = Vec::new();
                let mut back = state;
                while back != self {
                    way.push(back.blank);
                    back = came[back.number()].expect("it was reached");
                }
                way.reverse();
                return way;
            }
            let back = came[state.number()].expect("it was reached").blank;
            let near = (0..CORNER).filter(|&cell| {
                let columns = (cell % ACROSS).abs_diff(state.blank % ACROSS);
                cell != back && columns + (cell / ACROSS).abs_diff(state.blank / ACROSS) == 1
            });
            nodes.expanded += 1;
            for child in near.map(|cell| state.with_blank_on(cell)) {
                nodes.generated += 1;
                if came[child.number()].is_none() {
                    came[child.number()] = Some(state);
                    reached.push(child);
                }
            }
        }
    }
}
