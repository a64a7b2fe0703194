//! [`Solver`] as an [`Engine`]: its kernel searches, and the heuristic as one value serves every other use.
//!
//! A table whose entries are not distances would make a kernel continue with a heuristic of 0. Kernels with
//! batches detect such a table when they build their first tree; for the others the tables are walked from the
//! start of each board before it is searched. A search in which a walk failed claims nothing.

use super::{
    AuditStage, Engine, FullAudit, NoAudit, NoCount, NotPersisted, Plan, Solver, Tiles, Watch,
    audits, estimates,
};
use crate::heuristic::{HeuristicName, Maximum};
use crate::{Metric, MetricName, Multi, Position, Single, Slide, Sliding, Wide, solvable};
use loyd_search::COMPACT;
use loyd_search::audit::Findings;
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Limit, Outcome, Progress, Report, Statistics, StopCause};
use loyd_search::search::deepening::checkpoint::Persistence;
use loyd_search::search::deepening::{self, Mode, Stages, Subtrees};
use loyd_search::search::every::{self, Extent, ShortestPaths};
use std::any::Any;
use std::convert::Infallible;
use std::time::Duration;

/// The search of a plan with all its types chosen; a board costs a few dynamic calls.
pub(super) enum Kernel {
    /// Iterative deepening, which can be saved and continued.
    Trees(Box<dyn Trees>),
    /// Any other algorithm.
    Lists(Box<dyn ListSearch>),
}

/// A source of the trees of iterative deepening.
pub(super) trait Trees: Send + Sync {
    /// The trees of one board's search, stage by stage, the first one built.
    fn stages<'a>(&'a self, start: &'a Position) -> Box<dyn Stages<Slide> + 'a>;

    /// Returns true if the heuristic is admissible.
    fn proven(&self) -> bool {
        true
    }

    /// Returns true if a table other than those of the solver turned out to be broken.
    fn is_broken(&self) -> bool {
        false
    }

    /// The strings that iterations walk, as pairs (nodes, length): if the previous iteration expanded at least
    /// that many nodes, the iteration walks all strings but duplicates of at most that length
    /// ([`crate::search::additive::move_rows`]). `None` for the rule of [`ida_star`](super::ida_star).
    fn lengths(&self) -> Option<Vec<(u64, usize)>> {
        None
    }
}

/// A search with one tree.
pub(super) struct OneTree<T>(pub(super) T);

impl<T: Subtrees<Slide>> Stages<Slide> for OneTree<T> {
    fn stage(&self, _last_expanded: u64) -> (usize, &dyn Subtrees<Slide>) {
        (0, &self.0)
    }
}

/// A search that reports to a watcher.
pub(super) trait ListSearch: Send + Sync {
    fn run(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        watcher: Watcher<'_>,
    ) -> Report<Slide>;
}

/// The receiver of reports.
pub(super) enum Watcher<'a> {
    /// Of progress only.
    Progress(&'a mut dyn FnMut(&Progress)),
    /// Of every expansion.
    Expansions(&'a mut dyn Watch<Tiles>),
}

/// The report of a search whose table entries are not distances: it claims nothing.
fn broken_table(statistics: Statistics) -> Report<Slide> {
    let cause = StopCause::BrokenTable;
    Report::new(Outcome::Stopped { cause, lower_bound: 0, best: None }, statistics)
}

impl Solver {
    fn assert_size(&self, start: &Position) {
        assert_eq!(start.size(), self.plan.goal.size(), "start and goal differ in size");
    }

    /// Returns true if a table does not lead to the goal, after walks from the start where kernels make none.
    fn walk_tables(&self, start: &Position) -> bool {
        let goal = &self.plan.goal;
        if self.walks
            && !self.additive.is_empty()
            && solvable(goal.size(), start.tiles(), goal.tiles()).is_ok()
        {
            for additive in &self.additive {
                additive.lane_values(start);
            }
        }
        self.has_broken_table()
    }

    fn has_broken_table(&self) -> bool {
        self.is_broken() || matches!(&self.kernel, Kernel::Trees(trees) if trees.is_broken())
    }

    /// The report, unless a table turned out to be broken during the search.
    fn checked(&self, report: Report<Slide>) -> Report<Slide> {
        if self.has_broken_table() { broken_table(report.statistics) } else { report }
    }

    /// Searches the trees of a board.
    fn deepen<E>(
        &self,
        trees: &dyn Trees,
        start: &Position,
        search: impl FnOnce(&dyn Stages<Slide>) -> Result<Report<Slide>, E>,
    ) -> Result<Report<Slide>, E> {
        let goal = &self.plan.goal;
        if let Err(reason) = solvable(goal.size(), start.tiles(), goal.tiles()) {
            return Ok(Report::new(Outcome::Unsolvable(reason), Statistics::default()));
        }
        let stages = trees.stages(start);
        if self.walk_tables(start) {
            return Ok(broken_table(Statistics::default()));
        }
        Ok(self.checked(search(&*stages)?))
    }

    /// Runs any other algorithm.
    fn search_lists(
        &self,
        lists: &dyn ListSearch,
        start: &Position,
        threads: usize,
        limit: &Limit,
        watcher: Watcher<'_>,
    ) -> Report<Slide> {
        if self.walk_tables(start) {
            return broken_table(Statistics::default());
        }
        self.checked(lists.run(start, threads, limit, watcher))
    }

    fn shortest<M: Metric>(
        &self,
        start: &Position,
        extent: Extent,
        limit: &Limit,
    ) -> Result<ShortestPaths<Slide>, NoCount> {
        let Self { plan, additive, .. } = self;
        let space = Sliding::<Wide, M>::new(&plan.goal);
        let heuristic = match plan.heuristic.parts() {
            // Tables of classes can be read only by their own search.
            [] if additive.is_empty() => Maximum::of(&[HeuristicName::WalkingDistance], &space)?,
            // The other parts, besides such tables.
            parts if additive.is_empty() => Maximum::of(parts, &space)?,
            _ => estimates::of_plan(plan, additive, &space)?,
        };
        let start = Sliding::<Wide, M>::board(start);
        every::search_within(&space, &heuristic, &start, extent, limit).map_err(NoCount::Stopped)
    }
}

/// Methods that take a start panic if its size differs from the goal's.
impl Engine<Tiles> for Solver {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        self.assert_size(start);
        match &self.kernel {
            Kernel::Trees(trees) => {
                let mode = Mode { threads, proven: trees.proven(), split: true };
                let Ok(report) = self.deepen(&**trees, start, |stages| {
                    Ok::<_, Infallible>(deepening::search(stages, mode, limit, progress))
                });
                report
            }
            Kernel::Lists(lists) => {
                self.search_lists(&**lists, start, threads, limit, Watcher::Progress(progress))
            }
        }
    }

    fn reserve(&self, start: &Position, time: Duration) -> Duration {
        self.reserved(start, time)
    }

    fn add_best(
        &self,
        start: &Position,
        threads: usize,
        limit: (Stopwatch, &Limit),
        progress: &mut dyn FnMut(&Progress),
        report: &mut Report<Slide>,
    ) {
        self.add_solution(start, threads, limit, progress, report);
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
        self.assert_size(start);
        let Kernel::Trees(trees) = &self.kernel else { return Err(NotPersisted::Engine) };
        let mode = Mode { threads, proven: trees.proven(), split: true };
        self.deepen(&**trees, start, |stages| {
            Ok(deepening::search_persisted(stages, mode, limit, persistence, progress)?)
        })
    }

    fn watch(
        &self,
        start: &Position,
        limit: &Limit,
        watcher: &mut dyn Watch<Tiles>,
    ) -> Option<Report<Slide>> {
        self.assert_size(start);
        match &self.kernel {
            Kernel::Lists(lists) if self.plan.algorithm.name.info().observed => {
                Some(self.search_lists(&**lists, start, 1, limit, Watcher::Expansions(watcher)))
            }
            _ => None,
        }
    }

    /// Intended for interactive numbers of boards: every board has the same general type.
    fn all_within(
        &self,
        start: &Position,
        extent: Extent,
        limit: &Limit,
    ) -> Result<ShortestPaths<Slide>, NoCount> {
        // A table that leads nowhere is detected before it slows the search down.
        let _ = self.estimate(start);
        if self.is_broken() {
            return Err(NoCount::Stopped(StopCause::BrokenTable));
        }
        let plan = &self.plan;
        if !plan.heuristic.properties(plan.metric).admissible {
            return Err(NoCount::Unproven { heuristic: plan.heuristic.to_string() });
        }
        let all = match plan.metric {
            MetricName::Single => self.shortest::<Single>(start, extent, limit)?,
            MetricName::Multi => self.shortest::<Multi>(start, extent, limit)?,
        };
        if self.is_broken() { Err(NoCount::Stopped(StopCause::BrokenTable)) } else { Ok(all) }
    }

    /// `None` if only their own search can read the tables (pattern databases in the multi-tile metric), and
    /// for positions without a solution. Intended for interactive numbers of boards, as [`Engine::all`].
    fn estimate(&self, start: &Position) -> Option<u32> {
        self.assert_size(start);
        self.estimates.value(&self.plan, &self.additive, start).filter(|_| !self.is_broken())
    }

    /// The growth of the strings of an iteration over two moves, for any heuristic. Takes tenths of a second.
    fn growth(&self) -> Option<f64> {
        if COMPACT {
            return None;
        }
        let stages = self.strings().ok()?;
        stages.last().map(|(_, strings)| strings.growth()).filter(|&growth| growth > 1.0)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    /// Looks at tables of the single-tile metric.
    fn is_broken(&self) -> bool {
        self.additive.iter().any(|additive| additive.is_broken())
    }

    fn audit(
        &self,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(AuditStage, u64),
    ) -> Result<FullAudit, NoAudit> {
        audits::exhaustive(self, threads, limit, progress)
    }

    fn audit_along(
        &self,
        solutions: &[(Position, Vec<Slide>)],
    ) -> Result<Findings<Position, Slide>, NoAudit> {
        audits::along(self, solutions)
    }
}
