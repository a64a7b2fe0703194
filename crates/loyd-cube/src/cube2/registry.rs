//! The list of heuristics, and the conversion from a name to a statically typed heuristic.

use super::pattern::{Corners, PatternDistance, Whole};
use super::{CoordinateDistance, Cube2, Cube2Space, HeuristicSpec};
use crate::{Corner, Metric, Turn};
use loyd::abstraction::BuildError;
use loyd::puzzle::HeuristicInfo;
use loyd::solver::Unavailable;
use loyd::space::{Heuristic, Properties};

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

/// A computation over any heuristic of the 2x2x2 cube.
pub trait HeuristicVisitor<M: Metric> {
    /// Its result.
    type Output;

    /// Runs with a heuristic, statically typed.
    fn visit<H>(self, heuristic: H) -> Self::Output
    where
        H: Heuristic<Cube2Space<M>, Memo: Send + Sync> + Clone + Send + Sync + 'static;
}

/// Builds a heuristic for the goal of `space` and runs a computation with it.
///
/// # Errors
/// If the system refuses the memory for a table.
pub fn with_heuristic<M: Metric, V: HeuristicVisitor<M>>(
    spec: &HeuristicSpec,
    space: &Cube2Space<M>,
    visitor: V,
) -> Result<V::Output, Unavailable> {
    match spec.parts() {
        &[name] => match AnyHeuristic::new(name, space)? {
            AnyHeuristic::Coordinate(heuristic) => Ok(visitor.visit(heuristic)),
            AnyHeuristic::Whole(heuristic) => Ok(visitor.visit(heuristic)),
            other => Ok(visitor.visit(Largest { parts: vec![other] })),
        },
        parts => {
            let parts = parts.iter().map(|&name| AnyHeuristic::new(name, space));
            Ok(visitor.visit(Largest { parts: parts.collect::<Result<_, _>>()? }))
        }
    }
}

/// A heuristic chosen at run time: one branch per call.
#[derive(Clone, Debug)]
enum AnyHeuristic<M> {
    Zero,
    Coordinate(CoordinateDistance<M>),
    Three(PatternDistance<M, Corners<3>>),
    Four(PatternDistance<M, Corners<4>>),
    Five(PatternDistance<M, Corners<5>>),
    Whole(PatternDistance<M, Whole>),
}

/// Calls a function of the heuristic in a variant; `None` for zero.
macro_rules! each {
    ($any:expr, $heuristic:ident => $call:expr) => {
        match $any {
            AnyHeuristic::Zero => None,
            AnyHeuristic::Coordinate($heuristic) => Some($call),
            AnyHeuristic::Three($heuristic) => Some($call),
            AnyHeuristic::Four($heuristic) => Some($call),
            AnyHeuristic::Five($heuristic) => Some($call),
            AnyHeuristic::Whole($heuristic) => Some($call),
        }
    };
}

impl<M: Metric> AnyHeuristic<M> {
    fn new(name: HeuristicName, space: &Cube2Space<M>) -> Result<Self, Unavailable> {
        let refused =
            |error: BuildError| Unavailable { name: name.info().name, reason: error.to_string() };
        Ok(match name {
            HeuristicName::Zero => Self::Zero,
            HeuristicName::Orientation => Self::Coordinate(CoordinateDistance::orientation(space)),
            HeuristicName::Permutation => Self::Coordinate(CoordinateDistance::permutation(space)),
            HeuristicName::Corners3 => {
                Self::Three(PatternDistance::new(space, Corners::new(THREE)).map_err(refused)?)
            }
            HeuristicName::Corners4 => {
                Self::Four(PatternDistance::new(space, Corners::new(FOUR)).map_err(refused)?)
            }
            HeuristicName::Corners5 => {
                Self::Five(PatternDistance::new(space, Corners::new(FIVE)).map_err(refused)?)
            }
            HeuristicName::Full => {
                Self::Whole(PatternDistance::new(space, Whole::new()).map_err(refused)?)
            }
        })
    }
}

/// The maximum of several heuristics.
#[derive(Clone, Debug)]
struct Largest<M> {
    parts: Vec<AnyHeuristic<M>>,
}

/// The memo of each part: a coordinate or a distance.
type Memo = [u16; HeuristicSpec::MAX_PARTS];

impl<M: Metric> Heuristic<Cube2Space<M>> for Largest<M> {
    type Memo = Memo;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, cube: &Cube2) -> Memo {
        let mut memo = Memo::default();
        for (memo, part) in memo.iter_mut().zip(&self.parts) {
            *memo = each!(part, part => part.start(cube)).unwrap_or_default();
        }
        memo
    }

    #[inline]
    fn step(&self, mut memo: Memo, after: &Cube2, turn: Turn) -> Memo {
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

    fn reversed(&self, space: &Cube2Space<M>) -> Option<Self> {
        let reversed = |part: &AnyHeuristic<M>| match part {
            AnyHeuristic::Zero => Some(AnyHeuristic::Zero),
            AnyHeuristic::Coordinate(part) => part.reversed(space).map(AnyHeuristic::Coordinate),
            AnyHeuristic::Three(part) => part.reversed(space).map(AnyHeuristic::Three),
            AnyHeuristic::Four(part) => part.reversed(space).map(AnyHeuristic::Four),
            AnyHeuristic::Five(part) => part.reversed(space).map(AnyHeuristic::Five),
            AnyHeuristic::Whole(part) => part.reversed(space).map(AnyHeuristic::Whole),
        };
        let parts: Option<Vec<_>> = self.parts.iter().map(reversed).collect();
        Some(Self { parts: parts? })
    }
}
