//! Pattern databases of orbits, and their maximum with a set that was chosen by measurement.
//!
//! Each [`Coordinate`] is an abstraction: it keeps a part of one orbit, and every move of the puzzle
//! is a move between its values. One move changes several orbits, so distances must not be added;
//! they are combined by their maximum.

use crate::code::Code;
use crate::coordinate::Coordinate;
use crate::letters::Letters;
use crate::parts::{MAX_TABLES, NoHeuristic, largest};
use crate::patterns::Patterns;
use crate::space::TwistySpace;
use crate::spec::HeuristicSpec;
use loyd_search::COMPACT;
use loyd_search::abstraction::{Abstraction, BuildError, Options, Table, build};
use loyd_search::space::{Heuristic, Properties, Reversible};
use std::sync::Arc;

/// The abstraction of a coordinate.
struct Values<'a> {
    coordinate: &'a Coordinate,
    letters: &'a Letters,
}

impl<const N: usize, const W: usize, C: Code> Abstraction<TwistySpace<N, W, C>> for Values<'_> {
    type State = u32;
    /// A letter.
    type Action = u16;

    fn name(&self) -> String {
        self.coordinate.name.clone()
    }

    fn project(&self, state: &[C; N]) -> u32 {
        self.coordinate.value(state).unwrap_or_default()
    }

    fn size(&self) -> u64 {
        self.coordinate.size() as u64
    }

    fn rank(&self, &value: &u32) -> u64 {
        value.into()
    }

    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }

    fn predecessors(&self, &value: &u32, mut visit: impl FnMut(u32, u16)) {
        for (letter, &back) in self.letters.inverse.iter().enumerate() {
            visit(self.coordinate.after_letter(value, back.into()), letter as u16);
        }
    }

    fn charge(&self, _letter: u16) -> u32 {
        1
    }

    fn actions(&self) -> Vec<(u16, u32)> {
        (0..self.letters.count() as u16).map(|letter| (letter, 1)).collect()
    }
}

/// A coordinate with the distances of its values from that of the nearest goal.
#[derive(Debug)]
struct Database {
    coordinate: Arc<Coordinate>,
    table: Table,
}

/// The maximum of the distances of several parts of a state; 0 everywhere if there are no parts.
#[derive(Clone, Debug)]
pub struct OrbitDistances {
    databases: Arc<Vec<Database>>,
    patterns: Option<Patterns>,
}

/// The values that follow from those of the state before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memo {
    /// The value of each coordinate.
    coordinates: [u32; MAX_TABLES],
    /// The maximum of the chosen databases.
    patterns: u32,
}

impl OrbitDistances {
    /// The databases that a name stands for, for the goals of a space; `patterns` are the chosen ones, if the name
    /// stands for them.
    ///
    /// # Errors
    /// If an orbit is unknown, each part of it is too large, or memory is refused.
    pub fn new<const N: usize, const W: usize, C: Code>(
        space: &TwistySpace<N, W, C>,
        spec: &HeuristicSpec,
        patterns: Option<Patterns>,
    ) -> Result<Self, NoHeuristic> {
        let parts = largest(
            spec.parts(),
            space.model().definition().orbits(),
            space.letters_of_metric(),
            &space.goal_state(),
        )?;
        let databases = parts.into_iter().map(|part| database(space, Arc::new(part)));
        Ok(Self { databases: Arc::new(databases.collect::<Result<_, _>>()?), patterns })
    }

    #[inline]
    fn of_patterns<const N: usize, C: Code>(&self, state: &[C; N]) -> u32 {
        let patterns = self.patterns.as_ref().filter(|_| !COMPACT);
        patterns.map_or(0, |patterns| patterns.distance(state))
    }
}

fn database<const N: usize, const W: usize, C: Code>(
    space: &TwistySpace<N, W, C>,
    coordinate: Arc<Coordinate>,
) -> Result<Database, BuildError> {
    let values = Values { coordinate: &coordinate, letters: space.letters_of_metric() };
    let goals = space.goal_states();
    let table =
        build::<TwistySpace<N, W, C>, _>(&values, &goals, &Options::default(), &mut |_| ())?;
    Ok(Database { coordinate, table })
}

impl<const N: usize, const W: usize, C: Code> Heuristic<TwistySpace<N, W, C>> for OrbitDistances {
    type Memo = Memo;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &[C; N]) -> Memo {
        let mut coordinates = [0; MAX_TABLES];
        for (value, database) in coordinates.iter_mut().zip(&*self.databases) {
            *value = database.coordinate.value(state).unwrap_or_default();
        }
        Memo { coordinates, patterns: self.of_patterns(state) }
    }

    #[inline]
    fn step(&self, mut memo: Memo, after: &[C; N], letter: u16) -> Memo {
        for (value, database) in memo.coordinates.iter_mut().zip(&*self.databases) {
            *value = database.coordinate.after_letter(*value, letter.into());
        }
        Memo { patterns: self.of_patterns(after), ..memo }
    }

    #[inline]
    fn value(&self, memo: Memo) -> u32 {
        let values = memo.coordinates.iter().zip(&*self.databases);
        let distance = |(&value, database): (&u32, &Database)| database.table.value(value.into());
        values.filter_map(distance).fold(memo.patterns, u32::max)
    }

    /// The same coordinates with distances from another goal; `None` if memory is refused, or there are chosen
    /// databases, which take too long to be built again.
    fn reversed(&self, space: &TwistySpace<N, W, C>) -> Option<Self> {
        if self.patterns.is_some() {
            return None;
        }
        let goal = space.goal_state();
        let reached = |part: &Database| part.coordinate.value(&goal).is_some();
        if !self.databases.iter().all(reached) {
            return None;
        }
        let databases =
            self.databases.iter().map(|part| database(space, part.coordinate.clone()).ok());
        Some(Self { databases: Arc::new(databases.collect::<Option<_>>()?), patterns: None })
    }
}
