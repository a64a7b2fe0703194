//! The heuristic for any search, and the engine of plans with it and `idastar`.

use super::solver::{Solver, Tree};
use super::table::{Rows, SubgroupTable};
use crate::cube3::building::Building;
use crate::cube3::{Cube3, Cube3Space};
use crate::{Metric, MetricName, Turn};
use loyd_search::COMPACT;
use loyd_search::audit::{Findings, Incomplete, along};
use loyd_search::observe::{Limit, Progress, Report};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::deepening::checkpoint::Persistence;
use loyd_search::search::deepening::{self, Mode, OneStage};
use loyd_search::search::every::{self, Extent, ShortestPaths};
use loyd_search::solver::{
    AuditStage, Engine, FullAudit, NoAudit, NoCount, NotPersisted, Plan, Unavailable, Watch,
};
use loyd_search::space::{Heuristic, Properties, Reversible};
use std::any::Any;
use std::sync::Arc;

/// The distance to a subgroup from all three axes, of a state and of its inverse: the largest of the
/// six, or one more where three are equal.
///
/// Small distances are not distinguished, so it may fall by more than one from a state to the next:
/// admissible, not consistent.
pub struct SubgroupDistance<M> {
    solver: Arc<Solver<M>>,
    /// The inverse of the goal.
    from_goal: Cube3,
}

impl<M> Clone for SubgroupDistance<M> {
    fn clone(&self) -> Self {
        Self { solver: self.solver.clone(), from_goal: self.from_goal }
    }
}

impl<M: Metric> SubgroupDistance<M> {
    /// Builds the table on this many threads; `name` is that of the heuristic.
    ///
    /// # Errors
    /// If memory is insufficient.
    pub fn new(
        space: &Cube3Space<M>,
        rows: Rows,
        name: &'static str,
        threads: usize,
    ) -> Result<Self, Unavailable> {
        let table = SubgroupTable::build::<M>(rows, name, &Building::unwatched(threads))?;
        Ok(Self::with_table(space, Arc::new(table)))
    }

    /// With a table of the metric, made before.
    pub fn with_table(space: &Cube3Space<M>, table: Arc<SubgroupTable>) -> Self {
        let solver = Arc::new(Solver::new(table));
        Self { solver, from_goal: space.goal_state().inverse() }
    }

    /// Entries of the table by distance from solved; the last number counts those at that distance
    /// or farther.
    pub fn levels(&self) -> &[u64] {
        self.solver.table.levels()
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> u64 {
        self.solver.table.bytes()
    }
}

impl<M: Metric> Heuristic<Cube3Space<M>> for SubgroupDistance<M> {
    /// The value.
    type Memo = u16;
    const PROPERTIES: Properties = Properties::ADMISSIBLE;

    fn start(&self, cube: &Cube3) -> u16 {
        self.solver.lower_bound(self.from_goal.then(*cube)) as u16
    }

    fn step(&self, _before: u16, after: &Cube3, _turn: Turn) -> u16 {
        self.start(after)
    }

    fn value(&self, memo: u16) -> u32 {
        memo.into()
    }

    fn resume(&self, _cube: &Cube3, value: u32) -> u16 {
        value as u16
    }

    fn reversed(&self, space: &Cube3Space<M>) -> Option<Self> {
        Some(Self { solver: self.solver.clone(), from_goal: space.goal_state().inverse() })
    }
}

/// Solves cubes optimally: the search of this module.
pub struct Optimal<P: Puzzle, M> {
    plan: Plan<P>,
    space: Cube3Space<M>,
    heuristic: SubgroupDistance<M>,
}

impl<M: Metric, P: Puzzle<Position = Cube3, Move = Turn, Metric = MetricName>> Optimal<P, M> {
    /// The engine of a plan whose metric is `M`.
    ///
    /// # Errors
    /// If memory is insufficient.
    pub fn new(
        plan: &Plan<P>,
        rows: Rows,
        name: &'static str,
        threads: usize,
    ) -> Result<Self, Unavailable> {
        let table = SubgroupTable::build::<M>(rows, name, &Building::unwatched(threads))?;
        Ok(Self::with_table(plan, Arc::new(table)))
    }

    /// The engine of a plan whose metric is `M`, with a table of that metric made before.
    pub fn with_table(plan: &Plan<P>, table: Arc<SubgroupTable>) -> Self {
        let space = Cube3Space::new(plan.goal);
        let heuristic = SubgroupDistance::with_table(&space, table);
        Self { plan: plan.clone(), space, heuristic }
    }

    /// The heuristic.
    pub fn heuristic(&self) -> &SubgroupDistance<M> {
        &self.heuristic
    }

    fn tree(&self, start: &Cube3) -> Tree<'_, M> {
        let start = self.heuristic.from_goal.then(*start);
        Tree { solver: &self.heuristic.solver, start }
    }
}

const fn mode(threads: usize) -> Mode {
    Mode { threads, proven: true, split: true }
}

impl<M: Metric, P: Puzzle<Position = Cube3, Move = Turn, Metric = MetricName>> Engine<P>
    for Optimal<P, M>
{
    fn plan(&self) -> &Plan<P> {
        &self.plan
    }

    fn solve(
        &self,
        start: &Cube3,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Turn> {
        let tree = self.tree(start);
        deepening::search(&OneStage(&tree), mode(threads), limit, progress)
    }

    fn solve_persisted(
        &self,
        start: &Cube3,
        threads: usize,
        limit: &Limit,
        persistence: Persistence<'_, Turn>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<Turn>, NotPersisted> {
        if COMPACT {
            return Err(NotPersisted::Engine);
        }
        let tree = self.tree(start);
        let mode = mode(threads);
        Ok(deepening::search_persisted(&OneStage(&tree), mode, limit, persistence, progress)?)
    }

    /// None: `idastar` tells of no expansion.
    fn watch(
        &self,
        _start: &Cube3,
        _limit: &Limit,
        _watcher: &mut dyn Watch<P>,
    ) -> Option<Report<Turn>> {
        None
    }

    fn all_within(
        &self,
        start: &Cube3,
        extent: Extent,
        limit: &Limit,
    ) -> Result<ShortestPaths<Turn>, NoCount> {
        every::search_within(&self.space, &self.heuristic, start, extent, limit)
            .map_err(NoCount::Stopped)
    }

    fn estimate(&self, start: &Cube3) -> Option<u32> {
        Some(self.heuristic.value(self.heuristic.start(start)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn audit(
        &self,
        _threads: usize,
        _limit: &Limit,
        _progress: &mut dyn FnMut(AuditStage, u64),
    ) -> Result<FullAudit<P>, NoAudit> {
        Err(Incomplete::TooLarge { states: u64::MAX, bytes: u64::MAX }.into())
    }

    fn audit_along(
        &self,
        solutions: &[(Cube3, Vec<Turn>)],
    ) -> Result<Findings<Cube3, Turn>, NoAudit> {
        if COMPACT {
            return Err(NoAudit::Left);
        }
        let paths = solutions.iter().map(|(start, path)| (start, path.as_slice()));
        Ok(along(&self.space, &self.heuristic, paths))
    }
}
