//! A perfect hash of all states.
//!
//! ```text
//! rank = permutation · 3^6 + orientation
//! permutation: lexicographic rank of the seven pieces in the places 0-5 and 7, DBL left out
//! orientation: Σ 3^i · orientation at place i, i = 0..5; the last follows from the sum
//! ```
//!
//! The permutation is ranked by two lookups: the first four pieces, 3 bits each, give the rank
//! without the order of the last three; the 9 bits of these give the rest.

use super::{Coordinates, Cube2, ORIENTATIONS, PERMUTATIONS, STATES};
use loyd_search::perm;
use loyd_search::space::Ranking;

/// Number of orders of three pieces.
const LAST_ORDERS: usize = 6;

/// The place of DBL, which is not ranked.
const FIXED: usize = 6;

/// The ranking of all states; some 60 KiB of tables.
#[derive(Clone, Debug)]
pub struct Cube2Ranking {
    /// The rank / 6 by the first four pieces.
    first: Vec<u16>,
    /// The rank % 6 by the last three pieces.
    last: Vec<u8>,
    /// The pieces by permutation: 3 c in each byte.
    pieces: Vec<u64>,
    /// The orientations by their number: o in each byte.
    twists: Vec<u64>,
}

impl Cube2Ranking {
    /// Builds the tables.
    pub fn new() -> Self {
        let (mut first, mut last) = (vec![0; 1 << 12], vec![0; 1 << 9]);
        let mut pieces = Vec::with_capacity(PERMUTATIONS);
        for rank in 0..PERMUTATIONS {
            let mut order = [0, 1, 2, 3, 4, 5, 6];
            perm::unrank(rank as u64, &mut order);
            let (head, tail) = keys(order);
            first[head] = (rank / LAST_ORDERS) as u16;
            last[tail] = (rank % LAST_ORDERS) as u8;
            pieces.push(u64::from_le_bytes(
                spread(order.map(piece_of_label), FIXED as u8).map(|c| 3 * c),
            ));
        }
        let twists = (0..ORIENTATIONS).map(|rank| u64::from_le_bytes(twists(rank))).collect();
        Self { first, last, pieces, twists }
    }

    /// Permutation and orientation of a state.
    #[inline]
    pub fn coordinates(&self, cube: Cube2) -> Coordinates {
        let bytes = cube.bytes();
        let ranked = [bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[7]];
        let (head, tail) = keys(ranked.map(|byte| label(byte / 3)));
        let permutation = self.first[head] * LAST_ORDERS as u16 + u16::from(self.last[tail]);
        let orientation =
            ranked[..6].iter().rev().fold(0, |sum, &byte| 3 * sum + u16::from(byte % 3));
        Coordinates { permutation, orientation }
    }

    /// The state of a permutation and an orientation.
    #[inline]
    pub fn cube(&self, Coordinates { permutation, orientation }: Coordinates) -> Cube2 {
        // No byte overflows: at most 21 + 2.
        let word = self.pieces[permutation as usize] + self.twists[orientation as usize];
        Cube2::from_bytes(word.to_le_bytes())
    }
}

impl Default for Cube2Ranking {
    fn default() -> Self {
        Self::new()
    }
}

impl Ranking<Cube2> for Cube2Ranking {
    fn size(&self) -> u64 {
        STATES
    }

    #[inline]
    fn rank(&self, cube: &Cube2) -> u64 {
        self.coordinates(*cube).rank()
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Cube2 {
        self.cube(Coordinates::of_rank(rank))
    }
}

pub(super) fn unrank_without_tables(rank: u64) -> Cube2 {
    let mut order = [0, 1, 2, 3, 4, 5, 6];
    perm::unrank(rank / ORIENTATIONS as u64, &mut order);
    let pieces = spread(order.map(piece_of_label), FIXED as u8);
    let twists = twists((rank % ORIENTATIONS as u64) as usize);
    Cube2::from_bytes(std::array::from_fn(|place| 3 * pieces[place] + twists[place]))
}

/// The orientations of a number below 3^6, by place.
fn twists(mut number: usize) -> [u8; 8] {
    let mut ranked = [0; 7];
    for twist in &mut ranked[..6] {
        *twist = (number % 3) as u8;
        number /= 3;
    }
    let sum: u8 = ranked.iter().sum();
    ranked[6] = (3 - sum % 3) % 3;
    spread(ranked, 0)
}

/// The contents of all places, from those of the seven ranked places and of DBL.
fn spread(ranked: [u8; 7], fixed: u8) -> [u8; 8] {
    let [a, b, c, d, e, f, g] = ranked;
    [a, b, c, d, e, f, fixed, g]
}

/// The label of a piece: pieces without DBL are numbered consecutively.
#[inline]
fn label(piece: u8) -> u8 {
    piece - u8::from(piece as usize > FIXED)
}

fn piece_of_label(label: u8) -> u8 {
    label + u8::from(label as usize >= FIXED)
}

/// Indices into the two tables: 3 bits per piece.
#[inline]
fn keys(labels: [u8; 7]) -> (usize, usize) {
    let key = |labels: &[u8]| labels.iter().fold(0, |key, &label| key << 3 | label as usize);
    (key(&labels[..4]), key(&labels[4..]))
}
