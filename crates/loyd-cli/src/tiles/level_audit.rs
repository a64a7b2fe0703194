//! The levels of a board for the audit of a heuristic, as the engine for memory makes them.

use crate::level_audit::{LevelAudit, LevelFindings};
use loyd_search::observe::Limit;
use loyd_search::solver::Engine;
use loyd_tiles::solver::{Solver, Tiles};
use loyd_tiles_enumerate::audit::{AuditPlan, AuditProgress};

/// The audit of an engine's heuristic, if its boards are not too small for the engine.
pub(super) fn of(
    engine: &dyn Engine<Tiles>,
    threads: usize,
    memory: u64,
) -> Option<LevelAudit<'_, Tiles>> {
    let solver = engine.as_any().downcast_ref::<Solver>()?;
    let goal = &solver.plan().goal;
    let plan = AuditPlan::new(goal, solver.plan().metric, threads, memory).ok()?;
    let (states, memory) = (plan.states(), plan.memory());
    let run = move |limit: &Limit, progress: &mut (dyn FnMut(&AuditProgress) + Send)| {
        let audited = plan.run(solver, limit, progress)?;
        let (findings, distance) = (audited.findings, audited.distance);
        Ok(LevelFindings { findings, distance, stopped: audited.stopped })
    };
    Some(LevelAudit { states, memory, run: Box::new(run) })
}
