//! Solving by the names of an algorithm and a heuristic: settings, plan, engine.
//!
//! ```text
//! Settings ──Plan::choose──▶ Plan ──prepare──▶ Box<dyn Engine> ──solve──▶ Report
//! open choices               none open         tables built
//! ```
//!
//! One dynamic call a position; behind it everything called per node is statically dispatched.

pub mod generic;
mod plan;
mod solve;
mod watch;

pub use crate::puzzle::Unavailable;
pub use plan::{Outlook, Plan, PruningChoice, Settings};
pub use solve::Solve;
pub use watch::{Watch, Watching};

use crate::audit::{Findings, Incomplete};
use crate::observe::{Limit, Progress, Report, StopCause};
use crate::puzzle::Puzzle;
use crate::search::deepening::kept::{Foreign, Kept};
use crate::search::every::ShortestPaths;
use std::any::Any;

/// A plan with its tables built: solves any number of positions, from any number of threads.
pub trait Engine<P: Puzzle>: Send + Sync {
    /// The plan it was made from.
    fn plan(&self) -> &Plan<P>;

    /// Solves one position, which must have the goal's shape, with up to `threads` threads.
    fn solve(
        &self,
        start: &P::Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<P::Move>;

    /// Does the same as [`solve`](Engine::solve), but a search that is stopped comes with the best
    /// solution that a part of its time is enough for, where the engine can find one.
    fn solve_or_best(
        &self,
        start: &P::Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<P::Move> {
        self.solve(start, threads, limit, progress)
    }

    /// Does the same as [`solve`](Engine::solve), telling `kept` how far it has come, and going on
    /// from where an earlier run of the same plan and start was kept. Limits are for this run; the
    /// counts are those of all runs, and for complete iterations the same as without a stop.
    ///
    /// # Errors
    /// If the algorithm cannot be continued, or the checkpoint is of another search.
    fn solve_kept(
        &self,
        _start: &P::Position,
        _threads: usize,
        _limit: &Limit,
        _kept: Kept<'_, P::Move>,
        _progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<P::Move>, NotKept> {
        Err(NotKept::Engine)
    }

    /// Solves one position on one thread, and tells `watcher` of every expansion. `None` if the
    /// algorithm tells of none ([`AlgorithmInfo::observed`](crate::search::AlgorithmInfo::observed)).
    fn watch(
        &self,
        start: &P::Position,
        limit: &Limit,
        watcher: &mut dyn Watch<P>,
    ) -> Option<Report<P::Move>>;

    /// All shortest solutions of a position whose shortest solution has `length` moves: how many,
    /// and `most` of them.
    ///
    /// # Errors
    /// If the plan proves nothing, and why it was stopped.
    fn all(
        &self,
        start: &P::Position,
        length: u32,
        most: usize,
        limit: &Limit,
    ) -> Result<ShortestPaths<P::Move>, NoCount>;

    /// The heuristic's value of a position: a lower bound of its distance if the heuristic is
    /// admissible. `None` where only a search of its own can read the heuristic, and for positions
    /// that have no solution.
    fn estimate(&self, start: &P::Position) -> Option<u32>;

    /// The factor by which a large iteration of this search is expected to grow over the one before
    /// it; `None` where nothing is predicted.
    fn growth(&self) -> Option<f64> {
        None
    }

    /// The engine as itself, for callers that know a puzzle's own engine and what more it can do.
    fn as_any(&self) -> &dyn Any;

    /// Whether a table turned out to hold no distances; nothing said of its heuristic counts then.
    /// Searches stop by themselves ([`StopCause::BrokenTable`]).
    fn is_broken(&self) -> bool {
        false
    }

    /// Compares the heuristic with the distance of every state: a proof that it is admissible and
    /// consistent, or a counterexample. `progress` is told the states done in each stage.
    ///
    /// # Errors
    /// If the space is too large for the limit's memory, a limit was met, or the heuristic is one
    /// that only a search of its own can read.
    fn audit(
        &self,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(AuditStage, u64),
    ) -> Result<FullAudit<P>, NoAudit>;

    /// Compares the heuristic with what is known of states on shortest solutions. Statistics are
    /// of the starts.
    ///
    /// # Errors
    /// If the heuristic is one that only a search of its own can read.
    fn audit_along(
        &self,
        solutions: &[(P::Position, Vec<P::Move>)],
    ) -> Result<Findings<P::Position, P::Move>, NoAudit>;
}

/// What an audit is busy with.
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

/// The reason why there is no audit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAudit {
    /// It did not get to the end.
    #[error("{0}")]
    Incomplete(#[from] Incomplete),
    /// The heuristic cannot be had in this form.
    #[error("{0}")]
    Unavailable(#[from] Unavailable),
}

/// The reason why shortest solutions were not counted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoCount {
    /// A limit was met.
    #[error("stopped by {}", .0.describe())]
    Stopped(StopCause),
    /// The solution that was found may not be shortest.
    #[error("{heuristic} proves no solution shortest here")]
    Unproven {
        /// The heuristic.
        heuristic: String,
    },
    /// The heuristic cannot be had in this form.
    #[error("{0}")]
    Unavailable(#[from] Unavailable),
}

/// The reason why a search was not kept, or not continued.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotKept {
    /// The algorithm has no iterations whose subtrees could be kept.
    #[error("the algorithm cannot be stopped and continued within a board: idastar can")]
    Engine,
    /// The checkpoint is of another search.
    #[error("{0}")]
    Foreign(#[from] Foreign),
}
