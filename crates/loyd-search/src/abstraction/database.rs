//! A table read as a heuristic.

use super::build::{BuildProgress, build};
use super::options::{BuildError, Options, Storage};
use super::table::Table;
use super::{Abstraction, rank_of, residues};
use crate::space::{Heuristic, Properties, StateSpace};
use std::marker::PhantomData;
use std::sync::Arc;

/// A pattern database: an abstraction and the distances of all its states.
///
/// Consistent in every storage: a saturated value is the smaller of the distance and a constant,
/// and neither falls by more than the charge of a move.
#[derive(Debug)]
pub struct PatternDatabase<S, A> {
    abstraction: A,
    table: Arc<Table>,
    space: PhantomData<fn() -> S>,
}

impl<S: StateSpace, A: Abstraction<S> + Sync> PatternDatabase<S, A> {
    /// Builds the table of an abstraction for some goals; see [`build`].
    ///
    /// # Errors
    /// Errors of [`build`]; also if an action is charged more than it costs.
    pub fn new(
        abstraction: A,
        goals: &[S::State],
        options: &Options,
        progress: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Self, BuildError> {
        for (action, cost) in abstraction.actions() {
            let charge = abstraction.charge(action);
            if charge > cost {
                return Err(BuildError::Overcharged { charge, cost });
            }
        }
        let table = build::<S, A>(&abstraction, goals, options, progress)?;
        Ok(Self { abstraction, table: Arc::new(table), space: PhantomData })
    }

    /// The database of an abstraction and its table, built earlier for the same goals. `None` if the table
    /// has another size; a table of another abstraction of this size is not recognised.
    pub fn with_table(abstraction: A, table: Arc<Table>) -> Option<Self> {
        let fits = abstraction.size() == table.size();
        fits.then_some(Self { abstraction, table, space: PhantomData })
    }
}

impl<S, A> PatternDatabase<S, A> {
    /// The abstraction.
    pub fn abstraction(&self) -> &A {
        &self.abstraction
    }

    /// The distances of the abstract states.
    pub fn table(&self) -> &Table {
        &self.table
    }
}

impl<S: StateSpace, A: Abstraction<S>> PatternDatabase<S, A> {
    fn rank(&self, state: &S::State) -> u64 {
        rank_of(&self.abstraction, self.abstraction.project(state))
    }
}

impl<S: StateSpace, A: Abstraction<S>> Heuristic<S> for PatternDatabase<S, A> {
    /// The value itself.
    type Memo = u32;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &S::State) -> u32 {
        let rank = self.rank(state);
        let value = self.table.value(rank);
        value.unwrap_or_else(|| residues::descend(&self.abstraction, &self.table, rank))
    }

    #[inline]
    fn step(&self, before: u32, after: &S::State, _effect: S::Effect) -> u32 {
        let rank = self.rank(after);
        match self.table.storage() {
            Storage::Residues => match self.table.residue(rank) {
                Some(residue) => residues::follow(before, residue),
                None => self.table.maximum(),
            },
            _ => self.table.value(rank).unwrap_or(before),
        }
    }

    #[inline]
    fn value(&self, memo: u32) -> u32 {
        memo
    }

    fn resume(&self, _state: &S::State, value: u32) -> u32 {
        value
    }
}
