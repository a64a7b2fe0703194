//! Exact distances in one coordinate.
//!
//! A coordinate maps the space onto a few thousand values whose distances fit a table. A path of
//! the cube is a path of the coordinate, so its distance is never more than the cube's, and changes
//! by at most 1 a move: admissible and consistent.
//!
//! The tables hold distances to the solved cube. For another goal g the state s is seen from
//! there: s is as far from g as g⁻¹ · s is from solved. The memo is the coordinate of g⁻¹ · s, and
//! a step is one look-up in the table of turns.

use super::{Coordinate, Cube3, Cube3Space};
use crate::{Metric, Turn};
use loyd::space::{Heuristic, Properties, Reversible};
use std::marker::PhantomData;
use std::sync::Arc;

/// The exact distance in one coordinate, in moves of metric `M`.
#[derive(Clone, Debug)]
pub struct CoordinateDistance<M> {
    tables: Arc<Tables>,
    /// The inverse of the goal.
    from_goal: Cube3,
    metric: PhantomData<M>,
}

#[derive(Debug)]
struct Tables {
    coordinate: Coordinate,
    /// By value of the coordinate and [`Turn::index`].
    turned: Vec<[u16; 18]>,
    /// By value of the coordinate.
    distances: Vec<u8>,
}

impl<M: Metric> CoordinateDistance<M> {
    /// The fewest moves that bring a coordinate from a state to that of the space's goal.
    pub fn new(space: &Cube3Space<M>, coordinate: Coordinate) -> Self {
        let turned = coordinate.turned();
        let distances = distances(&turned, M::TURNS);
        Self {
            tables: Arc::new(Tables { coordinate, turned, distances }),
            from_goal: space.goal_state().inverse(),
            metric: PhantomData,
        }
    }
}

/// The distance of each value of a coordinate from 0: breadth-first search.
fn distances(turned: &[[u16; 18]], moves: &[Turn]) -> Vec<u8> {
    const UNSEEN: u8 = u8::MAX;
    let mut distances = vec![UNSEEN; turned.len()];
    distances[0] = 0;
    let (mut frontier, mut depth) = (vec![0], 0);
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

impl<M: Metric> Heuristic<Cube3Space<M>> for CoordinateDistance<M> {
    /// The coordinate as seen from the goal.
    type Memo = u16;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &Cube3) -> u16 {
        self.tables.coordinate.of(self.from_goal.then(*state)) as u16
    }

    #[inline]
    fn step(&self, memo: u16, _after: &Cube3, turn: Turn) -> u16 {
        self.tables.turned[memo as usize][turn.index()]
    }

    #[inline]
    fn value(&self, memo: u16) -> u32 {
        self.tables.distances[memo as usize].into()
    }

    fn reversed(&self, space: &Cube3Space<M>) -> Option<Self> {
        Some(Self { from_goal: space.goal_state().inverse(), ..self.clone() })
    }
}
