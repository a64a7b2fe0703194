//! Positions whose shortest solution has a given length.
//!
//! Of a space whose distances fit into memory, all states at the distance are equally likely. In a larger one a random
//! walk from the goal ends at the first position that is far enough: a move changes the distance by at most 1, so the
//! walk meets every distance below its farthest position.

use super::limit;
use crate::distance_table::DistanceTable;
use crate::exit::Failure;
use crate::platform;
use crate::registry::texts;
use crate::tables::CacheArgs;
use loyd::choices::Choices;
use loyd::erased::{AnySolvers, AnyTask};
use loyd::spaces::{AnySpace, space_of};
use loyd_report::numbers::grouped;
use loyd_search::observe::{Cancel, Limit};
use loyd_search::random::Numbers;
use std::sync::Arc;

/// Positions of a walk that are solved, for each move of the length, before it is given up.
const TRIES: u32 = 200;

/// Random positions at a distance from the goal.
pub(super) enum Exact {
    /// The distances with the ranks at the distance, all of them.
    Ranks(DistanceTable, Vec<u64>),
    /// The space with solvers that measure the distance.
    Walk(Box<dyn AnySpace>, Box<dyn AnySolvers>),
}

impl Exact {
    /// The positions at a distance from a goal.
    ///
    /// # Errors
    /// If no position has this distance, or the work was stopped.
    pub(super) fn new(
        goal: &dyn AnyTask,
        length: u32,
        (cancel, quiet): (&Cancel, bool),
    ) -> Result<Self, Failure> {
        let space = space_of(goal, None)?;
        let table = match DistanceTable::of(space, platform::cores(), &limit(cancel), quiet)? {
            Ok(table) => table,
            Err(space) => {
                let tables = CacheArgs { no_cache: false }.cached().threads(platform::cores());
                let tables = tables.memory(platform::default_memory()).cancel(cancel);
                let choices = Choices::default();
                let solvers = texts(goal.puzzle()).solvers(&choices, tables, (100, &[]))?;
                return Ok(Self::Walk(space, solvers));
            }
        };
        let ranks = table.ranks(&(length..=length));
        if ranks.is_empty() {
            return Err(Failure::input(format!(
                "--length {length}: the farthest position of {} is {} moves from the goal",
                goal.shape(),
                table.radius()
            )));
        }
        Ok(Self::Ranks(table, ranks))
    }

    /// A random position.
    ///
    /// # Errors
    /// If a walk does not get far enough, or the work was stopped.
    pub(super) fn position(
        &self,
        (goal, length): (&Arc<dyn AnyTask>, u32),
        numbers: &mut Numbers,
        cancel: &Cancel,
    ) -> Result<Arc<dyn AnyTask>, Failure> {
        let (space, solvers) = match self {
            Self::Ranks(table, ranks) => {
                let at = numbers.below(ranks.len() as u64) as usize;
                return Ok(table.task(ranks[at]));
            }
            Self::Walk(space, solvers) => (space, solvers),
        };
        let limit = Limit { cancel: Some(cancel.clone()), ..Limit::none() };
        let (mut position, mut last) = (goal.clone(), None);
        for step in 0..length.saturating_mul(TRIES) {
            if step >= length {
                let result = solvers.solve(&*position, platform::cores(), &limit, &mut |_| ())?;
                if cancel.is_cancelled() {
                    return Err(Failure::stopped("stopped while a position was drawn"));
                }
                if result.proven && result.length == Some(length) {
                    return Ok(position);
                }
            }
            let mut next = space.successors(&*position);
            // Not back at once.
            next.retain(|next| Some(next.start()) != last);
            if next.is_empty() {
                next = space.successors(&*position);
            }
            last = Some(position.start());
            position = next.swap_remove(numbers.below(next.len() as u64) as usize);
        }
        Err(Failure::input(format!(
            "--length {length}: a walk of {} moves from the goal met no position that far: choose a smaller length",
            grouped(u64::from(length) * u64::from(TRIES))
        )))
    }
}
