//! Exact distances in one coordinate.
//!
//! A coordinate maps the space onto a few thousand values whose distances fit in a table. A path of
//! the cube is a path of the coordinate, so the coordinate's distance never exceeds the cube's, and
//! changes by at most 1 per move: it is admissible and consistent.
//!
//! The tables hold distances to the solved cube. For another goal g the state s is seen from there:
//! s is as far from g as g⁻¹ · s is from solved. The memo is the coordinate of g⁻¹ · s, and a step
//! is one lookup in the table of turns.

use crate::{Cube, CubeSpace, Metric, Turn};
use loyd_search::space::{Heuristic, Properties, Reversible};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::Index;
use std::sync::Arc;

/// A number made from a state, on which every turn acts without regard to the rest of the state.
pub trait MovingCoordinate: Clone + Debug + Send + Sync + 'static {
    /// The cube.
    type Cube: Cube;

    /// The values after each turn, by [`Turn::index`]: an array.
    type Turned: Index<usize, Output = u16> + Debug + Send + Sync;

    /// The value of a state.
    fn value(&self, cube: Self::Cube) -> u16;

    /// The value after each turn, by value.
    fn table(&self) -> Vec<Self::Turned>;
}

/// The exact distance in one coordinate, in moves of metric `M`.
#[derive(Clone, Debug)]
pub struct CoordinateDistance<K: MovingCoordinate, M> {
    tables: Arc<Tables<K>>,
    /// The inverse of the goal.
    from_goal: K::Cube,
    metric: PhantomData<M>,
}

#[derive(Debug)]
struct Tables<K: MovingCoordinate> {
    coordinate: K,
    turned: Vec<K::Turned>,
    /// Distances by value of the coordinate.
    distances: Vec<u8>,
}

impl<K: MovingCoordinate, M: Metric> CoordinateDistance<K, M> {
    /// The fewest moves that bring a coordinate from a state to that of the space's goal.
    pub fn new(space: &CubeSpace<K::Cube, M>, coordinate: K) -> Self {
        let turned = coordinate.table();
        let solved = coordinate.value(K::Cube::SOLVED);
        let distances = distances(&turned, solved, CubeSpace::<K::Cube, M>::TURNS);
        Self {
            tables: Arc::new(Tables { coordinate, turned, distances }),
            from_goal: space.goal_state().inverse(),
            metric: PhantomData,
        }
    }
}

/// Distances of all values of a coordinate from `start`, by breadth-first search.
fn distances<T: Index<usize, Output = u16>>(turned: &[T], start: u16, moves: &[Turn]) -> Vec<u8> {
    const UNSEEN: u8 = u8::MAX;
    let mut distances = vec![UNSEEN; turned.len()];
    distances[start as usize] = 0;
    let (mut frontier, mut depth) = (vec![start], 0);
    while !frontier.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for here in frontier {
            for turn in moves {
                let there = turned[here as usize][turn.index()];
                if distances[there as usize] == UNSEEN {
                    distances[there as usize] = depth;
                    next.push(there);
                }
            }
        }
        frontier = next;
    }
    distances
}

impl<K: MovingCoordinate, M: Metric> Heuristic<CubeSpace<K::Cube, M>> for CoordinateDistance<K, M> {
    /// The coordinate as seen from the goal.
    type Memo = u16;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &K::Cube) -> u16 {
        self.tables.coordinate.value(self.from_goal.then(*state))
    }

    #[inline]
    fn step(&self, memo: u16, _after: &K::Cube, turn: Turn) -> u16 {
        self.tables.turned[memo as usize][turn.index()]
    }

    #[inline]
    fn value(&self, memo: u16) -> u32 {
        self.tables.distances[memo as usize].into()
    }

    fn reversed(&self, space: &CubeSpace<K::Cube, M>) -> Option<Self> {
        Some(Self { from_goal: space.goal_state().inverse(), ..self.clone() })
    }
}
