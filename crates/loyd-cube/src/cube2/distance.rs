//! Exact distances in one coordinate.
//!
//! Ignoring the orientations (or the permutation) of the corners maps the space onto one of 5,040
//! (729) states whose distances fit in a table. A path of the cube is a path of the coordinate, so
//! the coordinate's distance never exceeds the cube's, and changes by at most 1 per move: it is
//! admissible and consistent.
//!
//! The tables hold distances to the solved cube. For another goal g the state s is seen from there:
//! s is as far from g as g⁻¹ · s is from solved. The memo is the coordinate of g⁻¹ · s, and a step
//! is one lookup in the table of turns.

use super::{Coordinates, Cube2, Cube2Ranking, Cube2Space, TurnTables};
use crate::{Metric, Turn};
use loyd::space::{Heuristic, MoveAlphabet, Properties, Reversible};
use std::marker::PhantomData;
use std::sync::Arc;

/// The exact distance in one coordinate, in moves of metric `M`.
#[derive(Clone, Debug)]
pub struct CoordinateDistance<M> {
    tables: Arc<Tables>,
    /// The inverse of the goal.
    from_goal: Cube2,
    metric: PhantomData<M>,
}

#[derive(Debug)]
struct Tables {
    ranking: Cube2Ranking,
    /// Selects the coordinate.
    of: fn(Coordinates) -> u16,
    /// The coordinate after a turn, by value of the coordinate and [`Turn::index`].
    turns: Vec<[u16; 9]>,
    /// Distances by value of the coordinate.
    distances: Vec<u8>,
}

impl<M: Metric> CoordinateDistance<M> {
    /// The number of moves needed to put every corner in its place, twisted or not.
    pub fn permutation(space: &Cube2Space<M>) -> Self {
        Self::new(space, |coordinates| coordinates.permutation, |tables| tables.permutation)
    }

    /// The number of moves needed until no place holds a twisted corner, whichever corner it holds.
    pub fn orientation(space: &Cube2Space<M>) -> Self {
        Self::new(space, |coordinates| coordinates.orientation, |tables| tables.orientation)
    }

    fn new(
        space: &Cube2Space<M>,
        of: fn(Coordinates) -> u16,
        turns: fn(TurnTables) -> Vec<[u16; 9]>,
    ) -> Self {
        let ranking = Cube2Ranking::new();
        let turns = turns(TurnTables::new(&ranking));
        let letters = 0..space.letters();
        let moves: Vec<Turn> = letters.map(|letter| space.move_of(letter)).collect();
        let distances = distances(&turns, of(Coordinates::SOLVED), &moves);
        Self {
            tables: Arc::new(Tables { ranking, of, turns, distances }),
            from_goal: space.goal_state().inverse(),
            metric: PhantomData,
        }
    }
}

/// Distances of all values of a coordinate from `start`, by breadth-first search.
fn distances(turns: &[[u16; 9]], start: u16, moves: &[Turn]) -> Vec<u8> {
    const UNSEEN: u8 = u8::MAX;
    let mut distances = vec![UNSEEN; turns.len()];
    let mut frontier = vec![start];
    distances[start as usize] = 0;
    for depth in 1.. {
        let mut next = Vec::new();
        for here in frontier {
            for turn in moves {
                let there = turns[here as usize][turn.index()];
                if distances[there as usize] == UNSEEN {
                    distances[there as usize] = depth;
                    next.push(there);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        frontier = next;
    }
    distances
}

impl<M: Metric> Heuristic<Cube2Space<M>> for CoordinateDistance<M> {
    /// The coordinate as seen from the goal.
    type Memo = u16;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &Cube2) -> u16 {
        let seen = self.from_goal.then(*state);
        (self.tables.of)(self.tables.ranking.coordinates(seen))
    }

    #[inline]
    fn step(&self, memo: u16, _after: &Cube2, turn: Turn) -> u16 {
        self.tables.turns[memo as usize][turn.index()]
    }

    #[inline]
    fn value(&self, memo: u16) -> u32 {
        self.tables.distances[memo as usize].into()
    }

    fn reversed(&self, space: &Cube2Space<M>) -> Option<Self> {
        Some(Self { from_goal: space.goal_state().inverse(), ..self.clone() })
    }
}
