//! Coordinates with a table of turns each: the value after a turn, for any rest of the state.
//!
//! A turn moves and twists places with any pieces. So it acts on each of these coordinates without
//! regard to the others, and a search that keeps values instead of states needs one look-up a move:
//! the technique of H. Kociemba's coordinate level.

use super::{
    CORNER_ORIENTATIONS, CORNER_PERMUTATIONS, Coordinates, Cube3, EDGE_ORIENTATIONS, SLICES,
    corner_orientation, corner_permutation, edge_orientation, slice, with_slice,
};
use crate::{MovingCoordinate, Turn};

/// A coordinate on which every turn acts by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coordinate {
    /// [`corner_permutation`], below 40,320.
    CornerPermutation,
    /// [`corner_orientation`], below 2,187.
    CornerOrientation,
    /// [`edge_orientation`], below 2,048.
    EdgeOrientation,
    /// [`slice()`], below 495.
    Slice,
}

impl Coordinate {
    /// Every coordinate.
    pub const ALL: [Self; 4] =
        [Self::CornerPermutation, Self::CornerOrientation, Self::EdgeOrientation, Self::Slice];

    /// Number of values.
    pub fn size(self) -> usize {
        match self {
            Self::CornerPermutation => CORNER_PERMUTATIONS,
            Self::CornerOrientation => CORNER_ORIENTATIONS,
            Self::EdgeOrientation => EDGE_ORIENTATIONS,
            Self::Slice => SLICES,
        }
    }

    /// The value of a state; 0 when solved.
    #[inline]
    pub fn of(self, cube: Cube3) -> usize {
        match self {
            Self::CornerPermutation => corner_permutation(cube),
            Self::CornerOrientation => corner_orientation(cube),
            Self::EdgeOrientation => edge_orientation(cube),
            Self::Slice => slice(cube),
        }
    }

    /// A state with a value, which must be below [`size`](Coordinate::size). With slices and
    /// corner permutations its parities may differ.
    fn example(self, value: usize) -> Option<Cube3> {
        let zero = Coordinates::default();
        match self {
            Self::CornerPermutation => {
                let even = Coordinates { corner_permutation: value as u16, ..zero };
                even.cube().or(Coordinates { edge_permutation: 1, ..even }.cube())
            }
            Self::CornerOrientation => {
                Coordinates { corner_orientation: value as u16, ..zero }.cube()
            }
            Self::EdgeOrientation => Coordinates { edge_orientation: value as u16, ..zero }.cube(),
            Self::Slice => Some(with_slice(value)),
        }
    }

    /// The value after each turn, by value and [`Turn::index`].
    ///
    /// # Panics
    /// Never: every value has a state.
    pub fn turned(self) -> Vec<[u16; 18]> {
        let after = |value| {
            let cube = self.example(value).expect("every value has a state");
            Turn::first().map(|turn| self.of(cube.after(&[turn])) as u16)
        };
        (0..self.size()).map(after).collect()
    }
}

impl MovingCoordinate for Coordinate {
    type Cube = Cube3;
    type Turned = [u16; 18];

    fn value(&self, cube: Cube3) -> u16 {
        self.of(cube) as u16
    }

    fn table(&self) -> Vec<[u16; 18]> {
        self.turned()
    }
}

/// The exact distance in one coordinate, in moves of metric `M`.
pub type CoordinateDistance<M> = crate::CoordinateDistance<Coordinate, M>;
