//! The contract of a puzzle for the solver: its engines, and the tables that they take.

use super::{Engine, Outlook, Plan, Settings, Unavailable, generic};
use crate::puzzle::Puzzle;

/// A puzzle that can be solved by names. The defaults are those of the generic engine, without
/// stored tables.
pub trait Solve: Puzzle {
    /// Makes the choices that the settings leave open.
    ///
    /// # Errors
    /// If the heuristic or the algorithm is unavailable for this goal.
    fn plan(
        goal: &Self::Position,
        settings: &Settings<Self>,
        _outlook: &Outlook<'_, Self>,
    ) -> Result<Plan<Self>, Unavailable> {
        generic::plan(goal, settings)
    }

    /// The tables of a plan that a cache can store, each once.
    fn tables_of(_plan: &Plan<Self>) -> Vec<Self::TableKey> {
        Vec::new()
    }

    /// A plan for easy positions, and the expansions that are worth spending on it, before the tables of
    /// `plan` are loaded or built: its own tables take milliseconds. `is_cached` returns true for tables
    /// that need not be built. `None` if there is nothing to save.
    fn first_try(
        _plan: &Plan<Self>,
        _is_cached: &dyn Fn(&Self::TableKey) -> bool,
    ) -> Option<(Plan<Self>, u64)> {
        None
    }

    /// The engine of a plan, with these tables; others are built. [`generic::engine`] is the engine of any
    /// space and heuristic.
    ///
    /// # Errors
    /// If the heuristic is unavailable for this goal.
    fn prepare(
        plan: &Plan<Self>,
        tables: &Self::Tables,
    ) -> Result<Box<dyn Engine<Self>>, Unavailable>;
}
