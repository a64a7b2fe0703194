//! Distances of all boards from a goal, using nothing of the library but the goal's tiles: one byte
//! per board, filled level by level.
//!
//! ```text
//! number of a board := cell of the blank · ⌈(n-1)! / 2⌉ + ⌊rank of the tiles without it / 2⌋
//! for depth := 0, 1, 2, … while boards have it
//!     for each board of that depth, for each slide: the board it leads to has depth + 1 unless it has a depth
//! ```
//!
//! Two boards whose tiles have ranks `2k` and `2k + 1` differ by an exchange of the last two tiles,
//! so only one of them is reachable from the goal.

use loyd_tiles::{MetricName, Position};

/// Largest number of cells for which there is a table.
const MAX: usize = 12;

/// The tiles in reading order without the blank, and the blank's cell.
#[derive(Clone, Copy)]
struct Plain {
    tiles: [u8; MAX],
    blank: usize,
}

/// Distances of all boards from a goal.
pub(crate) struct Distances {
    width: usize,
    cells: usize,
    multi: bool,
    odd: bool,
    /// Number of boards with the blank on the same cell.
    each: usize,
    depths: Vec<u8>,
    /// Number of boards at each depth.
    pub(crate) levels: Vec<u64>,
}

impl Distances {
    pub(crate) fn of(goal: &Position, metric: MetricName) -> Self {
        let cells = goal.tiles().len();
        assert!(cells <= MAX);
        let each = (1..cells).product::<usize>().div_ceil(2);
        let depths = vec![u8::MAX; each * cells];
        let (width, multi) = (goal.size().width(), metric == MetricName::Multi);
        let (odd, levels) = (false, Vec::new());
        let mut all = Self { width, cells, multi, odd, each, depths, levels };
        let goal = all.plain(goal.tiles());
        all.odd = all.parity(&goal);
        let first = all.number(&goal);
        all.depths[first] = 0;
        all.fill();
        all
    }

    fn fill(&mut self) {
        for depth in 0..u8::MAX {
            let mut count = 0;
            for number in 0..self.depths.len() {
                if self.depths[number] != depth {
                    continue;
                }
                count += 1;
                self.children(&self.board(number), |all, child| {
                    let number = all.number(child);
                    all.depths[number] = all.depths[number].min(depth + 1);
                });
            }
            if count == 0 {
                break;
            }
            self.levels.push(count);
        }
    }

    /// The distance of a solvable board.
    pub(crate) fn to(&self, tiles: &[u16]) -> u32 {
        let board = self.plain(tiles);
        assert_eq!(self.parity(&board), self.odd, "{tiles:?} cannot be solved");
        self.depths[self.number(&board)].into()
    }

    /// All solvable boards.
    pub(crate) fn boards(&self) -> impl Iterator<Item = Vec<u16>> {
        (0..self.depths.len()).filter(|&number| self.depths[number] != u8::MAX).map(|number| {
            let Plain { tiles, blank } = self.board(number);
            let mut all: Vec<u16> =
                tiles[..self.cells - 1].iter().map(|&tile| tile.into()).collect();
            all.insert(blank, 0);
            all
        })
    }

    fn plain(&self, all: &[u16]) -> Plain {
        let blank = all.iter().position(|&tile| tile == 0).expect("a blank");
        let mut tiles = [0; MAX];
        let others = all.iter().filter(|&&tile| tile != 0);
        tiles.iter_mut().zip(others).for_each(|(place, &tile)| *place = tile as u8);
        assert_eq!(all.len(), self.cells);
        Plain { tiles, blank }
    }

    /// Returns true if the order of the tiles, adjusted for the blank's row, is odd. A slide along
    /// a column moves a tile past width − 1 others, one along a row past none.
    fn parity(&self, board: &Plain) -> bool {
        let tiles = &board.tiles[..self.cells - 1];
        let pairs = (0..tiles.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let inversions = pairs.filter(|&(i, j)| tiles[j] > tiles[i]).count();
        (inversions + (self.width - 1) * (board.blank / self.width)) % 2 == 1
    }

    fn number(&self, board: &Plain) -> usize {
        let tiles = &board.tiles[..self.cells - 1];
        let mut rank = 0;
        for (i, tile) in tiles.iter().enumerate() {
            let smaller = tiles[i..].iter().filter(|&later| later < tile).count();
            rank = rank * (tiles.len() - i) + smaller;
        }
        board.blank * self.each + rank / 2
    }

    fn board(&self, number: usize) -> Plain {
        let count = self.cells - 1;
        let (blank, mut rank) = (number / self.each, number % self.each * 2);
        let mut tiles = [0; MAX];
        // The digits, numbers of smaller later tiles, are converted to tiles from the last on.
        for i in (0..count).rev() {
            let smaller = (rank % (count - i)) as u8;
            rank /= count - i;
            tiles[i] = smaller + 1;
            for later in &mut tiles[i + 1..count] {
                *later += u8::from(*later > smaller);
            }
        }
        let mut board = Plain { tiles, blank };
        if count >= 2 && self.parity(&board) != self.odd {
            board.tiles.swap(count - 2, count - 1);
        }
        board
    }

    fn children(&mut self, board: &Plain, mut each: impl FnMut(&mut Self, &Plain)) {
        let (w, h) = (self.width, self.cells / self.width);
        let (column, row) = (board.blank % w, board.blank / w);
        for (step, max_steps) in
            [(-(w as isize), row), (-1, column), (1, w - 1 - column), (w as isize, h - 1 - row)]
        {
            let mut child = *board;
            for _ in 0..if self.multi { max_steps } else { max_steps.min(1) } {
                let to = child.blank.checked_add_signed(step).expect("on the board");
                // The tile on that cell goes to the blank's cell, past those in between.
                if to < child.blank {
                    child.tiles[to..child.blank].rotate_left(1);
                } else {
                    child.tiles[child.blank..to].rotate_right(1);
                }
                child.blank = to;
                each(self, &child);
            }
        }
    }
}
