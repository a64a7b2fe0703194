//! The segmentation of bitmaps, so that a part of them suffices for a part of the moves.
//!
//! A vertical move between cells k and k+w changes only the digits k … k+w−1 (see
//! [`loyd_tiles::bitmap`]). Let m be the digits of a block and q a higher digit. The moves fall
//! into two *halves*, and each half leaves some digits unchanged:
//!
//! ```text
//!              moves k ↔ k+w   touch cells   touch digits   so unchanged
//! upper half   k <= q-w        0 … q         0 … q-1        digits q and above:     the band
//! lower half   k >  q-w        q-w+1 … n     q-w+1 and up   digits 0 … q-w:         the column
//! ```
//!
//! Exactly the w cells q−w+1 … q are *mixed*: both halves touch them. A horizontal move changes no
//! digit; the lower half makes it if it touches both cells, else the upper half does, which then
//! touches both.
//!
//! ```text
//! a map:   band h, row r, line c            digits >= q | q-w+1 … q-1 | below (blocks, lanes)
//!          bands x rows x row_lines lines
//! a column l: column_lines of the row_lines lines; the last column has the rest. Columns narrower
//!             than a block begin anew with each block, and the last one in it has the rest
//! a unit: one cell's lines in a band and a column: `rows` runs of up to column_lines lines
//! ```
//!
//! A segment of the upper half is a band of the cells 0 … q, a segment of the lower half a column
//! of the cells q−w+1 … n; both consist of whole units. Since q−w+1 >= m, no move of the lower half
//! rearranges the inside of a block, so a column may begin and end at any line. A segment of the
//! upper half takes less memory with a smaller q, one of the lower half with a larger q and with
//! fewer lines: the choice of both makes segments of any size, always in the same passes.

use core::ops::{Range, RangeInclusive};
use loyd_tiles::bitmap::Layout;

use super::store::Unit;

/// The number of states of a run of lines that a ledger can count.
const COUNTABLE: usize = 1 << 20;

/// A half of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// The moves among the cells below q−w+1 and between them and the mixed cells.
    Upper,
    /// The moves among the mixed cells and the cells after them.
    Lower,
}

/// The segmentation of a board's bitmaps into bands and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segmentation {
    /// The shape of the whole bitmaps.
    pub layout: Layout,
    /// q: the lowest digit that the upper half does not change.
    pub digit: usize,
    /// Lines of a column.
    pub column_lines: usize,
}

impl Segmentation {
    /// The digits q at which a layout can be divided: the lower half must not rearrange blocks, the
    /// upper half must not touch the implied digits.
    #[must_use]
    pub fn digits(layout: &Layout) -> RangeInclusive<usize> {
        layout.block_digits + layout.width - 1..=layout.digits()
    }

    /// A segmentation; `None` if the digit is unsuitable, or a column too wide to be counted or
    /// wider than a row.
    #[must_use]
    pub fn new(layout: &Layout, digit: usize, column_lines: usize) -> Option<Self> {
        if !Self::digits(layout).contains(&digit) {
            return None;
        }
        let segmentation = Segmentation { layout: layout.clone(), digit, column_lines };
        let bits = column_lines.checked_mul(32 * layout.tiles);
        let countable = bits.is_some_and(|bits| bits < COUNTABLE);
        (countable && (1..=segmentation.row_lines()).contains(&column_lines))
            .then_some(segmentation)
    }

    /// The first mixed cell, q−w+1; also the first digit that the lower half changes.
    #[must_use]
    pub fn first_mixed(&self) -> usize {
        self.digit + 1 - self.layout.width
    }

    /// The cells that a half touches.
    #[must_use]
    pub fn cells(&self, half: Half) -> Range<usize> {
        match half {
            Half::Upper => 0..self.digit + 1,
            Half::Lower => self.first_mixed()..self.layout.cells(),
        }
    }

    /// Returns whether both halves touch a cell.
    #[must_use]
    pub fn is_mixed(&self, cell: usize) -> bool {
        (self.first_mixed()..=self.digit).contains(&cell)
    }

    /// The row of the only mixed cell in a column of the board.
    #[must_use]
    pub fn mixed_row(&self, column: usize) -> usize {
        (self.digit - column) / self.layout.width
    }

    /// Blocks of a row: the number of values of the digits between a block and the mixed cells.
    #[must_use]
    pub fn row_blocks(&self) -> usize {
        self.layout.span(self.layout.block_digits..self.first_mixed())
    }

    /// Lines of a row.
    #[must_use]
    pub fn row_lines(&self) -> usize {
        self.row_blocks() * self.layout.block_lines
    }

    /// Rows of a band.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.layout.span(self.first_mixed()..self.digit)
    }

    /// Bands of a map: the segments of the upper half.
    #[must_use]
    pub fn bands(&self) -> usize {
        self.layout.span(self.digit..self.layout.digits())
    }

    /// Lines after which columns begin anew: those of a block if they are narrower, else of a row.
    #[must_use]
    pub fn run_lines(&self) -> usize {
        let block = self.layout.block_lines;
        if self.column_lines < block { block } else { self.row_lines() }
    }

    /// Columns of a run of lines.
    fn run_columns(&self) -> usize {
        self.run_lines().div_ceil(self.column_lines)
    }

    /// Columns of a row: the segments of the lower half.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.row_lines() / self.run_lines() * self.run_columns()
    }

    /// The column to which a line of a row belongs.
    #[must_use]
    pub fn column(&self, line: usize) -> usize {
        let run = self.run_lines();
        line / run * self.run_columns() + line % run / self.column_lines
    }

    /// Segments of a half.
    #[must_use]
    pub fn segments(&self, half: Half) -> usize {
        match half {
            Half::Upper => self.bands(),
            Half::Lower => self.columns(),
        }
    }

    /// Units of each map in a segment of a half.
    #[must_use]
    pub fn units_across(&self, half: Half) -> usize {
        match half {
            Half::Upper => self.columns(),
            Half::Lower => self.bands(),
        }
    }

    /// Unit number `across` of a bitmap in a segment.
    #[must_use]
    pub fn unit(&self, half: Half, cell: usize, segment: usize, across: usize) -> Unit {
        let (band, column) = match half {
            Half::Upper => (segment, across),
            Half::Lower => (across, segment),
        };
        Unit { cell: cell as u8, band: band as u32, column: column as u32 }
    }

    /// Units of one bitmap.
    #[must_use]
    pub fn units(&self) -> usize {
        self.bands() * self.columns()
    }

    /// The number of a unit among the units of all bitmaps.
    #[must_use]
    pub fn number(&self, unit: Unit) -> usize {
        (usize::from(unit.cell) * self.bands() + unit.band as usize) * self.columns()
            + unit.column as usize
    }

    /// The unit with a number.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Unit {
        let (columns, bands) = (self.columns(), self.bands());
        Unit {
            cell: (number / columns / bands) as u8,
            band: (number / columns % bands) as u32,
            column: (number % columns) as u32,
        }
    }

    /// The lines of a row that belong to a column.
    #[must_use]
    pub fn lines(&self, column: usize) -> Range<usize> {
        let (run, columns) = (self.run_lines(), self.run_columns());
        let start = column / columns * run;
        let first = start + column % columns * self.column_lines;
        first..(start + run).min(first + self.column_lines)
    }

    /// Lines of the largest unit.
    #[must_use]
    pub fn unit_lines(&self) -> usize {
        self.rows() * self.column_lines
    }

    /// The layout of the bitmaps of a segment: fewer blocks in the upper half, blocks as wide as a
    /// column in the lower half.
    #[must_use]
    pub fn segment_layout(&self, half: Half) -> Layout {
        let layout = self.layout.clone();
        match half {
            Half::Upper => Layout { blocks: self.row_blocks() * self.rows(), ..layout },
            Half::Lower => Layout {
                block_digits: self.first_mixed(),
                block_lanes: self.column_lines * 32,
                block_lines: self.column_lines,
                blocks: self.rows() * self.bands(),
                ..layout
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_and_columns_cover_a_map() {
        for (w, h) in [(3, 3), (2, 4), (5, 2), (4, 3), (6, 2), (7, 2), (5, 3), (4, 4), (8, 2)] {
            let layout = Layout::new(w, h).unwrap();
            assert!(!Segmentation::digits(&layout).is_empty(), "{w}x{h}");
            for digit in Segmentation::digits(&layout) {
                for column_lines in [1, 3, 5, layout.block_lines, 2 * layout.block_lines] {
                    let Some(segmentation) = Segmentation::new(&layout, digit, column_lines) else {
                        continue;
                    };
                    // Longer rows repeat the same.
                    if segmentation.row_lines() > 20_000 {
                        continue;
                    }
                    let mut next = 0;
                    for column in 0..segmentation.columns() {
                        let lines = segmentation.lines(column);
                        assert!(lines.start == next && lines.end > next);
                        let ends = [lines.start, lines.end - 1];
                        assert!(ends.iter().all(|&line| segmentation.column(line) == column));
                        let block = layout.block_lines;
                        assert!(
                            lines.start.is_multiple_of(block) && lines.end.is_multiple_of(block)
                                || lines.start / block == (lines.end - 1) / block
                                || column_lines > block
                        );
                        next = lines.end;
                    }
                    assert_eq!(next, segmentation.row_lines());
                    assert_eq!(
                        segmentation.bands() * segmentation.rows() * segmentation.row_lines(),
                        layout.blocks * layout.block_lines
                    );
                    let mixed = (0..layout.cells()).filter(|&cell| segmentation.is_mixed(cell));
                    assert_eq!(mixed.count(), layout.width);
                    assert!((0..layout.width).all(|column| {
                        let row = segmentation.mixed_row(column);
                        segmentation.is_mixed(row * layout.width + column)
                    }));
                }
            }
        }
    }

    #[test]
    fn fifteen_cells_are_cut_as_expected() {
        let layout = Layout::new(5, 3).unwrap();
        let segmentation = Segmentation::new(&layout, 8, layout.block_lines).unwrap();
        assert_eq!(
            (segmentation.columns(), segmentation.bands(), segmentation.rows()),
            (90, 360, 56)
        );
        assert_eq!(segmentation.unit_lines() * 64, 193_536);
    }
}
