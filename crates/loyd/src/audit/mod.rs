//! Audits: is a heuristic admissible, is it consistent, and how good is it?
//!
//! A plan for the heuristic → every state of the space if its distances fit, else positions whose shortest
//! solutions are found with another heuristic → the result.

mod run;

use crate::choices::{Choices, Metric};
use crate::erased::{AnySolvers, AnyTask};
use crate::error::Error;
use loyd_search::audit::{Findings, Thoroughness};
use loyd_search::observe::{Limit, Progress, StopCause};
use loyd_search::solver::{AuditStage, NoAudit};
use loyd_search::space::Properties;
use loyd_tiles_enumerate::audit::{AuditError, AuditProgress};
use std::sync::Arc;

/// A request to audit a heuristic.
#[derive(Clone, Debug)]
pub struct AuditRequest<'a> {
    /// The goal, and with it the shape.
    pub goal: &'a dyn AnyTask,
    /// The heuristic.
    pub heuristic: &'a str,
    /// The metric.
    pub metric: Option<&'a str>,
    /// True if a sample is audited even if all states could be.
    pub sample: bool,
    /// Number of random positions, for a sample and for the branching factor.
    pub count: u64,
    /// The seed of the random positions.
    pub seed: u64,
    /// Maximum number of threads.
    pub threads: usize,
    /// Bytes of addresses that the process may have; `None` without a limit.
    pub address_space: Option<u64>,
    /// Memory for the distances of all states, in bytes.
    pub memory: u64,
    /// The limits; the limit on nodes is for searches.
    pub limit: Limit,
}

/// A source of solvers with some choices, for a number of positions.
pub type SolversOf<'a> =
    dyn Fn(&Choices<'_>, usize) -> Result<Box<dyn AnySolvers>, Error> + Sync + 'a;

/// An event of an audit.
pub enum AuditEvent<'a> {
    /// The states are too many, and take too many bytes, to look at each: a sample is audited instead.
    TooMany {
        /// The number of states.
        states: u64,
        /// The bytes of their distances.
        needed: u64,
    },
    /// States were compared level by level.
    Levels(&'a AuditProgress),
    /// States were visited in a stage of an audit by a table.
    Table {
        /// The stage.
        stage: AuditStage,
        /// States visited.
        states: u64,
        /// All states.
        of: u64,
    },
    /// A position of a sample is being solved.
    Search(&'a Progress),
    /// A position of a sample was solved.
    Solved,
    /// The comparison of estimates with distances has ended.
    Compared,
}

/// The reason why an audit has no result.
#[derive(Debug, thiserror::Error)]
pub enum AuditFailure {
    /// The solvers cannot be made.
    #[error(transparent)]
    Solvers(#[from] Error),
    /// The heuristic cannot be compared, or the audit was not completed.
    #[error(transparent)]
    NoAudit(#[from] NoAudit),
    /// The levels could not be made.
    #[error("{why}")]
    Levels {
        /// The reason.
        why: AuditError,
        /// The bytes of all levels.
        needed: u64,
    },
    /// A search returned a wrong solution: a bug.
    #[error("{0}")]
    Wrong(String),
    /// A thread could not be started.
    #[error(transparent)]
    Thread(#[from] crate::batch::NoThread),
}

/// The findings on a heuristic, and its promises.
pub struct AuditResult {
    /// The heuristic.
    pub heuristic: String,
    /// The goal.
    pub goal: Arc<dyn AnyTask>,
    /// The metric.
    pub metric: Metric,
    /// The properties that the heuristic declares.
    pub promises: Properties,
    /// The findings, with positions and moves as texts.
    pub findings: Findings<String, String>,
    /// The largest distance, if every state was compared.
    pub radius: Option<u32>,
    /// A shortest solution of the worst overestimate, if one was found.
    pub evidence: Option<String>,
    /// The limit that stopped the audit before every state was compared, and the number of states.
    pub stopped: Option<(StopCause, u64)>,
    /// Positions of a sample: solved, and left out because they took too long.
    pub boards: Option<(u64, u64)>,
    /// The effective branching factor, if a position was solved.
    pub branching: Option<Branching>,
    /// Seconds of the audit without the branching factor.
    pub seconds: f64,
}

/// The effective branching factor as it was measured.
pub struct Branching {
    /// The mean over the positions solved.
    pub factor: f64,
    /// Positions solved within the limits.
    pub solved: u64,
    /// Positions tried.
    pub tried: u64,
}

/// The status of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyStatus {
    /// It holds for every state.
    Proved,
    /// There is a counterexample.
    Refuted,
    /// The sample has no counterexample.
    NotRefuted,
}

impl AuditResult {
    fn status(&self, holds: bool) -> PropertyStatus {
        match (holds, self.findings.thoroughness) {
            (false, _) => PropertyStatus::Refuted,
            (true, Thoroughness::EveryState) => PropertyStatus::Proved,
            (true, Thoroughness::Sample | Thoroughness::UpTo(_)) => PropertyStatus::NotRefuted,
        }
    }

    /// The status of admissibility.
    pub fn admissible(&self) -> PropertyStatus {
        self.status(self.findings.admissible())
    }

    /// The status of consistency.
    pub fn consistent(&self) -> PropertyStatus {
        self.status(self.findings.consistent())
    }
}

impl AuditRequest<'_> {
    /// Audits the heuristic with solvers of the caller, whose tables they use.
    ///
    /// # Errors
    /// If the solvers cannot be made, the heuristic cannot be compared with distances, or an audit of every state
    /// by a table was stopped.
    pub fn run(
        &self,
        solvers: &SolversOf<'_>,
        observer: &(dyn Fn(AuditEvent<'_>) + Sync),
    ) -> Result<AuditResult, AuditFailure> {
        for_puzzle!(self.goal.puzzle(), P => run::Audit::<P>::new(self, solvers, observer)?.run())
    }
}
