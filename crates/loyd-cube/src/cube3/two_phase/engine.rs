//! The engine of plans with the algorithm `two-phase`.

use super::{NAME, TwoPhaseTables};
use crate::cube3::Cube3;
use crate::{MetricName, Turn};
use loyd_search::audit::Findings;
use loyd_search::observe::{Limit, Progress, Report};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::every::{Extent, ShortestPaths};
use loyd_search::solver::{
    AuditStage, Engine, FullAudit, NoAudit, NoCount, Plan, Unavailable, Watch,
};
use std::any::Any;
use std::sync::Arc;

/// Solves cubes by the two-phase algorithm.
pub struct TwoPhase<P: Puzzle> {
    plan: Plan<P>,
    tables: Arc<TwoPhaseTables>,
}

impl<P: Puzzle<Position = Cube3, Move = Turn, Metric = MetricName>> TwoPhase<P> {
    /// The engine of a plan, with tables made before.
    ///
    /// # Errors
    /// If the metric is not that of half turns.
    pub fn new(plan: &Plan<P>, tables: Arc<TwoPhaseTables>) -> Result<Self, Unavailable> {
        check(plan.metric)?;
        Ok(Self { plan: plan.clone(), tables })
    }
}

/// Refuses the quarter-turn metric, which would need other phases.
///
/// # Errors
/// If it is that of quarter turns.
pub(in crate::cube3) fn check(metric: MetricName) -> Result<(), Unavailable> {
    match metric {
        MetricName::Half => Ok(()),
        MetricName::Quarter => Err(Unavailable {
            name: NAME,
            reason: "its phases count half turns as one move; use the half-turn metric".to_owned(),
        }),
    }
}

fn no_heuristic() -> Unavailable {
    let reason = "each of its phases has its own tables, and the whole has no estimate";
    Unavailable { name: NAME, reason: reason.to_owned() }
}

impl<P: Puzzle<Position = Cube3, Move = Turn, Metric = MetricName>> Engine<P> for TwoPhase<P> {
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
        self.tables.solve(*start, self.plan.goal, threads, limit, progress)
    }

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
        _start: &Cube3,
        _extent: Extent,
        _limit: &Limit,
    ) -> Result<ShortestPaths<Turn>, NoCount> {
        Err(NoCount::Unproven { heuristic: NAME.to_owned() })
    }

    fn estimate(&self, _start: &Cube3) -> Option<u32> {
        None
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
        Err(no_heuristic().into())
    }

    fn audit_along(
        &self,
        _solutions: &[(Cube3, Vec<Turn>)],
    ) -> Result<Findings<Cube3, Turn>, NoAudit> {
        Err(no_heuristic().into())
    }
}
