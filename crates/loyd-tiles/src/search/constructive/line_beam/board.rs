//! A board with the order of its stages, whose estimate changes with each step of the blank.

use super::super::lines::{Line, Region};
use crate::{Position, Size};

/// The cost of one cell of distance.
const UNIT: i32 = 16;

/// The cost of one cell of distance more for tiles of the current stage.
const WEIGHT: i64 = 64;

/// The cost of one cell of distance between the blank and the nearest of these tiles; the second number is for narrow
/// beams.
const APPROACH: [i64; 2] = [64, 32];

/// Boards of more cells than this have stages of one tile, and linear costs: their beams are narrow.
pub(super) const MAX_WIDE_CELLS: usize = 150;

/// The score that a solved stage is worth: more than all tiles of the next one can cost.
const STAGE: i64 = 1 << 32;

/// The parts of a puzzle that do not change: lines, stages and costs.
pub(super) struct Course {
    pub(super) size: Size,
    /// The border lines in the order in which they are solved, down to a region of at most 3x3.
    pub(super) lines: Vec<Line>,
    pub(super) region: Region,
    /// For each stage, its tiles, and the number of its line.
    stages: Vec<(Vec<u16>, usize)>,
    stage_of: Vec<u16>,
    /// The goal column and row of each tile.
    homes: Vec<(i16, i16)>,
    /// For each distance, the cost of the last cell of it.
    steps: Vec<i32>,
    /// One of [`APPROACH`].
    approach: i64,
}

impl Course {
    pub(super) fn new(goal: &Position) -> Self {
        let size = goal.size();
        let is_wide = size.cells() <= MAX_WIDE_CELLS;
        let mut region = Region::whole(size);
        let (mut lines, mut stages) = (Vec::new(), Vec::new());
        while region.width.max(region.height) > 3 {
            let line = region.take_line(size, goal.blank());
            let tiles: Vec<u16> = line.cells().map(|cell| goal.tiles()[cell]).collect();
            let single = if is_wide { 0 } else { tiles.len() - 2 };
            for &tile in &tiles[..single] {
                stages.push((vec![tile], lines.len()));
            }
            stages.push((tiles[single..].to_vec(), lines.len()));
            lines.push(line);
        }
        let inner = region.cells(size).map(|cell| goal.tiles()[cell]);
        stages.push((inner.filter(|&tile| tile != 0).collect(), lines.len()));
        let (mut stage_of, mut homes) = (vec![0; size.cells()], vec![(0, 0); size.cells()]);
        for (number, (tiles, _)) in stages.iter().enumerate() {
            for &tile in tiles {
                stage_of[usize::from(tile)] = number as u16;
            }
        }
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            homes[usize::from(tile)] = (size.column(cell) as i16, size.row(cell) as i16);
        }
        let cost = |distance: usize| {
            let power = if is_wide { (distance as f64).sqrt() } else { 1.0 };
            (f64::from(UNIT) * distance as f64 * power).round() as i32
        };
        let last = |distance: usize| cost(distance) - cost(distance.saturating_sub(1));
        let steps = (0..=size.width() + size.height()).map(last).collect();
        let approach = APPROACH[usize::from(!is_wide)];
        Self { size, lines, region, stages, stage_of, homes, steps, approach }
    }

    /// The number of a stage's line.
    pub(super) fn line_of(&self, stage: usize) -> usize {
        self.stages[stage].1
    }

    fn distance(&self, tile: u16, cell: usize) -> u32 {
        let (column, row) = self.homes[usize::from(tile)];
        u32::from((self.size.column(cell) as i16).abs_diff(column))
            + u32::from((self.size.row(cell) as i16).abs_diff(row))
    }
}

/// The estimate of a child.
pub(super) struct Estimate {
    pub(super) distance: u32,
    pub(super) score: i64,
    pub(super) hash: u64,
}

/// A position with the values that its estimate needs.
#[derive(Clone)]
pub(super) struct ScoredBoard<'a> {
    course: &'a Course,
    pub(super) tiles: Vec<u16>,
    place: Vec<u16>,
    blank: usize,
    column: i16,
    row: i16,
    /// The sum of the distances of each stage's tiles.
    sums: Vec<u32>,
    /// The first stage that is not solved, or the last one.
    pub(super) stage: usize,
    /// Manhattan distance.
    pub(super) distance: u32,
    cost: i64,
    pub(super) hash: u64,
}

impl<'a> ScoredBoard<'a> {
    pub(super) fn new(course: &'a Course, start: &Position, salt: u64) -> Self {
        let (size, blank) = (start.size(), start.blank());
        let mut board = Self {
            course,
            tiles: start.tiles().to_vec(),
            place: vec![0; size.cells()],
            blank,
            column: size.column(blank) as i16,
            row: size.row(blank) as i16,
            sums: vec![0; course.stages.len()],
            stage: 0,
            distance: 0,
            cost: 0,
            hash: mixed(salt),
        };
        for (cell, &tile) in start.tiles().iter().enumerate() {
            board.place[usize::from(tile)] = cell as u16;
            if tile != 0 {
                let distance = course.distance(tile, cell);
                board.sums[usize::from(course.stage_of[usize::from(tile)])] += distance;
                board.distance += distance;
                board.cost +=
                    course.steps[..=distance as usize].iter().map(|&c| i64::from(c)).sum::<i64>();
                board.hash ^= key(tile, cell);
            }
        }
        board.stage = board.first_open(0);
        board
    }

    /// The first unsolved stage from this one on, or the last one.
    fn first_open(&self, from: usize) -> usize {
        let last = self.sums.len() - 1;
        (from..last).find(|&stage| self.sums[stage] > 0).unwrap_or(last)
    }

    /// The cell that the blank reaches in a direction, if that is on the board.
    #[inline]
    fn target(&self, direction: u8) -> Option<usize> {
        let (width, height) = (self.course.size.width(), self.course.size.height());
        match direction {
            0 => (self.row > 0).then(|| self.blank - width),
            1 => (self.column > 0).then(|| self.blank - 1),
            2 => (self.column as usize + 1 < width).then_some(self.blank + 1),
            _ => (self.row as usize + 1 < height).then(|| self.blank + width),
        }
    }

    /// The change of a tile's distance and of its cost if it moves onto the blank's cell.
    #[inline]
    fn change(&self, tile: u16, cell: usize, direction: u8) -> (i32, i32) {
        let (column, row) = self.course.homes[usize::from(tile)];
        let is_nearer = match direction {
            0 => row >= self.row,
            1 => column >= self.column,
            2 => column <= self.column,
            _ => row <= self.row,
        };
        let (to_column, to_row) = match direction {
            0 => (self.column, self.row - 1),
            1 => (self.column - 1, self.row),
            2 => (self.column + 1, self.row),
            _ => (self.column, self.row + 1),
        };
        debug_assert_eq!(self.course.size.column(cell) as i16, to_column);
        let distance = usize::from(to_column.abs_diff(column) + to_row.abs_diff(row));
        if is_nearer {
            (-1, -self.course.steps[distance])
        } else {
            (1, self.course.steps[distance + 1])
        }
    }

    /// Estimates a child; `None` if the blank would leave the board or move a tile of a solved stage.
    #[inline]
    pub(super) fn child(&mut self, direction: u8) -> Option<Estimate> {
        let cell = self.target(direction)?;
        let tile = self.tiles[cell];
        let of = usize::from(self.course.stage_of[usize::from(tile)]);
        if of < self.stage {
            return None;
        }
        let (change, cost) = self.change(tile, cell, direction);
        let (mut stage, mut sum) = (self.stage, self.sums[self.stage]);
        if of == stage {
            sum = sum.wrapping_add_signed(change);
            if sum == 0 {
                stage = self.first_open((stage + 1).min(self.sums.len() - 1));
                sum = self.sums[stage];
            }
        }
        let mut score =
            self.cost + i64::from(cost) + WEIGHT * i64::from(sum) - STAGE * stage as i64;
        if stage + 1 < self.sums.len() {
            score += self.course.approach * i64::from(self.approach(stage, tile, cell));
        }
        let distance = self.distance.wrapping_add_signed(change);
        let hash = self.hash ^ key(tile, cell) ^ key(tile, self.blank);
        Some(Estimate { distance, score, hash })
    }

    /// The distance from `cell`, where the blank would be after `moved` took its cell, to the nearest tile of a
    /// stage that is not on its goal cell.
    #[inline]
    fn approach(&self, stage: usize, moved: u16, cell: usize) -> u32 {
        let size = self.course.size;
        let (column, row) = (size.column(cell), size.row(cell));
        let mut nearest = u32::MAX;
        for &tile in &self.course.stages[stage].0 {
            let at =
                if tile == moved { self.blank } else { usize::from(self.place[usize::from(tile)]) };
            let (tile_column, tile_row) = (size.column(at), size.row(at));
            let home = self.course.homes[usize::from(tile)];
            if home != (tile_column as i16, tile_row as i16) {
                let distance = tile_column.abs_diff(column) + tile_row.abs_diff(row);
                nearest = nearest.min(distance as u32);
            }
        }
        if nearest == u32::MAX { 0 } else { nearest }
    }

    /// Moves the blank in a direction.
    ///
    /// # Panics
    /// If the blank would leave the board.
    #[inline]
    pub(super) fn step(&mut self, direction: u8) {
        let cell = self.target(direction).expect("the blank stays on the board");
        let tile = self.tiles[cell];
        let (change, cost) = self.change(tile, cell, direction);
        self.distance = self.distance.wrapping_add_signed(change);
        self.cost += i64::from(cost);
        self.hash ^= key(tile, cell) ^ key(tile, self.blank);
        let of = usize::from(self.course.stage_of[usize::from(tile)]);
        self.sums[of] = self.sums[of].wrapping_add_signed(change);
        self.tiles[self.blank] = tile;
        self.tiles[cell] = 0;
        self.place[usize::from(tile)] = self.blank as u16;
        self.place[0] = cell as u16;
        self.blank = cell;
        match direction {
            0 => self.row -= 1,
            1 => self.column -= 1,
            2 => self.column += 1,
            _ => self.row += 1,
        }
        if of < self.stage || (of == self.stage && self.sums[of] == 0) {
            self.stage = self.first_open(of);
        }
    }

    /// The position.
    pub(super) fn position(&self) -> Position {
        Position::from_permutation(self.course.size, self.tiles.clone())
    }
}

/// The hash of a tile on a cell.
#[inline]
fn key(tile: u16, cell: usize) -> u64 {
    let word = (u64::from(tile) << 20 | cell as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ word >> 32
}

/// A fixed random word (S. Vigna, `SplitMix64`).
fn mixed(word: u64) -> u64 {
    let z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
