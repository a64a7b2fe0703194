//! The state as small numbers: coordinates, and a numbering of all states made of them.
//!
//! ```text
//! corner permutation  lexicographic rank of the pieces by place                       8!   = 40,320
//! corner orientation  Σ 3^i · orientation at place i, i = 0..7; the last follows      3^7  = 2,187
//! edge permutation    lexicographic rank of the pieces by place                       12!  = 479,001,600
//! edge orientation    Σ 2^i · orientation at place i, i = 0..11; the last follows     2^11 = 2,048
//! slice               which places hold the edges FR FL BL BR, in any order           C(12,4) = 495
//! ```
//!
//! The parities of the two permutations are equal, because every turn changes both. Ranks 2k and
//! 2k + 1 of edge permutations differ in the order of the last two edges, hence in parity: half of
//! the rank and the parity tell the permutation. So the reachable states are numbered, without gaps,
//! from 0 to 43,252,003,274,489,855,999, more than 64 bits hold:
//!
//! ```text
//! corners = corner permutation · 3^7 + corner orientation      below 88,179,840
//! edges   = edge permutation / 2 · 2^11 + edge orientation     below 490,497,638,400
//! rank    = corners · 490,497,638,400 + edges
//! ```

use super::cube::field;
use super::{CORNERS, Cube3, EDGES, STATES};
use loyd_search::perm;

/// Orders of the corners: 8!.
pub const CORNER_PERMUTATIONS: usize = 40_320;

/// Orientations of the corners: 3^7.
pub const CORNER_ORIENTATIONS: usize = 2_187;

/// Orders of the edges: 12!.
pub const EDGE_PERMUTATIONS: usize = 479_001_600;

/// Orientations of the edges: 2^11.
pub const EDGE_ORIENTATIONS: usize = 2_048;

/// Sets of places for the four edges of the slice between U and D.
pub const SLICES: usize = 495;

/// The four numbers that tell a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Coordinates {
    /// Below [`CORNER_PERMUTATIONS`].
    pub corner_permutation: u16,
    /// Below [`CORNER_ORIENTATIONS`].
    pub corner_orientation: u16,
    /// Below [`EDGE_PERMUTATIONS`], as even or odd as the corner permutation.
    pub edge_permutation: u32,
    /// Below [`EDGE_ORIENTATIONS`].
    pub edge_orientation: u16,
}

impl Coordinates {
    /// The coordinates of a state.
    pub fn of(cube: Cube3) -> Self {
        Self {
            corner_permutation: corner_permutation(cube) as u16,
            corner_orientation: corner_orientation(cube) as u16,
            edge_permutation: edge_permutation(cube) as u32,
            edge_orientation: edge_orientation(cube) as u16,
        }
    }

    /// The state, if the parities of the permutations are equal and every number is in its range.
    pub fn cube(self) -> Option<Cube3> {
        let in_range = (self.corner_permutation as usize) < CORNER_PERMUTATIONS
            && (self.corner_orientation as usize) < CORNER_ORIENTATIONS
            && (self.edge_permutation as usize) < EDGE_PERMUTATIONS
            && (self.edge_orientation as usize) < EDGE_ORIENTATIONS;
        if !in_range {
            return None;
        }
        let (mut corners, mut edges) = ([0; 8], [0; 12]);
        let odd_corners = perm::unrank(self.corner_permutation.into(), &mut corners);
        let odd_edges = perm::unrank(self.edge_permutation.into(), &mut edges);
        let corner_twists = corner_twists(self.corner_orientation.into());
        let flips = edge_flips(self.edge_orientation.into());
        let state = || {
            let corners = std::array::from_fn(|place| corners[place] + 8 * corner_twists[place]);
            let edges = std::array::from_fn(|place| edges[place] + 16 * flips[place]);
            Cube3::from_fields(corners, edges)
        };
        (odd_corners == odd_edges).then(state)
    }

    /// The number of the state, below [`STATES`].
    pub fn rank(self) -> u128 {
        let corners = u128::from(self.corner_permutation) * CORNER_ORIENTATIONS as u128
            + u128::from(self.corner_orientation);
        let edges = u128::from(self.edge_permutation / 2) * EDGE_ORIENTATIONS as u128
            + u128::from(self.edge_orientation);
        corners * u128::from(EDGES) + edges
    }
}

impl Cube3 {
    /// The number of this state, below [`STATES`].
    pub fn rank(self) -> u128 {
        Coordinates::of(self).rank()
    }

    /// The state of a number; `None` unless it is below [`STATES`].
    pub fn unrank(rank: u128) -> Option<Self> {
        let corners = (rank / u128::from(EDGES)) as u64;
        (rank < STATES).then(|| Self::numbered(corners, (rank % u128::from(EDGES)) as u64))
    }

    /// The state of a number of its corners, below [`CORNERS`], and one of its edges, below
    /// [`EDGES`].
    pub(super) fn numbered(corners: u64, edges: u64) -> Self {
        debug_assert!(corners < CORNERS && edges < EDGES);
        let corner_permutation = (corners / CORNER_ORIENTATIONS as u64) as u16;
        let edge_permutation = (edges / EDGE_ORIENTATIONS as u64) as u32 * 2;
        let at = |edge_permutation| Coordinates {
            corner_permutation,
            corner_orientation: (corners % CORNER_ORIENTATIONS as u64) as u16,
            edge_permutation,
            edge_orientation: (edges % EDGE_ORIENTATIONS as u64) as u16,
        };
        let cube = at(edge_permutation).cube().or_else(|| at(edge_permutation + 1).cube());
        cube.unwrap_or_else(|| unreachable!("one of the two has the right parity"))
    }
}

/// The corner permutation of a state.
#[inline]
pub fn corner_permutation(cube: Cube3) -> usize {
    let word = cube.words().0;
    let pieces: [u8; 8] = std::array::from_fn(|place| field(word, place) as u8 % 8);
    perm::rank(&pieces) as usize
}

/// The corner orientation of a state.
#[inline]
pub fn corner_orientation(cube: Cube3) -> usize {
    let word = cube.words().0;
    (0..7).rev().fold(0, |sum, place| 3 * sum + field(word, place) / 8)
}

/// The edge permutation of a state.
#[inline]
pub fn edge_permutation(cube: Cube3) -> usize {
    let word = cube.words().1;
    let pieces: [u8; 12] = std::array::from_fn(|place| field(word, place) as u8 % 16);
    perm::rank(&pieces) as usize
}

/// The edge orientation of a state.
#[inline]
pub fn edge_orientation(cube: Cube3) -> usize {
    let word = cube.words().1;
    (0..11).rev().fold(0, |sum, place| 2 * sum + field(word, place) / 16)
}

/// The places of the four edges of the slice, as the rank of a combination; 0 when solved.
///
/// Combinatorial number system: with the places counted downwards from BR = 0 and sorted, a < b < c
/// < d, the rank is C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4).
#[inline]
pub fn slice(cube: Cube3) -> usize {
    let word = cube.words().1;
    let (mut rank, mut seen) = (0, 0);
    for place in (0..12).rev() {
        // FR, FL, BL and BR are the pieces 8 to 11.
        if field(word, place) & 8 != 0 {
            seen += 1;
            rank += choose(11 - place, seen);
        }
    }
    rank
}

/// A state with the slice edges at the places of a rank below [`SLICES`], everything else in some
/// order.
pub fn with_slice(mut rank: usize) -> Cube3 {
    let mut edges = [0; 12];
    let (mut slice, mut others) = (4, 8);
    for (place, edge) in edges.iter_mut().enumerate() {
        let below = choose(11 - place, slice);
        if slice > 0 && rank >= below {
            rank -= below;
            slice -= 1;
            *edge = 8 + slice as u8;
        } else {
            others -= 1;
            *edge = others;
        }
    }
    Cube3::from_fields([0, 1, 2, 3, 4, 5, 6, 7], edges)
}

/// Binomial coefficients of numbers below 12.
fn choose(n: usize, k: usize) -> usize {
    if k > n { 0 } else { (0..k).fold(1, |c, i| c * (n - i) / (i + 1)) }
}

/// The orientations of a number below 3^7, by place.
pub(super) fn corner_twists(mut number: usize) -> [u8; 8] {
    let mut twists = [0; 8];
    for twist in &mut twists[..7] {
        *twist = (number % 3) as u8;
        number /= 3;
    }
    let sum: u8 = twists.iter().sum();
    twists[7] = (3 - sum % 3) % 3;
    twists
}

/// The orientations of a number below 2^11, by place.
pub(super) fn edge_flips(number: usize) -> [u8; 12] {
    let last = number.count_ones() as usize & 1;
    std::array::from_fn(|place| if place < 11 { number >> place & 1 } else { last } as u8)
}
