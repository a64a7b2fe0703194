//! The heuristics for sliding tiles: one file each, and one line each in the list at the end.
//!
//! A heuristic works for every board, goal and metric, or its constructor says why it does not. Its
//! properties ([`Properties`]) may depend on the metric; a shared exhaustive test on small boards
//! proves them for every line of the registry.

#[macro_use]
mod registry;

pub(crate) mod admitted;
mod axis;
mod databases;
mod gaschnig;
mod hamming;
mod linear_conflict;
mod manhattan;
mod maximum;
mod recent;
mod removals;
mod spec;
mod walking_distance;
mod walking_key;
mod walking_table;
mod zero;

pub use databases::Databases;
pub use gaschnig::Gaschnig;
pub use hamming::Hamming;
pub use linear_conflict::LinearConflict;
pub use loyd_search::solver::Unavailable;
pub use manhattan::Manhattan;
pub use maximum::Maximum;
pub use spec::{DatabaseName, HeuristicSpec, UnknownHeuristic};
pub use walking_distance::WalkingDistance;
pub use zero::Zero;

/// The tables of Walking Distance, which the fast searches lay out in their own way.
pub(crate) mod walking {
    pub(crate) use super::walking_key::AxisShape;
    pub(crate) use super::walking_table::{Toward, WalkingTable};
}

use crate::{Board, Metric, MetricName, Multi, Single, Slid, Sliding, Wide};
use loyd_search::space::{Heuristic, Properties};
use std::fmt::Debug;

/// The part of a heuristic for sliding tiles that depends on neither board nor metric.
pub trait Memoised: Clone + Send + Sync + 'static {
    /// The data carried along with a state; the same type for every board and metric.
    type Memo: Copy + PartialEq + Debug + Send + Sync;
}

/// A heuristic for boards of type `B` in metric `M` that can be built for any goal.
pub trait TileHeuristic<B: Board, M: Metric>:
    Memoised + Heuristic<Sliding<B, M>, Memo = <Self as Memoised>::Memo>
{
    /// Builds the heuristic's tables for the goal of `space`.
    ///
    /// # Errors
    /// [`Unavailable`], with the reason why the heuristic does not exist for this board.
    fn new(space: &Sliding<B, M>) -> Result<Self, Unavailable>;
}

/// A computation over any heuristic for a space.
pub trait HeuristicVisitor<B: Board, M: Metric> {
    /// The result of the computation.
    type Output;
    /// Runs with a heuristic.
    fn visit<H: TileHeuristic<B, M>>(self, heuristic: H) -> Self::Output;
}

/// Facts about a heuristic that are known before it is built.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One line that describes the heuristic.
    pub summary: &'static str,
    /// Properties in the single-tile metric.
    pub single: Properties,
    /// Properties in the multi-tile metric.
    pub multi: Properties,
}

impl HeuristicInfo {
    /// Returns the properties in a metric.
    pub fn properties(&self, metric: MetricName) -> Properties {
        match metric {
            MetricName::Single => self.single,
            MetricName::Multi => self.multi,
        }
    }
}

// One line per heuristic: type, name, description. Weakest first.
registry! {
    Zero "zero" "0 everywhere: no information, makes A* uniform-cost search";
    Hamming "hamming" "tiles out of place (multi: divided by the longest slide)";
    Gaschnig "gaschnig" "moves if the blank changes places with any tile (multi: divided by the longest slide)";
    Manhattan "manhattan" "columns and rows between tiles and their goals, summed (multi: each divided by its longest slide)";
    LinearConflict "linear-conflict" "manhattan plus 2 for each tile that must leave its goal row or column to let others pass (multi: no bound, for greedy searches only)";
    WalkingDistance "walking-distance" "fewest moves that take all tiles to their rows plus those to their columns, by table (an axis too large for a table, such as 5 lines of 5: linear-conflict, multi: manhattan)";
}
