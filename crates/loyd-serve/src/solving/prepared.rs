//! A solver for one goal, made when it is first needed.

use super::EXPECTED;
use super::registry::Kept;
use super::tables::Guarded;
use loyd::{Easily, Error, Listed, Shared, Solvers, TableCache};
use loyd_search::observe::Limit;
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::{Plan, Settings};
use loyd_search::space::Unsolvable;
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};

/// A solver, and what is needed to make it.
pub(super) struct Prepared<P: Puzzle, C: TableCache<P>> {
    solvers: Solvers<P, Guarded<C>>,
    goal: P::Position,
    engine: OnceLock<Shared<P>>,
    /// Taken by the thread that makes it.
    making: Mutex<()>,
}

/// The solver of a request, or the lack of one.
pub(super) enum Ready<P: Puzzle> {
    /// It is there.
    Engine(Shared<P>),
    /// The position was so easy that no tables were needed.
    Easily(Easily<P>),
    /// The position has no solution, for this reason.
    Unsolvable(Box<Plan<P>>, Unsolvable),
    /// Tables must be loaded or built first, or another thread is about to make the solver.
    NotYet,
}

impl<P: Listed, C: TableCache<P>> Prepared<P, C> {
    pub(super) fn new(settings: Settings<P>, tables: Guarded<C>, goal: P::Position) -> Self {
        let solvers = Solvers::new(settings, tables, EXPECTED);
        Self { solvers, goal, engine: OnceLock::new(), making: Mutex::new(()) }
    }

    /// The solver, if it is there or can be had in some milliseconds.
    ///
    /// # Errors
    /// If the heuristic or the algorithm cannot be had for this goal.
    pub(super) fn quickly(&self, start: &P::Position, limit: &Limit) -> Result<Ready<P>, Error> {
        if let Some(engine) = self.engine.get() {
            return Ok(Ready::Engine(engine.clone()));
        }
        let making = match self.making.try_lock() {
            Ok(making) => making,
            Err(TryLockError::Poisoned(making)) => making.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(Ready::NotYet),
        };
        if let Some(easily) = self.solvers.try_easily(start, &self.goal, 1, limit) {
            return Ok(Ready::Easily(easily));
        }
        let plan = self.solvers.plan(&self.goal)?;
        if let Err(why) = P::solvable(start, &self.goal) {
            return Ok(Ready::Unsolvable(Box::new(plan), why));
        }
        // Databases that are not among the kept tables are built with the solver itself, and all tables of
        // puzzles that come from definitions.
        let has_tables = !P::tables_of(&plan).is_empty();
        let is_defined = !P::NAMED_SHAPES.is_empty();
        if has_tables || is_defined || plan.heuristic.to_string().contains("pdb:") {
            return Ok(Ready::NotYet);
        }
        Ok(Ready::Engine(self.make(&making)?))
    }

    /// The solver; waits while another thread makes it.
    ///
    /// # Errors
    /// If the heuristic or the algorithm cannot be had for this goal, or a table or memory is not
    /// there.
    pub(super) fn surely(&self) -> Result<Shared<P>, Error> {
        if let Some(engine) = self.engine.get() {
            return Ok(engine.clone());
        }
        let making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        self.make(&making)
    }

    fn make(&self, _making: &MutexGuard<'_, ()>) -> Result<Shared<P>, Error> {
        if let Some(engine) = self.engine.get() {
            return Ok(engine.clone());
        }
        let engine = self.solvers.get(&self.goal)?;
        Ok(self.engine.get_or_init(|| engine).clone())
    }
}

impl<P: Listed, C: TableCache<P> + Send + 'static> Kept for Prepared<P, C> {
    fn has_tables(&self) -> bool {
        self.engine.get().is_some_and(|engine| !P::tables_of(engine.plan()).is_empty())
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}
