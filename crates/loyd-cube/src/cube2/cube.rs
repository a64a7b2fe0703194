//! The packed state.
//!
//! Eight bytes in one word, byte p for place p in the order of [`Corner`]: 3 c + o for piece c in
//! orientation o. A turn replaces four bytes: place p receives the piece of place `from`, twisted
//! by `twist` thirds of a turn. The numbers for U, R and F are those of H. Kociemba (*Cube
//! Explorer*, the cubie level).
//!
//! States multiply as he defines it: the product a · b applies to a the effect of b on the solved
//! cube:
//!
//! ```text
//! piece       (a · b)(p) = a(b(p))
//! orientation (a · b)(p) = a's at b(p) + b's at p, modulo 3
//! ```

use crate::{Corner, Stickers, Turn};
use std::fmt;

/// A state of the 2x2x2 cube with the corner DBL in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cube2(u64);

/// One corner moved by a turn.
#[derive(Clone, Copy)]
struct Moved {
    to: u8,
    from: u8,
    twist: u8,
}

/// Clockwise quarter turns of U, R and F.
const QUARTERS: [[Moved; 4]; 3] = [
    [moved(0, 3, 0), moved(1, 0, 0), moved(2, 1, 0), moved(3, 2, 0)],
    [moved(0, 4, 2), moved(3, 0, 1), moved(7, 3, 2), moved(4, 7, 1)],
    [moved(0, 1, 1), moved(1, 5, 2), moved(4, 0, 2), moved(5, 4, 1)],
];

/// The nine turns, by [`Turn::index`].
const TURNS: [[Moved; 4]; 9] = {
    let mut turns = [QUARTERS[0]; 9];
    let mut face = 0;
    while face < 3 {
        let quarter = QUARTERS[face];
        turns[3 * face] = quarter;
        turns[3 * face + 1] = then(quarter, quarter);
        turns[3 * face + 2] = then(turns[3 * face + 1], quarter);
        face += 1;
    }
    turns
};

const fn moved(to: u8, from: u8, twist: u8) -> Moved {
    Moved { to, from, twist }
}

/// Two turns of the same face, one after the other.
const fn then(first: [Moved; 4], second: [Moved; 4]) -> [Moved; 4] {
    let mut both = second;
    let mut i = 0;
    while i < 4 {
        let mut j = 0;
        while first[j].to != second[i].from {
            j += 1;
        }
        both[i].from = first[j].from;
        both[i].twist = (first[j].twist + second[i].twist) % 3;
        i += 1;
    }
    both
}

/// `TWISTED[t][b]`: the byte b, its corner twisted by t more thirds.
const TWISTED: [[u8; 24]; 3] = {
    let mut table = [[0; 24]; 3];
    let mut byte = 0;
    while byte < 24 {
        let mut twist = 0;
        while twist < 3 {
            table[twist][byte] = (byte / 3 * 3 + (byte % 3 + twist) % 3) as u8;
            twist += 1;
        }
        byte += 1;
    }
    table
};

impl Cube2 {
    /// The solved cube.
    pub const SOLVED: Self = Self::from_bytes([0, 3, 6, 9, 12, 15, 18, 21]);

    /// The state with these bytes, which the caller has checked.
    #[inline]
    pub(super) const fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    /// The bytes described at the head of this file.
    #[inline]
    pub(super) const fn bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// The piece at a place and its orientation there: clockwise thirds, 0 to 2.
    pub fn corner(self, place: Corner) -> (Corner, u8) {
        let byte = self.bytes()[place as usize];
        (Corner::ALL[byte as usize / 3], byte % 3)
    }

    /// Turns U, R or F. A turn of another face is a programming error and panics: see
    /// [`super::resolve`].
    #[inline]
    pub fn turn(&mut self, turn: Turn) {
        // In one register: writing single bytes and reading them back as a word would stall.
        let mut after = self.0;
        for &Moved { to, from, twist } in &TURNS[turn.index()] {
            let byte = (self.0 >> (8 * from)) as usize & 0xFF;
            after &= !(0xFF << (8 * to));
            after |= u64::from(TWISTED[twist as usize][byte]) << (8 * to);
        }
        self.0 = after;
    }

    /// The state after turns of U, R and F.
    #[must_use]
    pub fn after(mut self, turns: &[Turn]) -> Self {
        for &turn in turns {
            self.turn(turn);
        }
        self
    }

    /// The product: this state after any turns that lead from solved to `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        let here = self.bytes();
        Self::from_bytes(
            next.bytes().map(|byte| TWISTED[byte as usize % 3][here[byte as usize / 3] as usize]),
        )
    }

    /// The inverse: solved after any turns that lead from solved to this state, and at the same
    /// distance from solved.
    #[must_use]
    pub fn inverse(self) -> Self {
        let mut inverse = [0; 8];
        for (place, byte) in self.bytes().into_iter().enumerate() {
            inverse[byte as usize / 3] = 3 * place as u8 + (3 - byte % 3) % 3;
        }
        Self::from_bytes(inverse)
    }
}

/// The solved cube.
impl Default for Cube2 {
    fn default() -> Self {
        Self::SOLVED
    }
}

/// The 24 stickers as letters, in the order of [`Stickers`].
impl fmt::Display for Cube2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Stickers::from(*self).fmt(f)
    }
}

impl fmt::Debug for Cube2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cube2({self})")
    }
}
