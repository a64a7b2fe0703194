//! What a class is to a table: the line that the blank stands on, and where the tiles stand along
//! a path through all cells but the blank's.
//!
//! Of a row class, positions are cells in reading order, the blank left out: a slide along the row
//! changes no position. Of a column class they are those of its member with the blank in the top
//! row. So from the row class of the top row to a column class positions stay the same, and every
//! row further down is one rotation of as many neighbouring positions as the board is wide
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
    /// Both.
    pub const ALL: [Self; 2] = [Self::Row, Self::Column];

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        if self == Self::Row { Self::Column } else { Self::Row }
    }

    /// The line along this axis on which a cell is.
    pub fn line(self, size: Size, cell: usize) -> usize {
        if self == Self::Row { size.row(cell) } else { size.column(cell) }
    }

    /// How many lines there are along this axis.
    pub fn lines(self, size: Size) -> usize {
        if self == Self::Row { size.height() } else { size.width() }
    }

    /// The cell that a slide along this axis brings the blank to, by its place on the line.
    pub fn along(self, size: Size, blank: usize, place: usize) -> usize {
        match self {
            Self::Row => size.row(blank) * size.width() + place,
            Self::Column => place * size.width() + size.column(blank),
        }
    }

    /// The position of a tile that stands on `cell` while the blank stands on `blank`, in the class
    /// along this axis.
    ///
    /// The blank itself gets the position 0.
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
                            // The tile goes one cell towards the blank if the blank passes it.
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
