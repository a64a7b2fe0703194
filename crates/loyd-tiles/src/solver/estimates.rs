//! The heuristic of a plan as one value, for every use that does not need it compiled separately:
//! single positions, counts of all optimal paths, audits and predictions.

use super::Plan;
use crate::heuristic::{Databases, Maximum, Unavailable};
use crate::pdb::Additive;
use crate::{Board, Metric, MetricName, Multi, Position, Single, Sliding, Wide, solvable};
use loyd_search::space::Heuristic;
use std::sync::{Arc, OnceLock};

/// Returns the heuristic of a plan for a board type.
///
/// # Errors
/// [`Unavailable`] if its tables can be read only by their own search: pattern databases in the
/// multi-tile metric.
pub(super) fn of_plan<B: Board, M: Metric>(
    plan: &Plan,
    additive: &[Arc<Additive>],
    space: &Sliding<B, M>,
) -> Result<Maximum, Unavailable> {
    if plan.metric == MetricName::Multi && !plan.partitions.is_empty() {
        return Err(Unavailable {
            name: "pdb",
            reason: "in the multi-tile metric only its own search can read its tables".into(),
        });
    }
    let databases = additive.iter().map(|additive| Databases::new(additive.clone()));
    let databases = databases.collect::<Result<Vec<_>, _>>()?;
    Ok(Maximum::of(plan.heuristic.parts(), space)?.and(databases))
}

/// The heuristic on boards of type [`Wide`], built when it is first used.
#[derive(Default)]
pub(super) struct Estimates(OnceLock<Option<Maximum>>);

impl Estimates {
    /// The value of a position; `None` if only its own search can read the tables, or if a table is
    /// used and the position cannot reach the goal.
    pub(super) fn value(
        &self,
        plan: &Plan,
        additive: &[Arc<Additive>],
        start: &Position,
    ) -> Option<u32> {
        if !additive.is_empty() {
            solvable(start.size(), start.tiles(), plan.goal.tiles()).ok()?;
        }
        match plan.metric {
            MetricName::Single => self.typed::<Single>(plan, additive, start),
            MetricName::Multi => self.typed::<Multi>(plan, additive, start),
        }
    }

    fn typed<M: Metric>(
        &self,
        plan: &Plan,
        additive: &[Arc<Additive>],
        start: &Position,
    ) -> Option<u32> {
        let built = || of_plan(plan, additive, &Sliding::<Wide, M>::new(&plan.goal)).ok();
        let heuristic = self.0.get_or_init(built).as_ref()?;
        let start = Wide::new(start.size(), start.tiles());
        let memo = Heuristic::<Sliding<Wide, M>>::start(heuristic, &start);
        Some(Heuristic::<Sliding<Wide, M>>::value(heuristic, memo))
    }
}
