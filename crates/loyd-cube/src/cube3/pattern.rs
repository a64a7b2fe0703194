//! Pattern databases: two coordinates together, or some edges.
//!
//! Corners alone are the two coordinates of corners; six edges are the databases of R. E. Korf
//! (*Finding Optimal Solutions to Rubik's Cube Using Pattern Databases*, AAAI 1997). One move takes
//! pieces of several patterns along, so distances may not be added up: the maximum is what combines
//! them.
//!
//! As in `distance`, tables hold distances to the solved cube, and another goal g is reached from
//! s as solved is from g⁻¹ · s.

use super::cube::field;
use super::moving::turns;
use super::{Coordinate, Cube3, Cube3Space};
use crate::{Edge, Metric, Turn};
use loyd::abstraction::{Abstraction, BuildError, Options, PatternDatabase, Storage};
use loyd::space::{Heuristic, Properties, Reversible};
use std::sync::Arc;

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
        actions::<M>()
    }
}

/// Places of edges.
const PLACES: u64 = 12;

/// Ways of being in a place.
const ORIENTATIONS: u64 = 2;

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
        let turned = turns().map(|turn| {
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
        (0..K as u64).map(|kept| (PLACES - kept) * ORIENTATIONS).product()
    }

    /// Each digit is the number of the place among those still free, and the orientation there.
    #[inline]
    fn rank(&self, state: &[u8; K]) -> u64 {
        let (mut rank, mut taken) = (0, 0u32);
        for (kept, &at) in state.iter().enumerate() {
            let place = at / 2;
            let free = u32::from(place) - (taken & ((1 << place) - 1)).count_ones();
            let digit = ORIENTATIONS * u64::from(free) + u64::from(at % 2);
            rank = rank * ORIENTATIONS * (PLACES - kept as u64) + digit;
            taken |= 1 << place;
        }
        rank
    }

    fn unrank(&self, mut rank: u64) -> [u8; K] {
        let mut digits = [0; K];
        for (kept, digit) in digits.iter_mut().enumerate().rev() {
            let base = ORIENTATIONS * (PLACES - kept as u64);
            *digit = (rank % base) as u8;
            rank /= base;
        }
        let mut taken = 0u32;
        digits.map(|digit| {
            let mut free = (0..12u8).filter(|place| taken & 1 << place == 0);
            let place = free.nth(digit as usize / 2).expect("digits are below their base");
            taken |= 1 << place;
            2 * place + digit % 2
        })
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
        actions::<M>()
    }
}

/// The moves of a metric with their costs.
fn actions<M: Metric>() -> Vec<(Turn, u32)> {
    M::TURNS.iter().map(|&turn| (turn, 1)).collect()
}

/// The distance of a pattern from any goal, read from the table for the solved cube.
#[derive(Debug)]
pub struct PatternDistance<M, A> {
    database: Arc<PatternDatabase<Cube3Space<M>, A>>,
    /// The inverse of the goal, unless that is the solved cube.
    from_goal: Option<Cube3>,
}

impl<M, A> Clone for PatternDistance<M, A> {
    fn clone(&self) -> Self {
        Self { database: self.database.clone(), from_goal: self.from_goal }
    }
}

fn from_goal<M: Metric>(space: &Cube3Space<M>) -> Option<Cube3> {
    let goal = space.goal_state();
    (goal != Cube3::SOLVED).then(|| goal.inverse())
}

impl<M: Metric, A: Abstraction<Cube3Space<M>> + Sync> PatternDistance<M, A> {
    /// Builds the table of an abstraction, half a byte an abstract state.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(space: &Cube3Space<M>, abstraction: A) -> Result<Self, BuildError> {
        // Corners are at most 11 half turns or 14 quarter turns from solved, six edges at most 10 in
        // half turns; a pattern that is farther than 14 would be read as 14, which is admissible.
        let storage = Storage::Nibbles { maximum: 14 };
        let options = Options { storage, ..Options::default() };
        let solved = [Cube3::SOLVED];
        let database = PatternDatabase::new(abstraction, &solved, &options, &mut |_| ())?;
        Ok(Self { database: Arc::new(database), from_goal: from_goal(space) })
    }

    /// The table, with distances to the solved cube.
    pub fn database(&self) -> &PatternDatabase<Cube3Space<M>, A> {
        &self.database
    }

    #[inline]
    fn seen(&self, cube: &Cube3) -> Cube3 {
        self.from_goal.map_or(*cube, |from_goal| from_goal.then(*cube))
    }
}

impl<M: Metric, A: Abstraction<Cube3Space<M>> + Sync> Heuristic<Cube3Space<M>>
    for PatternDistance<M, A>
{
    /// The distance.
    type Memo = u16;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, cube: &Cube3) -> u16 {
        self.database.start(&self.seen(cube)) as u16
    }

    #[inline]
    fn step(&self, before: u16, after: &Cube3, turn: Turn) -> u16 {
        self.database.step(before.into(), &self.seen(after), turn) as u16
    }

    #[inline]
    fn value(&self, memo: u16) -> u32 {
        memo.into()
    }

    fn resume(&self, _cube: &Cube3, value: u32) -> u16 {
        value as u16
    }

    fn reversed(&self, space: &Cube3Space<M>) -> Option<Self> {
        Some(Self { from_goal: from_goal(space), ..self.clone() })
    }
}
