//! A validated board of any size: the board that people type and see, and on which solutions are
//! checked.
//!
//! Deliberately simple. Solutions are replayed on it, so it shares no code with the boards and
//! moves that searches use.

use super::{Direction, Size, Slide};
use std::fmt;

/// A board that holds every tile `0..cells` exactly once; 0 is the blank. A goal can also admit several boards, of
/// which these tiles are one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) size: Size,
    pub(super) tiles: Vec<u16>,
    /// Of a goal that admits several boards; empty otherwise.
    pub(super) patterns: Vec<Pattern>,
}

/// The boards with these tiles on their cells, in reading order; `None` stands for any tile.
pub(crate) type Pattern = Vec<Option<u16>>;

/// The reason why a list of numbers is not a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidBoard {
    /// Too many or too few tiles.
    #[error("a {size} board has {} tiles including the blank (0), but {found} are given", size.cells())]
    WrongCount {
        /// The requested size.
        size: Size,
        /// Number of tiles given.
        found: usize,
    },
    /// A tile that the board does not have.
    #[error("tile {tile} does not exist: a {size} board has the tiles 0 to {}", size.cells() - 1)]
    OutOfRange {
        /// The requested size.
        size: Size,
        /// The tile.
        tile: u64,
        /// Its index in the list, from 0.
        index: usize,
    },
    /// A tile that appears twice.
    #[error("tile {tile} appears twice (at positions {} and {}), and tile {missing} is missing",
            first + 1, index + 1)]
    Duplicate {
        /// The tile.
        tile: u64,
        /// Its first index, from 0.
        first: usize,
        /// Its second index, from 0.
        index: usize,
        /// The smallest missing tile.
        missing: usize,
    },
}

/// A slide that the border prevents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{slide} is impossible with the blank in column {}, row {}: it would need {} there",
        column + 1, row + 1,
        if slide.count == 1 { "a tile".to_owned() } else { format!("{} tiles", slide.count) })]
pub struct IllegalSlide {
    /// The slide.
    pub slide: Slide,
    /// The column of the blank, from 0.
    pub column: usize,
    /// The row of the blank, from 0.
    pub row: usize,
}

impl Position {
    /// Validates a list of tiles in reading order.
    ///
    /// # Errors
    /// [`InvalidBoard`], which says which tile is wrong.
    pub fn new(size: Size, tiles: &[u64]) -> Result<Self, InvalidBoard> {
        if tiles.len() != size.cells() {
            return Err(InvalidBoard::WrongCount { size, found: tiles.len() });
        }
        let mut place = vec![None; size.cells()];
        let mut duplicate = None;
        for (index, &tile) in tiles.iter().enumerate() {
            match place.get_mut(tile as usize) {
                None => return Err(InvalidBoard::OutOfRange { size, tile, index }),
                Some(Some(first)) => duplicate = duplicate.or(Some((tile, *first, index))),
                Some(free) => *free = Some(index),
            }
        }
        if let Some((tile, first, index)) = duplicate {
            let missing = place.iter().position(Option::is_none).unwrap_or_default();
            return Err(InvalidBoard::Duplicate { tile, first, index, missing });
        }
        let tiles = tiles.iter().map(|&tile| tile as u16).collect();
        Ok(Self { size, tiles, patterns: Vec::new() })
    }

    /// Wraps tiles known to be a permutation.
    pub(crate) fn from_permutation(size: Size, tiles: Vec<u16>) -> Self {
        debug_assert!(
            Self::new(size, &tiles.iter().map(|&t| t.into()).collect::<Vec<_>>()).is_ok()
        );
        Self { size, tiles, patterns: Vec::new() }
    }

    /// Returns the position `1 2 … n 0`.
    pub fn blank_last(size: Size) -> Self {
        let mut position = Self::blank_first(size);
        position.tiles.rotate_left(1);
        position
    }

    /// Returns the position `0 1 … n`.
    pub fn blank_first(size: Size) -> Self {
        let tiles = (0..size.cells()).map(|tile| tile as u16).collect();
        Self { size, tiles, patterns: Vec::new() }
    }

    /// Returns the tiles 1, 2, … in reading order around a blank on the given cell: the default
    /// goal [`blank_last`](Position::blank_last) with its blank on another cell.
    pub fn blank_on(size: Size, cell: usize) -> Self {
        let mut position = Self::blank_first(size);
        position.tiles[..=cell].rotate_left(1);
        position
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles in reading order.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.tiles.iter().position(|&tile| tile == 0).unwrap_or_default()
    }

    /// Slides tiles.
    ///
    /// # Errors
    /// [`IllegalSlide`] if the border prevents the slide; the position is then unchanged.
    pub fn slide(&mut self, slide: Slide) -> Result<(), IllegalSlide> {
        let place = self.blank_place();
        self.slide_at(place, slide).map(drop)
    }

    /// Column and row of the blank.
    fn blank_place(&self) -> (usize, usize) {
        let blank = self.blank();
        (self.size.column(blank), self.size.row(blank))
    }

    /// Slides tiles into the blank at this column and row, and returns the new column and row of
    /// the blank. The time depends on the number of tiles that slide, not on the board size.
    fn slide_at(
        &mut self,
        (column, row): (usize, usize),
        slide: Slide,
    ) -> Result<(usize, usize), IllegalSlide> {
        let (width, height) = (self.size.width(), self.size.height());
        let count = slide.count as usize;
        // The tiles come from the side opposite to the slide direction.
        let (room, after) = match slide.direction {
            Direction::Down => (row, (column, row.wrapping_sub(count))),
            Direction::Right => (column, (column.wrapping_sub(count), row)),
            Direction::Left => (width - 1 - column, (column + count, row)),
            Direction::Up => (height - 1 - row, (column, row + count)),
        };
        if count > room {
            return Err(IllegalSlide { slide, column, row });
        }
        let (from, to) = (row * width + column, after.1 * width + after.0);
        let stride = if slide.direction.is_vertical() { width } else { 1 };
        if from < to {
            (from..to).step_by(stride).for_each(|hole| self.tiles.swap(hole, hole + stride));
        } else {
            let holes = (to..from).step_by(stride).rev();
            holes.for_each(|hole| self.tiles.swap(hole + stride, hole));
        }
        Ok(after)
    }

    /// Returns the position after all slides of a solution, in time linear in the number of tiles
    /// that slide.
    ///
    /// # Errors
    /// The index of the first illegal slide, from 0, and why it is illegal.
    pub fn replay(&self, slides: &[Slide]) -> Result<Self, (usize, IllegalSlide)> {
        let mut position = self.clone();
        position.slide_all(slides)?;
        Ok(position)
    }

    /// Applies all slides, in time linear in the number of tiles that slide.
    ///
    /// # Errors
    /// The index of the first illegal slide, from 0, and why it is illegal; the slides before it
    /// have then been applied.
    pub fn slide_all(&mut self, slides: &[Slide]) -> Result<(), (usize, IllegalSlide)> {
        let mut blank = self.blank_place();
        for (index, &slide) in slides.iter().enumerate() {
            blank = self.slide_at(blank, slide).map_err(|illegal| (index, illegal))?;
        }
        Ok(())
    }

    /// The tiles in reading order, separated by single spaces: the form that every command reads. Of a goal the
    /// free tiles are `?`, and several patterns have ` or ` between them.
    pub fn to_line(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = Option<u16>>| {
            let text = |tile: Option<u16>| tile.map_or_else(|| "?".to_owned(), |it| it.to_string());
            cells.map(text).collect::<Vec<_>>().join(" ")
        };
        if self.is_board() {
            return line(&mut self.tiles.iter().copied().map(Some));
        }
        let lines: Vec<String> =
            self.patterns.iter().map(|pattern| line(&mut pattern.iter().copied())).collect();
        lines.join(" or ")
    }
}

/// The board as a grid, one line per row, the blank as a dot.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = (self.size.cells() - 1).to_string().len();
        let text = |tile: Option<u16>| match tile {
            None => "?".to_owned(),
            Some(0) => "·".to_owned(),
            Some(tile) => tile.to_string(),
        };
        for (number, pattern) in self.patterns().into_iter().enumerate() {
            if number > 0 {
                writeln!(f, "or")?;
            }
            for row in pattern.chunks(self.size.width()) {
                for (column, &tile) in row.iter().enumerate() {
                    let gap = if column == 0 { "" } else { " " };
                    write!(f, "{gap}{:>digits$}", text(tile))?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
