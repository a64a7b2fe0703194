//! Pattern databases: two coordinates together, or some edges.
//!
//! Corners alone are the two coordinates of corners; six edges are the databases of R. E. Korf
//! (*Finding Optimal Solutions to Rubik's Cube Using Pattern Databases*, AAAI 1997).

use super::cube::field;
use super::{Coordinate, Cube3, Cube3Space};
use crate::pattern::{Pieces, actions};
use crate::{Edge, Metric, Turn};
use loyd_search::abstraction::Abstraction;

/// The distance of a pattern from any goal.
pub type PatternDistance<M, A> = crate::PatternDistance<Cube3, M, A>;

/// Keeps two coordinates.
#[derive(Clone, Debug)]
pub struct Pair {
    coordinates: [Coordinate; 2],
    /// By value of each coordinate and [`Turn::index`].
    turned: [Vec<[u16; 18]>; 2],
}

impl Pair {
    /// Builds the tables of turns.
    pub fn new(coordinates: [Coordinate; 2]) -> Self {
        Self { coordinates, turned: coordinates.map(Coordinate::turned) }
    }
}

impl<M: Metric> Abstraction<Cube3Space<M>> for Pair {
    type State = [u16; 2];
    type Action = Turn;

    fn name(&self) -> String {
        format!("{:?} and {:?}", self.coordinates[0], self.coordinates[1])
    }

    #[inline]
    fn project(&self, cube: &Cube3) -> [u16; 2] {
        self.coordinates.map(|coordinate| coordinate.of(*cube) as u16)
    }

    fn size(&self) -> u64 {
        self.turned.iter().map(|values| values.len() as u64).product()
    }

    #[inline]
    fn rank(&self, &[first, second]: &[u16; 2]) -> u64 {
        u64::from(first) * self.turned[1].len() as u64 + u64::from(second)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> [u16; 2] {
        let second = self.turned[1].len() as u64;
        [(rank / second) as u16, (rank % second) as u16]
    }

    #[inline]
    fn predecessors(&self, &[first, second]: &[u16; 2], mut visit: impl FnMut([u16; 2], Turn)) {
        let (first, second) = (&self.turned[0][first as usize], &self.turned[1][second as usize]);
        for &turn in M::TURNS {
            let back = turn.inverse().index();
            visit([first[back], second[back]], turn);
        }
    }

    fn charge(&self, _turn: Turn) -> u32 {
        1
    }

    fn actions(&self) -> Vec<(Turn, u32)> {
        actions::<Cube3, M>()
    }
}

const EDGES: Pieces = Pieces { places: 12, orientations: 2, fixed: 0 };

/// Keeps `K` edges, fewer than 12, and merges the others.
#[derive(Clone, Debug)]
pub struct Edges<const K: usize> {
    edges: [Edge; K],
    /// By [`Turn::index`] and 2 p + f, for an edge at place p, flipped if f = 1: the same after the
    /// turn.
    turned: [[u8; 24]; 18],
}

impl<const K: usize> Edges<K> {
    /// The pattern of these edges.
    pub fn new(edges: [Edge; K]) -> Self {
        let turned = Turn::first().map(|turn| {
            let after = Cube3::SOLVED.after(&[turn]).words().1;
            let mut turned = [0; 24];
            for to in 0..12 {
                let (from, flip) = (field(after, to) % 16, field(after, to) / 16);
                for flipped in 0..2 {
                    turned[2 * from + flipped] = (2 * to + (flipped ^ flip)) as u8;
                }
            }
            turned
        });
        Self { edges, turned }
    }
}

impl<M: Metric, const K: usize> Abstraction<Cube3Space<M>> for Edges<K> {
    /// For each edge 2 p + f, at place p, flipped if f = 1.
    type State = [u8; K];
    type Action = Turn;

    fn name(&self) -> String {
        self.edges.map(|edge| edge.to_string()).join(" ")
    }

    #[inline]
    fn project(&self, cube: &Cube3) -> [u8; K] {
        let (mut at, word) = ([0; 12], cube.words().1);
        for place in 0..12 {
            let field = field(word, place);
            at[field % 16] = (2 * place + field / 16) as u8;
        }
        self.edges.map(|edge| at[edge as usize])
    }

    fn size(&self) -> u64 {
        EDGES.ways(K)
    }

    #[inline]
    fn rank(&self, state: &[u8; K]) -> u64 {
        EDGES.rank(state)
    }

    fn unrank(&self, rank: u64) -> [u8; K] {
        EDGES.unrank(rank)
    }

    fn predecessors(&self, state: &[u8; K], mut visit: impl FnMut([u8; K], Turn)) {
        for &turn in M::TURNS {
            let back = &self.turned[turn.inverse().index()];
            visit(state.map(|at| back[at as usize]), turn);
        }
    }

    fn charge(&self, _turn: Turn) -> u32 {
        1
    }

    fn actions(&self) -> Vec<(Turn, u32)> {
        actions::<Cube3, M>()
    }
}
