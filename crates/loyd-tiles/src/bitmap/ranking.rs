//! Boards to positions in the bitmaps, and back.

use core::fmt;

use super::layout::Layout;
use super::rotation::{join, split};

/// The position of a state: its bitmap and its rank there, `d_0` least significant, without
/// padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The cell of the blank, as stored.
    pub cell: usize,
    /// The rank of the tile sequence, below n!/2.
    pub rank: u64,
}

/// The reason why a board has no rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankError {
    /// The number of tiles is wrong.
    Length {
        /// Number of cells of a board.
        expected: usize,
        /// Number of cells given.
        found: usize,
    },
    /// A tile is missing, repeated or out of range.
    Tile {
        /// The first invalid cell.
        cell: usize,
        /// The tile on that cell.
        tile: u8,
    },
    /// The board cannot be reached from the start.
    Unreachable,
    /// The start cell does not exist.
    Start {
        /// The given start cell.
        cell: usize,
        /// Number of cells of the board.
        cells: usize,
    },
}

impl fmt::Display for RankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RankError::Length { expected, found } => {
                write!(
                    f,
                    "the board has {found} cells, not {expected}; give every tile, and 0 for the blank"
                )
            }
            RankError::Tile { cell, tile } => {
                write!(
                    f,
                    "tile {tile} in cell {cell} is repeated or out of range; each number must occur once"
                )
            }
            RankError::Unreachable => {
                write!(
                    f,
                    "the board cannot be reached from the start (wrong parity); exchange any two tiles"
                )
            }
            RankError::Start { cell, cells } => {
                write!(
                    f,
                    "start cell {cell} is not on this board; its cells are 0 to {}",
                    cells - 1
                )
            }
        }
    }
}

impl std::error::Error for RankError {}

/// The ranking of the states reachable from a start state: the tiles 1 … n in reading order of the
/// given board, with the blank on a chosen cell. The start has rank 0.
#[derive(Clone, Debug)]
pub struct Ranking {
    layout: Layout,
    start: usize,
    /// For each element of the stored start sequence, the tile of the given board.
    tile_of: Vec<u8>,
}

impl Ranking {
    /// Returns the ranking for a start with the blank on `start`, a cell of the given board.
    ///
    /// # Errors
    /// [`RankError::Start`] if the cell does not exist.
    pub fn new(layout: &Layout, start: usize) -> Result<Self, RankError> {
        let cells = layout.cells();
        if start >= cells {
            return Err(RankError::Start { cell: start, cells });
        }
        let stored_start = layout.stored_cell(start);
        let tile_of = (0..cells)
            .filter(|&cell| cell != stored_start)
            .map(|cell| {
                let start_cell = layout.board_cell(cell);
                (start_cell + usize::from(start_cell < start)) as u8
            })
            .collect();
        Ok(Ranking { layout: layout.clone(), start: stored_start, tile_of })
    }

    /// The layout of the ranks.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The stored cell of the start's blank.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The tile of the given board for an element of the stored start sequence.
    #[must_use]
    #[inline]
    pub fn tile(&self, element: usize) -> u8 {
        self.tile_of[element]
    }

    /// The parity of the sum of all digits of the states with the blank on a stored cell: a
    /// vertical move exchanges neighbours w−1 times.
    #[must_use]
    pub fn parity(&self, cell: usize) -> u8 {
        let (w, rows) =
            (self.layout.width, cell / self.layout.width + self.start / self.layout.width);
        ((w - 1) * rows % 2) as u8
    }

    /// Returns the position of a board (as given, in reading order, 0 = blank). O(n²).
    ///
    /// # Errors
    /// [`RankError`] if the board is not one of this puzzle, or is unreachable.
    pub fn rank(&self, board: &[u8]) -> Result<Place, RankError> {
        let (cells, n) = (self.layout.cells(), self.layout.tiles);
        if board.len() != cells {
            return Err(RankError::Length { expected: cells, found: board.len() });
        }
        let mut seen = 0u32;
        for (cell, &tile) in board.iter().enumerate() {
            if usize::from(tile) >= cells || seen >> tile & 1 == 1 {
                return Err(RankError::Tile { cell, tile });
            }
            seen |= 1 << tile;
        }
        let mut element_of = [0u8; 32];
        for (element, &tile) in self.tile_of.iter().enumerate() {
            element_of[usize::from(tile)] = element as u8;
        }
        let mut blank = 0;
        let mut sequence = Vec::with_capacity(n);
        for cell in 0..cells {
            match board[self.layout.board_cell(cell)] {
                0 => blank = cell,
                tile => sequence.push(element_of[usize::from(tile)]),
            }
        }
        let smaller_later =
            |j: usize| sequence[j + 1..].iter().filter(|&&x| x < sequence[j]).count() as u8;
        let digits: Vec<u8> = (0..n).map(smaller_later).collect();
        if digits.iter().sum::<u8>() % 2 != self.parity(blank) {
            return Err(RankError::Unreachable);
        }
        Ok(Place { cell: blank, rank: join(n, &digits[..n - 2]) as u64 })
    }

    /// Returns the board at a position. O(n²).
    ///
    /// # Panics
    /// If the position does not exist.
    #[must_use]
    pub fn unrank(&self, place: Place) -> Vec<u8> {
        let n = self.layout.tiles;
        assert!(
            place.cell <= n && place.rank < self.layout.map_states(),
            "no such place: {place:?}"
        );
        let mut digits = vec![0u8; n];
        split(place.rank as usize, n, &mut digits[..n - 2]);
        digits[n - 2] = (digits.iter().sum::<u8>() + self.parity(place.cell)) % 2;
        let mut unplaced = self.tile_of.clone();
        // Digit j selects among the tiles not yet placed, in the order of the start sequence.
        let mut sequence = digits.iter().map(|&digit| unplaced.remove(usize::from(digit)));
        let mut board = vec![0; n + 1];
        for cell in (0..=n).filter(|&cell| cell != place.cell) {
            board[self.layout.board_cell(cell)] = sequence.next().unwrap_or(0);
        }
        board
    }

    /// Returns the state reached by sliding the blank within its stored column to another stored
    /// row. O(n²).
    ///
    /// # Panics
    /// If the position or row does not exist.
    #[must_use]
    pub fn slide(&self, place: Place, row: usize) -> Place {
        let w = self.layout.width;
        assert!(row < self.layout.height, "no such row: {row}");
        let mut board = self.unrank(place);
        let mut cell = place.cell;
        while cell / w != row {
            let next = if cell / w < row { cell + w } else { cell - w };
            board.swap(self.layout.board_cell(cell), self.layout.board_cell(next));
            cell = next;
        }
        // A slide is a chain of moves, so the board has a rank.
        self.rank(&board).unwrap_or(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_inverts_unrank_over_whole_spaces() {
        for (w, h) in [(2, 4), (4, 2), (3, 3)] {
            let layout = Layout::new(w, h).unwrap();
            for start in 0..w * h {
                let ranking = Ranking::new(&layout, start).unwrap();
                for cell in 0..w * h {
                    for rank in 0..layout.map_states() {
                        let place = Place { cell, rank };
                        assert_eq!(ranking.rank(&ranking.unrank(place)), Ok(place));
                    }
                }
            }
        }
    }

    #[test]
    fn the_start_has_rank_zero_and_tiles_in_order() {
        let layout = Layout::new(4, 2).unwrap();
        let ranking = Ranking::new(&layout, 2).unwrap();
        let start = Place { cell: ranking.start(), rank: 0 };
        assert_eq!(ranking.unrank(start), [1, 2, 0, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn bad_boards_are_refused() {
        let layout = Layout::new(3, 3).unwrap();
        let ranking = Ranking::new(&layout, 0).unwrap();
        assert!(matches!(ranking.rank(&[0, 1]), Err(RankError::Length { .. })));
        assert_eq!(
            ranking.rank(&[0, 1, 2, 3, 4, 5, 6, 7, 7]),
            Err(RankError::Tile { cell: 8, tile: 7 })
        );
        assert_eq!(ranking.rank(&[0, 1, 2, 3, 4, 5, 6, 8, 7]), Err(RankError::Unreachable));
        assert!(matches!(Ranking::new(&layout, 9), Err(RankError::Start { .. })));
    }
}
