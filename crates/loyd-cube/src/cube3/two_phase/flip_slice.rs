//! Flips and slice together, up to the 16 symmetries that keep the axis U-D.
//!
//! A *raw* value is `slice · 2^11 + edge orientation`, below 1,013,760. Conjugation by a symmetry
//! that keeps the axis takes raw values to raw values, for any rest of the state: which stickers of
//! an edge count for its orientation depends only on whether its place and its home are in the
//! slice. So raw values fall into 64,430 classes, of 16 values but for a few symmetric ones (H.
//! Kociemba, *Cube Explorer*: the coordinate `FlipUDSlice`).
//!
//! The corners go along: if a symmetry takes a state's raw value to the representative of its class,
//! it takes the state's twists and corners with them to others, of the same distance.

use crate::cube3::coordinates::edge_flips;
use crate::cube3::cube::FIELD;
use crate::cube3::{
    CORNER_ORIENTATIONS, Coordinate, Coordinates, Cube3, Cube3Symmetry, EDGE_ORIENTATIONS, SLICES,
    corner_orientation, edge_orientation, slice, with_slice,
};
use crate::{Corner, Face, Turn};
use loyd_search::arch::slots::prefetch;
use loyd_search::space::Symmetry;

pub(in crate::cube3) const RAW: usize = SLICES * EDGE_ORIENTATIONS;

/// Classes of raw values.
pub(in crate::cube3) const CLASSES: usize = 64_430;

/// Symmetries that keep the axis U-D.
pub(in crate::cube3) const SYMMETRIES: usize = 16;

/// The classes, and the effect of turns and symmetries on the coordinates of phase 1.
pub(in crate::cube3) struct FlipSlice {
    /// By raw value: 16 times its class, plus a symmetry that takes it to the representative.
    of_raw: Vec<u32>,
    /// By class: the least raw value.
    representatives: Vec<u32>,
    /// By class: the symmetries that keep the representative, as a set.
    symmetries: Vec<u16>,
    /// By value and turn.
    pub(in crate::cube3) flip_turned: Vec<[u16; 18]>,
    /// By value and turn.
    pub(in crate::cube3) slice_turned: Vec<[u16; 18]>,
    /// By value and turn.
    pub(in crate::cube3) twist_turned: Vec<[u16; 18]>,
    /// By twist and symmetry: the twist of the image.
    pub(in crate::cube3) twist_images: Vec<[u16; SYMMETRIES]>,
}

/// The elements of [`Cube3Symmetry`] that keep the axis U-D.
pub(in crate::cube3) fn axis_symmetries(symmetry: &Cube3Symmetry) -> [usize; SYMMETRIES] {
    let keeps = |&element: &usize| matches!(symmetry.faces(element)[0], Face::U | Face::D);
    let mut elements = (0..symmetry.order()).filter(keeps);
    std::array::from_fn(|_| elements.next().unwrap_or_default())
}

#[inline]
pub(in crate::cube3) fn raw(cube: Cube3) -> usize {
    slice(cube) * EDGE_ORIENTATIONS + edge_orientation(cube)
}

fn with_raw(raw: usize) -> Cube3 {
    let flips = edge_flips(raw % EDGE_ORIENTATIONS);
    let flips = flips.iter().rev().fold(0, |word, &flip| word << FIELD | u64::from(flip) << 4);
    let (corners, edges) = with_slice(raw / EDGE_ORIENTATIONS).words();
    Cube3::from_words(corners, edges | flips)
}

impl FlipSlice {
    /// Builds the tables, 5 MiB.
    pub(in crate::cube3) fn new() -> Self {
        let symmetry = Cube3Symmetry::new();
        let elements = axis_symmetries(&symmetry);
        let mut of_raw = vec![u32::MAX; RAW];
        let mut representatives = Vec::with_capacity(CLASSES);
        let mut symmetries = Vec::with_capacity(CLASSES);
        let back = elements.map(|element| {
            let back = inverse_of(&symmetry, element);
            let back = elements.iter().position(|&known| known == back);
            back.unwrap_or_else(|| unreachable!("the symmetries are a group"))
        });
        for min_raw in 0..RAW {
            if of_raw[min_raw] != u32::MAX {
                continue;
            }
            let (cube, mut keep) = (with_raw(min_raw), 0);
            for (number, &element) in elements.iter().enumerate() {
                let image = raw(symmetry.image(element, &cube));
                if of_raw[image] == u32::MAX {
                    of_raw[image] = (representatives.len() * SYMMETRIES + back[number]) as u32;
                }
                keep |= u16::from(image == min_raw) << number;
            }
            representatives.push(min_raw as u32);
            symmetries.push(keep);
        }
        let twisted = |twist| {
            let zero = Coordinates { corner_orientation: twist as u16, ..Coordinates::default() };
            let cube = zero.cube().unwrap_or_default();
            elements.map(|element| corner_orientation(symmetry.image(element, &cube)) as u16)
        };
        Self {
            of_raw,
            representatives,
            symmetries,
            flip_turned: Coordinate::EdgeOrientation.turned(),
            slice_turned: Coordinate::Slice.turned(),
            twist_turned: Coordinate::CornerOrientation.turned(),
            twist_images: (0..CORNER_ORIENTATIONS).map(twisted).collect(),
        }
    }

    /// The class of a raw value, and a symmetry that takes the value to the representative.
    #[inline]
    pub(in crate::cube3) fn class(&self, raw: usize) -> (usize, usize) {
        let both = self.of_raw[raw] as usize;
        (both / SYMMETRIES, both % SYMMETRIES)
    }

    /// Asks for the memory that [`class`](Self::class) reads.
    #[inline]
    pub(in crate::cube3) fn prefetch(&self, raw: usize) {
        prefetch(&self.of_raw[raw]);
    }

    /// By class: the least raw value.
    pub(in crate::cube3) fn representatives(&self) -> &[u32] {
        &self.representatives
    }

    /// The symmetries that keep the representative of a class, as a set.
    #[inline]
    pub(in crate::cube3) fn symmetries_of(&self, class: usize) -> u16 {
        self.symmetries[class]
    }

    #[inline]
    pub(in crate::cube3) fn turned(&self, raw: usize, turn: usize) -> usize {
        let slice = self.slice_turned[raw / EDGE_ORIENTATIONS][turn] as usize;
        slice * EDGE_ORIENTATIONS + self.flip_turned[raw % EDGE_ORIENTATIONS][turn] as usize
    }

    pub(in crate::cube3) fn bytes(&self) -> usize {
        size_of_val(&*self.of_raw)
            + size_of_val(&*self.representatives)
            + size_of_val(&*self.symmetries)
            + size_of_val(&*self.flip_turned)
            + size_of_val(&*self.slice_turned)
            + size_of_val(&*self.twist_turned)
            + size_of_val(&*self.twist_images)
    }
}

pub(in crate::cube3) fn inverse_of(symmetry: &Cube3Symmetry, element: usize) -> usize {
    let faces = symmetry.faces(element);
    let undone = |&back: &usize| {
        let back = symmetry.faces(back);
        Face::ALL.iter().all(|&face| back[faces[face as usize] as usize] == face)
    };
    (0..symmetry.order()).find(undone).unwrap_or_else(|| unreachable!("it is a group"))
}

/// The places of the corners that belong to U, as a set of four of the eight places, and its images
/// by turns and symmetries: C(8,4) = 70 values, or 35 if a set and its complement, the places of
/// the corners of D, are the same.
pub(in crate::cube3) struct Tetrads {
    /// By value and turn.
    pub(in crate::cube3) turned: Vec<[u8; 18]>,
    /// By value and symmetry: the value of the image.
    pub(in crate::cube3) images: Vec<[u8; SYMMETRIES]>,
    /// By set of places: the value.
    numbers: [u8; 256],
}

impl Tetrads {
    /// Builds the tables; `distinguished` makes 70 values.
    pub(in crate::cube3) fn new(distinguished: bool) -> Self {
        let symmetry = Cube3Symmetry::new();
        let elements = axis_symmetries(&symmetry);
        let mut numbers = [0; 256];
        // The set of solved, the four lowest places, comes first.
        let chosen = |set: &u8| set.count_ones() == 4 && (distinguished || set & 1 == 1);
        let sets: Vec<u8> = (0..=u8::MAX).filter(chosen).collect();
        for (number, &set) in sets.iter().enumerate() {
            if !distinguished {
                numbers[!set as usize] = number as u8;
            }
            numbers[set as usize] = number as u8;
        }
        let number = |cube: Cube3| numbers[upper_corners(cube) as usize];
        let cubes: Vec<Cube3> = sets.iter().map(|&set| with_upper_corners(set)).collect();
        let turns = Turn::first::<18>();
        Self {
            turned: cubes
                .iter()
                .map(|cube| turns.map(|turn| number(cube.after(&[turn]))))
                .collect(),
            images: cubes
                .iter()
                .map(|cube| elements.map(|element| number(symmetry.image(element, cube))))
                .collect(),
            numbers,
        }
    }

    pub(in crate::cube3) fn of(&self, cube: Cube3) -> u8 {
        self.number(upper_corners(cube))
    }

    /// The value of a set of four places; that of solved is 0.
    #[inline]
    pub(in crate::cube3) fn number(&self, set: u8) -> u8 {
        self.numbers[set as usize]
    }
}

/// The set of places that hold corners of U.
fn upper_corners(cube: Cube3) -> u8 {
    let upper = |&place: &Corner| (cube.corner(place).0 as u8) < 4;
    Corner::ALL.into_iter().filter(upper).fold(0, |set, place| set | 1 << place as u8)
}

/// A state whose corners of U are at these four places.
fn with_upper_corners(set: u8) -> Cube3 {
    let (mut upper, mut lower) = (0..4u8, 4..8u8);
    let corners = std::array::from_fn(|place| {
        let next = if set >> place & 1 == 1 { upper.next() } else { lower.next() };
        next.unwrap_or_default()
    });
    Cube3::from_fields(corners, std::array::from_fn(|place| place as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrambler;

    /// Classes are the orbits: each raw value is taken to its representative by the symmetry that
    /// is noted for it, representatives are their own, and orbits make up all values.
    #[test]
    fn classes_are_the_orbits_of_the_symmetries() {
        let tables = FlipSlice::new();
        let symmetry = Cube3Symmetry::new();
        let elements = axis_symmetries(&symmetry);
        assert_eq!(tables.representatives().len(), CLASSES);
        let mut members = vec![0u32; CLASSES];
        for value in 0..RAW {
            let cube = with_raw(value);
            assert_eq!(raw(cube), value);
            let (class, element) = tables.class(value);
            let image = raw(symmetry.image(elements[element], &cube));
            assert_eq!(image, tables.representatives()[class] as usize);
            members[class] += 1;
        }
        let representatives = tables.representatives().iter().enumerate();
        for (class, &representative) in representatives.step_by(7) {
            let cube = with_raw(representative as usize);
            let mut orbit = elements.map(|element| raw(symmetry.image(element, &cube)));
            orbit.sort_unstable();
            let different = 1 + orbit.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert_eq!(different, members[class] as usize);
            assert_eq!(tables.symmetries_of(class).count_ones() as usize * different, SYMMETRIES);
            assert_eq!(orbit[0], representative as usize);
        }
    }

    /// Tables of turns and symmetries agree with whole states.
    #[test]
    fn tables_agree_with_states() {
        let (tables, tetrads) = (FlipSlice::new(), [Tetrads::new(true), Tetrads::new(false)]);
        assert_eq!(tetrads.each_ref().map(|tetrads| tetrads.turned.len()), [70, 35]);
        let symmetry = Cube3Symmetry::new();
        let elements = axis_symmetries(&symmetry);
        let mut scrambler = Scrambler::new(20);
        for _ in 0..300 {
            let cube = scrambler.cube3();
            for (number, turn) in Turn::first::<18>().into_iter().enumerate() {
                let after = cube.after(&[turn]);
                assert_eq!(tables.turned(raw(cube), number), raw(after));
                for tetrads in &tetrads {
                    let of = |cube| tetrads.number(upper_corners(cube));
                    assert_eq!(tetrads.turned[of(cube) as usize][number], of(after));
                }
            }
            for (number, &element) in elements.iter().enumerate() {
                let image = symmetry.image(element, &cube);
                let twist = tables.twist_images[corner_orientation(cube)][number];
                assert_eq!(twist as usize, corner_orientation(image));
                for tetrads in &tetrads {
                    let of = |cube| tetrads.number(upper_corners(cube));
                    assert_eq!(tetrads.images[of(cube) as usize][number], of(image));
                    assert_eq!(of(Cube3::SOLVED), 0);
                }
                assert_eq!(tables.class(raw(image)).0, tables.class(raw(cube)).0);
            }
        }
    }
}
