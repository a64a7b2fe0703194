//! States up to the 48 symmetries and inversion, as exact keys of 64 bits.
//!
//! ```text
//! key = class of the corner permutation · 3^7 + corner orientation   21 bits
//!       edge orientation                                             11 bits
//!       edge permutation / 2                                         28 bits
//!       how many of the 96 maps keep the state, by a code             4 bits
//! ```
//!
//! A class of states is named by the least key of its 96 images. The corner permutation comes
//! first, so most images are never looked at: for each of the 40,320 permutations a list names the
//! maps that make it least, which are 1.5 of 96 on average. Only under these the orientations of
//! the corners are made, and only for the least of those the edges. The permutation is reduced to
//! the number of its class, below 2^10; so the rest fits 64 bits, with four to spare. They hold the
//! number of coinciding images, so that a key also gives the size of its class.
//!
//! ```text
//! for each key: g := the state, and for a in g, g⁻¹
//!     for each turn m
//!         s := a · m; p := permutation of its corners, from a table by that of a
//!         for each map e in least(p): the sum of 8 table entries is the orientation of the corners
//!         for those with the least orientation: 12 table entries make up the edges of the image
//! ```
//!
//! 1. An entry of these tables is the contribution of a piece at a place to the image: for corners a
//!    digit times its weight, for edges 4 bits of the permutation and 1 of the orientation, in their
//!    places. Inversion is in the same tables, because the field at place p tells where p itself
//!    stands in the inverse.
//! 2. Edges are ranked by Lehmer digits in one register ([`loyd_search::perm`] has the method); the last
//!    digit is the parity, which the corners tell.
//!
//! Inversion is not an automorphism of the graph: the neighbours of g⁻¹ are not the images of those of
//! g. So both are expanded, by every turn: a turn that led to g is the way back from g, but from its
//! representative it is another turn, and from the inverse none at all.
//!
//! # Cost model
//!
//! For a candidate: 8 fields moved by the turn, 8 · 1.5 + 12 entries looked up, 10 digits ranked;
//! some 250 operations on registers and on tables in the second-level cache (288 KiB for edges, of
//! which a map uses 3). At 3 operations a cycle and 3 GHz that is 28 ns. Measured: 70 ns on one core
//! of an EPYC shared with other work, of which the images take two thirds, turns and the rest one.

mod corners;
mod images;

use self::corners::{CORNER_CLASSES, Corners, Least};
use self::images::{CornerImage, EdgeImage, corner_image, edge_image};
use super::coordinates::{CORNER_ORIENTATIONS, corner_twists, edge_flips};
use super::cube::{FIELD, field};
use super::symmetry::Cube3Symmetry;
use super::{Cube3, corner_permutation};
use crate::{Metric, MetricName};
use loyd_search::perm;
use loyd_search::puzzle;
use std::marker::PhantomData;

/// Symmetries, each also with inversion.
const MAPS: usize = 96;

/// Divisors of 96, by code: how many maps keep a state.
const STABILISER_SIZES: [u8; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 96];

const CODE_BITS: u32 = 4;
const PERMUTATION_BITS: u32 = 28;
const ORIENTATION_BITS: u32 = 11;
const CORNER_SHIFT: u32 = CODE_BITS + PERMUTATION_BITS + ORIENTATION_BITS;

const _: () = assert!(CORNER_CLASSES * CORNER_ORIENTATIONS <= 1 << (64 - CORNER_SHIFT));

/// The classes of the 3x3x3 cube with moves of metric `M`; 4 MiB of tables.
pub struct Classes<M> {
    corners: Corners,
    /// By corner orientation: fields without pieces.
    twists: Vec<u64>,
    /// By edge orientation: fields without pieces.
    flips: Vec<u64>,
    corner_images: Vec<CornerImage>,
    edge_images: Vec<EdgeImage>,
    metric: PhantomData<M>,
}

impl<M: Metric> Classes<M> {
    /// Builds the tables.
    pub fn new() -> Self {
        let symmetry = Cube3Symmetry::new();
        let elements = symmetry.elements();
        let inverted = |map: usize| (&elements[map % elements.len()], map >= elements.len());
        let of_maps = || (0..MAPS).map(inverted);
        let corners = Corners::new(elements);
        Self {
            corners,
            twists: (0..CORNER_ORIENTATIONS).map(|o| fields(&corner_twists(o), 3)).collect(),
            flips: (0..1 << ORIENTATION_BITS).map(|o| fields(&edge_flips(o), 4)).collect(),
            corner_images: of_maps()
                .map(|(element, inverse)| corner_image(element, inverse))
                .collect(),
            edge_images: of_maps().map(|(element, inverse)| edge_image(element, inverse)).collect(),
            metric: PhantomData,
        }
    }

    /// The key of the class of a state.
    pub fn key_of(&self, cube: Cube3) -> u64 {
        self.key(cube, corner_permutation(cube) as u16)
    }

    /// The key of the class of a state, whose corner permutation is given.
    #[inline]
    fn key(&self, cube: Cube3, corner_permutation: u16) -> u64 {
        let Least { class, maps, map, first } =
            self.corners.of_permutation[corner_permutation as usize];
        let (corners, edges) = cube.words();
        let orientation = |map: u8| {
            let image = &self.corner_images[map as usize];
            (0..8).map(|place| image[place][field(corners, place)]).sum::<u16>()
        };
        let (min, edges, equal_images) = if maps == 1 {
            (orientation(map), self.edges(edges, map), 1)
        } else {
            let maps = &self.corners.maps[first as usize..][..maps as usize];
            let (mut min, mut min_edges, mut equal_images) = (u16::MAX, u64::MAX, 0);
            for &map in maps {
                let orientation = orientation(map);
                if orientation > min {
                    continue;
                }
                let edges = self.edges(edges, map);
                if (orientation, edges) < (min, min_edges) {
                    (min, min_edges, equal_images) = (orientation, edges, 1);
                } else if (orientation, edges) == (min, min_edges) {
                    equal_images += 1;
                }
            }
            (min, min_edges, equal_images)
        };
        let corners = u64::from(class) * CORNER_ORIENTATIONS as u64 + u64::from(min);
        corners << CORNER_SHIFT | edges << CODE_BITS | code(equal_images)
    }

    /// The edges of the image under a map: orientation, then half the rank of the permutation.
    #[inline]
    fn edges(&self, edges: u64, map: u8) -> u64 {
        let image = &self.edge_images[map as usize];
        let word = (0..12).fold(0, |word, place| word | image[place][field(edges, place)]);
        word >> 48 << PERMUTATION_BITS | half_rank(word)
    }

    /// The state of a key, and the number of its class of corner permutations.
    fn state(&self, key: u64) -> (Cube3, usize) {
        let corners = (key >> CORNER_SHIFT) as usize;
        let representative = &self.corners.representatives[corners / CORNER_ORIENTATIONS];
        let orientation = key >> (CODE_BITS + PERMUTATION_BITS) & ((1 << ORIENTATION_BITS) - 1);
        let half_rank = key >> CODE_BITS & ((1 << PERMUTATION_BITS) - 1);
        let mut pieces = [0; 12];
        if perm::unrank(2 * half_rank, &mut pieces) != representative.odd {
            pieces.swap(10, 11);
        }
        let pieces = fields(&pieces, 0);
        let corner_fields = representative.pieces | self.twists[corners % CORNER_ORIENTATIONS];
        let cube = Cube3::from_words(corner_fields, pieces | self.flips[orientation as usize]);
        (cube, corners / CORNER_ORIENTATIONS)
    }
}

impl<M: Metric> Default for Classes<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Metric> puzzle::Classes for Classes<M> {
    fn goal(&self) -> u64 {
        self.key(Cube3::SOLVED, 0)
    }

    fn append(&self, keys: &[u64], into: &mut Vec<u64>) {
        into.reserve(keys.len() * self.max_neighbours());
        for &key in keys {
            let (cube, class) = self.state(key);
            let ranks = self.corners.representatives[class].ranks;
            for (cube, rank) in [cube, cube.inverse()].into_iter().zip(ranks) {
                let turned = &self.corners.turned[rank as usize];
                for &turn in M::TURNS {
                    let mut after = cube;
                    after.turn(turn);
                    into.push(self.key(after, turned[turn.index()]));
                }
            }
        }
    }

    fn max_neighbours(&self) -> usize {
        2 * M::TURNS.len()
    }

    fn states(&self, keys: &[u64]) -> u64 {
        let size = |key: &u64| (MAPS / STABILISER_SIZES[(key & 15) as usize] as usize) as u64;
        keys.iter().map(size).sum()
    }

    fn is_key(&self, number: u64) -> bool {
        const HALF_RANKS: u64 = 479_001_600 / 2;
        let class = (number >> CORNER_SHIFT) as usize / CORNER_ORIENTATIONS;
        class < self.corners.representatives.len()
            && (number >> CODE_BITS & ((1 << PERMUTATION_BITS) - 1)) < HALF_RANKS
            && ((number & ((1 << CODE_BITS) - 1)) as usize) < STABILISER_SIZES.len()
    }

    /// Quarter turns change the parity of the corners.
    fn is_bipartite(&self) -> bool {
        M::NAME == MetricName::Quarter
    }

    fn bytes(&self) -> u64 {
        let bytes = size_of_val(&*self.corners.of_permutation)
            + size_of_val(&*self.corners.maps)
            + size_of_val(&*self.corners.turned)
            + size_of_val(&*self.corners.representatives)
            + size_of_val(&*self.twists)
            + size_of_val(&*self.flips)
            + size_of_val(&*self.corner_images)
            + size_of_val(&*self.edge_images);
        bytes as u64
    }
}

/// The code of a divisor of 96.
#[inline]
fn code(equal_images: u8) -> u64 {
    if equal_images == 1 {
        return 0;
    }
    let code = STABILISER_SIZES.iter().position(|&divisor| divisor == equal_images);
    code.unwrap_or_else(|| unreachable!("the maps that keep a state are a group")) as u64
}

/// Half the lexicographic rank of twelve pieces, 4 bits each.
#[inline]
fn half_rank(mut pieces: u64) -> u64 {
    // Piece e has in bits 4e to 4e + 3 how many smaller ones are still to come.
    let mut smaller = 0xBA98_7654_3210_u64;
    let mut rank = 0;
    for weight in HALF_FACTORIALS {
        let above = 4 * (pieces & 15);
        rank += (smaller >> above & 15) * weight;
        smaller = smaller.wrapping_sub(0x1111_1111_1110 << above);
        pieces >>= 4;
    }
    rank
}

/// 11!/2, 10!/2, …, 2!/2.
const HALF_FACTORIALS: [u64; 10] = {
    let mut factorials = [1; 10];
    let mut place = 9;
    while place > 0 {
        place -= 1;
        factorials[place] = factorials[place + 1] * (11 - place as u64);
    }
    factorials
};

/// Small numbers as fields, shifted within them.
fn fields(numbers: &[u8], shift: u32) -> u64 {
    numbers.iter().rev().fold(0, |word, &number| word << FIELD | u64::from(number) << shift)
}
