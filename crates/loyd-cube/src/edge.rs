//! The twelve edges of a cube of side 3, numbered as by H. Kociemba (*Cube Explorer*; *The
//! Two-Phase Algorithm*).
//!
//! An edge is named by its faces, first the one that defines its *orientation*: U or D where it has
//! one, else F or B. An edge is flipped if this sticker is not on the first side of its place. Only
//! quarter turns of F and B change orientations, those of four edges each.

use crate::Face;
use std::fmt;

/// An edge: the place, or the piece whose home it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Edge {
    /// Up, right.
    UR,
    /// Up, front.
    UF,
    /// Up, left.
    UL,
    /// Up, back.
    UB,
    /// Down, right.
    DR,
    /// Down, front.
    DF,
    /// Down, left.
    DL,
    /// Down, back.
    DB,
    /// Front, right.
    FR,
    /// Front, left.
    FL,
    /// Back, left.
    BL,
    /// Back, right.
    BR,
}

impl Edge {
    /// All edges in their order; the last four make up the slice between U and D.
    pub const ALL: [Self; 12] = [
        Self::UR,
        Self::UF,
        Self::UL,
        Self::UB,
        Self::DR,
        Self::DF,
        Self::DL,
        Self::DB,
        Self::FR,
        Self::FL,
        Self::BL,
        Self::BR,
    ];

    /// The two faces, in the order of the name.
    pub fn faces(self) -> [Face; 2] {
        use Face::{B, D, F, L, R, U};
        match self {
            Self::UR => [U, R],
            Self::UF => [U, F],
            Self::UL => [U, L],
            Self::UB => [U, B],
            Self::DR => [D, R],
            Self::DF => [D, F],
            Self::DL => [D, L],
            Self::DB => [D, B],
            Self::FR => [F, R],
            Self::FL => [F, L],
            Self::BL => [B, L],
            Self::BR => [B, R],
        }
    }

    /// The piece that shows these colours, that of the first side of its place first, and its
    /// orientation there, 1 if it is flipped; `None` if no edge of the cube shows them.
    pub fn showing([first, second]: [Face; 2]) -> Option<(Self, u8)> {
        Self::ALL.into_iter().find_map(|edge| match edge.faces() {
            faces if faces == [first, second] => Some((edge, 0)),
            faces if faces == [second, first] => Some((edge, 1)),
            _ => None,
        })
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().iter().try_for_each(|face| write!(f, "{face}"))
    }
}
