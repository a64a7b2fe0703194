//! `idastar` on any board in any metric, for heuristics without a kernel.

use super::engine::{OneTree, Trees};
use super::{Plan, estimates};
use crate::boards::{
    BoardVisitor, NibbleVisitor, with_larger_board, with_nibbles, with_shaped_board,
};
use crate::heuristic::{
    HeuristicName, LinearConflict, Manhattan, TileHeuristic, Unavailable, WalkingDistance,
};
use crate::pdb::Additive;
use crate::{Board, Metric, MetricName, Multi, Nibbles, Position, Single, Slide, Sliding};
use loyd_search::COMPACT;
use loyd_search::prune::StringPruning;
use loyd_search::search::deepening::Stages;
use loyd_search::search::subtree::SpaceTree;
use loyd_search::solver::generic;
use loyd_search::space::MoveAlphabet;
use std::marker::PhantomData;
use std::sync::Arc;

/// Returns the trees of a plan.
pub(super) fn prepare(
    plan: &Plan,
    additive: &[Arc<Additive>],
) -> Result<Box<dyn Trees>, Unavailable> {
    let size = plan.goal.size();
    match (plan.metric, size.width(), size.height()) {
        (MetricName::Single, ..) => {
            with_nibbles(size, Boards::<Single>(plan, additive, PhantomData)).unwrap_or_else(|| {
                with_larger_board(size, Boards::<Single>(plan, additive, PhantomData))
            })
        }
        (MetricName::Multi, 4, 4) if !COMPACT => {
            each_heuristic::<Nibbles<4, 16>, Multi>(plan, additive)
        }
        (MetricName::Multi, ..) => {
            with_shaped_board(size, Boards::<Multi>(plan, additive, PhantomData))
        }
    }
}

/// A plan with its tables, for boards counted in metric `M`.
struct Boards<'a, M>(&'a Plan, &'a [Arc<Additive>], PhantomData<M>);

/// Boards with kernels; other heuristics use this search.
impl NibbleVisitor for Boards<'_, Single> {
    type Output = Result<Box<dyn Trees>, Unavailable>;

    fn visit<const W: usize, const N: usize>(self) -> Self::Output {
        any_heuristic::<Nibbles<W, N>, Single>(self.0, self.1)
    }
}

impl<M: Metric> BoardVisitor for Boards<'_, M> {
    type Output = Result<Box<dyn Trees>, Unavailable>;

    fn visit<B: Board>(self) -> Self::Output {
        each_heuristic::<B, M>(self.0, self.1)
    }
}

/// Builds the engine with separate code for each heuristic strong enough to be worth it.
fn each_heuristic<B: Board, M: Metric>(
    plan: &Plan,
    additive: &[Arc<Additive>],
) -> Result<Box<dyn Trees>, Unavailable> {
    if additive.is_empty() && !COMPACT {
        let space = Sliding::<B, M>::new(&plan.goal);
        match plan.heuristic.parts() {
            [HeuristicName::Manhattan] => return Ok(trees(plan, Manhattan::new(&space)?, space)),
            [HeuristicName::LinearConflict] => {
                return Ok(trees(plan, LinearConflict::new(&space)?, space));
            }
            [HeuristicName::WalkingDistance] => {
                return Ok(trees(plan, WalkingDistance::new(&space)?, space));
            }
            _ => {}
        }
    }
    any_heuristic::<B, M>(plan, additive)
}

/// Builds the engine with the heuristic chosen at run time.
fn any_heuristic<B: Board, M: Metric>(
    plan: &Plan,
    additive: &[Arc<Additive>],
) -> Result<Box<dyn Trees>, Unavailable> {
    let space = Sliding::<B, M>::new(&plan.goal);
    Ok(trees(plan, estimates::of_plan(plan, additive, &space)?, space))
}

fn trees<B: Board, M: Metric, H: TileHeuristic<B, M>>(
    plan: &Plan,
    heuristic: H,
    space: Sliding<B, M>,
) -> Box<dyn Trees> {
    let pruning = pruning(plan, &space);
    Box::new(IdaStar { space, heuristic, pruning })
}

/// The pruning rule of this search: that of the generic engine, as long on small boards as on large ones.
pub(super) fn pruning<S: MoveAlphabet>(plan: &Plan, space: &S) -> StringPruning {
    generic::pruning(plan.pruning, space, None)
}

/// Iterative deepening, compiled for each heuristic.
struct IdaStar<B, M, H> {
    space: Sliding<B, M>,
    heuristic: H,
    pruning: StringPruning,
}

impl<B: Board, M: Metric, H: TileHeuristic<B, M>> Trees for IdaStar<B, M, H> {
    fn stages<'a>(&'a self, start: &'a Position) -> Box<dyn Stages<Slide> + 'a> {
        let Self { space, heuristic, pruning } = self;
        let start = Sliding::<B, M>::board(start);
        Box::new(OneTree(SpaceTree { space, heuristic, pruning, start, forget: false }))
    }

    fn proven(&self) -> bool {
        self.heuristic.properties().admissible
    }
}
