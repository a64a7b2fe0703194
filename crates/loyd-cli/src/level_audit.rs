//! The audit of a heuristic level by level, as a puzzle offers it to `loyd audit`.

use loyd_search::audit::Findings;
use loyd_search::observe::{Limit, StopCause};
use loyd_search::puzzle::Puzzle;
use loyd_tiles_enumerate::audit::{AuditError, AuditProgress};

/// The audit of an engine's heuristic on every state, with nothing allocated yet.
pub(crate) struct LevelAudit<'a, P: Puzzle> {
    /// States there are.
    pub(crate) states: u64,
    /// Bytes that it takes.
    pub(crate) memory: u64,
    /// Does it.
    pub(crate) run: Box<Run<'a, P>>,
}

type Run<'a, P> = dyn FnOnce(&Limit, &mut (dyn FnMut(&AuditProgress) + Send)) -> Result<LevelFindings<P>, AuditError>
    + 'a;

/// The findings, the largest distance of which all states were compared, and why it was stopped.
pub(crate) struct LevelFindings<P: Puzzle> {
    pub(crate) findings: Findings<P::Position, P::Move>,
    pub(crate) distance: u32,
    pub(crate) stopped: Option<StopCause>,
}
