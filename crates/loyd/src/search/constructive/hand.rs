//! A board whose blank is led by hand: where every tile is, what must not be touched any more,
//! and the moves made.

use crate::puzzle::tiles::{Direction, Position, Size};

pub(super) struct Hand {
    pub(super) size: Size,
    /// The tile on each cell.
    pub(super) tiles: Vec<u16>,
    /// The cell of each tile, the blank among them.
    pub(super) place: Vec<u16>,
    /// Cells in place, never entered again.
    pub(super) fixed: Vec<bool>,
    pub(super) moves: Vec<Direction>,
    /// From which cell a search of cells came; kept clear between searches.
    came: Vec<Option<u16>>,
}

/// Nearer than this the shortest way is searched; farther off the blank goes straight.
const NEAR: usize = 4;

impl Hand {
    pub(super) fn new(start: &Position) -> Self {
        let (size, tiles) = (start.size(), start.tiles().to_vec());
        let mut place = vec![0; tiles.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            place[tile as usize] = cell as u16;
        }
        let (fixed, came) = (vec![false; tiles.len()], vec![None; tiles.len()]);
        Self { size, tiles, place, fixed, moves: Vec::new(), came }
    }

    pub(super) fn blank(&self) -> usize {
        self.place[0] as usize
    }

    pub(super) fn cell_of(&self, tile: usize) -> usize {
        self.place[tile] as usize
    }

    /// Columns and rows between two cells.
    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        self.size.column(a).abs_diff(self.size.column(b))
            + self.size.row(a).abs_diff(self.size.row(b))
    }

    /// The blank goes to a neighbouring cell.
    pub(super) fn step(&mut self, to: usize) {
        let blank = self.blank();
        let direction = Direction::ALL
            .into_iter()
            .find(|direction| direction.neighbour(self.size, blank) == Some(to))
            .expect("the blank moves to a neighbour");
        let tile = self.tiles[to];
        (self.tiles[blank], self.tiles[to]) = (tile, 0);
        (self.place[tile as usize], self.place[0]) = (blank as u16, to as u16);
        self.moves.push(direction);
    }

    /// The cells one step nearer to `to`: at most one along the row and one along the column.
    fn nearer(&self, from: usize, to: usize) -> [Option<usize>; 2] {
        let (width, columns) = (self.size.width(), (self.size.column(from), self.size.column(to)));
        let rows = (self.size.row(from), self.size.row(to));
        let along = |from: usize, to: usize, cell: usize, stride: usize| match from.cmp(&to) {
            std::cmp::Ordering::Less => Some(cell + stride),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(cell - stride),
        };
        [along(columns.0, columns.1, from, 1), along(rows.0, rows.1, from, width)]
    }

    /// The blank goes to a cell without moving the tiles on the cells to be avoided; whether there
    /// is a way.
    pub(super) fn walk(&mut self, to: usize, avoid: &[usize]) -> bool {
        while self.distance(self.blank(), to) > NEAR {
            let free = |cell: &usize| !self.fixed[*cell] && !avoid.contains(cell);
            let [along_row, along_column] = self.nearer(self.blank(), to);
            let (along_row, along_column) = (along_row.filter(free), along_column.filter(free));
            let Some(next) = along_column.or(along_row) else { break };
            self.step(next);
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

    /// The shortest way to `to` through cells at most `margin` lines beside both ends; whether
    /// there is one.
    fn detour(&mut self, to: usize, avoid: &[usize], margin: usize) -> bool {
        let size = self.size;
        let within =
            |a: usize, b: usize, x: usize| a.min(b) <= x + margin && x <= a.max(b) + margin;
        // Backwards, so that following it is forwards.
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
        let found = cell == to;
        for cell in way {
            self.step(cell);
        }
        found
    }

    /// Brings a tile to a cell without moving the tile on a cell to be avoided.
    pub(super) fn bring(&mut self, tile: usize, to: usize, avoid: Option<usize>) {
        let mut last_along_row = None;
        while self.cell_of(tile) != to {
            let at = self.cell_of(tile);
            let free = |cell: &usize| !self.fixed[*cell] && Some(*cell) != avoid;
            let [along_row, along_column] = self.nearer(at, to);
            let (row, column) = (along_row.filter(free), along_column.filter(free));
            let next = match (row, column, last_along_row) {
                (Some(row), Some(column), None) => {
                    let far = |cell: usize| self.distance(self.blank(), cell);
                    if far(row) < far(column) { row } else { column }
                }
                // A turn is shorter than going straight on.
                (Some(_), Some(column), Some(true)) => column,
                (Some(row), Some(_), Some(false)) => row,
                (row, column, _) => row.or(column).expect("no tile in place is in the way"),
            };
            last_along_row = Some(Some(next) == row);
            let avoid: Vec<usize> = avoid.into_iter().chain([at]).collect();
            let there = self.walk(next, &avoid);
            assert!(there, "one or two cells less leave the free cells connected");
            self.step(at);
        }
    }
}
