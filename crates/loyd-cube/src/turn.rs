//! Turns of a face, and the larger set of steps in written notation.
//!
//! Notation after D. Singmaster: a letter alone is a quarter turn clockwise as seen from outside
//! the face; `'` makes it counterclockwise, `2` a half turn. Lower-case letters or a `w` turn two
//! layers, `M E S` the middle layer (as L, D, F), `x y z` the whole cube (as R, U, F).

use crate::Face;
use std::fmt;

/// The angle by which a layer is turned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Amount {
    /// A quarter turn clockwise.
    Clockwise,
    /// A half turn.
    Half,
    /// A quarter turn counterclockwise.
    Counterclockwise,
}

impl Amount {
    /// All amounts, by quarter turns clockwise.
    pub const ALL: [Self; 3] = [Self::Clockwise, Self::Half, Self::Counterclockwise];

    /// Quarter turns clockwise: 1, 2 or 3.
    #[inline]
    pub fn quarters(self) -> usize {
        self as usize + 1
    }

    /// The inverse amount.
    #[inline]
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::ALL[2 - self as usize]
    }

    /// The suffix written after the letter.
    fn suffix(self) -> &'static str {
        ["", "2", "'"][self as usize]
    }
}

/// A turn of one outer layer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Turn {
    /// The face that is turned.
    pub face: Face,
    /// The angle.
    pub amount: Amount,
}

impl Turn {
    /// The number of the turn, below 18: three for each face, in the order of faces and amounts.
    /// The turns of U, R and F are the first nine.
    #[inline]
    pub fn index(self) -> usize {
        self.face as usize * 3 + self.amount as usize
    }

    /// The turn of a number below 18.
    #[inline]
    pub fn of_index(index: usize) -> Self {
        Self { face: Face::ALL[index / 3], amount: Amount::ALL[index % 3] }
    }

    /// The first `N` turns by number: all 18, or the nine of U, R and F.
    pub fn first<const N: usize>() -> [Self; N] {
        std::array::from_fn(Self::of_index)
    }

    /// The quarter turns that it consists of.
    pub fn quarters(self) -> impl Iterator<Item = Self> {
        let (quarter, count) = match self.amount {
            Amount::Half => (Self { amount: Amount::Clockwise, ..self }, 2),
            Amount::Clockwise | Amount::Counterclockwise => (self, 1),
        };
        std::iter::repeat_n(quarter, count)
    }

    /// The turn that undoes this one.
    #[inline]
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { amount: self.amount.inverse(), ..self }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.face, self.amount.suffix())
    }
}

/// The layers that a step turns, counted from its face.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layers {
    /// The outer layer.
    Outer,
    /// The outer layer and the next: `Rw` or `r`.
    Wide,
    /// The middle layer, on cubes of odd side: `M`, `E`, `S`.
    Middle,
    /// The whole cube: `x`, `y`, `z`.
    All,
}

/// One step in written notation: layers turned about an axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The face from which layers are counted and directions are seen.
    pub face: Face,
    /// The layers.
    pub layers: Layers,
    /// The angle.
    pub amount: Amount,
}

impl Step {
    /// The step that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { amount: self.amount.inverse(), ..self }
    }
}

impl From<Turn> for Step {
    fn from(Turn { face, amount }: Turn) -> Self {
        Self { face, layers: Layers::Outer, amount }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Middle layers and rotations have one letter per axis: seen from the other face, the same
        // step has the opposite direction.
        let named = |names: [(Face, char); 3]| {
            let name = |face| names.iter().find(|known| known.0 == face).map(|known| known.1);
            let other = || name(self.face.opposite()).unwrap_or_default();
            name(self.face)
                .map_or_else(|| (other(), self.amount.inverse()), |name| (name, self.amount))
        };
        let (letter, amount) = match self.layers {
            Layers::Outer => (self.face.letter(), self.amount),
            Layers::Wide => return write!(f, "{}w{}", self.face, self.amount.suffix()),
            Layers::Middle => named(MIDDLES),
            Layers::All => named(ROTATIONS),
        };
        write!(f, "{letter}{}", amount.suffix())
    }
}

/// Letters of the middle layers, each with the face whose direction it has.
pub(crate) const MIDDLES: [(Face, char); 3] = [(Face::L, 'M'), (Face::D, 'E'), (Face::F, 'S')];

/// Letters of the rotations, each with the face whose direction it has.
pub(crate) const ROTATIONS: [(Face, char); 3] = [(Face::R, 'x'), (Face::U, 'y'), (Face::F, 'z')];
