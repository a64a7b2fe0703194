//! The coordinates of a state from each of the three axes, and of its inverse.
//!
//! The contribution of a piece to a coordinate is a number that depends on its place and the field
//! there only, so the coordinates of all axes together are a sum of 12 table entries of 128 bits
//! for the edges, and one of 8 entries of 64 bits for the corners. The field at place p also tells
//! where the piece p stands in the inverse: its coordinates are read from the state by other tables.
//!
//! ```text
//! edges:   for each axis 11 bits of flips, 11 bits for the places of the slice (the twelfth follows)
//! corners: for each axis 12 bits of twists, a sum of multiples of powers of 3; 8 bits of a tetrad
//! ```

use crate::Turn;
use crate::cube3::Cube3;
use crate::cube3::Cube3Symmetry;
use crate::cube3::cube::{CORNER_VALUES, field};
use crate::cube3::symmetry::{EDGE_VALUES, Element};
use crate::cube3::two_phase::views::upright;
use crate::cube3::{slice, with_slice};

/// The coordinates of a state as seen from one axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    pub(super) flip: u16,
    pub(super) slice: u16,
    pub(super) twist: u16,
    /// A set of four places, where it comes from a state; else as its number.
    pub(super) tetrad: u8,
}

const FLIPS: u32 = 11;
const EDGE_BITS: u32 = 22;
const TWISTS: u32 = 12;
const CORNER_BITS: u32 = 20;

type EdgeParts = [[u128; EDGE_VALUES]; 12];
type CornerParts = [[u64; EDGE_VALUES]; 8];

/// The tables that make coordinates of states.
pub(super) struct Places {
    /// Of the inverse of a state.
    edges: Box<EdgeParts>,
    corners: Box<CornerParts>,
    /// By the lower 11 bits of a set of four of twelve places.
    slices: Vec<u16>,
    /// By axis and turn: the turn as seen from there.
    pub(super) turns: [[u8; 18]; 3],
}

impl Places {
    /// Builds the tables, 12 KiB.
    pub(super) fn new() -> Self {
        let symmetry = Cube3Symmetry::new();
        let mut edges = Box::new([[0; EDGE_VALUES]; 12]);
        let mut corners = Box::new([[0; EDGE_VALUES]; 8]);
        let mut turns = [[0; 18]; 3];
        for (axis, element) in (0u32..).zip(upright(&symmetry)) {
            let faces = symmetry.faces(element);
            for turn in Turn::first::<18>() {
                let seen = crate::Turn { face: faces[turn.face as usize], ..turn };
                turns[axis as usize][turn.index()] = seen.index() as u8;
            }
            let element = &symmetry.elements()[element];
            for place in 0..12 {
                for value in (0..EDGE_VALUES).filter(|value| value % 16 < 12) {
                    let part = u128::from(edge_part(element, place, value));
                    edges[place][value] |= part << (EDGE_BITS * axis);
                }
            }
            for place in 0..8 {
                for value in 0..CORNER_VALUES {
                    let part = u64::from(corner_part(element, place, value));
                    corners[place][value] |= part << (CORNER_BITS * axis);
                }
            }
        }
        let mut slices = vec![0; 1 << FLIPS];
        for number in 0..crate::cube3::SLICES {
            let cube = with_slice(number);
            debug_assert_eq!(slice(cube), number);
            let in_slice = |&place: &usize| field(cube.words().1, place) & 8 != 0;
            let set: usize = (0..11).filter(in_slice).map(|place| 1 << place).sum();
            slices[set] = number as u16;
        }
        Self { edges, corners, slices, turns }
    }

    /// The coordinates of the inverse of a state from each axis, tetrads as sets.
    #[inline]
    pub(super) fn of_inverse(&self, cube: Cube3) -> [Place; 3] {
        let (corners, edges) = cube.words();
        let edges = (0..12).fold(0, |sum, place| sum + self.edges[place][field(edges, place)]);
        let corners = (0..8).fold(0, |sum, place| sum + self.corners[place][field(corners, place)]);
        let place = |axis: u32| {
            let edges = (edges >> (EDGE_BITS * axis)) as usize;
            let corners = corners >> (CORNER_BITS * axis);
            Place {
                flip: (edges & ((1 << FLIPS) - 1)) as u16,
                slice: self.slices[edges >> FLIPS & ((1 << FLIPS) - 1)],
                twist: (corners & ((1 << TWISTS) - 1)) as u16,
                tetrad: (corners >> TWISTS) as u8,
            }
        };
        [place(0), place(1), place(2)]
    }
}

/// The contribution of an edge to the inverse: piece e at place p is piece p at place e there.
fn edge_part(element: &Element, place: usize, value: usize) -> u32 {
    let (at, field) = (value % 16, place + value / 16 * 16);
    let target = u32::from(element.edge_places[at]);
    let field = u32::from(element.edge_fields[at][field]);
    // The last flip and the last place of the slice follow from the others.
    if target == 11 {
        return 0;
    }
    (field >> 4) << target | (field >> 3 & 1) << (FLIPS + target)
}

/// The contribution of a corner to the inverse.
fn corner_part(element: &Element, place: usize, value: usize) -> u32 {
    let (at, field) = (value % 8, place + 8 * ((3 - value / 8) % 3));
    let target = u32::from(element.corner_places[at]);
    let field = u32::from(element.corner_fields[at][field]);
    let twist = if target < 7 { field / 8 * 3u32.pow(target) } else { 0 };
    let upper = u32::from(field % 8 < 4);
    twist | upper << (TWISTS + target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrambler;
    use crate::cube3::{corner_orientation, edge_orientation};
    use loyd_search::space::Symmetry;

    #[test]
    fn coordinates_are_those_of_rotated_states() {
        let (places, symmetry) = (Places::new(), Cube3Symmetry::new());
        let mut scrambler = Scrambler::new(3);
        for _ in 0..1000 {
            let cube = scrambler.cube3();
            let inverse_places = places.of_inverse(cube.inverse());
            for (axis, element) in upright(&symmetry).into_iter().enumerate() {
                let image = symmetry.image(element, &cube);
                let upper = |&place: &usize| field(image.words().0, place) % 8 < 4;
                let expected = Place {
                    flip: edge_orientation(image) as u16,
                    slice: slice(image) as u16,
                    twist: corner_orientation(image) as u16,
                    tetrad: (0..8).filter(upper).map(|place| 1 << place).sum(),
                };
                assert_eq!(inverse_places[axis], expected);
                for turn in Turn::first::<18>() {
                    let seen = places.turns[axis][turn.index()] as usize;
                    let after = image.after(&[Turn::of_index(seen)]);
                    assert_eq!(symmetry.image(element, &cube.after(&[turn])), after);
                }
            }
        }
    }
}
