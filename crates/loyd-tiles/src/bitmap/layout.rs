//! The position of a state's bit: orientation of the board, digits, lanes and blocks.

use core::fmt;

use crate::arch::bitmap::{LANES_PER_LINE, Line};

/// Largest number of cells for which a lane of 16 bits holds the first digit.
const MAX_TILES: usize = 16;

/// The shape of the bitmaps of a board.
///
/// The narrower side of the board is stored as its width (a vertical move then rotates fewer tiles;
/// level counts do not change), so a wide board is transposed on the way in and out. All cells
/// below are cells of the board as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Columns as stored, at most [`height`](Layout::height).
    pub width: usize,
    /// Rows as stored.
    pub height: usize,
    /// True if the given board was wider than high.
    pub transposed: bool,
    /// Number of tiles, n.
    pub tiles: usize,
    /// Number of digits within a block, m.
    pub block_digits: usize,
    /// Number of lanes of a block that hold states.
    pub block_lanes: usize,
    /// Number of cache lines of a block, the last one padded with zeros.
    pub block_lines: usize,
    /// Number of blocks of one bitmap.
    pub blocks: usize,
}

/// The reason why a board has no layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// Too few digits for a block and a rotation above it; such spaces are tiny.
    TooSmall {
        /// The given number of columns.
        width: usize,
        /// The given number of rows.
        height: usize,
    },
    /// More tiles than a lane has bits, or more states than addresses.
    TooLarge {
        /// The given number of columns.
        width: usize,
        /// The given number of rows.
        height: usize,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::TooSmall { width, height } => write!(
                f,
                "{width}x{height} is too small for bitmaps in blocks (two rows and columns and 8 cells \
                 are needed); use the reference engine"
            ),
            LayoutError::TooLarge { width, height } => write!(
                f,
                "{width}x{height} has more than {MAX_TILES} tiles, too many for complete enumeration \
                 in bitmaps; give a depth limit and use the frontier engine"
            ),
        }
    }
}

impl std::error::Error for LayoutError {}

impl Layout {
    /// Returns the layout of a board of `width` columns and `height` rows, with a suitable block
    /// size.
    ///
    /// # Errors
    /// [`LayoutError`] if the board is too small or too large.
    pub fn new(width: usize, height: usize) -> Result<Self, LayoutError> {
        Self::with_block_digits(width, height, width.min(height).saturating_add(1).max(4))
    }

    /// Returns the layout with `block_digits` digits in a block: at least 4 and at least the
    /// narrower side + 1, so that moves at the first two cells stay within blocks.
    ///
    /// # Errors
    /// [`LayoutError`] if the board is too small for such blocks or too large.
    pub fn with_block_digits(
        width: usize,
        height: usize,
        block_digits: usize,
    ) -> Result<Self, LayoutError> {
        let (too_small, too_large) =
            (LayoutError::TooSmall { width, height }, LayoutError::TooLarge { width, height });
        let (across, down) = (width.min(height), width.max(height));
        let cells = across.checked_mul(down).ok_or(too_large)?;
        // With fewer, the moves that involve the implied digit would reach into the blocks.
        let min_digits = across.saturating_add(1).max(4);
        if across < 2 || block_digits < min_digits || cells < block_digits + across + 2 {
            return Err(too_small);
        }
        let tiles = cells - 1;
        if tiles > MAX_TILES {
            return Err(too_large);
        }
        let radices =
            |digits: core::ops::Range<usize>| digits.map(|j| tiles - j).product::<usize>();
        let block_lanes = radices(1..block_digits);
        Ok(Layout {
            width: across,
            height: down,
            transposed: width > height,
            tiles,
            block_digits,
            block_lanes,
            block_lines: block_lanes.div_ceil(LANES_PER_LINE),
            blocks: radices(block_digits..tiles - 2),
        })
    }

    /// Number of cells of the board.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.tiles + 1
    }

    /// Number of values of digit j.
    #[must_use]
    pub fn radix(&self, digit: usize) -> usize {
        self.tiles - digit
    }

    /// Product of the radices of the given digits.
    #[must_use]
    pub fn span(&self, digits: core::ops::Range<usize>) -> usize {
        digits.map(|j| self.radix(j)).product()
    }

    /// Number of stored digits; the last two are implied.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.tiles - 2
    }

    /// Number of states of a block.
    #[must_use]
    pub fn block_states(&self) -> u32 {
        (self.block_lanes * self.tiles) as u32
    }

    /// Number of states with the blank in one given cell: n!/2.
    #[must_use]
    pub fn map_states(&self) -> u64 {
        self.blocks as u64 * u64::from(self.block_states())
    }

    /// Number of all states: (w·h)!/2.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.map_states() * self.cells() as u64
    }

    /// Number of bytes of one bitmap.
    #[must_use]
    pub fn map_bytes(&self) -> u64 {
        (self.blocks * self.block_lines) as u64 * size_of::<Line>() as u64
    }

    /// Converts a cell of the given board to the stored cell.
    #[must_use]
    pub fn stored_cell(&self, cell: usize) -> usize {
        if self.transposed {
            let (row, column) = (cell / self.height, cell % self.height);
            column * self.width + row
        } else {
            cell
        }
    }

    /// Converts a stored cell to the cell of the given board.
    #[must_use]
    pub fn board_cell(&self, cell: usize) -> usize {
        if self.transposed {
            let (row, column) = (cell / self.width, cell % self.width);
            column * self.height + row
        } else {
            cell
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_counts_are_factorials() {
        let factorial = |n: u64| (1..=n).product::<u64>();
        for (w, h) in [(3, 3), (2, 4), (4, 2), (5, 2), (4, 3), (7, 2), (5, 3), (4, 4), (8, 2)] {
            let layout = Layout::new(w, h).unwrap();
            assert_eq!(layout.states(), factorial((w * h) as u64) / 2, "{w}x{h}");
            assert!(layout.width <= layout.height);
            let all: Vec<usize> =
                (0..w * h).map(|c| layout.board_cell(layout.stored_cell(c))).collect();
            assert_eq!(all, (0..w * h).collect::<Vec<_>>());
        }
    }

    #[test]
    fn boards_without_a_layout_are_refused_with_advice() {
        for (w, h) in [(0, 0), (1, 9), (9, 1), (2, 2), (3, 2), (2, 3), (0, usize::MAX)] {
            let error = Layout::new(w, h).unwrap_err();
            assert!(matches!(error, LayoutError::TooSmall { .. }), "{w}x{h}");
            assert!(error.to_string().contains("reference engine"));
        }
        for (w, h) in [(5, 4), (6, 6), (usize::MAX, 2)] {
            assert!(matches!(Layout::new(w, h), Err(LayoutError::TooLarge { .. })), "{w}x{h}");
        }
    }
}
