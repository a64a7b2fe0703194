//! Solving by the names of an algorithm and a heuristic: settings, plan, engine.
//!
//! ```text
//! Settings ──Plan::choose──▶ Plan ──prepare──▶ Box<dyn Engine> ──solve──▶ Report
//! open choices               none open         tables built
//! ```
//!
//! There is one dynamic call per position; behind it everything called per node is statically
//! dispatched.

pub mod generic;
mod plan;
mod solve;
mod watch;
mod within;

pub use crate::puzzle::Unavailable;
pub use plan::{Outlook, Plan, PruningChoice, Settings};
pub use solve::Solve;
pub use watch::{Watch, Watching};

use crate::COMPACT;
use crate::audit::{Findings, Incomplete};
use crate::clock::Stopwatch;
use crate::observe::{Limit, Outcome, Progress, Report, StopCause};
use crate::puzzle::Puzzle;
use crate::search::deepening::checkpoint::{ForeignCheckpoint, Persistence};
use crate::search::every::{Extent, ShortestPaths};
use std::any::Any;
use std::time::Duration;

/// A plan with its tables built: solves any number of positions, from any number of threads.
pub trait Engine<P: Puzzle>: Send + Sync {
    /// The plan it was made from.
    fn plan(&self) -> &Plan<P>;

    /// Solves one position, which must have the goal's shape, on up to `threads` threads.
    fn solve(
        &self,
        start: &P::Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<P::Move>;

    /// Does the same as [`solve`](Engine::solve), but reserves part of the time: a stopped search
    /// returns the best solution found in that time, if the engine can find one. It ends early with a solution
    /// within [`Limit::excess`].
    fn solve_or_best(
        &self,
        start: &P::Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<P::Move> {
        if let Some(excess) = limit.excess.filter(|_| !COMPACT) {
            return within::solve(self, start, threads, (limit, excess), progress);
        }
        let clock = Stopwatch::start();
        let mut report = self.solve(start, threads, &self.search_limit(start, limit), progress);
        self.add_best(start, threads, (clock, limit), progress, &mut report);
        report
    }

    /// The part of a time limit that is left to [`add_best`](Engine::add_best).
    fn reserve(&self, _start: &P::Position, _time: Duration) -> Duration {
        Duration::ZERO
    }

    /// A limit less the [reserve](Engine::reserve).
    fn search_limit(&self, start: &P::Position, limit: &Limit) -> Limit {
        let time = limit.time.map(|time| time.saturating_sub(self.reserve(start, time)));
        Limit { time, ..limit.clone() }
    }

    /// Adds the best solution that can be found soon to the report of a stopped search without one.
    /// The stopwatch was started with the search, whose limit, with the reserve, follows.
    fn add_best(
        &self,
        start: &P::Position,
        _threads: usize,
        _limit: (Stopwatch, &Limit),
        _progress: &mut dyn FnMut(&Progress),
        report: &mut Report<P::Move>,
    ) {
        let plan = self.plan();
        // That solution may have any moves.
        if plan.moves.is_empty()
            && matches!(report.outcome, Outcome::Stopped { best: None, .. })
            && let Some((path, name)) = P::quick_solution(start, &plan.goal, plan.metric)
        {
            report.add_path(path, name.info().name);
        }
    }

    /// Does the same as [`solve`](Engine::solve), but saves checkpoints to `persistence` and
    /// continues from the checkpoint of an earlier run of the same plan and start. Limits apply to
    /// this run; counts include all runs, and for complete iterations they equal those of an
    /// uninterrupted search.
    ///
    /// # Errors
    /// If the algorithm cannot be continued, or the checkpoint belongs to another search.
    fn solve_persisted(
        &self,
        _start: &P::Position,
        _threads: usize,
        _limit: &Limit,
        _persistence: Persistence<'_, P::Move>,
        _progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<P::Move>, NotPersisted> {
        Err(NotPersisted::Engine)
    }

    /// Solves one position on one thread, and reports every expansion to `watcher`. `None` if the
    /// algorithm reports none
    /// ([`AlgorithmInfo::observed`](crate::search::AlgorithmInfo::observed)).
    fn watch(
        &self,
        start: &P::Position,
        limit: &Limit,
        watcher: &mut dyn Watch<P>,
    ) -> Option<Report<P::Move>>;

    /// All shortest solutions of a position whose shortest solution has `length` moves: their
    /// number, and up to `max_paths` of them.
    ///
    /// # Errors
    /// If the plan proves nothing, or the search was stopped.
    fn all(
        &self,
        start: &P::Position,
        length: u32,
        max_paths: usize,
        limit: &Limit,
    ) -> Result<ShortestPaths<P::Move>, NoCount> {
        self.all_within(start, Extent { length, slack: 0, max_paths }, limit)
    }

    /// All solutions of a position within an extent, the shortest ones first. Those that are not shortest come to
    /// the goal only at their end, and no two of their moves in a row are one move or none.
    ///
    /// # Errors
    /// If the plan proves nothing, or the search was stopped.
    fn all_within(
        &self,
        start: &P::Position,
        extent: Extent,
        limit: &Limit,
    ) -> Result<ShortestPaths<P::Move>, NoCount>;

    /// The heuristic's value of a position: a lower bound of its distance if the heuristic is
    /// admissible. `None` if only a specialised search can read the heuristic, or the position has
    /// no solution.
    fn estimate(&self, start: &P::Position) -> Option<u32>;

    /// The factor by which a large iteration of this search is expected to grow over the one before
    /// it; `None` if nothing is predicted, as in a compact program ([`COMPACT`]).
    fn growth(&self) -> Option<f64> {
        None
    }

    /// The engine as `Any`, for callers that downcast to the engine of a particular puzzle.
    fn as_any(&self) -> &dyn Any;

    /// True if a table turned out to hold no distances; then all results from its heuristic are
    /// invalid. Searches stop by themselves ([`StopCause::BrokenTable`]).
    fn is_broken(&self) -> bool {
        false
    }

    /// Compares the heuristic with the distance of every state: a proof that it is admissible and
    /// consistent, or a counterexample. `progress` receives the number of states done in each
    /// stage.
    ///
    /// # Errors
    /// If the space exceeds the memory limit, a limit was reached, or only a specialised search can
    /// read the heuristic.
    fn audit(
        &self,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(AuditStage, u64),
    ) -> Result<FullAudit<P>, NoAudit>;

    /// Compares the heuristic with the known distances of states on shortest solutions. Statistics
    /// cover only the starts.
    ///
    /// # Errors
    /// If only a specialised search can read the heuristic.
    fn audit_along(
        &self,
        solutions: &[(P::Position, Vec<P::Move>)],
    ) -> Result<Findings<P::Position, P::Move>, NoAudit>;
}

/// The current stage of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditStage {
    /// Finding the distance of every state.
    Distances,
    /// Comparing estimates with them.
    Estimates,
}

/// The result of an audit of every state.
#[derive(Clone, Debug)]
pub struct FullAudit<P: Puzzle> {
    /// The findings.
    pub findings: Findings<P::Position, P::Move>,
    /// The largest distance from the goal.
    pub radius: u32,
    /// A shortest solution of the worst overestimate, as evidence.
    pub evidence: Option<Vec<P::Move>>,
}

/// The reason why an audit has no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAudit {
    /// It was not completed.
    #[error("{0}")]
    Incomplete(#[from] Incomplete),
    /// The heuristic is not available in this form.
    #[error("{0}")]
    Unavailable(#[from] Unavailable),
    /// The program is compact ([`COMPACT`]).
    #[error("this program was built without audits")]
    Left,
}

/// The reason why shortest solutions were not counted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoCount {
    /// A limit was reached.
    #[error("stopped by {}", .0.describe())]
    Stopped(StopCause),
    /// The solution that was found may not be shortest.
    #[error("{heuristic} proves no solution shortest here")]
    Unproven {
        /// The heuristic.
        heuristic: String,
    },
    /// The heuristic is not available in this form.
    #[error("{0}")]
    Unavailable(#[from] Unavailable),
}

/// The reason why a search was not saved or not continued.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotPersisted {
    /// The algorithm has no iterations whose subtrees could be saved, or the program is compact
    /// ([`COMPACT`]).
    #[error("the algorithm cannot be stopped and continued within a board: idastar can")]
    Engine,
    /// The checkpoint belongs to another search.
    #[error("{0}")]
    ForeignCheckpoint(#[from] ForeignCheckpoint),
}
