//! The coordinates of a heuristic.
//!
//! An orbit with too many values is divided: first into places and orientations, then into groups of
//! pieces, the others being indistinguishable. Of all coordinates, the [`MAX_TABLES`] with the most values are used.
//!
//! A puzzle of many orbits has far more groups than that, so a group is made only if it can be among the
//! largest:
//!
//! ```text
//! for each coordinate, in the order of an upper bound for its values, the largest first
//!     stop if MAX_TABLES coordinates are at least as large as the bound
//!     make it, and count its values
//! ```

use crate::code::Code;
use crate::coordinate::{Coordinate, MAX_ENTRIES, Projection};
use crate::letters::Letters;
use crate::orbit::{Kind, Orbit};
use crate::patterns::PatternError;
use crate::spec::HeuristicName;
use loyd_search::abstraction::BuildError;
use loyd_search::insertion::insertion_sort;

/// Maximum number of databases of a heuristic.
pub const MAX_TABLES: usize = 8;

/// The reason why a heuristic is unavailable.
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
    /// The set of pattern databases is unavailable.
    #[error(transparent)]
    Patterns(#[from] PatternError),
    /// The bytes of a set of pattern databases are wrong.
    #[error("the cached tables of {name} are not tables of this version: remove their file")]
    Stored {
        /// The name in the cache.
        name: String,
    },
}

/// A coordinate that a heuristic may use.
enum Part<'a> {
    Coordinate(Coordinate),
    /// A group of pieces, with an upper bound for its values.
    Group(&'a Orbit, Projection, usize),
}

impl Part<'_> {
    fn bound(&self) -> usize {
        match self {
            Self::Coordinate(coordinate) => coordinate.size(),
            Self::Group(.., bound) => *bound,
        }
    }
}

/// Makes coordinates for a goal, a code for each slot.
struct Maker<'a, C> {
    letters: &'a Letters,
    goal: &'a [C],
}

/// The largest coordinates that the names stand for, the largest first.
///
/// # Errors
/// If an orbit is unknown, or each part of it is too large.
pub(crate) fn largest<C: Code>(
    names: &[HeuristicName],
    orbits: &[Orbit],
    letters: &Letters,
    goal: &[C],
) -> Result<Vec<Coordinate>, NoHeuristic> {
    let maker = Maker { letters, goal };
    let mut parts = Vec::new();
    for name in names {
        let of: Vec<&Orbit> = match name {
            HeuristicName::Zero | HeuristicName::Patterns(_) => continue,
            HeuristicName::Orbit(name) => {
                let names = orbits.iter().map(Orbit::name).collect::<Vec<_>>().join(", ");
                let missing = || NoHeuristic::Orbit { name: name.clone(), known: names };
                let orbit = orbits.iter().find(|orbit| orbit.name() == name);
                vec![orbit.ok_or_else(missing)?]
            }
            _ => orbits.iter().collect(),
        };
        parts.extend(of.into_iter().flat_map(|orbit| maker.parts(orbit, name)));
    }
    let mut parts: Vec<(usize, Part<'_>)> = parts.into_iter().enumerate().collect();
    insertion_sort(&mut parts, |(_, a), (_, b)| a.bound() > b.bound());
    // Coordinates with their places in the list of all.
    let mut coordinates: Vec<(usize, Coordinate)> = Vec::new();
    for (place, part) in parts {
        let bound = part.bound();
        let is_before = |(other, coordinate): &&(usize, Coordinate)| {
            let size = coordinate.size();
            size > bound || size == bound && *other < place
        };
        if coordinates.iter().filter(is_before).count() >= MAX_TABLES {
            break;
        }
        let coordinate = match part {
            Part::Coordinate(coordinate) => Some(coordinate),
            Part::Group(orbit, keep, _) => maker.coordinate(orbit, &keep),
        };
        coordinates.extend(coordinate.filter(|it| it.size() > 1).map(|it| (place, it)));
    }
    insertion_sort(&mut coordinates, |(place, a), (other, b)| {
        a.size() > b.size() || a.size() == b.size() && place < other
    });
    coordinates.truncate(MAX_TABLES);
    let zero =
        names.iter().all(|name| matches!(name, HeuristicName::Zero | HeuristicName::Patterns(_)));
    if coordinates.is_empty() && !zero {
        return Err(NoHeuristic::TooLarge);
    }
    Ok(coordinates.into_iter().map(|(_, coordinate)| coordinate).collect())
}

impl<C: Code> Maker<'_, C> {
    /// A coordinate, if it is small enough.
    fn coordinate(&self, orbit: &Orbit, keep: &Projection) -> Option<Coordinate> {
        let entries = values(orbit, keep) * self.letters.count() as f64;
        // An upper bound; constraints can make the coordinate smaller.
        if entries > 64.0 * MAX_ENTRIES as f64 {
            return None;
        }
        Coordinate::new(orbit, keep, self.letters, self.goal, MAX_ENTRIES)
    }

    /// The coordinates of an orbit that a heuristic can keep.
    fn parts<'a>(&self, orbit: &'a Orbit, name: &HeuristicName) -> Vec<Part<'a>> {
        let coordinate = |keep| self.coordinate(orbit, &keep).map(Part::Coordinate);
        let uniform = orbit.is_uniform();
        let orientations = || uniform.then(|| coordinate(Projection::Orientations)).flatten();
        match name {
            HeuristicName::Zero | HeuristicName::Patterns(_) => Vec::new(),
            HeuristicName::Orientations => orientations().into_iter().collect(),
            HeuristicName::Permutations => match coordinate(Projection::Pieces) {
                Some(whole) => vec![whole],
                None => self.groups(orbit, false),
            },
            HeuristicName::Orbits | HeuristicName::Orbit(_) => {
                if let Some(whole) = coordinate(Projection::Everything) {
                    return vec![whole];
                }
                let mut parts: Vec<Part<'a>> = orientations().into_iter().collect();
                parts.extend(coordinate(Projection::Pieces));
                if parts.len() < 2 {
                    parts.extend(self.groups(orbit, true));
                }
                parts
            }
        }
    }

    /// Groups of pieces, each as large as its table may be.
    fn groups<'a>(&self, orbit: &'a Orbit, oriented: bool) -> Vec<Part<'a>> {
        let keep = |pieces: Vec<u16>| {
            if oriented { Projection::Some(pieces) } else { Projection::SomePieces(pieces) }
        };
        let max_values = MAX_ENTRIES as f64 / self.letters.count() as f64;
        let (mut groups, mut group): (Vec<Projection>, Vec<u16>) = (Vec::new(), Vec::new());
        for kind in &orbit.kinds {
            let larger = [&group[..], &[kind.piece]].concat();
            if values(orbit, &keep(larger.clone())) <= max_values {
                group = larger;
            } else {
                groups.push(keep(std::mem::replace(&mut group, vec![kind.piece])));
            }
        }
        groups.push(keep(group));
        let part = |keep: Projection| {
            let bound = values(orbit, &keep);
            (bound <= max_values).then(|| Part::Group(orbit, keep, bound.round() as usize))
        };
        groups.into_iter().filter_map(part).collect()
    }
}

/// An upper bound for the number of values of a coordinate: those without any constraint.
fn values(orbit: &Orbit, keep: &Projection) -> f64 {
    let twist_count = |kinds: &[&Kind]| -> f64 {
        kinds.iter().map(|kind| f64::from(kind.modulus).powi(kind.count as i32)).product()
    };
    let all: Vec<_> = orbit.kinds.iter().collect();
    let some = |pieces: &[u16]| -> Vec<_> {
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
fn arrangements(slots: usize, kinds: &[&Kind]) -> f64 {
    let (mut ways, mut free) = (1.0, slots);
    for kind in kinds {
        for placed in 1..=kind.count {
            ways *= free as f64 / placed as f64;
            free -= 1;
        }
    }
    ways
}
