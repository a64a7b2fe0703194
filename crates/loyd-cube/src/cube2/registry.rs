//! The list of heuristics, and the conversion from a name to a statically typed heuristic.

use super::pattern::{Corners, PatternDistance, Whole};
use super::{CoordinateDistance, Cube2, Cube2Space, HeuristicSpec};
use crate::maximum::{Maximum, one_of};
use crate::{Corner, HeuristicVisitor, Metric, NamedHeuristic};
use loyd_search::COMPACT;
use loyd_search::abstraction::BuildError;
use loyd_search::puzzle::HeuristicInfo;
use loyd_search::solver::Unavailable;
use std::fmt;

/// A heuristic of the 2x2x2 cube, by name; all are consistent in both metrics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeuristicName {
    /// 0 everywhere.
    Zero,
    /// [`CoordinateDistance::orientation`].
    Orientation,
    /// [`CoordinateDistance::permutation`].
    Permutation,
    /// [`PatternDistance`] of three corners of the upper layer.
    Corners3,
    /// [`PatternDistance`] of the upper layer.
    Corners4,
    /// [`PatternDistance`] of the upper layer and DFR.
    Corners5,
    /// [`PatternDistance`] of the [`Whole`] cube.
    Full,
}

/// The corners of `pdb:corners-3`.
const THREE: [Corner; 3] = [Corner::URF, Corner::UFL, Corner::ULB];

/// The corners of `pdb:corners-4`: the upper layer.
const FOUR: [Corner; 4] = [Corner::URF, Corner::UFL, Corner::ULB, Corner::UBR];

/// The corners of `pdb:corners-5`.
const FIVE: [Corner; 5] = [Corner::URF, Corner::UFL, Corner::ULB, Corner::UBR, Corner::DFR];

impl HeuristicName {
    /// Every heuristic, weakest first.
    pub const ALL: [Self; 7] = [
        Self::Zero,
        Self::Orientation,
        Self::Permutation,
        Self::Corners3,
        Self::Corners4,
        Self::Corners5,
        Self::Full,
    ];

    /// Name and summary.
    pub const fn info(self) -> HeuristicInfo {
        let (name, summary) = match self {
            Self::Zero => ("zero", "0 everywhere: no information, makes A* uniform-cost search"),
            Self::Orientation => ("orientation", "fewest moves that untwist all corners, by table"),
            Self::Permutation => {
                ("permutation", "fewest moves that put all corners in their places, by table")
            }
            Self::Corners3 => ("pdb:corners-3", "pattern database of three corners, 5 KB"),
            Self::Corners4 => ("pdb:corners-4", "pattern database of the upper layer, 34 KB"),
            Self::Corners5 => ("pdb:corners-5", "pattern database of five corners, 306 KB"),
            Self::Full => ("pdb:full", "the true distance: all 3,674,160 states, 1.8 MB"),
        };
        HeuristicInfo { name, summary }
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

impl NamedHeuristic for HeuristicName {
    type Cube = Cube2;
    const ALL: &'static [Self] = &Self::ALL;
    const ZERO: Self = Self::Zero;

    fn info(self) -> HeuristicInfo {
        self.info()
    }

    /// A larger table takes longer to build than it saves.
    fn usual() -> HeuristicSpec {
        HeuristicSpec::maximum(&[Self::Permutation, Self::Orientation])
    }

    fn visit<M: Metric, V: HeuristicVisitor<Cube2Space<M>>>(
        spec: &HeuristicSpec,
        space: &Cube2Space<M>,
        visitor: V,
    ) -> Result<V::Output, Unavailable> {
        let build = |&name: &Self| AnyHeuristic::new(name, space).transpose();
        let parts = spec.parts().iter().filter_map(build).collect::<Result<Vec<_>, _>>()?;
        Ok(match <[_; 1]>::try_from(parts) {
            Ok([one]) if COMPACT => visitor.visit(Maximum { parts: vec![one] }),
            Ok([AnyHeuristic::Coordinate(heuristic)]) => visitor.visit(heuristic),
            Ok([AnyHeuristic::Whole(heuristic)]) => visitor.visit(heuristic),
            Ok([other]) => visitor.visit(Maximum { parts: vec![other] }),
            Err(parts) => visitor.visit(Maximum { parts }),
        })
    }
}

one_of! {
    AnyHeuristic<M> of Cube2Space<M> {
        Coordinate(CoordinateDistance<M>),
        Three(PatternDistance<M, Corners<3>>),
        Four(PatternDistance<M, Corners<4>>),
        Five(PatternDistance<M, Corners<5>>),
        Whole(PatternDistance<M, Whole>),
    }
}

impl<M: Metric> AnyHeuristic<M> {
    /// The heuristic of a name; `None` for the one that is 0 everywhere.
    fn new(name: HeuristicName, space: &Cube2Space<M>) -> Result<Option<Self>, Unavailable> {
        let built = match name {
            HeuristicName::Zero => return Ok(None),
            HeuristicName::Orientation => {
                Ok(Self::Coordinate(CoordinateDistance::orientation(space)))
            }
            HeuristicName::Permutation => {
                Ok(Self::Coordinate(CoordinateDistance::permutation(space)))
            }
            HeuristicName::Corners3 => {
                PatternDistance::new(space, Corners::new(THREE)).map(Self::Three)
            }
            HeuristicName::Corners4 => {
                PatternDistance::new(space, Corners::new(FOUR)).map(Self::Four)
            }
            HeuristicName::Corners5 => {
                PatternDistance::new(space, Corners::new(FIVE)).map(Self::Five)
            }
            HeuristicName::Full => PatternDistance::new(space, Whole::new()).map(Self::Whole),
        };
        let refused =
            |error: BuildError| Unavailable { name: name.info().name, reason: error.to_string() };
        built.map(Some).map_err(refused)
    }
}
