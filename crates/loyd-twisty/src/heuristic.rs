//! Pattern databases of orbits, and their maximum.
//!
//! Each [`Coordinate`] is an abstraction: it keeps a part of one orbit, and every move of the puzzle
//! is a move between its values. One move changes several orbits, so distances must not be added;
//! they are combined by their maximum.
//!
//! An orbit with too many values is divided: first into places and orientations, then into groups of
//! pieces, the others being indistinguishable.

use crate::coordinate::{Coordinate, MAX_ENTRIES, Projection};
use crate::letters::Letters;
use crate::orbit::Orbit;
use crate::space::TwistySpace;
use crate::spec::{HeuristicName, HeuristicSpec};
use loyd_search::abstraction::{Abstraction, BuildError, Options, Table, build};
use loyd_search::insertion::insertion_sort;
use loyd_search::space::{Heuristic, Properties, Reversible};
use std::sync::Arc;

/// Maximum number of databases of a heuristic.
pub const MAX_TABLES: usize = 8;

/// The abstraction of a coordinate.
struct Values<'a> {
    coordinate: &'a Coordinate,
    letters: &'a Letters,
}

impl<const N: usize, const W: usize> Abstraction<TwistySpace<N, W>> for Values<'_> {
    type State = u32;
    /// A letter.
    type Action = u16;

    fn name(&self) -> String {
        self.coordinate.name.clone()
    }

    fn project(&self, state: &[u8; N]) -> u32 {
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

/// A coordinate with the distances of its values from that of the goal.
#[derive(Debug)]
struct Database {
    coordinate: Arc<Coordinate>,
    table: Table,
}

/// The maximum of the distances of several parts of a state; 0 everywhere if there are no parts.
#[derive(Clone, Debug)]
pub struct OrbitDistances {
    databases: Arc<Vec<Database>>,
}

/// The reason why there is no heuristic.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoHeuristic {
    /// The puzzle has no such orbit.
    #[error("the puzzle has no orbit {name}; its orbits are {known}")]
    Orbit {
        /// The name.
        name: String,
        /// The orbits that it has.
        known: String,
    },
    /// No part of the puzzle is small enough for a table.
    #[error("no part of the puzzle is small enough for a table")]
    TooLarge,
    /// The table could not be built.
    #[error(transparent)]
    Table(#[from] BuildError),
}

impl OrbitDistances {
    /// The databases that a name stands for, for the goal of a space.
    ///
    /// # Errors
    /// If there is no such orbit, or no part of it is small enough, or memory is refused.
    pub fn new<const N: usize, const W: usize>(
        space: &TwistySpace<N, W>,
        spec: &HeuristicSpec,
    ) -> Result<Self, NoHeuristic> {
        let goal = space.goal_state();
        let orbits = space.model().definition().orbits();
        let letters = space.letters_of_metric();
        let mut parts: Vec<Coordinate> = Vec::new();
        for name in spec.parts() {
            let of: Vec<&Orbit> = match name {
                HeuristicName::Zero => continue,
                HeuristicName::Orbit(name) => {
                    let names = orbits.iter().map(Orbit::name).collect::<Vec<_>>().join(", ");
                    let missing = || NoHeuristic::Orbit { name: name.clone(), known: names };
                    let orbit = orbits.iter().find(|orbit| orbit.name() == name);
                    vec![orbit.ok_or_else(missing)?]
                }
                _ => orbits.iter().collect(),
            };
            let fitting = of.into_iter().flat_map(|orbit| coordinates(orbit, name, letters, &goal));
            parts.extend(fitting);
        }
        parts.retain(|part| part.size() > 1);
        insertion_sort(&mut parts, |a, b| a.size() > b.size());
        parts.truncate(MAX_TABLES);
        let zero = spec.parts().iter().all(|name| *name == HeuristicName::Zero);
        if parts.is_empty() && !zero {
            return Err(NoHeuristic::TooLarge);
        }
        let databases = parts.into_iter().map(|part| database(space, Arc::new(part)));
        Ok(Self { databases: Arc::new(databases.collect::<Result<_, _>>()?) })
    }
}

fn database<const N: usize, const W: usize>(
    space: &TwistySpace<N, W>,
    coordinate: Arc<Coordinate>,
) -> Result<Database, BuildError> {
    let values = Values { coordinate: &coordinate, letters: space.letters_of_metric() };
    let goals = [space.goal_state()];
    let table = build::<TwistySpace<N, W>, _>(&values, &goals, &Options::default(), &mut |_| ())?;
    Ok(Database { coordinate, table })
}

/// The coordinates of an orbit that a heuristic keeps.
fn coordinates(
    orbit: &Orbit,
    name: &HeuristicName,
    letters: &Letters,
    goal: &[u8],
) -> Vec<Coordinate> {
    let coordinate = |keep: Projection| {
        let fits = values(orbit, &keep) * letters.count() as f64 <= 64.0 * MAX_ENTRIES as f64;
        fits.then(|| Coordinate::new(orbit, &keep, letters, goal, MAX_ENTRIES)).flatten()
    };
    let uniform = orbit.is_uniform();
    let orientations = || coordinate(Projection::Orientations).filter(|_| uniform);
    match name {
        HeuristicName::Zero => Vec::new(),
        HeuristicName::Orientations => orientations().into_iter().collect(),
        HeuristicName::Permutations => match coordinate(Projection::Pieces) {
            Some(whole) => vec![whole],
            None => groups(orbit, letters, false).into_iter().filter_map(coordinate).collect(),
        },
        HeuristicName::Orbits | HeuristicName::Orbit(_) => {
            if let Some(whole) = coordinate(Projection::Everything) {
                return vec![whole];
            }
            let mut parts: Vec<Coordinate> = orientations().into_iter().collect();
            parts.extend(coordinate(Projection::Pieces));
            if parts.len() < 2 {
                parts.extend(groups(orbit, letters, true).into_iter().filter_map(coordinate));
            }
            parts
        }
    }
}

/// An upper bound for the number of values of a coordinate: those without any constraint.
fn values(orbit: &Orbit, keep: &Projection) -> f64 {
    let twist_count = |kinds: &[&crate::orbit::Kind]| -> f64 {
        kinds.iter().map(|kind| f64::from(kind.modulus).powi(kind.count as i32)).product()
    };
    let all: Vec<_> = orbit.kinds.iter().collect();
    let some = |pieces: &[u8]| -> Vec<_> {
        orbit.kinds.iter().filter(|kind| pieces.contains(&kind.piece)).collect()
    };
    match keep {
        Projection::Pieces => arrangements(orbit.slots.len(), &all),
        Projection::Orientations => twist_count(&all),
        Projection::Everything => arrangements(orbit.slots.len(), &all) * twist_count(&all),
        Projection::Some(pieces) => {
            arrangements(orbit.slots.len(), &some(pieces)) * twist_count(&some(pieces))
        }
        Projection::SomePieces(pieces) => arrangements(orbit.slots.len(), &some(pieces)),
    }
}

/// Number of ways to put pieces of some kinds into slots.
fn arrangements(slots: usize, kinds: &[&crate::orbit::Kind]) -> f64 {
    let (mut ways, mut free) = (1.0, slots);
    for kind in kinds {
        for placed in 1..=kind.count {
            ways *= free as f64 / placed as f64;
            free -= 1;
        }
    }
    ways
}

/// Groups of pieces, each as large as its table may be.
fn groups(orbit: &Orbit, letters: &Letters, oriented: bool) -> Vec<Projection> {
    let keep = |pieces: Vec<u8>| {
        if oriented { Projection::Some(pieces) } else { Projection::SomePieces(pieces) }
    };
    let max_values = MAX_ENTRIES as f64 / letters.count() as f64;
    let (mut groups, mut group): (Vec<Projection>, Vec<u8>) = (Vec::new(), Vec::new());
    for kind in &orbit.kinds {
        let larger = [&group[..], &[kind.piece]].concat();
        if values(orbit, &keep(larger.clone())) <= max_values {
            group = larger;
        } else {
            groups.push(keep(std::mem::replace(&mut group, vec![kind.piece])));
        }
    }
    groups.push(keep(group));
    groups.retain(|keep| values(orbit, keep) <= max_values);
    groups
}

impl<const N: usize, const W: usize> Heuristic<TwistySpace<N, W>> for OrbitDistances {
    /// The value of each coordinate.
    type Memo = [u32; MAX_TABLES];
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &[u8; N]) -> Self::Memo {
        let mut memo = [0; MAX_TABLES];
        for (value, database) in memo.iter_mut().zip(&*self.databases) {
            *value = database.coordinate.value(state).unwrap_or_default();
        }
        memo
    }

    #[inline]
    fn step(&self, mut memo: Self::Memo, _after: &[u8; N], letter: u16) -> Self::Memo {
        for (value, database) in memo.iter_mut().zip(&*self.databases) {
            *value = database.coordinate.after_letter(*value, letter.into());
        }
        memo
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> u32 {
        let values = memo.iter().zip(&*self.databases);
        let distance = |(&value, database): (&u32, &Database)| database.table.value(value.into());
        values.filter_map(distance).max().unwrap_or_default()
    }

    /// The same coordinates with distances from another goal; `None` if memory is refused.
    fn reversed(&self, space: &TwistySpace<N, W>) -> Option<Self> {
        let goal = space.goal_state();
        let reached = |part: &Database| part.coordinate.value(&goal).is_some();
        if !self.databases.iter().all(reached) {
            return None;
        }
        let databases =
            self.databases.iter().map(|part| database(space, part.coordinate.clone()).ok());
        Some(Self { databases: Arc::new(databases.collect::<Option<_>>()?) })
    }
}
