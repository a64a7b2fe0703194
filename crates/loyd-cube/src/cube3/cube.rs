//! The packed state.
//!
//! Two words of 5-bit fields, one field a place, in the orders of [`Corner`] and [`Edge`]:
//!
//! ```text
//! corner field  c + 8 o    piece c, orientation o = 0, 1, 2
//! edge field    e + 16 f   piece e, flipped if f = 1
//! ```
//!
//! A turn replaces four fields of each word: place `to` receives the piece of place `from`, twisted
//! or flipped. The numbers are those of H. Kociemba (*Cube Explorer*, the cubie level). Everything
//! happens in two registers; no byte is written that is then read as part of a word.
//!
//! States multiply as he defines it: the product a · b is the effect of b on a:
//!
//! ```text
//! piece       (a · b)(p) = a(b(p))
//! orientation (a · b)(p) = a's at b(p) + b's at p, modulo 3 (corners) or 2 (edges)
//! ```

use crate::{Corner, Edge, Stickers, Turn};
use std::fmt;

/// A state of the 3x3x3 cube with its centres in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cube3 {
    corners: u64,
    edges: u64,
}

/// Bits of a field.
pub(super) const FIELD: usize = 5;

const MASK: u64 = (1 << FIELD) - 1;

/// Values of a corner's field: eight pieces, three orientations.
pub(super) const CORNER_VALUES: usize = 24;

/// One piece moved by a turn.
#[derive(Clone, Copy)]
struct Moved {
    to: u8,
    from: u8,
    twist: u8,
}

const fn moved(to: u8, from: u8, twist: u8) -> Moved {
    Moved { to, from, twist }
}

/// The corners that a quarter turn clockwise moves, by face.
const CORNER_QUARTERS: [[Moved; 4]; 6] = [
    [moved(0, 3, 0), moved(1, 0, 0), moved(2, 1, 0), moved(3, 2, 0)],
    [moved(0, 4, 2), moved(3, 0, 1), moved(7, 3, 2), moved(4, 7, 1)],
    [moved(0, 1, 1), moved(1, 5, 2), moved(4, 0, 2), moved(5, 4, 1)],
    [moved(4, 5, 0), moved(5, 6, 0), moved(6, 7, 0), moved(7, 4, 0)],
    [moved(1, 2, 1), moved(2, 6, 2), moved(5, 1, 2), moved(6, 5, 1)],
    [moved(2, 3, 1), moved(3, 7, 2), moved(6, 2, 2), moved(7, 6, 1)],
];

/// The edges that a quarter turn clockwise moves, by face.
const EDGE_QUARTERS: [[Moved; 4]; 6] = [
    [moved(0, 3, 0), moved(1, 0, 0), moved(2, 1, 0), moved(3, 2, 0)],
    [moved(0, 8, 0), moved(4, 11, 0), moved(8, 4, 0), moved(11, 0, 0)],
    [moved(1, 9, 1), moved(5, 8, 1), moved(8, 1, 1), moved(9, 5, 1)],
    [moved(4, 5, 0), moved(5, 6, 0), moved(6, 7, 0), moved(7, 4, 0)],
    [moved(2, 10, 0), moved(6, 9, 0), moved(9, 2, 0), moved(10, 6, 0)],
    [moved(3, 11, 1), moved(7, 10, 1), moved(10, 3, 1), moved(11, 7, 1)],
];

/// The effect of a turn on one kind of piece.
#[derive(Clone, Copy)]
struct Effect {
    moved: [Moved; 4],
    /// The fields that stay.
    fixed: u64,
}

/// The 18 turns of a kind of piece by [`Turn::index`], from its quarter turns and the number of its
/// orientations.
const fn effects(quarters: [[Moved; 4]; 6], orientations: u8) -> [Effect; 18] {
    let mut effects = [Effect { moved: quarters[0], fixed: u64::MAX }; 18];
    let mut index = 0;
    while index < 18 {
        let quarter = quarters[index / 3];
        let mut all = quarter;
        let mut amount = 0;
        while amount < index % 3 {
            all = then(all, quarter, orientations);
            amount += 1;
        }
        let mut fixed = u64::MAX;
        let mut i = 0;
        while i < 4 {
            fixed &= !(MASK << (FIELD * all[i].to as usize));
            i += 1;
        }
        effects[index] = Effect { moved: all, fixed };
        index += 1;
    }
    effects
}

/// Two turns of the same face, one after the other.
const fn then(first: [Moved; 4], second: [Moved; 4], orientations: u8) -> [Moved; 4] {
    let mut both = second;
    let mut i = 0;
    while i < 4 {
        let mut j = 0;
        while first[j].to != second[i].from {
            j += 1;
        }
        both[i].from = first[j].from;
        both[i].twist = (first[j].twist + second[i].twist) % orientations;
        i += 1;
    }
    both
}

const CORNER_EFFECTS: [Effect; 18] = effects(CORNER_QUARTERS, 3);
const EDGE_EFFECTS: [Effect; 18] = effects(EDGE_QUARTERS, 2);

/// A word whose fields are their own numbers.
const fn in_order(fields: usize) -> u64 {
    let mut word = 0;
    let mut place = 0;
    while place < fields {
        word |= (place as u64) << (FIELD * place);
        place += 1;
    }
    word
}

#[inline]
pub(super) fn field(word: u64, place: usize) -> usize {
    (word >> (FIELD * place) & MASK) as usize
}

/// A corner's field, twisted by some more thirds.
#[inline]
fn twisted(field: u64, thirds: u64) -> u64 {
    let sum = field + 8 * thirds;
    if sum >= CORNER_VALUES as u64 { sum - CORNER_VALUES as u64 } else { sum }
}

impl Cube3 {
    /// The solved cube.
    pub const SOLVED: Self = Self { corners: in_order(8), edges: in_order(12) };

    /// The state of fields by place, which the caller has checked.
    pub(super) fn from_fields(corners: [u8; 8], edges: [u8; 12]) -> Self {
        let word = |fields: &[u8]| {
            fields.iter().rev().fold(0, |word, &field| word << FIELD | u64::from(field))
        };
        Self { corners: word(&corners), edges: word(&edges) }
    }

    /// The two words of the file's head: corners, edges.
    #[inline]
    pub(super) const fn words(self) -> (u64, u64) {
        (self.corners, self.edges)
    }

    /// The state of two words, which the caller has checked.
    #[inline]
    pub(super) const fn from_words(corners: u64, edges: u64) -> Self {
        Self { corners, edges }
    }

    /// Returns true if every piece is somewhere, for words that are not known to be a state.
    pub(super) fn has_all_pieces(self) -> bool {
        let corners = (0..8).map(|place| field(self.corners, place));
        let corners =
            corners.fold(
                0u32,
                |seen, field| {
                    if field < CORNER_VALUES { seen | 1 << (field % 8) } else { seen }
                },
            );
        let edges = (0..12).fold(0u32, |seen, place| seen | 1 << (field(self.edges, place) % 16));
        corners == 0xFF && edges == 0xFFF && self.corners >> 40 == 0 && self.edges >> 60 == 0
    }

    /// The corner at a place and its orientation there: clockwise thirds, 0 to 2.
    pub fn corner(self, place: Corner) -> (Corner, u8) {
        let field = field(self.corners, place as usize);
        (Corner::ALL[field % 8], (field / 8) as u8)
    }

    /// The edge at a place and its orientation there: 1 if it is flipped.
    pub fn edge(self, place: Edge) -> (Edge, u8) {
        let field = field(self.edges, place as usize);
        (Edge::ALL[field % 16], (field / 16) as u8)
    }

    /// Turns a face.
    #[inline]
    pub fn turn(&mut self, turn: Turn) {
        let effect = &CORNER_EFFECTS[turn.index()];
        let mut corners = self.corners & effect.fixed;
        for &Moved { to, from, twist } in &effect.moved {
            let piece = twisted(field(self.corners, from as usize) as u64, twist.into());
            corners |= piece << (FIELD * to as usize);
        }
        let effect = &EDGE_EFFECTS[turn.index()];
        let mut edges = self.edges & effect.fixed;
        for &Moved { to, from, twist } in &effect.moved {
            let piece = field(self.edges, from as usize) as u64 ^ u64::from(twist) << 4;
            edges |= piece << (FIELD * to as usize);
        }
        *self = Self { corners, edges };
    }

    /// The state after some turns.
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
        let (mut corners, mut edges) = (0, 0);
        for place in 0..8 {
            let there = field(next.corners, place);
            let piece = field(self.corners, there % 8) as u64;
            corners |= twisted(piece, there as u64 / 8) << (FIELD * place);
        }
        for place in 0..12 {
            let there = field(next.edges, place);
            let piece = field(self.edges, there % 16) ^ there & 16;
            edges |= (piece as u64) << (FIELD * place);
        }
        Self { corners, edges }
    }

    /// The inverse: solved after any turns that lead from solved to this state, and at the same
    /// distance from solved.
    #[must_use]
    pub fn inverse(self) -> Self {
        let (mut corners, mut edges) = (0, 0);
        for place in 0..8 {
            let field = field(self.corners, place);
            let back = place + 8 * ((3 - field / 8) % 3);
            corners |= (back as u64) << (FIELD * (field % 8));
        }
        for place in 0..12 {
            let field = field(self.edges, place);
            edges |= ((place | field & 16) as u64) << (FIELD * (field % 16));
        }
        Self { corners, edges }
    }
}

/// Solved.
impl Default for Cube3 {
    fn default() -> Self {
        Self::SOLVED
    }
}

/// The 54 stickers as letters, in the order of [`Stickers`].
impl fmt::Display for Cube3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Stickers::from(*self).fmt(f)
    }
}

impl fmt::Debug for Cube3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cube3({self})")
    }
}
