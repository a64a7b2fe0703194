//! The bit index of a placement of a pattern's tiles.
//!
//! The tiles of a pattern of k are on distinct positions `p_1 … p_k` out of n, where n is one less
//! than the number of cells. Digit
//!
//! ```text
//! d_i = p_i − (number of j < i with p_j < p_i)           0 <= d_i <= n − i
//! ```
//!
//! is the position counted among those that earlier tiles leave free. The last digit is the bit of
//! a *lane*, whose number of bits is rounded up to whole bytes; the others number the lanes, with
//! `d_1` the most significant:
//!
//! ```text
//! lane = (…(d_1 · (n−1) + d_2) · (n−2) + …) + d_(k−1)
//! bit  = lane · bits + d_k
//! ```
//!
//! With eight tiles of 4x4, the last tile has eight positions: no bit is unused.

use crate::Size;
use crate::pdb::{PatternError, Scientific};

/// Largest number of cells of a board.
pub const MAX_CELLS: usize = 16;

/// Largest number of tiles of a pattern.
pub const MAX_TILES: usize = 8;

/// The indices of the placements of `tiles` tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places {
    size: Size,
    tiles: usize,
}

impl Places {
    /// Returns the places for patterns of `tiles` tiles.
    ///
    /// # Errors
    /// [`PatternError`] if the board is too large, or has too few tiles.
    pub fn new(size: Size, tiles: usize) -> Result<Self, PatternError> {
        if size.cells() > MAX_CELLS {
            return Err(PatternError::Board { size });
        }
        if tiles == 0 || tiles > MAX_TILES || tiles >= size.cells() {
            let states = (0..=tiles).map(|i| (size.cells() - i.min(size.cells())) as f64).product();
            return Err(PatternError::TooLarge { tiles, size, states: Scientific(states) });
        }
        Ok(Self { size, tiles })
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of tiles of a pattern.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Number of values of the digit of tile `i`, counted from 0.
    pub fn radix(&self, i: usize) -> usize {
        self.size.cells() - 1 - i
    }

    /// Number of bytes of a lane.
    pub fn lane_bytes(&self) -> usize {
        self.radix(self.tiles - 1).div_ceil(8)
    }

    /// Number of lanes of a line.
    pub fn lanes(&self) -> usize {
        (0..self.tiles - 1).map(|i| self.radix(i)).product()
    }

    /// Number of bytes of a line.
    pub fn line_bytes(&self) -> usize {
        self.lanes() * self.lane_bytes()
    }

    /// Number of bytes of a table: all lines along both axes, for both targets.
    pub fn table_bytes(&self) -> usize {
        2 * self.lines() * self.line_bytes()
    }

    /// Number of places in a table, reachable or not: each class counts once per target.
    pub fn classes(&self) -> u64 {
        let placements: u64 = (0..self.tiles).map(|i| self.radix(i) as u64).product();
        2 * self.lines() as u64 * placements
    }

    /// Number of lines along both axes.
    fn lines(&self) -> usize {
        self.size.width() + self.size.height()
    }

    /// The index of a placement's bit.
    pub fn rank(&self, positions: &[u8]) -> usize {
        let mut rank = 0;
        for (i, &position) in positions.iter().enumerate() {
            let below = positions[..i].iter().filter(|&&other| other < position).count();
            let radix = if i + 1 == self.tiles { 8 * self.lane_bytes() } else { self.radix(i) };
            rank = rank * radix + usize::from(position) - below;
        }
        rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_different_and_fill_the_lanes() {
        let places = Places::new(Size::new(3, 2).expect("a size"), 3).expect("small");
        let mut ranks = Vec::new();
        for a in 0..5u8 {
            for b in (0..5).filter(|&b| b != a) {
                for c in (0..5).filter(|&c| c != a && c != b) {
                    ranks.push(places.rank(&[a, b, c]));
                }
            }
        }
        let expected = (0..20).flat_map(|lane| (0..3).map(move |bit| 8 * lane + bit));
        ranks.sort_unstable();
        assert_eq!(ranks, expected.collect::<Vec<_>>());
        assert_eq!(places.line_bytes(), 20);
    }

    #[test]
    fn sizes_of_the_known_patterns() {
        let size = Size::new(4, 4).expect("a size");
        let line = |tiles| Places::new(size, tiles).expect("small").line_bytes();
        assert_eq!(8 * line(8), 259_459_200);
        assert_eq!(line(7), 2 * 3_603_600);
        assert!(Places::new(size, 9).is_err());
        assert!(Places::new(Size::new(5, 4).expect("a size"), 3).is_err());
    }
}
