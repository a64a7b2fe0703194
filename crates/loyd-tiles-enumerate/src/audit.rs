//! Audits of heuristics over whole spaces: every state of every level is compared with its distance
//! while the memory engine writes the level.
//!
//! ```text
//! compare the goal with distance 0
//! for d = 1, 2, …: make level d by ball ping-pong; compare each new state of each block with d
//! ```
//!
//! A state takes one bit, so that 12 cells need 86 MiB instead of the five bytes a state of
//! `loyd_search::audit::Distances`; a stopped audit has compared all states up to a distance.

use crate::memory::{MemoryError, MemoryLoop, MemoryPlan, MemoryStep, MemoryTask, StateVisitor};
use loyd_search::audit::{Findings, Thoroughness};
use loyd_search::observe::{Budget, Cancel, Limit, StopCause};
use loyd_tiles::solver::{LevelAudit, NoAudit, Solver};
use loyd_tiles::{MetricName, Position, Slide};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// An audit with every choice, before any allocation.
#[derive(Clone, Debug)]
pub struct AuditPlan(MemoryPlan);

/// The progress of an audit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AuditProgress {
    /// States compared.
    pub states: u64,
    /// States of the space.
    pub of: u64,
    /// The distance that is being compared.
    pub distance: u32,
    /// Time since the audit began.
    pub elapsed: Duration,
}

/// The result of an audit.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The findings.
    pub findings: Findings<Position, Slide>,
    /// The largest distance of which all states were compared: the radius, unless it was stopped.
    pub distance: u32,
    /// The limit that stopped it, if any.
    pub stopped: Option<StopCause>,
}

/// The reason why an audit of this kind is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// The heuristic cannot be evaluated on single states.
    #[error(transparent)]
    NoAudit(#[from] NoAudit),
    /// The levels cannot be enumerated.
    #[error("{0}")]
    Levels(MemoryError),
}

impl AuditPlan {
    /// Plans an audit of a heuristic for this goal. Allocates next to nothing.
    ///
    /// # Errors
    /// [`MemoryError::Layout`] if the board is unsuitable for the engine; small boards are for
    /// [`Engine::audit`](loyd_search::solver::Engine::audit).
    pub fn new(
        goal: &Position,
        metric: MetricName,
        threads: usize,
        memory: u64,
    ) -> Result<Self, MemoryError> {
        let size = goal.size();
        let task = MemoryTask {
            start: goal.blank(),
            threads,
            memory: Some(memory),
            ..MemoryTask::new(size.width(), size.height(), metric)
        };
        MemoryPlan::new(task).map(Self)
    }

    /// Memory in bytes, without that of the heuristic.
    pub fn memory(&self) -> u64 {
        self.0.bytes()
    }

    /// States of the space.
    pub fn states(&self) -> u64 {
        self.0.layout.states()
    }

    /// Compares the heuristic of a solver with the distance of every state. The solver must have
    /// the goal and the metric of the plan. Calls `progress` many times a second. The limit on
    /// nodes is ignored.
    ///
    /// # Errors
    /// If memory is refused, or the heuristic can only be read by a separate search.
    pub fn run(
        self,
        solver: &Solver,
        limit: &Limit,
        progress: &mut (dyn FnMut(&AuditProgress) + Send),
    ) -> Result<Audited, AuditError> {
        let audit = solver.level_audit(self.0.threads)?;
        let of = self.states();
        let mut levels = MemoryLoop::new(self.0).map_err(AuditError::Levels)?;
        let visitor = Comparison {
            audit: &*audit,
            budget: Budget::start(&Limit { nodes: None, ..limit.clone() }),
            stop: Cancel::new(),
            states: AtomicU64::new(0),
            of,
            progress: Mutex::new(progress),
        };
        let start: Vec<u8> = levels.deepest().into_iter().flatten().flatten().collect();
        visitor.visit(0, 0, &start);
        let stopped = loop {
            if visitor.is_stopped() {
                break Some(visitor.cause());
            }
            match levels.step_visiting(visitor.stop.flag(), &mut |_| (), &visitor) {
                Ok(MemoryStep::Level(_)) => {}
                Ok(MemoryStep::Complete) => break None,
                Ok(MemoryStep::Interrupted) => break Some(visitor.cause()),
                Err(error) => return Err(AuditError::Levels(error)),
            }
        };
        drop(visitor);
        let distance = levels.depth();
        let thoroughness =
            if stopped.is_some() { Thoroughness::UpTo(distance) } else { Thoroughness::EveryState };
        Ok(Audited { findings: audit.finish(thoroughness)?, distance, stopped })
    }
}

/// A visitor that compares states until a limit is reached.
struct Comparison<'a> {
    audit: &'a dyn LevelAudit,
    budget: Budget,
    /// Stops the engine.
    stop: Cancel,
    states: AtomicU64,
    of: u64,
    progress: Mutex<&'a mut (dyn FnMut(&AuditProgress) + Send)>,
}

impl Comparison<'_> {
    /// Returns whether a limit is reached; then stops the engine.
    fn is_stopped(&self) -> bool {
        if self.budget.exceeded(0).is_some() {
            self.stop.cancel();
        }
        self.stop.is_cancelled()
    }

    fn cause(&self) -> StopCause {
        self.budget.exceeded(0).unwrap_or(StopCause::Cancelled)
    }
}

impl StateVisitor for Comparison<'_> {
    fn visit(&self, thread: usize, depth: u32, boards: &[u8]) {
        // Blocks after a stop belong to an unfinished level.
        if self.is_stopped() {
            return;
        }
        self.audit.see(thread, depth, boards);
        // All boards have one length, the number of cells.
        let cells = self.audit.cells() as u64;
        let more = boards.len() as u64 / cells;
        let states = self.states.fetch_add(more, Ordering::Relaxed) + more;
        if thread == 0 {
            let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
            let elapsed = self.budget.elapsed();
            progress(&AuditProgress { states, of: self.of, distance: depth, elapsed });
        }
    }
}
