//! Width and height of a board.

use std::fmt;

/// The size of a board: at least one cell, at most 65,536 (tiles are 16-bit numbers).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    width: u16,
    height: u16,
}

impl Size {
    /// Largest number of cells of a board.
    pub const MAX_CELLS: usize = 1 << 16;

    /// Returns a size, or `None` if a side is 0 or there are too many cells.
    #[inline]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let cells = width.checked_mul(height)?;
        if cells == 0 || cells > Self::MAX_CELLS || width.max(height) > u16::MAX as usize {
            return None;
        }
        Some(Self { width: width as u16, height: height as u16 })
    }

    /// Number of columns.
    #[inline]
    pub fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    #[inline]
    pub fn height(self) -> usize {
        self.height as usize
    }

    /// Number of cells, including the blank.
    #[inline]
    pub fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The column of a cell, from 0.
    #[inline]
    pub fn column(self, cell: usize) -> usize {
        cell % self.width as usize
    }

    /// The row of a cell, from 0.
    #[inline]
    pub fn row(self, cell: usize) -> usize {
        cell / self.width as usize
    }

    /// The last cell in reading order, where the default goal has its blank.
    #[inline]
    pub fn last_cell(self) -> usize {
        self.cells() - 1
    }

    /// Returns true if tiles can move only along one line.
    pub fn is_line(self) -> bool {
        self.width == 1 || self.height == 1
    }

    /// Returns the size with width and height exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// Returns the size of the square board with this many cells, if there is one.
    pub fn square(cells: usize) -> Option<Self> {
        let side = cells.isqrt();
        (side * side == cells).then(|| Self::new(side, side)).flatten()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
