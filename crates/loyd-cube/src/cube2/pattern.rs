//! Pattern databases: exact distances of some corners, or of all.
//!
//! A pattern keeps the places and orientations of its corners and ignores the others. The corner
//! DBL never moves, and six of the other seven determine the seventh. So a pattern of six corners
//! keeps everything, and its distance is that of the cube; [`Whole`] ranks these states faster by
//! coordinates.

use super::{Coordinates, Cube2, Cube2Ranking, Cube2Space, STATES, TurnTables};
use crate::pattern::{Pieces, actions};
use crate::{Corner, Metric, Turn};
use loyd_search::abstraction::Abstraction;

/// The distance of a pattern from any goal.
pub type PatternDistance<M, A> = crate::PatternDistance<Cube2, M, A>;

const CORNERS: Pieces = Pieces { places: 8, orientations: 3, fixed: 1 << Corner::DBL as u8 };

/// The abstraction that keeps `K` corners, DBL not among them, and merges the others.
#[derive(Clone, Debug)]
pub struct Corners<const K: usize> {
    corners: [Corner; K],
    /// The value 3 p + o of a corner at place p in orientation o after a turn, by [`Turn::index`]
    /// and the value before.
    turned: [[u8; 24]; 9],
}

impl<const K: usize> Corners<K> {
    /// The pattern of these corners.
    pub fn new(corners: [Corner; K]) -> Self {
        let turned = Turn::first().map(|turn| {
            let mut turned = [0; 24];
            for (place, byte) in Cube2::SOLVED.after(&[turn]).bytes().into_iter().enumerate() {
                for orientation in 0..3 {
                    let after = 3 * place as u8 + (byte + orientation) % 3;
                    turned[(byte - byte % 3 + orientation) as usize] = after;
                }
            }
            turned
        });
        Self { corners, turned }
    }
}

impl<M: Metric, const K: usize> Abstraction<Cube2Space<M>> for Corners<K> {
    /// The value 3 p + o of each corner, at place p in orientation o.
    type State = [u8; K];
    type Action = Turn;

    fn name(&self) -> String {
        self.corners.map(|corner| corner.to_string()).join(" ")
    }

    #[inline]
    fn project(&self, cube: &Cube2) -> [u8; K] {
        let mut at = [0; 8];
        for (place, byte) in cube.bytes().into_iter().enumerate() {
            at[byte as usize / 3] = 3 * place as u8 + byte % 3;
        }
        self.corners.map(|corner| at[corner as usize])
    }

    fn size(&self) -> u64 {
        CORNERS.ways(K)
    }

    #[inline]
    fn rank(&self, state: &[u8; K]) -> u64 {
        CORNERS.rank(state)
    }

    fn unrank(&self, rank: u64) -> [u8; K] {
        CORNERS.unrank(rank)
    }

    fn predecessors(&self, state: &[u8; K], mut visit: impl FnMut([u8; K], Turn)) {
        for &turn in Cube2Space::<M>::TURNS {
            let back = &self.turned[turn.inverse().index()];
            visit(state.map(|at| back[at as usize]), turn);
        }
    }

    fn charge(&self, _turn: Turn) -> u32 {
        1
    }

    fn actions(&self) -> Vec<(Turn, u32)> {
        actions::<Cube2, M>()
    }
}

/// The abstraction that keeps everything.
#[derive(Clone, Debug)]
pub struct Whole {
    ranking: Cube2Ranking,
    tables: TurnTables,
}

impl Whole {
    /// Builds the tables of turns.
    pub fn new() -> Self {
        let ranking = Cube2Ranking::new();
        Self { tables: TurnTables::new(&ranking), ranking }
    }
}

impl Default for Whole {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Metric> Abstraction<Cube2Space<M>> for Whole {
    type State = Coordinates;
    type Action = Turn;

    fn name(&self) -> String {
        "all corners".to_owned()
    }

    #[inline]
    fn project(&self, cube: &Cube2) -> Coordinates {
        self.ranking.coordinates(*cube)
    }

    fn size(&self) -> u64 {
        STATES
    }

    #[inline]
    fn rank(&self, state: &Coordinates) -> u64 {
        state.rank()
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Coordinates {
        Coordinates::of_rank(rank)
    }

    #[inline]
    fn predecessors(&self, state: &Coordinates, mut visit: impl FnMut(Coordinates, Turn)) {
        for &turn in Cube2Space::<M>::TURNS {
            visit(self.tables.turn(*state, turn.inverse()), turn);
        }
    }

    fn charge(&self, _turn: Turn) -> u32 {
        1
    }

    fn actions(&self) -> Vec<(Turn, u32)> {
        actions::<Cube2, M>()
    }
}
