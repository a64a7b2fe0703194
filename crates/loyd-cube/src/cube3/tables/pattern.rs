//! Complete tables of a part of the cube: all corners, or six edges.
//!
//! A table is the complete enumeration of the part, level by level from solved, and serves as a pattern
//! database. Half a byte holds a distance up to 13; 14 stands for every larger one.

use crate::cube3::pattern::{Edges, Pair};
use crate::cube3::{BuildError, BuildProgress, Building, Coordinate, Cube3, Cube3Space};
use crate::{Edge, Half, MetricName, Quarter};
use loyd_search::abstraction::{self, Abstraction, Options, Storage, Table};
use loyd_search::solver::Unavailable;
use std::sync::Arc;

/// The entries: half a byte each.
const STORAGE: Storage = Storage::Nibbles { maximum: FARTHEST as u8 };

/// The largest value: distances from here on.
pub(super) const FARTHEST: u32 = 14;

/// A part of the cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PatternName {
    /// The edges UR UF UL UB FR FL.
    EdgesA,
    /// The other six edges.
    EdgesB,
    /// All corners.
    Corners,
}

impl PatternName {
    /// The number of states of the part.
    pub const fn states(self) -> u64 {
        match self {
            Self::EdgesA | Self::EdgesB => 12 * 11 * 10 * 9 * 8 * 7 * (1 << 6),
            Self::Corners => 40_320 * 2_187,
        }
    }

    /// The edges of the part, if it has any.
    pub(super) fn edges(self) -> Option<[Edge; 6]> {
        use Edge::{BL, BR, DB, DF, DL, DR, FL, FR, UB, UF, UL, UR};
        match self {
            Self::EdgesA => Some([UR, UF, UL, UB, FR, FL]),
            Self::EdgesB => Some([DR, DF, DL, DB, BL, BR]),
            Self::Corners => None,
        }
    }

    fn abstraction(self) -> Pattern {
        self.edges().map_or_else(
            || {
                let both = [Coordinate::CornerPermutation, Coordinate::CornerOrientation];
                Pattern::Corners(Pair::new(both))
            },
            |edges| Pattern::Edges(Box::new(Edges::new(edges))),
        )
    }
}

/// The abstraction of a part.
#[derive(Clone, Debug)]
pub(in crate::cube3) enum Pattern {
    /// All corners.
    Corners(Pair),
    /// Six edges.
    Edges(Box<Edges<6>>),
}

impl Pattern {
    /// The rank of a state; it is the same in both metrics.
    fn rank(&self, cube: Cube3) -> u64 {
        fn rank<A: Abstraction<Cube3Space<Half>>>(pattern: &A, cube: Cube3) -> u64 {
            pattern.rank(&pattern.project(&cube))
        }
        match self {
            Self::Corners(pair) => rank(pair, cube),
            Self::Edges(edges) => rank(&**edges, cube),
        }
    }
}

/// The distances of all states of a part from solved.
pub struct PatternTable {
    pattern: Pattern,
    table: Arc<Table>,
}

impl PatternTable {
    /// Builds the table of a part.
    ///
    /// # Errors
    /// If the system refuses the memory, or the work is stopped.
    pub(in crate::cube3) fn build(
        name: PatternName,
        metric: MetricName,
        building: &Building<'_>,
        user: &'static str,
    ) -> Result<Self, BuildError> {
        let pattern = name.abstraction();
        let table = Arc::new(build(&pattern, metric, building, user)?);
        Ok(Self { pattern, table })
    }

    /// The table of stored bytes and state counts by distance.
    ///
    /// # Errors
    /// If they are too few or too many, or memory is insufficient.
    pub(super) fn from_bytes(
        name: PatternName,
        user: &'static str,
        levels: Vec<u64>,
        bytes: &[u8],
    ) -> Result<Self, Unavailable> {
        let all = levels.iter().fold(0, |sum: u64, &level| sum.saturating_add(level));
        let table = (all == name.states())
            .then(|| Table::from_bytes(STORAGE, name.states(), levels, bytes))
            .flatten();
        let reason = || "its bytes are not those of the table".to_owned();
        let table = table.ok_or_else(|| Unavailable { name: user, reason: reason() })?;
        Ok(Self { pattern: name.abstraction(), table: Arc::new(table) })
    }

    /// The table, with the abstraction whose states it has.
    pub(in crate::cube3) fn parts(&self) -> (Pattern, Arc<Table>) {
        (self.pattern.clone(), self.table.clone())
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// The least and the largest distance that the entry of a state can stand for; `None` if it stands
    /// for none.
    pub(super) fn range(&self, cube: Cube3) -> Option<(u32, u32)> {
        let distance = self.table.value(self.pattern.rank(cube))?;
        Some((distance, if distance == FARTHEST { u32::MAX } else { distance }))
    }
}

fn build(
    pattern: &Pattern,
    metric: MetricName,
    building: &Building<'_>,
    user: &'static str,
) -> Result<Table, BuildError> {
    let options =
        Options { storage: STORAGE, threads: building.threads, cancel: building.cancel.clone() };
    let mut progress = |report: &abstraction::BuildProgress| {
        let (distance, done, entries) = (report.depth, report.done, report.size);
        (building.progress)(&BuildProgress { distance, done, entries });
    };
    let goals = [Cube3::SOLVED];
    let table = match (pattern, metric) {
        (Pattern::Corners(pair), MetricName::Half) => {
            abstraction::build::<Cube3Space<Half>, _>(pair, &goals, &options, &mut progress)
        }
        (Pattern::Corners(pair), MetricName::Quarter) => {
            abstraction::build::<Cube3Space<Quarter>, _>(pair, &goals, &options, &mut progress)
        }
        (Pattern::Edges(edges), MetricName::Half) => {
            abstraction::build::<Cube3Space<Half>, _>(&**edges, &goals, &options, &mut progress)
        }
        (Pattern::Edges(edges), MetricName::Quarter) => {
            abstraction::build::<Cube3Space<Quarter>, _>(&**edges, &goals, &options, &mut progress)
        }
    };
    table.map_err(|error| match error {
        abstraction::BuildError::Cancelled => BuildError::Stopped,
        other => Unavailable { name: user, reason: other.to_string() }.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Metric;

    #[test]
    fn sizes_are_those_of_the_abstractions() {
        fn size<M: Metric>(pattern: &Pattern) -> u64 {
            match pattern {
                Pattern::Corners(pair) => Abstraction::<Cube3Space<M>>::size(pair),
                Pattern::Edges(edges) => Abstraction::<Cube3Space<M>>::size(&**edges),
            }
        }
        for name in [PatternName::EdgesA, PatternName::EdgesB, PatternName::Corners] {
            assert_eq!(size::<Half>(&name.abstraction()), name.states(), "{name:?}");
            assert_eq!(size::<Quarter>(&name.abstraction()), name.states(), "{name:?}");
        }
    }
}
