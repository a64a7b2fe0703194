//! The engine of plans with the algorithm `phases`.

use super::{NAME, solve, supports};
use crate::metric::MetricName;
use crate::position::Position;
use crate::puzzle::Twisty;
use crate::turn::Turn;
use loyd_search::audit::Findings;
use loyd_search::observe::{Limit, Outcome, Progress, Report, Statistics, StopCause};
use loyd_search::search::every::{Extent, ShortestPaths};
use loyd_search::solver::{
    AuditStage, Engine, FullAudit, NoAudit, NoCount, Plan, Unavailable, Watch,
};
use std::any::Any;

/// Solves random states in phases.
pub(crate) struct Phases {
    plan: Plan<Twisty>,
}

impl Phases {
    /// The engine of a plan.
    ///
    /// # Errors
    /// If the puzzle, its goal or the metric has no phases.
    pub(crate) fn new(plan: &Plan<Twisty>) -> Result<Self, Unavailable> {
        check(&plan.goal, plan.metric)?;
        Ok(Self { plan: plan.clone() })
    }
}

/// Refuses a goal or a metric without phases.
///
/// # Errors
/// If there are none.
pub(crate) fn check(goal: &Position, metric: MetricName) -> Result<(), Unavailable> {
    let unavailable = |reason: String| Err(Unavailable { name: NAME, reason });
    if metric == MetricName::Quarter {
        return unavailable(
            "its phases count half turns as one move: use the half-turn metric".to_owned(),
        );
    }
    if !supports(goal) {
        let names = super::PUZZLES.join(" and ");
        return unavailable(format!("it solves {names} with all moves, to the solved position"));
    }
    Ok(())
}

fn no_heuristic() -> Unavailable {
    let reason = "each of its phases has its own tables, and the whole has no estimate";
    Unavailable { name: NAME, reason: reason.to_owned() }
}

impl Engine<Twisty> for Phases {
    fn plan(&self) -> &Plan<Twisty> {
        &self.plan
    }

    fn solve(
        &self,
        start: &Position,
        _threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Turn> {
        solve(start, limit, progress).unwrap_or_else(|| {
            let outcome = Outcome::Stopped { cause: StopCause::Memory, lower_bound: 0, best: None };
            Report::new(outcome, Statistics::default())
        })
    }

    fn watch(
        &self,
        _start: &Position,
        _limit: &Limit,
        _watcher: &mut dyn Watch<Twisty>,
    ) -> Option<Report<Turn>> {
        None
    }

    fn all_within(
        &self,
        _start: &Position,
        _extent: Extent,
        _limit: &Limit,
    ) -> Result<ShortestPaths<Turn>, NoCount> {
        Err(NoCount::Unproven { heuristic: NAME.to_owned() })
    }

    fn estimate(&self, _start: &Position) -> Option<u32> {
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
    ) -> Result<FullAudit<Twisty>, NoAudit> {
        Err(no_heuristic().into())
    }

    fn audit_along(
        &self,
        _solutions: &[(Position, Vec<Turn>)],
    ) -> Result<Findings<Position, Turn>, NoAudit> {
        Err(no_heuristic().into())
    }
}
