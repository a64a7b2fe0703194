//! Goals that admit several boards: with free tiles, and the nearest of several goals.
//!
//! A pattern names the tiles of some cells. Its free cells hold the other tiles in any order, and the blank too if
//! no cell has it. Several patterns of a goal leave the same tiles free, so that all of them tell the same boards
//! apart.

use super::position::{InvalidBoard, Pattern, Position};
use super::{Size, solvable};
use loyd_search::COMPACT;

impl Position {
    /// The goal that a pattern describes: a board, if it leaves no choice. A cell without a number is free.
    ///
    /// # Errors
    /// [`InvalidBoard`], which says which tile is wrong.
    pub fn of_pattern(size: Size, pattern: &[Option<u64>]) -> Result<Self, InvalidBoard> {
        if pattern.len() != size.cells() {
            return Err(InvalidBoard::WrongCount { size, found: pattern.len() });
        }
        let is_missing = |tile: &u64| !pattern.contains(&Some(*tile));
        let mut missing = (1..size.cells() as u64).chain([0]).filter(is_missing);
        let tiles: Vec<u64> =
            pattern.iter().map_while(|&tile| tile.or_else(|| missing.next())).collect();
        let board = Self::new(size, &tiles)?;
        let free = pattern.iter().filter(|tile| tile.is_none()).count();
        let patterns = if free < 2 {
            Vec::new()
        } else {
            vec![pattern.iter().map(|tile| tile.map(|tile| tile as u16)).collect()]
        };
        Ok(Self { patterns, ..board })
    }

    /// The goal of which each of some goals is one; `None` if their sizes or their free tiles differ, or
    /// the list is empty.
    pub fn nearest_of(goals: &[Self]) -> Option<Self> {
        let first = goals.first()?;
        let free = first.free_tiles();
        let fits = |goal: &Self| goal.size == first.size && goal.free_tiles() == free;
        if !goals.iter().all(fits) {
            return None;
        }
        let mut patterns: Vec<Pattern> = Vec::new();
        for pattern in goals.iter().flat_map(Self::patterns) {
            if !patterns.contains(&pattern) {
                patterns.push(pattern);
            }
        }
        if patterns.len() == 1 {
            return Some(first.clone());
        }
        Some(Self { patterns, ..first.clone() })
    }

    /// False for a goal that admits several boards, which a compact program ([`COMPACT`]) does not read.
    pub fn is_board(&self) -> bool {
        COMPACT || self.patterns.is_empty()
    }

    /// The tile of a cell, 0 for the blank; `None` if a goal leaves it free. Of several patterns the first one counts.
    pub fn tile_at(&self, cell: usize) -> Option<u16> {
        match self.patterns.first() {
            Some(pattern) => pattern[cell],
            None => Some(self.tiles[cell]),
        }
    }

    /// The patterns of a goal; of a board that of its tiles.
    pub(crate) fn patterns(&self) -> Vec<Pattern> {
        if self.is_board() {
            vec![self.tiles.iter().copied().map(Some).collect()]
        } else {
            self.patterns.clone()
        }
    }

    /// Returns true if a board is this one, or one that this goal admits.
    pub fn admits(&self, board: &Self) -> bool {
        let is_of = |pattern: &Pattern| {
            pattern.iter().zip(&board.tiles).all(|(tile, it)| tile.is_none_or(|tile| tile == *it))
        };
        self.size == board.size
            && if self.is_board() { self == board } else { self.patterns.iter().any(is_of) }
    }

    /// The tiles that a goal does not name, ascending; the blank does not count.
    pub(crate) fn free_tiles(&self) -> Vec<u16> {
        let Some(pattern) = self.patterns.first() else { return Vec::new() };
        let is_free = |tile: &u16| !pattern.contains(&Some(*tile));
        (1..self.tiles.len()).map(|tile| tile as u16).filter(is_free).collect()
    }

    /// A board that the goal admits and a board can reach, its free tiles in ascending order as far as possible;
    /// `None` if it reaches none of them.
    pub(crate) fn reachable_board(&self, from: &Self) -> Option<Self> {
        self.patterns().into_iter().find_map(|pattern| {
            let cells: Vec<_> = pattern.iter().map(|tile| tile.map(u64::from)).collect();
            let mut board = Self::of_pattern(self.size, &cells).ok()?;
            board.patterns.clear();
            if solvable(self.size, &from.tiles, &board.tiles).is_ok() {
                return Some(board);
            }
            let mut free = (0..pattern.len()).filter(|&cell| pattern[cell].is_none());
            let (one, other) = (free.next()?, free.next()?);
            board.tiles.swap(one, other);
            solvable(self.size, &from.tiles, &board.tiles).is_ok().then_some(board)
        })
    }
}
