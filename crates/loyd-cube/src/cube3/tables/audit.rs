//! A sample of entries compared with searches that share no code with the tables.
//!
//! ```text
//! near := the coordinates at distances up to `NEAR` from solved, breadth-first
//! for each sample: s := a random walk from solved, some of a few turns, some of many
//!     the distances of s and of its neighbours may differ by one
//!     for some samples: d := the distance of s, by iterative deepening into `near`
//!         d is one of the distances that the entry of s stands for
//! ```
//!
//! Coordinates are those of whole cubes, and turns are turns of cubes: no symmetry, no class, no block.

use super::{CachedTable, TableKey};
use crate::cube3::{
    CORNER_ORIENTATIONS, Cube3, EDGE_ORIENTATIONS, Rows, SLICES, corner_orientation,
    edge_orientation, slice,
};
use crate::{Corner, Edge, Half, Metric, MetricName, Quarter, Scrambler, Turn};
use loyd_search::observe::Cancel;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

/// Turns around solved that are listed.
const NEAR: u32 = 5;

/// Turns beyond these that a search makes.
const FAR: u32 = 5;

/// Samples of which two are searched.
const SEARCHED: u64 = 200;

/// The turns of a long walk.
const LONG: u64 = 40;

/// The extent of an audit without findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableAudit {
    /// Entries compared with those of their neighbours.
    pub entries: u64,
    /// Entries compared with the result of a search.
    pub searched: u64,
}

/// A wrong entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableFinding {
    /// Two neighbours have entries that are not distances, or differ by more than one.
    Neighbours {
        /// A state.
        state: Cube3,
        /// The turn to the other.
        turn: Turn,
    },
    /// A search found another distance.
    Distance {
        /// The state.
        state: Cube3,
        /// The least and the largest distance that its entry can stand for.
        entry: (u32, u32),
        /// The distance, or a lower bound that the entry contradicts.
        found: u32,
    },
}

impl fmt::Display for TableFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Neighbours { state, turn } => {
                write!(f, "the entries of {state} and its neighbour by {turn} do not fit together")
            }
            Self::Distance { state, entry: (min, max), found } => {
                write!(f, "the entry of {state} says {min} to {max} turns, and a search {found}")
            }
        }
    }
}

impl std::error::Error for TableFinding {}

impl CachedTable {
    /// Compares this many entries with those of their neighbours, and some of them with searches; a
    /// second for some thousand. `None` if it was stopped.
    ///
    /// # Errors
    /// The first wrong entry.
    pub fn audit(
        &self,
        key: TableKey,
        metric: MetricName,
        (samples, seed): (u64, u64),
        cancel: &Cancel,
    ) -> Result<Option<TableAudit>, TableFinding> {
        match metric {
            MetricName::Half => audit::<Half>(self, key, (samples, seed), cancel),
            MetricName::Quarter => audit::<Quarter>(self, key, (samples, seed), cancel),
        }
    }

    /// The least and the largest distance that the entry of a state can stand for; `None` if it stands
    /// for none.
    fn range(&self, cube: Cube3) -> Option<(u32, u32)> {
        match self {
            Self::Subgroup(table) => {
                let (ranges, value) = (table.ranges(), table.entry_of(cube));
                let min = if value == 0 { 0 } else { ranges[value] };
                Some((min, if value == 3 { u32::MAX } else { ranges[value] }))
            }
            Self::TwoPhase(tables) => tables.range_to_subgroup(cube),
            Self::Pattern(pattern) => pattern.range(cube),
        }
    }
}

fn audit<M: Metric>(
    table: &CachedTable,
    key: TableKey,
    (samples, seed): (u64, u64),
    cancel: &Cancel,
) -> Result<Option<TableAudit>, TableFinding> {
    let near = Near::new::<M>(match key {
        TableKey::Subgroup(rows) => Projection::Subgroup(rows),
        TableKey::TwoPhase => Projection::Subgroup(Rows::One),
        TableKey::Pattern(name) => name.edges().map_or(Projection::Corners, Projection::Edges),
    });
    let (mut scrambler, mut searched) = (Scrambler::new(seed), 0);
    for sample in 0..samples {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        // Half of the walks have every length up to the one that a search reaches, half are long.
        let lengths = u64::from(NEAR + FAR) + 1;
        let short = sample / 2 % lengths;
        let length = if sample % 2 == 0 { short } else { LONG };
        let mut state = Cube3::SOLVED;
        for _ in 0..length {
            state.turn(M::TURNS[(scrambler.cube3().rank() % M::TURNS.len() as u128) as usize]);
        }
        neighbours::<M>(table, state)?;
        if sample % SEARCHED < 2 {
            near.search::<M>(table, state)?;
            searched += 1;
        }
    }
    Ok(Some(TableAudit { entries: samples, searched }))
}

/// Neighbours are as far apart as a move can take them, and of a state at an exact distance one
/// neighbour is nearer.
fn neighbours<M: Metric>(table: &CachedTable, state: Cube3) -> Result<(), TableFinding> {
    let wrong = |turn: Turn| TableFinding::Neighbours { state, turn };
    let Some((min, max)) = table.range(state) else { return Err(wrong(M::TURNS[0])) };
    let mut nearer = min != max || min == 0;
    for &turn in M::TURNS {
        let Some((its_min, its_max)) = table.range(state.after(&[turn])) else {
            return Err(wrong(turn));
        };
        if its_min > max.saturating_add(1) || min > its_max.saturating_add(1) {
            return Err(wrong(turn));
        }
        nearer |= its_min < min;
    }
    if nearer { Ok(()) } else { Err(wrong(M::TURNS[0])) }
}

/// The part of a state on which an entry depends.
enum Projection {
    /// Orientations and the middle layer, and for some rows the places of the corners of U.
    Subgroup(Rows),
    /// All corners.
    Corners,
    /// Six edges.
    Edges([Edge; 6]),
}

impl Projection {
    /// The part of a state as a number.
    fn code(&self, cube: Cube3) -> u64 {
        match self {
            Self::Subgroup(rows) => subgroup_code(*rows, cube),
            Self::Corners => Corner::ALL.into_iter().fold(0, |code, place| {
                let (corner, twist) = cube.corner(place);
                code * 24 + corner as u64 * 3 + u64::from(twist)
            }),
            Self::Edges(edges) => edges.iter().fold(0, |code, edge| {
                let mut places = Edge::ALL.into_iter().enumerate();
                let at = places.find_map(|(number, place)| {
                    let (here, flip) = cube.edge(place);
                    (here == *edge).then_some(number as u64 * 2 + u64::from(flip))
                });
                code * 24 + at.unwrap_or_else(|| unreachable!("every edge has a place"))
            }),
        }
    }
}

/// The coordinate of a state as a number.
fn subgroup_code(rows: Rows, cube: Cube3) -> u64 {
    let flips = slice(cube) * EDGE_ORIENTATIONS + edge_orientation(cube);
    let both = flips * CORNER_ORIENTATIONS + corner_orientation(cube);
    debug_assert!(both < SLICES * EDGE_ORIENTATIONS * CORNER_ORIENTATIONS, "a mixed radix");
    let is_upper = |&place: &Corner| matches!(cube.corner(place).0 as u8, 0..4);
    let uppers = Corner::ALL.into_iter().filter(is_upper);
    let upper: u64 = uppers.map(|place| 1 << place as u8).sum();
    let set = match rows {
        Rows::One => 0,
        // A set or its complement, whichever has the first place.
        Rows::Halves if upper & 1 == 0 => !upper & 0xff,
        Rows::Halves | Rows::Tetrads => upper,
    };
    (both as u64) << 8 | set
}

/// The projections of the states near solved.
struct Near {
    projection: Projection,
    distances: HashMap<u64, u32>,
}

impl Near {
    fn new<M: Metric>(projection: Projection) -> Self {
        let mut near = Self { projection, distances: HashMap::new() };
        near.distances.insert(near.code(Cube3::SOLVED), 0);
        let mut level = vec![Cube3::SOLVED];
        for distance in 1..=NEAR {
            let mut next = Vec::new();
            for cube in level {
                for &turn in M::TURNS {
                    let after = cube.after(&[turn]);
                    if let Entry::Vacant(place) = near.distances.entry(near.code(after)) {
                        place.insert(distance);
                        next.push(after);
                    }
                }
            }
            level = next;
        }
        near
    }

    fn code(&self, cube: Cube3) -> u64 {
        self.projection.code(cube)
    }

    /// Compares the entry of a state with its distance, as far as searches reach.
    fn search<M: Metric>(&self, table: &CachedTable, state: Cube3) -> Result<(), TableFinding> {
        let Some(entry) = table.range(state) else {
            return Err(TableFinding::Neighbours { state, turn: M::TURNS[0] });
        };
        let distance = self.distance::<M>(state);
        let fits = match distance {
            Some(distance) => (entry.0..=entry.1).contains(&distance),
            None => entry.1 > NEAR + FAR,
        };
        let distance = distance.unwrap_or(NEAR + FAR + 1);
        if fits { Ok(()) } else { Err(TableFinding::Distance { state, entry, found: distance }) }
    }

    /// The distance of a state; `None` if it is more than `NEAR + FAR`.
    fn distance<M: Metric>(&self, state: Cube3) -> Option<u32> {
        if let Some(&near) = self.distances.get(&self.code(state)) {
            return Some(near);
        }
        let length = (1..=FAR).find(|&length| self.is_near_after::<M>(state, length, None));
        length.map(|length| NEAR + length)
    }

    /// True if a listed state is at most this many turns away.
    fn is_near_after<M: Metric>(&self, cube: Cube3, length: u32, last: Option<Turn>) -> bool {
        if length == 0 {
            return self.distances.contains_key(&self.code(cube));
        }
        let useful = |turn: &&Turn| {
            M::NAME == MetricName::Quarter || last.is_none_or(|last| last.face != turn.face)
        };
        let mut turns = M::TURNS.iter().filter(useful);
        turns.any(|&turn| self.is_near_after::<M>(cube.after(&[turn]), length - 1, Some(turn)))
    }
}
