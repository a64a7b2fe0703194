//! The two axes of a board, treated uniformly.
//!
//! A move along a column takes tiles from row to row and leaves all columns unchanged; a move along
//! a row does the reverse. Moves counted across rows can therefore be added to moves counted across
//! columns, and one description serves both.

use crate::{Size, Slid};

/// The kind of lines considered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    /// Rows: tiles change rows by sliding up and down.
    Rows,
    /// Columns: tiles change columns by sliding left and right.
    Columns,
}

impl Axis {
    /// Returns the axis whose lines a slide crosses.
    #[inline]
    pub(crate) fn crossed_by(slid: Slid, size: Size) -> Self {
        if slid.is_vertical(size) { Self::Rows } else { Self::Columns }
    }

    #[inline]
    pub(crate) fn lines(self, size: Size) -> usize {
        match self {
            Self::Rows => size.height(),
            Self::Columns => size.width(),
        }
    }

    #[inline]
    pub(crate) fn cells(self, size: Size) -> usize {
        match self {
            Self::Rows => size.width(),
            Self::Columns => size.height(),
        }
    }

    #[inline]
    pub(crate) fn line(self, size: Size, cell: usize) -> usize {
        match self {
            Self::Rows => size.row(cell),
            Self::Columns => size.column(cell),
        }
    }

    /// The index of a cell within its line.
    #[inline]
    pub(crate) fn place(self, size: Size, cell: usize) -> usize {
        match self {
            Self::Rows => size.column(cell),
            Self::Columns => size.row(cell),
        }
    }

    #[inline]
    pub(crate) fn cell(self, size: Size, line: usize, place: usize) -> usize {
        match self {
            Self::Rows => line * size.width() + place,
            Self::Columns => place * size.width() + line,
        }
    }
}
