//! Engines of `idastar` for any board and metric, and counting of all optimal solutions.

use super::{
    NoCount, NotPersisted, Plan, PruningChoice, Search, Strings, estimates, generic_engine,
};
use crate::boards::{
    BoardVisitor, NibbleVisitor, with_larger_board, with_nibbles, with_shaped_board,
};
use crate::heuristic::{
    Databases, HeuristicName, LinearConflict, Manhattan, Maximum, TileHeuristic, Unavailable,
    WalkingDistance,
};
use crate::pdb::Additive;
use crate::{Board, Metric, MetricName, Multi, Nibbles, Position, Single, Slide, Sliding, Wide};
use loyd_search::COMPACT;
use loyd_search::observe::{Limit, Progress, Report};
use loyd_search::prune::StringPruning;
use loyd_search::search::AlgorithmName;
use loyd_search::search::deepening::checkpoint::Persistence;
use loyd_search::search::every::{self, ShortestPaths};
use loyd_search::search::subtree::{self, SpaceTree};
use loyd_search::space::MoveAlphabet;
use std::sync::Arc;

/// Number of strings that an automaton for pruning may examine: about a tenth of a second's work.
const STRINGS: usize = 400_000;

/// Length of the longest strings that pruning covers; boards with many moves per state stop
/// earlier, at [`STRINGS`].
const LENGTH: usize = 14;

/// Returns the engine of a plan.
pub(super) fn prepare(
    plan: &Plan,
    additive: &[Arc<Additive>],
) -> Result<Box<dyn Search>, Unavailable> {
    let databases: Vec<Databases> = additive
        .iter()
        .map(|additive| Databases::new(additive.clone()))
        .collect::<Result<_, _>>()?;
    let (size, databases) = (plan.goal.size(), &databases[..]);
    if plan.algorithm.name != AlgorithmName::IdaStar {
        return generic_engine::prepare(plan, databases);
    }
    match (plan.metric, size.width(), size.height()) {
        (MetricName::Single, ..) => with_nibbles(size, Small { plan, databases })
            .unwrap_or_else(|| with_larger_board(size, Large { plan, databases })),
        (MetricName::Multi, 4, 4) if !COMPACT => {
            each_heuristic::<Nibbles<4, 16>, Multi>(plan, databases)
        }
        (MetricName::Multi, ..) => with_shaped_board(size, Shaped { plan, databases }),
    }
}

/// Finds all optimal solutions of a board.
pub(super) fn all(
    plan: &Plan,
    additive: &[Arc<Additive>],
    start: &Position,
    length: u32,
    max_paths: usize,
    limit: &Limit,
) -> Result<ShortestPaths<Slide>, NoCount> {
    if !plan.heuristic.properties(plan.metric).admissible {
        return Err(NoCount::Unproven { heuristic: plan.heuristic.to_string() });
    }
    match plan.metric {
        MetricName::Single => every::<Single>(plan, additive, start, length, max_paths, limit),
        MetricName::Multi => every::<Multi>(plan, additive, start, length, max_paths, limit),
    }
}

fn every<M: Metric>(
    plan: &Plan,
    additive: &[Arc<Additive>],
    start: &Position,
    length: u32,
    max_paths: usize,
    limit: &Limit,
) -> Result<ShortestPaths<Slide>, NoCount> {
    let space = Sliding::<Wide, M>::new(&plan.goal);
    let heuristic = match plan.heuristic.parts() {
        // Tables of classes can be read only by their own search.
        [] if additive.is_empty() => Maximum::of(&[HeuristicName::WalkingDistance], &space)?,
        // The other parts, besides such tables.
        parts if additive.is_empty() => Maximum::of(parts, &space)?,
        _ => estimates::of_plan(plan, additive, &space)?,
    };
    let start = Wide::new(start.size(), start.tiles());
    every::search(&space, &heuristic, &start, length, max_paths, limit).map_err(NoCount::Stopped)
}

/// Boards with kernels; other heuristics use the general engine.
struct Small<'a> {
    plan: &'a Plan,
    databases: &'a [Databases],
}

impl NibbleVisitor for Small<'_> {
    type Output = Result<Box<dyn Search>, Unavailable>;

    fn visit<const W: usize, const N: usize>(self) -> Self::Output {
        any_heuristic::<Nibbles<W, N>, Single>(self.plan, self.databases)
    }
}

/// All other boards.
struct Large<'a> {
    plan: &'a Plan,
    databases: &'a [Databases],
}

impl BoardVisitor for Large<'_> {
    type Output = Result<Box<dyn Search>, Unavailable>;

    fn visit<B: Board>(self) -> Self::Output {
        each_heuristic::<B, Single>(self.plan, self.databases)
    }
}

/// Boards in the multi-tile metric, with a shape known only at run time.
struct Shaped<'a> {
    plan: &'a Plan,
    databases: &'a [Databases],
}

impl BoardVisitor for Shaped<'_> {
    type Output = Result<Box<dyn Search>, Unavailable>;

    fn visit<B: Board>(self) -> Self::Output {
        each_heuristic::<B, Multi>(self.plan, self.databases)
    }
}

/// Builds the engine with separate code for each heuristic strong enough to be worth it.
fn each_heuristic<B: Board, M: Metric>(
    plan: &Plan,
    databases: &[Databases],
) -> Result<Box<dyn Search>, Unavailable> {
    if databases.is_empty() && !COMPACT {
        let space = Sliding::<B, M>::new(&plan.goal);
        match plan.heuristic.parts() {
            [HeuristicName::Manhattan] => return ida_star(plan, Manhattan::new(&space)?, space),
            [HeuristicName::LinearConflict] => {
                return ida_star(plan, LinearConflict::new(&space)?, space);
            }
            [HeuristicName::WalkingDistance] => {
                return ida_star(plan, WalkingDistance::new(&space)?, space);
            }
            _ => {}
        }
    }
    any_heuristic::<B, M>(plan, databases)
}

/// Builds the engine with the heuristic chosen at run time.
fn any_heuristic<B: Board, M: Metric>(
    plan: &Plan,
    databases: &[Databases],
) -> Result<Box<dyn Search>, Unavailable> {
    let space = Sliding::<B, M>::new(&plan.goal);
    let heuristic = Maximum::of(plan.heuristic.parts(), &space)?.and(databases.to_vec());
    ida_star(plan, heuristic, space)
}

#[allow(clippy::unnecessary_wraps)] // The end of two functions that can fail.
fn ida_star<B: Board, M: Metric, H: TileHeuristic<B, M>>(
    plan: &Plan,
    heuristic: H,
    space: Sliding<B, M>,
) -> Result<Box<dyn Search>, Unavailable> {
    let pruning = pruning(plan, &space);
    Ok(Box::new(IdaStar { space, heuristic, pruning }))
}

/// The pruning rule of these engines.
pub(super) fn pruning<S: MoveAlphabet>(plan: &Plan, space: &S) -> StringPruning {
    match plan.pruning {
        PruningChoice::Auto => StringPruning::new(space, LENGTH, STRINGS),
        PruningChoice::LastMove => StringPruning::last_move(),
        PruningChoice::Length(length) => StringPruning::new(space, length as usize, 100 * STRINGS),
    }
}

/// Iterative deepening, compiled for each heuristic.
struct IdaStar<B, M, H> {
    space: Sliding<B, M>,
    heuristic: H,
    pruning: StringPruning,
}

impl<B: Board, M: Metric, H: TileHeuristic<B, M>> Search for IdaStar<B, M, H> {
    fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        let start = Sliding::<B, M>::board(start);
        let (space, heuristic, pruning) = (&self.space, &self.heuristic, &self.pruning);
        let tree = SpaceTree { space, heuristic, pruning, start: &start, forget: false };
        subtree::search(&tree, threads, limit, progress)
    }

    fn solve_persisted(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        persistence: Persistence<'_, Slide>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<Slide>, NotPersisted> {
        if COMPACT {
            return Err(NotPersisted::Engine);
        }
        let start = Sliding::<B, M>::board(start);
        let (space, heuristic, pruning) = (&self.space, &self.heuristic, &self.pruning);
        let tree = SpaceTree { space, heuristic, pruning, start: &start, forget: false };
        Ok(subtree::search_persisted(&tree, threads, limit, persistence, progress)?)
    }

    fn strings(&self) -> Strings {
        Strings::General
    }
}
