//! A validated board of any size: what people type, see and check solutions on.
//!
//! Plain on purpose. Solutions are replayed on it, so it shares no code with the boards and moves
//! that searches use.

use super::{Direction, Size, Slide};
use std::fmt;

/// A board that holds every tile `0..cells` exactly once; 0 is the blank.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    size: Size,
    tiles: Vec<u16>,
}

/// Why a list of numbers is not a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidBoard {
    /// Too many or too few tiles.
    #[error("a {size} board has {} tiles, the blank (0) included; here are {found}", size.cells())]
    WrongCount {
        /// The size asked for.
        size: Size,
        /// How many tiles were given.
        found: usize,
    },
    /// A tile that the board does not have.
    #[error("tile {tile} does not exist: a {size} board has the tiles 0 to {}", size.cells() - 1)]
    OutOfRange {
        /// The size asked for.
        size: Size,
        /// The tile.
        tile: u64,
        /// Its place in the list, from 0.
        index: usize,
    },
    /// A tile that stands in two places.
    #[error("tile {tile} stands twice (in places {} and {}), and tile {missing} is missing",
            first + 1, index + 1)]
    Duplicate {
        /// The tile.
        tile: u64,
        /// Its first place, from 0.
        first: usize,
        /// Its second place, from 0.
        index: usize,
        /// The smallest tile that stands nowhere.
        missing: usize,
    },
}

/// A slide for which there is no room.
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
    /// Checks and takes a list of tiles in reading order.
    ///
    /// # Errors
    /// [`InvalidBoard`] says which tile is wrong.
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
        Ok(Self { size, tiles: tiles.iter().map(|&tile| tile as u16).collect() })
    }

    /// Tiles known to be a permutation.
    pub(crate) fn from_permutation(size: Size, tiles: Vec<u16>) -> Self {
        debug_assert!(
            Self::new(size, &tiles.iter().map(|&t| t.into()).collect::<Vec<_>>()).is_ok()
        );
        Self { size, tiles }
    }

    /// `1 2 … n 0`.
    pub fn blank_last(size: Size) -> Self {
        let mut position = Self::blank_first(size);
        position.tiles.rotate_left(1);
        position
    }

    /// `0 1 … n`.
    pub fn blank_first(size: Size) -> Self {
        Self { size, tiles: (0..size.cells()).map(|tile| tile as u16).collect() }
    }

    /// The tiles 1, 2, … in reading order around a blank on the given cell: the default goal,
    /// [`blank_last`](Position::blank_last), with its blank elsewhere.
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
    /// [`IllegalSlide`] if the border is in the way; the position is unchanged then.
    pub fn slide(&mut self, slide: Slide) -> Result<(), IllegalSlide> {
        let (mut column, mut row) = (self.size.column(self.blank()), self.size.row(self.blank()));
        let illegal = IllegalSlide { slide, column, row };
        let mut tiles = self.tiles.clone();
        for _ in 0..slide.count {
            let hole = row * self.size.width() + column;
            // The tile comes from the side opposite to where it goes.
            match slide.direction {
                Direction::Down => row = row.checked_sub(1).ok_or(illegal)?,
                Direction::Right => column = column.checked_sub(1).ok_or(illegal)?,
                Direction::Left => column += 1,
                Direction::Up => row += 1,
            }
            if column >= self.size.width() || row >= self.size.height() {
                return Err(illegal);
            }
            tiles.swap(hole, row * self.size.width() + column);
        }
        self.tiles = tiles;
        Ok(())
    }

    /// Makes all slides of a solution.
    ///
    /// # Errors
    /// The index of the first illegal slide, from 0, and why it is illegal.
    pub fn replay(&self, slides: &[Slide]) -> Result<Self, (usize, IllegalSlide)> {
        let mut position = self.clone();
        for (index, &slide) in slides.iter().enumerate() {
            position.slide(slide).map_err(|illegal| (index, illegal))?;
        }
        Ok(position)
    }

    /// The tiles in reading order, separated by single spaces: the form every command reads.
    pub fn to_line(&self) -> String {
        self.tiles.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// The board as a grid, one row a line, the blank as a dot.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = (self.size.cells() - 1).to_string().len();
        for row in self.tiles.chunks(self.size.width()) {
            for (column, &tile) in row.iter().enumerate() {
                let gap = if column == 0 { "" } else { " " };
                let text = if tile == 0 { "·".to_owned() } else { tile.to_string() };
                write!(f, "{gap}{text:>digits$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
