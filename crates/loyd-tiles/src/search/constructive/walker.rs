//! A board with a walking blank: the cell of every tile, the cells already solved, and the moves
//! made.

use crate::{Direction, Position, Size, Slide};
use loyd_search::observe::{Budget, StopCause};

pub(super) struct BlankWalker {
    pub(super) size: Size,
    /// The tile on each cell.
    pub(super) tiles: Vec<u16>,
    /// The cell of each tile, including the blank.
    pub(super) place: Vec<u16>,
    /// Solved cells, never entered again.
    pub(super) fixed: Vec<bool>,
    /// Slides of one tile, without those that undo each other.
    pub(super) moves: Vec<Slide>,
    /// The nodes of the searches of corners and of the last region.
    pub(super) nodes: Nodes,
    budget: Budget,
    /// For a search over cells, the predecessor of each cell; cleared between searches.
    came: Vec<Option<u16>>,
}

/// Numbers of states that searches expanded and generated, without their roots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nodes {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
}

impl std::ops::Add for Nodes {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let expanded = self.expanded + other.expanded;
        Self { expanded, generated: self.generated + other.generated }
    }
}

/// Distance below which a shortest path is searched; farther away the blank moves straight.
const NEAR: usize = 4;

impl BlankWalker {
    pub(super) fn new(start: &Position, budget: Budget) -> Self {
        let (size, tiles) = (start.size(), start.tiles().to_vec());
        let mut place = vec![0; tiles.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            place[tile as usize] = cell as u16;
        }
        let (fixed, came) = (vec![false; tiles.len()], vec![None; tiles.len()]);
        let (moves, nodes) = (Vec::new(), Nodes::default());
        Self { size, tiles, place, fixed, moves, nodes, budget, came }
    }

    /// Returns the cause to stop if a limit is reached.
    pub(super) fn exceeded(&self) -> Option<StopCause> {
        self.budget.exceeded(self.nodes.expanded)
    }

    pub(super) fn blank(&self) -> usize {
        self.place[0] as usize
    }

    pub(super) fn cell_of(&self, tile: usize) -> usize {
        self.place[tile] as usize
    }

    /// Manhattan distance between two cells.
    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        self.size.column(a).abs_diff(self.size.column(b))
            + self.size.row(a).abs_diff(self.size.row(b))
    }

    /// Moves the blank to an adjacent cell.
    #[inline]
    pub(super) fn step(&mut self, to: usize) {
        let (blank, width) = (self.blank(), self.size.width());
        // On a board one cell wide the neighbours are above and below.
        let direction = if to == blank + width {
            Direction::Up
        } else if to + width == blank {
            Direction::Down
        } else if to > blank {
            Direction::Left
        } else {
            Direction::Right
        };
        debug_assert_eq!(direction.neighbour(self.size, blank), Some(to));
        let tile = self.tiles[to];
        (self.tiles[blank], self.tiles[to]) = (tile, 0);
        (self.place[tile as usize], self.place[0]) = (blank as u16, to as u16);
        if self.moves.last().is_some_and(|last| last.direction == direction.inverse()) {
            self.moves.pop();
        } else {
            self.moves.push(Slide::one(direction));
        }
    }

    /// Column and row of a cell.
    fn point(&self, cell: usize) -> Point {
        Point { column: self.size.column(cell), row: self.size.row(cell) }
    }

    fn cell(&self, point: Point) -> usize {
        point.row * self.size.width() + point.column
    }

    /// Moves the blank to a cell without moving the tiles on the cells in `avoid`; returns false if
    /// there is no way.
    pub(super) fn walk(&mut self, to: usize, avoid: &[usize]) -> bool {
        let (mut at, end) = (self.point(self.blank()), self.point(to));
        while at.distance(end) > NEAR {
            let free = |point: &Point| {
                let cell = self.cell(*point);
                !self.fixed[cell] && !avoid.contains(&cell)
            };
            let [along_row, along_column] = at.nearer(end);
            let Some(next) = along_column.filter(free).or(along_row.filter(free)) else { break };
            self.step(self.cell(next));
            at = next;
        }
        let mut margin = 1;
        loop {
            if self.detour(to, avoid, margin) {
                return true;
            }
            if margin > self.size.width().max(self.size.height()) {
                return false;
            }
            margin *= 2;
        }
    }

    /// Follows a shortest path to `to` through cells at most `margin` lines beyond both ends;
    /// returns false if no such path exists.
    fn detour(&mut self, to: usize, avoid: &[usize], margin: usize) -> bool {
        let size = self.size;
        let within =
            |a: usize, b: usize, x: usize| a.min(b) <= x + margin && x <= a.max(b) + margin;
        // Searched backwards, so that following the path is forwards.
        let (from, blank) = (to, self.blank());
        let mut reached = vec![from];
        self.came[from] = Some(from as u16);
        let mut next = 0;
        while next < reached.len() && self.came[blank].is_none() {
            let cell = reached[next];
            next += 1;
            for near in Direction::ALL.into_iter().filter_map(|d| d.neighbour(size, cell)) {
                let inside = within(size.column(blank), size.column(to), size.column(near))
                    && within(size.row(blank), size.row(to), size.row(near));
                let free = !self.fixed[near] && !avoid.contains(&near);
                if inside && free && self.came[near].is_none() {
                    self.came[near] = Some(cell as u16);
                    reached.push(near);
                }
            }
        }
        let mut way = Vec::new();
        let mut cell = blank;
        while cell != to
            && let Some(then) = self.came[cell]
        {
            cell = then as usize;
            way.push(cell);
        }
        for cell in reached {
            self.came[cell] = None;
        }
        let reached = cell == to;
        for cell in way {
            self.step(cell);
        }
        reached
    }

    /// Brings a tile to a cell without moving the tile on the cell in `avoid`.
    pub(super) fn bring(&mut self, tile: usize, to: usize, avoid: Option<usize>) {
        let (mut at, end) = (self.point(self.cell_of(tile)), self.point(to));
        // The tile's cell before its last step; the blank is there.
        let mut before: Option<Point> = None;
        while at != end {
            let free = |point: &Point| {
                let cell = self.cell(*point);
                !self.fixed[cell] && Some(cell) != avoid
            };
            let [along_row, along_column] = at.nearer(end);
            let (row, column) = (along_row.filter(free), along_column.filter(free));
            let next = match (row, column, before) {
                (Some(row), Some(column), None) => {
                    let blank = self.point(self.blank());
                    if blank.distance(row) < blank.distance(column) { row } else { column }
                }
                // A turn is shorter than going straight on.
                (Some(row), Some(column), Some(before)) => {
                    if before.row == at.row {
                        column
                    } else {
                        row
                    }
                }
                (row, column, _) => row.or(column).expect("no tile in place is in the way"),
            };
            let around = before.is_some_and(|before| self.go_around(before, at, next, avoid));
            if !around {
                let avoid: Vec<usize> = avoid.into_iter().chain([self.cell(at)]).collect();
                let there = self.walk(self.cell(next), &avoid);
                assert!(there, "one or two cells less leave the free cells connected");
            }
            self.step(self.cell(at));
            (before, at) = (Some(at), next);
        }
    }

    /// Moves the blank from behind a tile to the cell in front of it, or beside it, by the shortest
    /// path if its cells are free; returns false if they are not. [`walk`](BlankWalker::walk) would
    /// find the same path in more time; nearly all moves are made here.
    fn go_around(&mut self, behind: Point, at: Point, next: Point, avoid: Option<usize>) -> bool {
        let free = |point: Point| {
            let cell = self.cell(point);
            !self.fixed[cell] && Some(cell) != avoid
        };
        if behind.row != next.row && behind.column != next.column {
            // A turn: around the one corner that the tile is not on.
            let corner = Point {
                column: if at.column == next.column { behind.column } else { next.column },
                row: if at.row == next.row { behind.row } else { next.row },
            };
            if !free(corner) {
                return false;
            }
            self.step(self.cell(corner));
            self.step(self.cell(next));
            return true;
        }
        let sides =
            [behind, at, next].map(|point| point.neighbours(behind.row == next.row, self.size));
        for side in 0..2 {
            let [Some(first), Some(second), Some(third)] = sides.map(|sides| sides[side]) else {
                continue;
            };
            if [first, second, third].into_iter().all(free) {
                for point in [first, second, third, next] {
                    self.step(self.cell(point));
                }
                return true;
            }
        }
        false
    }
}

/// A cell given by column and row, so that steps need no division.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Point {
    column: usize,
    row: usize,
}

impl Point {
    /// Manhattan distance between two cells.
    fn distance(self, other: Self) -> usize {
        self.column.abs_diff(other.column) + self.row.abs_diff(other.row)
    }

    /// The cells one step nearer to `to`: at most one along the row and one along the column.
    fn nearer(self, to: Self) -> [Option<Self>; 2] {
        let toward = |from: usize, to: usize| match from.cmp(&to) {
            std::cmp::Ordering::Less => Some(from + 1),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(from - 1),
        };
        [
            toward(self.column, to.column).map(|column| Self { column, ..self }),
            toward(self.row, to.row).map(|row| Self { row, ..self }),
        ]
    }

    /// The cells above and below, or those to the left and to the right.
    fn neighbours(self, along_row: bool, size: Size) -> [Option<Self>; 2] {
        let Self { column, row } = self;
        if along_row {
            let above = row.checked_sub(1).map(|row| Self { column, row });
            [above, (row + 1 < size.height()).then_some(Self { column, row: row + 1 })]
        } else {
            let before = column.checked_sub(1).map(|column| Self { column, row });
            [before, (column + 1 < size.width()).then_some(Self { column: column + 1, row })]
        }
    }
}
