//! Pattern databases: exact distances of some corners, or of all.
//!
//! A pattern keeps the places and orientations of its corners and ignores the others. The corner
//! DBL never moves, and six of the other seven determine the seventh. So a pattern of six corners
//! keeps everything, and its distance is that of the cube; [`Whole`] ranks these states faster by
//! coordinates.
//!
//! One move moves four corners, so distances of several patterns must not be added; they are
//! combined by their maximum.
//!
//! As in `distance`, tables hold distances to the solved cube: s is as far from another goal g as
//! g⁻¹ · s is from solved.

use super::{Coordinates, Cube2, Cube2Ranking, Cube2Space, STATES, TurnTables};
use crate::{Amount, Corner, Face, Metric, Turn};
use loyd::abstraction::{Abstraction, BuildError, Options, PatternDatabase, Storage};
use loyd::space::{Heuristic, Properties, Reversible};
use std::sync::Arc;

/// Number of places in which a corner can be: all except DBL.
const FREE: u64 = 7;

/// Number of orientations in a place.
const ORIENTATIONS: u64 = 3;

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
        let turned = std::array::from_fn(|index| {
            let turn = Turn { face: Face::ALL[index / 3], amount: Amount::ALL[index % 3] };
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
        (0..K as u64).map(|kept| (FREE - kept) * ORIENTATIONS).product()
    }

    /// Each digit is the index of the place among those still free, and the orientation there.
    #[inline]
    fn rank(&self, state: &[u8; K]) -> u64 {
        let (mut rank, mut taken) = (0, 1u32 << Corner::DBL as u8);
        for (kept, &at) in state.iter().enumerate() {
            let place = at / 3;
            let free = u32::from(place) - (taken & ((1 << place) - 1)).count_ones();
            let digit = ORIENTATIONS * u64::from(free) + u64::from(at % 3);
            rank = rank * ORIENTATIONS * (FREE - kept as u64) + digit;
            taken |= 1 << place;
        }
        rank
    }

    fn unrank(&self, mut rank: u64) -> [u8; K] {
        let mut digits = [0; K];
        for (kept, digit) in digits.iter_mut().enumerate().rev() {
            let base = ORIENTATIONS * (FREE - kept as u64);
            *digit = (rank % base) as u8;
            rank /= base;
        }
        let mut taken = 1u32 << Corner::DBL as u8;
        digits.map(|digit| {
            let mut free = (0..8u8).filter(|place| taken & 1 << place == 0);
            let place = free.nth(digit as usize / 3).expect("digits are below their base");
            taken |= 1 << place;
            3 * place + digit % 3
        })
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
        actions::<M>()
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
        actions::<M>()
    }
}

/// The moves of a metric with their costs.
fn actions<M: Metric>() -> Vec<(Turn, u32)> {
    Cube2Space::<M>::TURNS.iter().map(|&turn| (turn, 1)).collect()
}

/// The distance of a pattern from any goal, read from the table for the solved cube.
#[derive(Debug)]
pub struct PatternDistance<M, A> {
    database: Arc<PatternDatabase<Cube2Space<M>, A>>,
    /// The inverse of the goal.
    from_goal: Cube2,
}

impl<M, A> Clone for PatternDistance<M, A> {
    fn clone(&self) -> Self {
        Self { database: self.database.clone(), from_goal: self.from_goal }
    }
}

impl<M: Metric, A: Abstraction<Cube2Space<M>> + Sync> PatternDistance<M, A> {
    /// Builds the table of an abstraction, half a byte per abstract state.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(space: &Cube2Space<M>, abstraction: A) -> Result<Self, BuildError> {
        // No cube is farther than 14 quarter turns from solved, so no distance is truncated.
        let storage = Storage::Nibbles { maximum: 14 };
        let options = Options { storage, ..Options::default() };
        let solved = [Cube2::SOLVED];
        let database = PatternDatabase::new(abstraction, &solved, &options, &mut |_| ())?;
        Ok(Self { database: Arc::new(database), from_goal: space.goal_state().inverse() })
    }

    /// The table, with distances to the solved cube.
    pub fn database(&self) -> &PatternDatabase<Cube2Space<M>, A> {
        &self.database
    }
}

impl<M: Metric, A: Abstraction<Cube2Space<M>> + Sync> Heuristic<Cube2Space<M>>
    for PatternDistance<M, A>
{
    /// The distance.
    type Memo = u16;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, cube: &Cube2) -> u16 {
        self.database.start(&self.from_goal.then(*cube)) as u16
    }

    #[inline]
    fn step(&self, before: u16, after: &Cube2, turn: Turn) -> u16 {
        self.database.step(before.into(), &self.from_goal.then(*after), turn) as u16
    }

    #[inline]
    fn value(&self, memo: u16) -> u32 {
        memo.into()
    }

    fn resume(&self, _cube: &Cube2, value: u32) -> u16 {
        value as u16
    }

    fn reversed(&self, space: &Cube2Space<M>) -> Option<Self> {
        Some(Self { from_goal: space.goal_state().inverse(), ..self.clone() })
    }
}
