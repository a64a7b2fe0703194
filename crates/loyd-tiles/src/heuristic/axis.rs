//! The two axes of a board, seen alike.
//!
//! A move along a column takes tiles from row to row and leaves all columns as they are; a move
//! along a row the other way round. What is counted across rows can therefore be added to what is
//! counted across columns, and one description serves both.

use crate::{Size, Slid};

/// Which lines are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    /// Rows: tiles change them by sliding up and down.
    Rows,
    /// Columns: tiles change them by sliding left and right.
    Columns,
}

impl Axis {
    /// The axis whose lines a slide takes tiles across.
    #[inline]
    pub(crate) fn crossed_by(slid: Slid, size: Size) -> Self {
        if slid.is_vertical(size) { Self::Rows } else { Self::Columns }
    }

    /// Number of lines.
    #[inline]
    pub(crate) fn lines(self, size: Size) -> usize {
        match self {
            Self::Rows => size.height(),
            Self::Columns => size.width(),
        }
    }

    /// Number of cells in a line.
    #[inline]
    pub(crate) fn cells(self, size: Size) -> usize {
        match self {
            Self::Rows => size.width(),
            Self::Columns => size.height(),
        }
    }

    /// The line of a cell.
    #[inline]
    pub(crate) fn line(self, size: Size, cell: usize) -> usize {
        match self {
            Self::Rows => size.row(cell),
            Self::Columns => size.column(cell),
        }
    }

    /// The place of a cell in its line.
    #[inline]
    pub(crate) fn place(self, size: Size, cell: usize) -> usize {
        match self {
            Self::Rows => size.column(cell),
            Self::Columns => size.row(cell),
        }
    }

    /// The cell in a place of a line.
    #[inline]
    pub(crate) fn cell(self, size: Size, line: usize, place: usize) -> usize {
        match self {
            Self::Rows => line * size.width() + place,
            Self::Columns => place * size.width() + line,
        }
    }
}
