//! The tiles that an abstraction keeps, and its canonical form under symmetry.
//!
//! A tile is named by the cell on which the goal has it, so that one table serves every goal with
//! the blank on the same cell. Rotating or reflecting board, goal and pattern together preserves
//! all distances, so a table exists only for one *canonical* pattern of each symmetry class.

use crate::{Size, cell_maps};
use loyd_search::insertion::insertion_sort;
use std::fmt;

/// A set of tiles of a board, named by the cells on which the goal has them.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pattern {
    size: (usize, usize),
    blank: u8,
    cells: Vec<u8>,
}

/// The reason why a pattern, or a table for it, cannot exist.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PatternError {
    /// The blank was named as a tile.
    #[error("the blank is not a tile: a pattern is made of the tiles 1, 2, …")]
    Blank,
    /// No tiles.
    #[error("a pattern needs at least one tile")]
    Empty,
    /// A tile that the board does not have.
    #[error("tile {tile} is not on a {size} board, whose tiles are 1 to {}", size.cells() - 1)]
    Unknown {
        /// The tile.
        tile: usize,
        /// The board.
        size: Size,
    },
    /// A cell for the blank that the board does not have.
    #[error("cell {cell} is not on a {size} board, whose cells are 0 to {}", size.cells() - 1)]
    NoCell {
        /// The cell.
        cell: usize,
        /// The board.
        size: Size,
    },
    /// A tile named twice.
    #[error(
        "tile {tile} is named twice: the tiles of a pattern, and patterns that are added up, \
             must be disjoint"
    )]
    Twice {
        /// The tile.
        tile: usize,
    },
    /// A board with more cells than tables support.
    #[error("pattern databases support boards of at most {} cells; {size} has {}",
            Pattern::MAX_CELLS, size.cells())]
    Board {
        /// The board.
        size: Size,
    },
    /// A pattern with more tiles than tables support.
    #[error(
        "a pattern of {tiles} tiles of a {size} board has too many states ({states}) for \
             a table: use smaller patterns"
    )]
    TooLarge {
        /// Number of tiles.
        tiles: usize,
        /// The board.
        size: Size,
        /// Number of placements of the tiles.
        states: Scientific,
    },
}

/// A number of at least 1, shown with two digits, such as `1.2e10`: without the formatting of floats, which is a
/// percent of the module of the page.
#[derive(Clone, Copy, PartialEq)]
pub struct Scientific(pub f64);

impl fmt::Display for Scientific {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut mantissa, mut exponent) = (self.0, 0);
        while mantissa >= 9.95 {
            mantissa /= 10.0;
            exponent += 1;
        }
        let tenths = (mantissa * 10.0).round_ties_even() as u32;
        write!(f, "{}.{}e{exponent}", tenths / 10, tenths % 10)
    }
}

impl fmt::Debug for Scientific {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Pattern {
    /// Largest number of cells of a board.
    pub const MAX_CELLS: usize = 64;

    /// Returns the pattern of the tiles that the goal has on `cells`, with its blank on `blank`.
    ///
    /// # Errors
    /// [`PatternError`] if `blank` is not a cell of the board, or if `cells` are not distinct cells
    /// of the board other than `blank`.
    pub fn new(size: Size, blank: usize, cells: &[usize]) -> Result<Self, PatternError> {
        if size.cells() > Self::MAX_CELLS {
            return Err(PatternError::Board { size });
        }
        if blank >= size.cells() {
            return Err(PatternError::NoCell { cell: blank, size });
        }
        let mut sorted = cells.to_vec();
        insertion_sort(&mut sorted, |a, b| a < b);
        if let Some(&cell) = sorted.iter().find(|&&cell| cell >= size.cells()) {
            return Err(PatternError::Unknown { tile: cell, size });
        }
        if sorted.contains(&blank) {
            return Err(PatternError::Blank);
        }
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PatternError::Twice { tile: pair[0] });
        }
        if sorted.is_empty() {
            return Err(PatternError::Empty);
        }
        Ok(Self {
            size: (size.width(), size.height()),
            blank: blank as u8,
            cells: sorted.into_iter().map(|cell| cell as u8).collect(),
        })
    }

    /// The board.
    ///
    /// # Panics
    /// Never: the size was checked.
    pub fn size(&self) -> Size {
        Size::new(self.size.0, self.size.1).expect("a pattern has a board")
    }

    /// The cell of the goal's blank.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The goal cells of the tiles, ascending. Tile *slot* i is the tile of the i-th cell.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Number of tiles.
    pub fn tiles(&self) -> usize {
        self.cells.len()
    }

    /// Returns the canonical pattern of the symmetry class, and the map from cells of this board to
    /// cells of the canonical one.
    ///
    /// # Panics
    /// Never: the identity is one of the symmetries.
    pub fn canonical(&self) -> (Self, Vec<u8>) {
        let images = cell_maps(self.size()).into_iter().map(|map| {
            let image = |cell: u8| map[usize::from(cell)] as u8;
            let mut cells: Vec<u8> = self.cells.iter().map(|&cell| image(cell)).collect();
            insertion_sort(&mut cells, |a, b| a < b);
            let map: Vec<u8> = map.iter().map(|&cell| cell as u8).collect();
            (Self { size: self.size, blank: map[self.blank()], cells }, map)
        });
        images.min_by(|a, b| a.0.cmp(&b.0)).expect("the identity is a symmetry")
    }
}

impl fmt::Display for Pattern {
    /// The board as a drawing: `#` for the pattern's tiles, `_` for the goal's blank, `.` for the
    /// others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size.1 {
            for column in 0..self.size.0 {
                let cell = (row * self.size.0 + column) as u8;
                let mark = match cell {
                    cell if cell == self.blank => '_',
                    cell if self.cells.contains(&cell) => '#',
                    _ => '.',
                };
                write!(f, "{}{mark}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(w: usize, h: usize) -> Size {
        Size::new(w, h).expect("a size")
    }

    #[test]
    fn numbers_have_the_form_of_the_standard_library() {
        for number in [1.0, 9.94, 9.96, 99.6, 1.23e12, 4.5e30] {
            assert_eq!(Scientific(number).to_string(), format!("{number:.1e}"));
        }
    }

    #[test]
    fn turned_and_mirrored_patterns_have_one_canonical_form() {
        let board = size(4, 4);
        // The tiles of the upper left 2x2 block without the blank, with the blank first; and the
        // pattern rotated by 180 degrees, with the blank last.
        let a = Pattern::new(board, 0, &[1, 4, 5]).expect("valid").canonical();
        let b = Pattern::new(board, 15, &[14, 11, 10]).expect("valid").canonical();
        assert_eq!(a.0, b.0);
        for (pattern, map) in [&a, &b] {
            assert_eq!(pattern.blank(), 0);
            assert_eq!(map.len(), 16);
        }
        // Reflected in the diagonal.
        let c = Pattern::new(board, 0, &[1, 2]).expect("valid").canonical().0;
        assert_eq!(c, Pattern::new(board, 0, &[4, 8]).expect("valid").canonical().0);
        assert_ne!(c, Pattern::new(board, 5, &[4, 8]).expect("valid").canonical().0);
    }

    #[test]
    fn invalid_patterns_are_refused() {
        let board = size(3, 3);
        assert_eq!(Pattern::new(board, 0, &[0, 1]), Err(PatternError::Blank));
        assert_eq!(Pattern::new(board, 0, &[]), Err(PatternError::Empty));
        assert_eq!(Pattern::new(board, 0, &[3, 3]), Err(PatternError::Twice { tile: 3 }));
        assert_eq!(
            Pattern::new(board, 0, &[9]),
            Err(PatternError::Unknown { tile: 9, size: board })
        );
        assert!(matches!(Pattern::new(size(9, 9), 0, &[1]), Err(PatternError::Board { .. })));
        for cell in [9, 15, 255, 256, usize::MAX] {
            let no_cell = Err(PatternError::NoCell { cell, size: board });
            assert_eq!(Pattern::new(board, cell, &[1]), no_cell);
        }
    }
}
