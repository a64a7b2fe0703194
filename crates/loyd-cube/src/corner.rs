//! The eight corners, numbered as by H. Kociemba (*Cube Explorer*; *The Two-Phase Algorithm*).
//!
//! A corner is named by its faces, clockwise as seen from outside, beginning with U or D. Its
//! *orientation* in a place is the number of clockwise thirds of a turn by which its U or D
//! sticker is away from the place's U or D side.

use crate::Face;
use std::fmt;

/// A corner: a place, or the piece whose home it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(clippy::upper_case_acronyms)]
pub enum Corner {
    /// Up, right, front.
    URF,
    /// Up, front, left.
    UFL,
    /// Up, left, back.
    ULB,
    /// Up, back, right.
    UBR,
    /// Down, front, right.
    DFR,
    /// Down, left, front.
    DLF,
    /// Down, back, left.
    DBL,
    /// Down, right, back.
    DRB,
}

impl Corner {
    /// All corners in their order.
    pub const ALL: [Self; 8] =
        [Self::URF, Self::UFL, Self::ULB, Self::UBR, Self::DFR, Self::DLF, Self::DBL, Self::DRB];

    /// The faces that meet here, clockwise, U or D first.
    pub fn faces(self) -> [Face; 3] {
        use Face::{B, D, F, L, R, U};
        match self {
            Self::URF => [U, R, F],
            Self::UFL => [U, F, L],
            Self::ULB => [U, L, B],
            Self::UBR => [U, B, R],
            Self::DFR => [D, F, R],
            Self::DLF => [D, L, F],
            Self::DBL => [D, B, L],
            Self::DRB => [D, R, B],
        }
    }

    /// The piece that shows these colours, clockwise from a place's U or D side, and its
    /// orientation there; `None` if no corner of the cube shows them.
    pub fn showing(colours: [Face; 3]) -> Option<(Self, u8)> {
        let fits = |corner: Self, orientation: usize| {
            let home = corner.faces();
            (0..3).all(|side| colours[(side + orientation) % 3] == home[side])
        };
        Self::ALL.into_iter().find_map(|corner| {
            (0..3).find(|&orientation| fits(corner, orientation)).map(|o| (corner, o as u8))
        })
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().iter().try_for_each(|face| write!(f, "{face}"))
    }
}
