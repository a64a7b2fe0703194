//! Phase 2: from G1 to solved with the turns of G1.
//!
//! ```text
//! corner permutation   8!       the eight corners
//! edge permutation     8!       the eight edges of U and D
//! slice permutation    4!       the four others
//! ```
//!
//! The estimate is the larger of the distances in (corner permutation, slice permutation) and (edge
//! permutation, slice permutation), 967,680 bytes each.

use crate::Turn;
use crate::cube3::cube::field;
use crate::cube3::{CORNER_PERMUTATIONS, Coordinate, Cube3};
use loyd_search::perm;

/// Orders of the edges of U and D.
const EDGES: usize = 40_320;

/// Orders of the edges of the slice.
pub(super) const SLICES: usize = 24;

/// The turns of G1, by index.
pub(super) const TURNS: [usize; 10] = [0, 1, 2, 4, 7, 9, 10, 11, 13, 16];

/// Ordered places of four of the twelve edges: 12 · 11 · 10 · 9.
const QUADS: usize = 11_880;

/// The places of four edges, which are any four.
pub(super) type Quad = u16;

/// The tables of phase 2, and of the permutations that phase 1 takes along.
pub(super) struct Phase2 {
    /// By corner permutation and turn.
    pub(super) corners_turned: Vec<[u16; 18]>,
    /// By places of four edges and turn.
    pub(super) quads_turned: Vec<[Quad; 18]>,
    places: Vec<[u8; 4]>,
    /// By edge permutation and turn of G1.
    edges_turned: Vec<[u16; 10]>,
    /// By slice permutation and turn of G1.
    slices_turned: Vec<[u8; 10]>,
    /// By corner permutation and slice permutation.
    corner_distances: Vec<u8>,
    /// By edge permutation and slice permutation.
    edge_distances: Vec<u8>,
}

/// The coordinates of phase 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orders {
    corners: u16,
    edges: u16,
    slice: u8,
}

impl Orders {
    const SOLVED: Self = Self { corners: 0, edges: 0, slice: 0 };
}

impl Phase2 {
    /// Builds the tables: 5 MiB.
    pub(super) fn new() -> Self {
        let corners_turned = Coordinate::CornerPermutation.turned();
        let after = |pieces: [u8; 12]| {
            TURNS.map(|turn| Cube3::from_fields(CORNERS, pieces).after(&[Turn::of_index(turn)]))
        };
        let edges_turned: Vec<[u16; 10]> = (0..EDGES)
            .map(|rank| {
                let mut pieces = IN_ORDER;
                perm::unrank(rank as u64, &mut pieces[..8]);
                after(pieces).map(|cube| edge_rank(&edge_pieces(cube)) as u16)
            })
            .collect();
        let slices_turned: Vec<[u8; 10]> = (0..SLICES)
            .map(|rank| {
                let mut pieces = IN_ORDER;
                perm::unrank(rank as u64, &mut pieces[8..]);
                pieces[8..].iter_mut().for_each(|piece| *piece += 8);
                after(pieces).map(|cube| slice_rank(&edge_pieces(cube)) as u8)
            })
            .collect();
        let corners = |rank: usize| TURNS.map(|turn| corners_turned[rank][turn]);
        let corners: Vec<[u16; 10]> = (0..CORNER_PERMUTATIONS).map(corners).collect();
        let (quads_turned, places) = quads();
        Self {
            corner_distances: distances(&corners, &slices_turned),
            edge_distances: distances(&edges_turned, &slices_turned),
            corners_turned,
            quads_turned,
            places,
            edges_turned,
            slices_turned,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let bytes = size_of_val(&*self.corners_turned)
            + size_of_val(&*self.quads_turned)
            + size_of_val(&*self.places)
            + size_of_val(&*self.edges_turned)
            + size_of_val(&*self.slices_turned)
            + size_of_val(&*self.corner_distances)
            + size_of_val(&*self.edge_distances);
        bytes as u64
    }

    /// The coordinates of a state of G1, if the corners with the slice do not need more than `max_estimate`
    /// moves, and neither do the edges. Its edges are given as the places of those of U, of D, and of
    /// the slice.
    #[inline]
    pub(super) fn orders(
        &self,
        corners: u16,
        quads: [Quad; 3],
        max_estimate: u32,
    ) -> Option<(Orders, u32)> {
        let mut pieces = IN_ORDER;
        for (&place, piece) in self.places[quads[2] as usize].iter().zip(8..) {
            pieces[place as usize] = piece;
        }
        let slice = slice_rank(&pieces) as u8;
        let corner_distance = self.corner_distances[corners as usize * SLICES + slice as usize];
        if u32::from(corner_distance) > max_estimate {
            return None;
        }
        let others = quads[..2].iter().flat_map(|&quad| &self.places[quad as usize]);
        for (&place, piece) in others.zip(0..) {
            pieces[place as usize] = piece;
        }
        let orders = Orders { corners, edges: edge_rank(&pieces) as u16, slice };
        let estimate = self.estimate(orders);
        (estimate <= max_estimate).then_some((orders, estimate))
    }

    #[inline]
    fn estimate(&self, Orders { corners, edges, slice }: Orders) -> u32 {
        let corners = self.corner_distances[corners as usize * SLICES + slice as usize];
        let edges = self.edge_distances[edges as usize * SLICES + slice as usize];
        corners.max(edges).into()
    }

    /// Searches for a path of at most `left` moves from a state whose estimate is at most that, and
    /// appends it to `path`; `allowed` is the set of turns that may follow the last one. `None` if
    /// `stop` returns true, which is called at every node.
    pub(super) fn search(
        &self,
        orders: Orders,
        left: u32,
        path: &mut Vec<Turn>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<bool> {
        if orders == Orders::SOLVED {
            return Some(true);
        }
        if left == 0 {
            return Some(false);
        }
        if stop() {
            return None;
        }
        let Orders { corners, edges, slice } = orders;
        for (number, &index) in TURNS.iter().enumerate() {
            let turn = Turn::of_index(index);
            if !super::may_follow(path.last(), turn) {
                continue;
            }
            let next = Orders {
                corners: self.corners_turned[corners as usize][index],
                edges: self.edges_turned[edges as usize][number],
                slice: self.slices_turned[slice as usize][number],
            };
            if self.estimate(next) < left {
                path.push(turn);
                if self.search(next, left - 1, path, stop)? {
                    return Some(true);
                }
                path.pop();
            }
        }
        Some(false)
    }
}

const CORNERS: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
const IN_ORDER: [u8; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

fn edge_pieces(cube: Cube3) -> [u8; 12] {
    std::array::from_fn(|place| field(cube.words().1, place) as u8 % 16)
}

#[inline]
fn edge_rank(pieces: &[u8; 12]) -> u64 {
    let mut edges = [0; 8];
    edges.copy_from_slice(&pieces[..8]);
    perm::rank(&edges)
}

#[inline]
fn slice_rank(pieces: &[u8; 12]) -> u64 {
    perm::rank(&[8, 9, 10, 11].map(|place: usize| pieces[place] - 8))
}

/// The turns of all ordered sets of four places, and the sets.
fn quads() -> (Vec<[Quad; 18]>, Vec<[u8; 4]>) {
    let moved = Turn::first::<18>().map(|turn| {
        let (after, mut moved) = (edge_pieces(Cube3::SOLVED.after(&[turn])), [0; 12]);
        for (to, &from) in after.iter().enumerate() {
            moved[from as usize] = to as u8;
        }
        moved
    });
    let mut places = vec![[0; 4]; QUADS];
    for code in 0..12usize.pow(4) {
        let set = [1728, 144, 12, 1].map(|weight| (code / weight % 12) as u8);
        if (0..4).all(|i| !set[..i].contains(&set[i])) {
            places[quad_rank(set) as usize] = set;
        }
    }
    let turned = |set: &[u8; 4]| moved.map(|to| quad_rank(set.map(|place| to[place as usize])));
    (places.iter().map(turned).collect(), places)
}

/// The number of an ordered set of places. Each digit is the number of the place among those not taken
/// before.
pub(super) fn quad_rank(places: [u8; 4]) -> Quad {
    let (mut rank, mut taken) = (0, 0u32);
    for (&place, base) in places.iter().zip([12, 11, 10, 9]) {
        let below = (taken & ((1 << place) - 1)).count_ones();
        rank = rank * base + u16::from(place) - below as u16;
        taken |= 1 << place;
    }
    rank
}

/// The distance, in turns of G1, of each pair of a value and a slice permutation from solved.
fn distances(turned: &[[u16; 10]], slices: &[[u8; 10]]) -> Vec<u8> {
    const UNSEEN: u8 = u8::MAX;
    let mut distances = vec![UNSEEN; turned.len() * SLICES];
    distances[0] = 0;
    let mut queue = Vec::with_capacity(distances.len());
    queue.push(0);
    let mut next = 0;
    while let Some(&here) = queue.get(next) {
        let here = here as usize;
        next += 1;
        for (&value, &slice) in turned[here / SLICES].iter().zip(&slices[here % SLICES]) {
            let there = value as usize * SLICES + slice as usize;
            if distances[there] == UNSEEN {
                distances[there] = distances[here] + 1;
                queue.push(there as u32);
            }
        }
    }
    distances
}
