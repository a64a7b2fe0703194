//! Plans and engines of goals that admit several boards.

use super::puzzle::{QuotientVisitor, with_quotient};
use super::{Engine, Outlook, Plan, Settings, Tiles};
use crate::heuristic::admitted::{GoalDistance, Groups};
use crate::heuristic::{HeuristicName, HeuristicSpec, Unavailable};
use crate::{Board, Metric, MetricName, Position, Quotient, Wide};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::generic;
use std::sync::Arc;

/// The partition of the tiles that a goal names.
pub const OF_GOAL: &str = "goal";

/// Makes the choices that the settings leave open.
pub(super) fn plan(
    goal: &Position,
    settings: &Settings,
    outlook: &Outlook<'_>,
) -> Result<Plan, Unavailable> {
    if let Some(AlgorithmName::Own(info)) = settings.algorithm.as_ref().map(|it| it.name) {
        let reason = "it searches for one board, and this goal admits several: choose idastar or another search";
        return Err(Unavailable { name: info.name, reason: reason.to_owned() });
    }
    let groups = Groups::of(goal.size(), &named_tiles(goal), settings.metric);
    let groups = groups.filter(|groups| groups.bytes(goal.size()) <= outlook.memory);
    let has_tables = groups.is_some();
    let heuristic = match (&settings.heuristic, settings.metric) {
        (Some(heuristic), metric) => {
            check(heuristic, metric, has_tables)?;
            heuristic.clone()
        }
        (None, _) if has_tables => HeuristicSpec::databases_of(OF_GOAL),
        (None, MetricName::Single) => HeuristicName::Manhattan.into(),
        (None, MetricName::Multi) => HeuristicName::Zero.into(),
    };
    generic::plan(goal, &Settings { heuristic: Some(heuristic), ..settings.clone() })
}

/// The tiles that a goal names, in the order of their cells.
fn named_tiles(goal: &Position) -> Vec<u16> {
    Quotient::<Wide, crate::Single>::new(goal).named_tiles().to_vec()
}

/// Refuses a heuristic that such goals do not have.
fn check(
    heuristic: &HeuristicSpec,
    metric: MetricName,
    has_tables: bool,
) -> Result<(), Unavailable> {
    let refused = |name, reason: &str| Err(Unavailable { name, reason: reason.to_owned() });
    match (heuristic.parts(), heuristic.databases()) {
        ([HeuristicName::Zero], []) => Ok(()),
        ([HeuristicName::Manhattan], []) if metric == MetricName::Single => Ok(()),
        ([HeuristicName::Manhattan], []) => refused(
            "manhattan",
            "for a goal that admits several boards it is for the single-tile metric: use pdb:goal",
        ),
        ([], [only]) if only.partition == OF_GOAL && !only.excess => {
            if has_tables {
                return Ok(());
            }
            refused("pdb:goal", "its tables exceed the memory: use manhattan")
        }
        _ => refused(
            "the heuristic",
            "a goal that admits several boards has pdb:goal, manhattan and zero",
        ),
    }
}

/// Builds the tables of a plan.
pub(super) fn prepare(plan: &Plan) -> Result<Box<dyn Engine<Tiles>>, Unavailable> {
    with_quotient(&plan.goal, plan.metric, Prepare(plan))
}

struct Prepare<'a>(&'a Plan);

impl QuotientVisitor for Prepare<'_> {
    type Output = Result<Box<dyn Engine<Tiles>>, Unavailable>;

    fn visit<B: Board, M: Metric>(self, space: Quotient<B, M>) -> Self::Output {
        let Self(plan) = self;
        let heuristic = match (plan.heuristic.parts(), plan.heuristic.databases()) {
            ([HeuristicName::Manhattan], _) => GoalDistance::manhattan(&space),
            (_, [_, ..]) => {
                let groups = Groups::of(space.size(), space.named_tiles(), M::NAME);
                GoalDistance::tables(&space, &groups.unwrap_or_default())?
            }
            _ => GoalDistance::Zero,
        };
        Ok(generic::engine(plan, space, Arc::new(heuristic)))
    }
}
