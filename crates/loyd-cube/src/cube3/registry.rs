//! The list of heuristics, and the conversion from a name to a statically typed heuristic.

use super::building::Building;
use super::pattern::{Edges, Pair, PatternDistance};
use super::tables::pattern::Pattern;
use super::{
    Coordinate, CoordinateDistance, Cube3, Cube3Space, HeuristicSpec, PatternName, PatternTable,
    Rows, SubgroupDistance, TableKey, Tables,
};
use crate::maximum::{Maximum, one_of};
use crate::{HeuristicVisitor, Metric, NamedHeuristic};
use loyd_search::COMPACT;
use loyd_search::abstraction::BuildError;
use loyd_search::puzzle::HeuristicInfo;
use loyd_search::solver::Unavailable;
use loyd_search::space::Properties;
use std::fmt;
use std::sync::Arc;

/// A heuristic of the 3x3x3 cube, by name; all are admissible in both metrics, and all but
/// [`SubgroupDistance`] consistent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeuristicName {
    /// 0 everywhere.
    Zero,
    /// [`CoordinateDistance`] of [`Coordinate::Slice`].
    Slice,
    /// [`CoordinateDistance`] of [`Coordinate::EdgeOrientation`].
    EdgeOrientation,
    /// [`CoordinateDistance`] of [`Coordinate::CornerOrientation`].
    CornerOrientation,
    /// [`CoordinateDistance`] of [`Coordinate::CornerPermutation`].
    CornerPermutation,
    /// [`PatternDistance`] of the orientation of the edges and the slice.
    EdgesOrientation,
    /// [`PatternDistance`] of the orientation of the corners and the slice.
    CornersOrientation,
    /// [`PatternDistance`] of both orientations.
    Orientations,
    /// [`PatternDistance`] of the edges UR UF UL UB FR FL.
    EdgesA,
    /// [`PatternDistance`] of the other six edges.
    EdgesB,
    /// [`PatternDistance`] of all corners.
    Corners,
    /// [`SubgroupDistance`] with [`Rows::One`].
    Subgroup,
    /// [`SubgroupDistance`] with [`Rows::Halves`].
    SubgroupHalves,
    /// [`SubgroupDistance`] with [`Rows::Tetrads`].
    SubgroupTetrads,
}

impl HeuristicName {
    /// Every heuristic, small tables first.
    pub const ALL: [Self; 14] = [
        Self::Zero,
        Self::Slice,
        Self::EdgeOrientation,
        Self::CornerOrientation,
        Self::CornerPermutation,
        Self::EdgesOrientation,
        Self::CornersOrientation,
        Self::Orientations,
        Self::EdgesA,
        Self::EdgesB,
        Self::Corners,
        Self::Subgroup,
        Self::SubgroupHalves,
        Self::SubgroupTetrads,
    ];

    /// Name and summary.
    pub const fn info(self) -> HeuristicInfo {
        let (name, summary) = match self {
            Self::Zero => ("zero", "0 everywhere: no information, makes A* uniform-cost search"),
            Self::Slice => ("slice", "fewest moves that bring four edges into the middle layer"),
            Self::EdgeOrientation => {
                ("edge-orientation", "fewest moves that orient all edges, by table")
            }
            Self::CornerOrientation => {
                ("corner-orientation", "fewest moves that untwist all corners, by table")
            }
            Self::CornerPermutation => {
                ("corner-permutation", "fewest moves that put all corners in their places")
            }
            Self::EdgesOrientation => {
                ("pdb:edges-orientation", "edges oriented, middle layer in the middle, 0.5 MB")
            }
            Self::CornersOrientation => {
                ("pdb:corners-orientation", "corners untwisted, middle layer in the middle, 0.5 MB")
            }
            Self::Orientations => {
                ("pdb:orientations", "corners untwisted and edges oriented, 2.2 MB")
            }
            Self::EdgesA => ("pdb:edges-6a", "six edges, UR UF UL UB FR FL, 21 MB"),
            Self::EdgesB => ("pdb:edges-6b", "the other six edges, 21 MB"),
            Self::Corners => ("pdb:corners", "all corners, 44 MB"),
            Self::Subgroup => {
                ("pdb:g1", "distance to <U, D, R2, F2, L2, B2>, three axes and inverse, 36 MB")
            }
            Self::SubgroupHalves => {
                ("pdb:g1-35", "also which four corners are in U or in D: 1.2 GB")
            }
            Self::SubgroupTetrads => {
                ("pdb:g1-70", "also which four corners are in U: 2.5 GB, for many hard cubes")
            }
        };
        HeuristicInfo { name, summary }
    }

    /// True if its tables take a few megabytes at most, built in milliseconds.
    pub const fn is_quick(self) -> bool {
        self.pattern().is_none() && self.rows().is_none()
    }

    /// The part of the cube that its table covers, if the table is worth caching.
    pub(super) const fn pattern(self) -> Option<PatternName> {
        match self {
            Self::EdgesA => Some(PatternName::EdgesA),
            Self::EdgesB => Some(PatternName::EdgesB),
            Self::Corners => Some(PatternName::Corners),
            _ => None,
        }
    }

    /// The table of a distance to a subgroup.
    pub(super) const fn rows(self) -> Option<Rows> {
        match self {
            Self::Subgroup => Some(Rows::One),
            Self::SubgroupHalves => Some(Rows::Halves),
            Self::SubgroupTetrads => Some(Rows::Tetrads),
            _ => None,
        }
    }

    /// The table that is worth keeping between processes.
    pub(super) fn table(self) -> Option<TableKey> {
        let subgroup = self.rows().map(TableKey::Subgroup);
        subgroup.or_else(|| self.pattern().map(TableKey::Pattern))
    }
}

/// Threads that build tables.
pub(super) fn builders() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

impl NamedHeuristic for HeuristicName {
    type Cube = Cube3;
    const ALL: &'static [Self] = &Self::ALL;
    const ZERO: Self = Self::Zero;

    fn info(self) -> HeuristicInfo {
        self.info()
    }

    /// Lists every name, so that a new one has to be classified.
    fn properties(self) -> Properties {
        match self {
            Self::Subgroup | Self::SubgroupHalves | Self::SubgroupTetrads => Properties::ADMISSIBLE,
            Self::Zero
            | Self::Slice
            | Self::EdgeOrientation
            | Self::CornerOrientation
            | Self::CornerPermutation
            | Self::EdgesOrientation
            | Self::CornersOrientation
            | Self::Orientations
            | Self::EdgesA
            | Self::EdgesB
            | Self::Corners => Properties::CONSISTENT,
        }
    }

    fn is_quick(self) -> bool {
        self.is_quick()
    }

    fn usual() -> HeuristicSpec {
        HeuristicSpec::quick()
    }

    fn visit<M: Metric, V: HeuristicVisitor<Cube3Space<M>>>(
        spec: &HeuristicSpec,
        space: &Cube3Space<M>,
        visitor: V,
    ) -> Result<V::Output, Unavailable> {
        if let Some((name, rows)) = spec.subgroup() {
            let heuristic = SubgroupDistance::new(space, rows, name, builders())?;
            return Ok(visitor.visit(heuristic));
        }
        visit_with(spec, space, &Tables::default(), visitor)
    }
}

/// Builds a heuristic, unless it is a [`SubgroupDistance`], from cached and new tables, and runs a
/// computation with it.
///
/// # Errors
/// If the system refuses the memory for a table.
pub(super) fn visit_with<M: Metric, V: HeuristicVisitor<Cube3Space<M>>>(
    spec: &HeuristicSpec,
    space: &Cube3Space<M>,
    tables: &Tables,
    visitor: V,
) -> Result<V::Output, Unavailable> {
    let build = |&name: &HeuristicName| AnyHeuristic::new(name, space, tables).transpose();
    let parts = spec.parts().iter().filter_map(build).collect::<Result<Vec<_>, _>>()?;
    Ok(match <[_; 1]>::try_from(parts) {
        Ok([one]) if COMPACT => visitor.visit(Maximum { parts: vec![one] }),
        Ok([AnyHeuristic::Coordinate(heuristic)]) => visitor.visit(heuristic),
        Ok([AnyHeuristic::Pair(heuristic)]) => visitor.visit(heuristic),
        Ok([AnyHeuristic::Edges(heuristic)]) => visitor.visit(heuristic),
        Err(parts) => visitor.visit(Maximum { parts }),
    })
}

one_of! {
    AnyHeuristic<M> of Cube3Space<M> {
        Coordinate(CoordinateDistance<M>),
        Pair(PatternDistance<M, Pair>),
        Edges(PatternDistance<M, Edges<6>>),
    }
}

impl<M: Metric> AnyHeuristic<M> {
    /// The heuristic of a name; `None` for the one that is 0 everywhere.
    fn new(
        name: HeuristicName,
        space: &Cube3Space<M>,
        tables: &Tables,
    ) -> Result<Option<Self>, Unavailable> {
        use Coordinate::{CornerOrientation, CornerPermutation, EdgeOrientation, Slice};
        let coordinate = |of| Ok(Self::Coordinate(CoordinateDistance::new(space, of)));
        let pair = |of| PatternDistance::new(space, Pair::new(of)).map(Self::Pair);
        let part = |part| Self::pattern(name, part, space, tables).map(Some);
        let refused = |reason: String| Unavailable { name: name.info().name, reason };
        let built = match name {
            HeuristicName::Zero => return Ok(None),
            HeuristicName::Slice => coordinate(Slice),
            HeuristicName::EdgeOrientation => coordinate(EdgeOrientation),
            HeuristicName::CornerOrientation => coordinate(CornerOrientation),
            HeuristicName::CornerPermutation => coordinate(CornerPermutation),
            HeuristicName::EdgesOrientation => pair([EdgeOrientation, Slice]),
            HeuristicName::CornersOrientation => pair([CornerOrientation, Slice]),
            HeuristicName::Orientations => pair([CornerOrientation, EdgeOrientation]),
            HeuristicName::EdgesA => return part(PatternName::EdgesA),
            HeuristicName::EdgesB => return part(PatternName::EdgesB),
            HeuristicName::Corners => return part(PatternName::Corners),
            HeuristicName::Subgroup
            | HeuristicName::SubgroupHalves
            | HeuristicName::SubgroupTetrads => {
                return Err(refused("it is a maximum already, and is used alone".to_owned()));
            }
        };
        built.map(Some).map_err(|error: BuildError| refused(error.to_string()))
    }

    /// The heuristic of a part of the cube, whose table may be there.
    fn pattern(
        name: HeuristicName,
        pattern: PatternName,
        space: &Cube3Space<M>,
        tables: &Tables,
    ) -> Result<Self, Unavailable> {
        let user = name.info().name;
        let table = if let Some(table) = tables.pattern(pattern, M::NAME) {
            table
        } else {
            let building = Building::unwatched(builders());
            let built = PatternTable::build(pattern, M::NAME, &building, user);
            Arc::new(built.map_err(Unavailable::from)?)
        };
        let heuristic = match table.parts() {
            (Pattern::Corners(pair), table) => {
                PatternDistance::with_table(space, pair, table).map(Self::Pair)
            }
            (Pattern::Edges(edges), table) => {
                PatternDistance::with_table(space, *edges, table).map(Self::Edges)
            }
        };
        heuristic.ok_or_else(|| Unavailable {
            name: user,
            reason: "its table has another size".to_owned(),
        })
    }
}
