//! The heuristic of a plan as one value, for every use that does not need it compiled apart: single
//! positions, counts of all optimal paths, audits and predictions.

use super::Plan;
use crate::heuristic::{Databases, Maximum, Unavailable};
use crate::pdb::Additive;
use crate::{Board, Metric, MetricName, Multi, Position, Single, Sliding, Wide, solvable};
use loyd::space::Heuristic;
use std::sync::{Arc, OnceLock};

/// The heuristic of a plan for boards of a type.
///
/// # Errors
/// If its tables are for a search of their own: pattern databases in the multi-tile metric.
pub(super) fn of_plan<B: Board, M: Metric>(
    plan: &Plan,
    additive: &[Arc<Additive>],
    space: &Sliding<B, M>,
) -> Result<Maximum, Unavailable> {
    if plan.metric == MetricName::Multi && !plan.partitions.is_empty() {
        return Err(Unavailable {
            name: "pdb",
            reason: "in the multi-tile metric its tables are read by their own search only".into(),
        });
    }
    let databases = additive.iter().map(|additive| Databases::new(additive.clone()));
    let databases = databases.collect::<Result<Vec<_>, _>>()?;
    Ok(Maximum::of(plan.heuristic.parts(), space)?.and(databases))
}

/// The heuristic on boards of the plain type, built when it is first asked.
#[derive(Default)]
pub(super) struct Estimates(OnceLock<Option<Maximum>>);

impl Estimates {
    /// The value of a position; `None` where only a search of its own can read the tables, and where
    /// there is no way to the goal that a table could tell the length of.
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
