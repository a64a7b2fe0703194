//! Heuristics: nothing, and exact distances in one coordinate.
//!
//! Forgetting the orientations (or the order) of the corners maps the space onto one of 5,040
//! (729) states whose distances fit a table. A path of the cube is a path of the coordinate, so
//! its distance is never more than the cube's, and changes by at most 1 a move: admissible and
//! consistent.
//!
//! The tables hold distances to the solved cube. For another goal g the state s is seen from
//! there: s is as far from g as g⁻¹ · s is from solved. The memo is the coordinate of g⁻¹ · s, and
//! a step is one look-up in the table of turns.

use super::{Coordinates, Cube2, Cube2Ranking, Cube2Space, TurnTables};
use crate::{Metric, Turn};
use loyd::names::did_you_mean;
use loyd::quote::quoted;
use loyd::space::{Heuristic, MoveAlphabet, Properties, Reversible};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::Arc;

/// 0 everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<M: Metric> Heuristic<Cube2Space<M>> for Zero {
    type Memo = ();
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, _state: &Cube2) {}

    fn step(&self, (): (), _after: &Cube2, _turn: Turn) {}

    fn value(&self, (): ()) -> u32 {
        0
    }

    fn reversed(&self, _space: &Cube2Space<M>) -> Option<Self> {
        Some(Self)
    }
}

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
    /// The coordinate.
    of: fn(Coordinates) -> u16,
    /// By value of the coordinate and [`Turn::index`].
    turns: Vec<[u16; 9]>,
    /// By value of the coordinate.
    distances: Vec<u8>,
}

impl<M: Metric> CoordinateDistance<M> {
    /// The fewest moves that put every corner in its place, twisted or not.
    pub fn permutation(space: &Cube2Space<M>) -> Self {
        Self::new(space, |coordinates| coordinates.permutation, |tables| tables.permutation)
    }

    /// The fewest moves after which no place holds a twisted corner, whichever it is.
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

/// How many moves each value of a coordinate is away from `start`: breadth-first search.
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

/// A heuristic of the 2x2x2 cube, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeuristicName {
    /// [`Zero`].
    Zero,
    /// [`CoordinateDistance::orientation`].
    Orientation,
    /// [`CoordinateDistance::permutation`].
    Permutation,
}

/// What is known of a heuristic before it is built; all are consistent in both metrics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeuristicInfo {
    /// The name.
    pub name: &'static str,
    /// A summary in one line.
    pub summary: &'static str,
}

impl HeuristicName {
    /// Every heuristic.
    pub const ALL: [Self; 3] = [Self::Zero, Self::Orientation, Self::Permutation];

    /// Name and summary.
    pub const fn info(self) -> HeuristicInfo {
        let (name, summary) = match self {
            Self::Zero => ("zero", "0 everywhere: no information, makes A* uniform-cost search"),
            Self::Orientation => ("orientation", "fewest moves that untwist all corners, by table"),
            Self::Permutation => {
                ("permutation", "fewest moves that put all corners in their places, by table")
            }
        };
        HeuristicInfo { name, summary }
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

/// A text that names no heuristic of the 2x2x2 cube.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a heuristic of the 2x2x2 cube: {hint}", quoted(.text))]
pub struct UnknownHeuristic {
    text: String,
    hint: String,
}

impl FromStr for HeuristicName {
    type Err = UnknownHeuristic;

    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        let name = text.trim().to_ascii_lowercase();
        let found = Self::ALL.into_iter().find(|known| known.info().name == name);
        found.ok_or_else(|| UnknownHeuristic {
            text: text.to_owned(),
            hint: did_you_mean(&name, Self::ALL.iter().map(|known| known.info().name)),
        })
    }
}

/// A computation over any heuristic of the 2x2x2 cube.
pub trait HeuristicVisitor<M: Metric> {
    /// Its result.
    type Output;

    /// Runs with a heuristic, statically typed.
    fn visit<H>(self, heuristic: H) -> Self::Output
    where
        H: Heuristic<Cube2Space<M>, Memo: Send + Sync> + Clone + Send + Sync + 'static;
}

/// Builds a heuristic for the goal of `space` and runs a computation with it.
pub fn with_heuristic<M: Metric, V: HeuristicVisitor<M>>(
    name: HeuristicName,
    space: &Cube2Space<M>,
    visitor: V,
) -> V::Output {
    match name {
        HeuristicName::Zero => visitor.visit(Zero),
        HeuristicName::Orientation => visitor.visit(CoordinateDistance::orientation(space)),
        HeuristicName::Permutation => visitor.visit(CoordinateDistance::permutation(space)),
    }
}
