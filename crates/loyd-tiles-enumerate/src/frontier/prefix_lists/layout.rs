//! The division of the ranks of a board of up to 16 cells into prefix, middle and suffix.
//!
//! ```text
//! digits   0 … q−1    q … m−1   m … n−1        the last eight: m = n − 8
//! numbers  prefix     middle    suffix         at most 32760, 990 and 20160 of them
//! ```
//!
//! A suffix is a 16-bit number, and a bitmap of suffixes fits the first-level cache; the states
//! with one prefix are processed at a time. A vertical move changes a window of w digits, which
//! lies
//!
//! ```text
//! within the suffix                     a table from suffix to suffix
//! across middle and suffix              sorted by middle within the prefix
//! within the middle                     all suffixes of a middle go to another of the prefix
//! across prefix and middle              all suffixes of a middle go to a middle of another prefix
//! within the prefix                     all middles of a prefix go to another prefix
//! ```
//!
//! No window lies across all three, which bounds q.

use super::super::digits::RowMove;
use loyd_tiles::Size;

/// The maximum number of cells of a board with this layout.
pub(in crate::frontier) const MAX_CELLS: usize = 16;
/// Digits of a suffix: 8!/2 = 20160 is the largest such number below 2^16.
const SUFFIX_DIGITS: usize = 8;
/// Maximum digits of a prefix: 15·14·13·12 prefixes of 4x4, with 20 million ranks each.
const PREFIX_DIGITS: usize = 4;

/// The division of the ranks of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::frontier) struct Layout {
    /// The board, not wider than high.
    pub(in crate::frontier) size: Size,
    /// The blank's cell in the start.
    pub(in crate::frontier) start: usize,
    /// Digits of a code.
    pub(super) digits: usize,
    /// q: digits of a prefix.
    pub(super) prefix_digits: usize,
    /// m: the first digit of a suffix.
    pub(super) suffix_start: usize,
    pub(in crate::frontier) prefixes: usize,
    /// Number of middles of a prefix.
    pub(super) middles: usize,
    /// Number of suffixes of a middle.
    pub(super) suffixes: usize,
}

/// The position of the window of a vertical move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WindowPosition {
    Suffix,
    MiddleSuffix,
    Middle,
    PrefixMiddle,
    Prefix,
}

/// A move into a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct IncomingMove {
    /// The blank's cell before the move.
    pub(super) from: usize,
    /// The first digit that changes and the direction of the blank; `None` along a row.
    pub(super) row_move: Option<(usize, RowMove)>,
}

impl Layout {
    /// The layout of a board that is not wider than high; `None` if it has too many cells.
    pub(in crate::frontier) fn new(size: Size, start: usize) -> Option<Self> {
        if size.cells() > MAX_CELLS || size.width() > size.height() || start >= size.cells() {
            return None;
        }
        let digits = size.cells() - 1;
        let suffix_start = digits.saturating_sub(SUFFIX_DIGITS);
        let prefix_digits = (suffix_start + 1).saturating_sub(size.width()).min(PREFIX_DIGITS);
        let numbers = |first: usize, end: usize| (first..end).map(|i| digits - i).product();
        Some(Self {
            size,
            start,
            digits,
            prefix_digits,
            suffix_start,
            prefixes: numbers(0, prefix_digits),
            middles: numbers(prefix_digits, suffix_start),
            suffixes: numbers(suffix_start, digits.saturating_sub(2).max(suffix_start)),
        })
    }

    /// Number of values of a digit.
    pub(super) fn radix(&self, digit: usize) -> usize {
        self.digits - digit
    }

    /// Converts digits to a number.
    pub(super) fn number(&self, first: usize, digits: &[u8]) -> usize {
        let places = digits.iter().enumerate();
        places.fold(0, |sum, (i, &digit)| sum * self.radix(first + i) + usize::from(digit))
    }

    /// Converts a number to digits.
    pub(super) fn split(&self, first: usize, mut number: usize, digits: &mut [u8]) {
        for (i, digit) in digits.iter_mut().enumerate().rev() {
            *digit = (number % self.radix(first + i)) as u8;
            number /= self.radix(first + i);
        }
    }

    /// Number of values of a range of digits.
    pub(super) fn numbers(&self, first: usize, end: usize) -> usize {
        (first..end).map(|digit| self.radix(digit)).product()
    }

    /// 0 for cells of the start's colour on a chessboard, else 1: the parity of the depths at which
    /// the blank is there.
    pub(in crate::frontier) fn colour(&self, cell: usize) -> usize {
        let sum = |cell| self.size.column(cell) + self.size.row(cell);
        (sum(cell) + sum(self.start)) % 2
    }

    /// The parity of the permutations that have the blank on a cell.
    pub(super) fn parity(&self, cell: usize) -> usize {
        (self.size.row(cell) + self.size.row(self.start)) * (self.size.width() - 1) % 2
    }

    /// The position of the window of a move.
    pub(super) fn window_position(&self, first: usize) -> WindowPosition {
        let end = first + self.size.width();
        if first >= self.suffix_start {
            WindowPosition::Suffix
        } else if end > self.suffix_start {
            WindowPosition::MiddleSuffix
        } else if first >= self.prefix_digits {
            WindowPosition::Middle
        } else if end > self.prefix_digits {
            WindowPosition::PrefixMiddle
        } else {
            WindowPosition::Prefix
        }
    }

    /// The moves into a cell.
    pub(super) fn incoming_moves(&self, cell: usize) -> Vec<IncomingMove> {
        let (w, h) = (self.size.width(), self.size.height());
        let (column, row) = (self.size.column(cell), self.size.row(cell));
        let mut incoming_moves = Vec::new();
        if row > 0 {
            incoming_moves
                .push(IncomingMove { from: cell - w, row_move: Some((cell - w, RowMove::Down)) });
        }
        if column > 0 {
            incoming_moves.push(IncomingMove { from: cell - 1, row_move: None });
        }
        if column + 1 < w {
            incoming_moves.push(IncomingMove { from: cell + 1, row_move: None });
        }
        if row + 1 < h {
            incoming_moves
                .push(IncomingMove { from: cell + w, row_move: Some((cell, RowMove::Up)) });
        }
        incoming_moves
    }

    /// Number of digits that no move across prefix and middle changes: prefixes that agree in them
    /// form a group, and such moves stay in it.
    pub(super) fn group_digits(&self) -> usize {
        (self.prefix_digits + 1).saturating_sub(self.size.width()).min(self.prefix_digits)
    }

    /// The complete code of a state.
    pub(super) fn code(&self, cell: usize, prefix: usize, middle: usize, suffix: usize) -> Vec<u8> {
        let mut digits = vec![0; self.digits];
        self.split(0, prefix, &mut digits[..self.prefix_digits]);
        self.split(self.prefix_digits, middle, &mut digits[self.prefix_digits..self.suffix_start]);
        if let Some(implied) = self.digits.checked_sub(2) {
            self.split(self.suffix_start, suffix, &mut digits[self.suffix_start..implied]);
            let sum: usize = digits.iter().map(|&digit| usize::from(digit)).sum();
            digits[implied] = ((sum + self.parity(cell)) % 2) as u8;
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_window_lies_somewhere_and_pieces_are_small() {
        for cells in 1..=MAX_CELLS {
            for width in (1..=cells).filter(|width| cells % width == 0) {
                let size = Size::new(width, cells / width).unwrap();
                let Some(layout) = Layout::new(size, 0) else {
                    assert!(width * width > cells);
                    continue;
                };
                let all = (3..cells as u64).product::<u64>().max(1);
                let numbers = layout.prefixes * layout.middles * layout.suffixes;
                assert_eq!(numbers as u64, all, "{size}");
                assert!(
                    layout.prefixes <= 32760 && layout.middles <= 990 && layout.suffixes <= 20160
                );
                for first in 0..(cells - width) {
                    let end = first + width;
                    let across = first < layout.prefix_digits && end > layout.suffix_start;
                    assert!(
                        !across || layout.window_position(first) == WindowPosition::Suffix,
                        "{size} {first}"
                    );
                }
            }
        }
    }
}
