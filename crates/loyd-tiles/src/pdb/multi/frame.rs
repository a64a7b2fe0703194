//! A class as the table sees it: the line that contains the blank, and the positions of the tiles
//! along a path through all cells but the blank's.
//!
//! For a row class, positions are cells in reading order, omitting the blank: a slide along the row
//! changes no position. For a column class they are those of its member with the blank in the top
//! row. So between the row class of the top row and a column class positions stay the same, and
//! each row further down is one rotation of neighbouring positions, of the board's width
//! (`rotation`).

use crate::Size;
use std::fmt;

/// The axis along which tiles slide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// Left and right.
    Row,
    /// Up and down.
    Column,
}

impl Axis {
    /// Both axes.
    pub const ALL: [Self; 2] = [Self::Row, Self::Column];

    /// The other axis.
    #[must_use]
    pub fn other(self) -> Self {
        if self == Self::Row { Self::Column } else { Self::Row }
    }

    /// The line of a cell along this axis.
    pub fn line(self, size: Size, cell: usize) -> usize {
        if self == Self::Row { size.row(cell) } else { size.column(cell) }
    }

    /// Number of lines along this axis.
    pub fn lines(self, size: Size) -> usize {
        if self == Self::Row { size.height() } else { size.width() }
    }

    /// The cell that the blank reaches by a slide along this axis to a place on its line.
    pub fn along(self, size: Size, blank: usize, place: usize) -> usize {
        match self {
            Self::Row => size.row(blank) * size.width() + place,
            Self::Column => place * size.width() + size.column(blank),
        }
    }

    /// The position of a tile on `cell`, with the blank on `blank`, in the class along this axis.
    ///
    /// The position of the blank itself is 0.
    pub fn position(self, size: Size, blank: usize, cell: usize) -> usize {
        if cell == blank {
            return 0;
        }
        let (cell, blank) = match self {
            Self::Row => (cell, blank),
            Self::Column => {
                let above = size.column(cell) == size.column(blank) && cell < blank;
                (if above { cell + size.width() } else { cell }, size.column(blank))
            }
        };
        cell - usize::from(cell > blank)
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Row { "row" } else { "column" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slides along a class change no position, and all positions are different.
    #[test]
    fn positions_are_the_same_all_over_a_class() {
        for (w, h) in [(4, 4), (3, 2), (2, 5)] {
            let size = Size::new(w, h).expect("a size");
            for axis in Axis::ALL {
                for blank in 0..w * h {
                    let mut seen = vec![false; w * h - 1];
                    for cell in (0..w * h).filter(|&cell| cell != blank) {
                        let position = axis.position(size, blank, cell);
                        assert!(!std::mem::replace(&mut seen[position], true));
                        for place in 0..axis.other().lines(size) {
                            let to = axis.along(size, blank, place);
                            // The tile moves one cell towards the blank if the blank passes it.
                            let step = if axis == Axis::Row { 1 } else { w };
                            let aligned = axis.line(size, cell) == axis.line(size, blank);
                            let moved = match () {
                                () if aligned && blank < cell && cell <= to => cell - step,
                                () if aligned && to <= cell && cell < blank => cell + step,
                                () => cell,
                            };
                            assert_eq!(axis.position(size, to, moved), position);
                        }
                    }
                }
            }
        }
    }
}
