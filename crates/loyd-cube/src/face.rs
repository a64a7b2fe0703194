//! The six faces, which are the frame of reference of this crate.
//!
//! Faces are named after D. Singmaster (*Notes on Rubik's Magic Cube*, 1979): Up, Right, Front,
//! Down, Left, Back. The order is that of facelet strings, `U R F D L B` (H. Kociemba, *Cube
//! Explorer*): opposite faces are three apart, and the first three meet in a corner.

use std::fmt;

/// A face of the cube, fixed in space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Face {
    /// Up.
    U,
    /// Right.
    R,
    /// Front.
    F,
    /// Down.
    D,
    /// Left.
    L,
    /// Back.
    B,
}

impl Face {
    /// All faces, in the order of facelet strings.
    pub const ALL: [Self; 6] = [Self::U, Self::R, Self::F, Self::D, Self::L, Self::B];

    /// The opposite face.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The letter: `U`, `R`, `F`, `D`, `L` or `B`.
    pub fn letter(self) -> char {
        match self {
            Self::U => 'U',
            Self::R => 'R',
            Self::F => 'F',
            Self::D => 'D',
            Self::L => 'L',
            Self::B => 'B',
        }
    }

    /// The face named by a capital letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.letter() == letter)
    }

    /// The four neighbours in the order in which a clockwise turn of this face passes them on:
    /// after `U`, the left face shows the front's stickers.
    fn ring(self) -> [Self; 4] {
        let mut ring = match self {
            Self::U | Self::D => [Self::F, Self::L, Self::B, Self::R],
            Self::R | Self::L => [Self::F, Self::U, Self::B, Self::D],
            Self::F | Self::B => [Self::U, Self::R, Self::D, Self::L],
        };
        if self as usize >= 3 {
            ring.reverse();
        }
        ring
    }

    /// The image of this face when the cube is rotated by `quarters` quarter turns, clockwise as
    /// seen from `axis`.
    #[must_use]
    pub fn rotated(self, axis: Self, quarters: usize) -> Self {
        let ring = axis.ring();
        match ring.iter().position(|&face| face == self) {
            Some(place) => ring[(place + quarters) % 4],
            None => self,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
