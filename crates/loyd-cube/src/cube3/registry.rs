//! The list of heuristics, and the step from a name to a statically typed heuristic.

use super::pattern::{Edges, Pair, PatternDistance};
use super::{
    Coordinate, CoordinateDistance, Cube3, Cube3Space, HeuristicSpec, Rows, SubgroupDistance,
};
use crate::{Edge, Metric, Turn};
use loyd::abstraction::BuildError;
use loyd::puzzle::HeuristicInfo;
use loyd::solver::Unavailable;
use loyd::space::{Heuristic, Properties};

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

/// The edges of `pdb:edges-6a`.
const SIX: [Edge; 6] = [Edge::UR, Edge::UF, Edge::UL, Edge::UB, Edge::FR, Edge::FL];

/// The edges of `pdb:edges-6b`.
const OTHER_SIX: [Edge; 6] = [Edge::DR, Edge::DF, Edge::DL, Edge::DB, Edge::BL, Edge::BR];

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
                ("pdb:g1-35", "the same, corners of U and D apart, whichever: 1.2 GB")
            }
            Self::SubgroupTetrads => {
                ("pdb:g1-70", "the same, corners of U in U: 2.5 GB, for many hard cubes")
            }
        };
        HeuristicInfo { name, summary }
    }

    /// True if its tables take a few megabytes at most, built in milliseconds.
    pub const fn is_quick(self) -> bool {
        !matches!(self, Self::EdgesA | Self::EdgesB | Self::Corners) && self.rows().is_none()
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
}

/// Threads that build tables.
pub(super) fn builders() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A computation over any heuristic of the 3x3x3 cube.
pub trait HeuristicVisitor<M: Metric> {
    /// Its result.
    type Output;

    /// Runs with a heuristic, statically typed.
    fn visit<H>(self, heuristic: H) -> Self::Output
    where
        H: Heuristic<Cube3Space<M>, Memo: Send + Sync> + Clone + Send + Sync + 'static;
}

/// Builds a heuristic for the goal of `space` and runs a computation with it.
///
/// # Errors
/// If there is no memory for a table.
pub fn with_heuristic<M: Metric, V: HeuristicVisitor<M>>(
    spec: &HeuristicSpec,
    space: &Cube3Space<M>,
    visitor: V,
) -> Result<V::Output, Unavailable> {
    if let Some((name, rows)) = spec.subgroup() {
        let heuristic = SubgroupDistance::new(space, rows, name, builders())?;
        return Ok(visitor.visit(heuristic));
    }
    match spec.parts() {
        &[name] => match AnyHeuristic::new(name, space)? {
            AnyHeuristic::Coordinate(heuristic) => Ok(visitor.visit(heuristic)),
            AnyHeuristic::Pair(heuristic) => Ok(visitor.visit(heuristic)),
            AnyHeuristic::Edges(heuristic) => Ok(visitor.visit(heuristic)),
            zero @ AnyHeuristic::Zero => Ok(visitor.visit(Largest { parts: vec![zero] })),
        },
        parts => {
            let parts = parts.iter().map(|&name| AnyHeuristic::new(name, space));
            Ok(visitor.visit(Largest { parts: parts.collect::<Result<_, _>>()? }))
        }
    }
}

/// A heuristic chosen at run time: one branch a call.
#[derive(Clone, Debug)]
enum AnyHeuristic<M> {
    Zero,
    Coordinate(CoordinateDistance<M>),
    Pair(PatternDistance<M, Pair>),
    Edges(PatternDistance<M, Edges<6>>),
}

/// Calls a function of whichever heuristic it is; `None` for zero.
macro_rules! each {
    ($any:expr, $heuristic:ident => $call:expr) => {
        match $any {
            AnyHeuristic::Zero => None,
            AnyHeuristic::Coordinate($heuristic) => Some($call),
            AnyHeuristic::Pair($heuristic) => Some($call),
            AnyHeuristic::Edges($heuristic) => Some($call),
        }
    };
}

impl<M: Metric> AnyHeuristic<M> {
    fn new(name: HeuristicName, space: &Cube3Space<M>) -> Result<Self, Unavailable> {
        use Coordinate::{CornerOrientation, CornerPermutation, EdgeOrientation, Slice};
        let refused =
            |error: BuildError| Unavailable { name: name.info().name, reason: error.to_string() };
        let coordinate = |of| Ok(Self::Coordinate(CoordinateDistance::new(space, of)));
        let pair = |of| {
            let built = PatternDistance::new(space, Pair::new(of));
            built.map(Self::Pair).map_err(refused)
        };
        let edges = |edges| {
            let built = PatternDistance::new(space, Edges::new(edges));
            built.map(Self::Edges).map_err(refused)
        };
        match name {
            HeuristicName::Zero => Ok(Self::Zero),
            HeuristicName::Slice => coordinate(Slice),
            HeuristicName::EdgeOrientation => coordinate(EdgeOrientation),
            HeuristicName::CornerOrientation => coordinate(CornerOrientation),
            HeuristicName::CornerPermutation => coordinate(CornerPermutation),
            HeuristicName::EdgesOrientation => pair([EdgeOrientation, Slice]),
            HeuristicName::CornersOrientation => pair([CornerOrientation, Slice]),
            HeuristicName::Orientations => pair([CornerOrientation, EdgeOrientation]),
            HeuristicName::EdgesA => edges(SIX),
            HeuristicName::EdgesB => edges(OTHER_SIX),
            HeuristicName::Corners => pair([CornerPermutation, CornerOrientation]),
            HeuristicName::Subgroup
            | HeuristicName::SubgroupHalves
            | HeuristicName::SubgroupTetrads => Err(Unavailable {
                name: name.info().name,
                reason: "it is a maximum already, and is used alone".to_owned(),
            }),
        }
    }
}

/// The largest of several heuristics.
#[derive(Clone, Debug)]
struct Largest<M> {
    parts: Vec<AnyHeuristic<M>>,
}

/// The memo of each part: a coordinate or a distance.
type Memo = [u16; HeuristicSpec::MAX_PARTS];

impl<M: Metric> Heuristic<Cube3Space<M>> for Largest<M> {
    type Memo = Memo;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, cube: &Cube3) -> Memo {
        let mut memo = Memo::default();
        for (memo, part) in memo.iter_mut().zip(&self.parts) {
            *memo = each!(part, part => part.start(cube)).unwrap_or_default();
        }
        memo
    }

    #[inline]
    fn step(&self, mut memo: Memo, after: &Cube3, turn: Turn) -> Memo {
        for (memo, part) in memo.iter_mut().zip(&self.parts) {
            let next = each!(part, part => part.step(*memo, after, turn));
            *memo = next.unwrap_or_default();
        }
        memo
    }

    #[inline]
    fn value(&self, memo: Memo) -> u32 {
        let value = |(&memo, part): (&u16, &AnyHeuristic<M>)| each!(part, part => part.value(memo));
        memo.iter().zip(&self.parts).filter_map(value).max().unwrap_or_default()
    }

    fn reversed(&self, space: &Cube3Space<M>) -> Option<Self> {
        let reversed = |part: &AnyHeuristic<M>| match part {
            AnyHeuristic::Zero => Some(AnyHeuristic::Zero),
            AnyHeuristic::Coordinate(part) => part.reversed(space).map(AnyHeuristic::Coordinate),
            AnyHeuristic::Pair(part) => part.reversed(space).map(AnyHeuristic::Pair),
            AnyHeuristic::Edges(part) => part.reversed(space).map(AnyHeuristic::Edges),
        };
        let parts: Option<Vec<_>> = self.parts.iter().map(reversed).collect();
        Some(Self { parts: parts? })
    }
}
