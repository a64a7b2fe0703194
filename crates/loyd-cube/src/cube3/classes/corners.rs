//! Permutations of the corners up to symmetry and inversion.

use super::super::coordinates::CORNER_PERMUTATIONS;
use super::super::cube::field;
use super::super::symmetry::Element;
use super::super::{Coordinates, Cube3, corner_permutation};
use crate::{Amount, Face, Turn};
use loyd_search::perm;

/// The maps that make a corner permutation least, as a range of a list, and their image of it.
#[derive(Clone, Copy)]
pub(super) struct Least {
    pub class: u16,
    pub maps: u8,
    /// The first of them, here too because it is nearly always the only one.
    pub map: u8,
    pub first: u32,
}

/// The least corner permutation of a class.
#[derive(Clone, Copy)]
pub(super) struct Representative {
    /// Its rank, and that of its inverse.
    pub ranks: [u16; 2],
    /// Its corners, as a word of fields.
    pub pieces: u64,
    pub odd: bool,
}

pub(super) const CORNER_CLASSES: usize = 654;

/// Corner permutations up to the 96 maps.
pub(super) struct Corners {
    /// By permutation.
    pub of_permutation: Vec<Least>,
    /// The maps that [`Least`] refers to.
    pub maps: Vec<u8>,
    /// By class: the least permutation.
    pub representatives: Vec<Representative>,
    /// By permutation and [`Turn::index`]: the permutation after the turn.
    pub turned: Vec<[u16; 18]>,
}

impl Corners {
    /// Finds the maps that make each permutation least, and numbers the classes in the order of their least
    /// permutations.
    ///
    /// Only the least permutation of a class is mapped, and so 654 of 40,320: a map that makes another one
    /// of it leads back by its inverse, and no other map makes that one least.
    pub fn new(elements: &[Element]) -> Self {
        let cubes: Vec<Cube3> = (0..CORNER_PERMUTATIONS).map(with_corners).collect();
        let inverses = inverses(elements);
        let mut representatives = Vec::new();
        let mut class_of = vec![u16::MAX; CORNER_PERMUTATIONS];
        // Permutations with the maps that make them least, both in one number.
        let mut back: Vec<u64> = Vec::with_capacity(2 * elements.len() * CORNER_CLASSES);
        for (rank, &cube) in cubes.iter().enumerate() {
            if class_of[rank] != u16::MAX {
                continue;
            }
            let both = [cube, cube.inverse()];
            for (inverted, cube) in both.into_iter().enumerate() {
                for (element, &inverse) in elements.iter().zip(&inverses) {
                    let image = image_rank(element, cube);
                    class_of[image] = representatives.len() as u16;
                    let map = (inverted * elements.len()) as u8 + inverse;
                    back.push(((image as u64) << 8) | u64::from(map));
                }
            }
            representatives.push(Representative {
                ranks: both.map(|cube| corner_permutation(cube) as u16),
                pieces: cube.words().0,
                odd: cube.words().1 != Cube3::SOLVED.words().1,
            });
        }
        assert_eq!(representatives.len(), CORNER_CLASSES);
        back.sort_unstable();
        let starts = back.chunk_by(|one, other| one >> 8 == other >> 8).scan(0, |first, of_one| {
            let (class, map) = (class_of[(of_one[0] >> 8) as usize], of_one[0] as u8);
            let minimal = Least { class, maps: of_one.len() as u8, map, first: *first };
            *first += of_one.len() as u32;
            Some(minimal)
        });
        Self {
            of_permutation: starts.collect(),
            maps: back.iter().map(|&number| number as u8).collect(),
            representatives,
            turned: turned(&cubes),
        }
    }
}

/// A state with a corner permutation, oriented as solved, its edges in order but for the parity.
fn with_corners(rank: usize) -> Cube3 {
    let even = Coordinates { corner_permutation: rank as u16, ..Coordinates::default() };
    let odd = Coordinates { edge_permutation: 1, ..even };
    even.cube().or(odd.cube()).unwrap_or_else(|| unreachable!("one has the right parity"))
}

/// By corner permutation and [`Turn::index`]: the permutation after the turn.
fn turned(cubes: &[Cube3]) -> Vec<[u16; 18]> {
    let quarters: Vec<[u16; 6]> = cubes
        .iter()
        .map(|&cube| {
            Face::ALL.map(|face| {
                let mut after = cube;
                after.turn(Turn { face, amount: Amount::ALL[0] });
                corner_permutation(after) as u16
            })
        })
        .collect();
    let again = |rank: u16, face: usize| quarters[usize::from(rank)][face];
    let all = |first: &[u16; 6]| {
        let mut turned = [0; 18];
        for (face, (three, &rank)) in turned.chunks_exact_mut(3).zip(first).enumerate() {
            let half = again(rank, face);
            three.copy_from_slice(&[rank, half, again(half, face)]);
        }
        turned
    };
    quarters.iter().map(all).collect()
}

/// The number of the inverse of each symmetry: the one that takes every corner back.
fn inverses(elements: &[Element]) -> Vec<u8> {
    let undoes = |other: &Element, element: &Element| {
        let there = element.corner_places.iter().zip(0u8..);
        there.into_iter().all(|(&to, from)| other.corner_places[usize::from(to)] == from)
    };
    let inverse = |element| elements.iter().position(|other| undoes(other, element));
    let number = |element| {
        inverse(element).unwrap_or_else(|| unreachable!("the symmetries are a group")) as u8
    };
    elements.iter().map(number).collect()
}

fn image_rank(element: &Element, cube: Cube3) -> usize {
    let corners = cube.words().0;
    let mut pieces = [0; 8];
    for place in 0..8 {
        let piece = element.corner_places[field(corners, place) % 8];
        pieces[element.corner_places[place] as usize] = piece;
    }
    perm::rank(&pieces) as usize
}
