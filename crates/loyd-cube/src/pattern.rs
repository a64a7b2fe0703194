//! Pattern databases: distances of a part of the cube, from tables.
//!
//! One move moves pieces of several patterns, so distances of several patterns must not be added;
//! they are combined by their maximum.
//!
//! Tables hold distances to the solved cube, like those of `distance`: s is as far from another goal g as
//! g⁻¹ · s is from solved.

use crate::{Cube, CubeSpace, Metric, Turn};
use loyd_search::abstraction::{Abstraction, BuildError, Options, PatternDatabase, Storage, Table};
use loyd_search::space::{Heuristic, Properties, Reversible};
use std::sync::Arc;

/// The distance of a pattern from any goal, read from the table for the solved cube.
#[derive(Debug)]
pub struct PatternDistance<C, M, A> {
    database: Arc<PatternDatabase<CubeSpace<C, M>, A>>,
    /// The inverse of the goal, unless that is the solved cube.
    from_goal: Option<C>,
}

impl<C: Copy, M, A> Clone for PatternDistance<C, M, A> {
    fn clone(&self) -> Self {
        Self { database: self.database.clone(), from_goal: self.from_goal }
    }
}

fn from_goal<C: Cube, M: Metric>(space: &CubeSpace<C, M>) -> Option<C> {
    let goal = space.goal_state();
    (goal != C::SOLVED).then(|| goal.inverse())
}

impl<C: Cube, M: Metric, A: Abstraction<CubeSpace<C, M>> + Sync> PatternDistance<C, M, A> {
    /// Builds the table of an abstraction, half a byte per abstract state.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(space: &CubeSpace<C, M>, abstraction: A) -> Result<Self, BuildError> {
        // All corners are at most 11 half turns or 14 quarter turns from solved, six edges at most 10
        // half turns. A pattern that is farther than 14 is read as 14, which is admissible.
        let storage = Storage::Nibbles { maximum: 14 };
        let options = Options { storage, ..Options::default() };
        let database = PatternDatabase::new(abstraction, &[C::SOLVED], &options, &mut |_| ())?;
        Ok(Self { database: Arc::new(database), from_goal: from_goal(space) })
    }

    /// The heuristic of an abstraction and its table of distances to the solved cube. `None` if the table
    /// has another size.
    pub(crate) fn with_table(
        space: &CubeSpace<C, M>,
        abstraction: A,
        table: Arc<Table>,
    ) -> Option<Self> {
        let database = PatternDatabase::with_table(abstraction, table)?;
        Some(Self { database: Arc::new(database), from_goal: from_goal(space) })
    }

    /// The table, with distances to the solved cube.
    pub fn database(&self) -> &PatternDatabase<CubeSpace<C, M>, A> {
        &self.database
    }

    #[inline]
    fn relative_to_goal(&self, cube: &C) -> C {
        self.from_goal.map_or(*cube, |from_goal| from_goal.then(*cube))
    }
}

impl<C: Cube, M: Metric, A: Abstraction<CubeSpace<C, M>> + Sync> Heuristic<CubeSpace<C, M>>
    for PatternDistance<C, M, A>
{
    /// The distance.
    type Memo = u16;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, cube: &C) -> u16 {
        self.database.start(&self.relative_to_goal(cube)) as u16
    }

    #[inline]
    fn step(&self, before: u16, after: &C, turn: Turn) -> u16 {
        self.database.step(before.into(), &self.relative_to_goal(after), turn) as u16
    }

    #[inline]
    fn value(&self, memo: u16) -> u32 {
        memo.into()
    }

    fn resume(&self, _cube: &C, value: u32) -> u16 {
        value as u16
    }

    fn reversed(&self, space: &CubeSpace<C, M>) -> Option<Self> {
        Some(Self { from_goal: from_goal(space), ..self.clone() })
    }
}

/// The moves of a cube, each of which costs 1.
pub(crate) fn actions<C: Cube, M: Metric>() -> Vec<(Turn, u32)> {
    CubeSpace::<C, M>::TURNS.iter().map(|&turn| (turn, 1)).collect()
}

/// Pieces of one kind. The value of a piece at place p in orientation o is p times the number of
/// orientations, plus o.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    pub places: u8,
    /// The number of orientations in a place.
    pub orientations: u8,
    /// The places whose pieces never move, as a set.
    pub fixed: u32,
}

impl Pieces {
    /// The number of values of a piece after `before` others.
    #[inline]
    fn base(self, before: usize) -> u64 {
        let free = u32::from(self.places) - self.fixed.count_ones() - before as u32;
        u64::from(free) * u64::from(self.orientations)
    }

    /// The number of ways in which `pieces` pieces can be placed.
    pub fn ways(self, pieces: usize) -> u64 {
        (0..pieces).map(|before| self.base(before)).product()
    }

    /// The rank of the values of some pieces, below [`ways`](Self::ways). Each digit is the index of
    /// the place among those still free, and the orientation there.
    #[inline]
    pub fn rank<const K: usize>(self, values: &[u8; K]) -> u64 {
        let (mut rank, mut occupied) = (0, self.fixed);
        for (before, &value) in values.iter().enumerate() {
            let place = value / self.orientations;
            let free = u32::from(place) - (occupied & ((1 << place) - 1)).count_ones();
            let orientation = u64::from(value % self.orientations);
            rank = rank * self.base(before)
                + u64::from(self.orientations) * u64::from(free)
                + orientation;
            occupied |= 1 << place;
        }
        rank
    }

    /// The values of a rank.
    pub fn unrank<const K: usize>(self, mut rank: u64) -> [u8; K] {
        let mut digits = [0; K];
        for (before, digit) in digits.iter_mut().enumerate().rev() {
            *digit = (rank % self.base(before)) as u8;
            rank /= self.base(before);
        }
        let mut occupied = self.fixed;
        digits.map(|digit| {
            let mut free = (0..self.places).filter(|place| occupied & 1 << place == 0);
            let place = free.nth((digit / self.orientations).into());
            let place = place.expect("digits are below their base");
            occupied |= 1 << place;
            self.orientations * place + digit % self.orientations
        })
    }
}
