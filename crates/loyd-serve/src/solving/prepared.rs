//! A solver for one goal, prepared by the first request that needs it.

use super::EXPECTED;
use super::registry::CachedSolver;
use super::tables::ListedTables;
use loyd::{Error, Listed, Shared, SolvedWithoutTables, Solvers, TableCache};
use loyd_search::observe::Limit;
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::{Plan, Settings};
use loyd_search::space::Unsolvable;
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};

/// A solver, and the settings for its preparation.
pub(super) struct Prepared<P: Puzzle, C: TableCache<P>> {
    solvers: Solvers<P, ListedTables<C>>,
    goal: P::Position,
    engine: OnceLock<Shared<P>>,
    /// Locked by the thread that prepares the solver.
    preparation: Mutex<()>,
}

/// The solver of a request, or the reason why the request has none.
pub(super) enum Ready<P: Puzzle> {
    /// The solver is ready.
    Engine(Shared<P>),
    /// The position was solved without the tables of its plan.
    SolvedWithoutTables(SolvedWithoutTables<P>),
    /// The position has no solution, for this reason.
    Unsolvable(Box<Plan<P>>, Unsolvable),
    /// Tables must be loaded or built first, or another thread is preparing the solver.
    NeedsTables,
}

impl<P: Listed, C: TableCache<P>> Prepared<P, C> {
    pub(super) fn new(settings: Settings<P>, tables: ListedTables<C>, goal: P::Position) -> Self {
        let solvers = Solvers::new(settings, tables, EXPECTED);
        Self { solvers, goal, engine: OnceLock::new(), preparation: Mutex::new(()) }
    }

    /// The solver, if it is ready or can be prepared in some milliseconds.
    ///
    /// # Errors
    /// If the heuristic or the algorithm is unavailable for this goal.
    pub(super) fn engine_if_cheap(
        &self,
        start: &P::Position,
        limit: &Limit,
    ) -> Result<Ready<P>, Error> {
        if let Some(engine) = self.engine.get() {
            return Ok(Ready::Engine(engine.clone()));
        }
        let lock = match self.preparation.try_lock() {
            Ok(lock) => lock,
            Err(TryLockError::Poisoned(lock)) => lock.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(Ready::NeedsTables),
        };
        if let Some(solved) = self.solvers.solve_without_tables(start, &self.goal, 1, limit) {
            return Ok(Ready::SolvedWithoutTables(solved));
        }
        let plan = self.solvers.plan(&self.goal)?;
        if let Err(why) = P::solvable(start, &self.goal) {
            return Ok(Ready::Unsolvable(Box::new(plan), why));
        }
        // The preparation itself builds databases that are not cached tables, and all tables of puzzles from
        // definitions.
        let has_tables = !P::tables_of(&plan).is_empty();
        let is_defined = !P::NAMED_SHAPES.is_empty();
        if has_tables || is_defined || plan.heuristic.to_string().contains("pdb:") {
            return Ok(Ready::NeedsTables);
        }
        Ok(Ready::Engine(self.prepare(&lock)?))
    }

    /// The solver; waits while another thread prepares it.
    ///
    /// # Errors
    /// If the heuristic, the algorithm, a table or memory is unavailable.
    pub(super) fn engine_blocking(&self) -> Result<Shared<P>, Error> {
        if let Some(engine) = self.engine.get() {
            return Ok(engine.clone());
        }
        let lock = self.preparation.lock().unwrap_or_else(PoisonError::into_inner);
        self.prepare(&lock)
    }

    fn prepare(&self, _lock: &MutexGuard<'_, ()>) -> Result<Shared<P>, Error> {
        if let Some(engine) = self.engine.get() {
            return Ok(engine.clone());
        }
        let engine = self.solvers.get(&self.goal)?;
        Ok(self.engine.get_or_init(|| engine).clone())
    }
}

impl<P: Listed, C: TableCache<P> + Send + 'static> CachedSolver for Prepared<P, C> {
    fn has_tables(&self) -> bool {
        self.engine.get().is_some_and(|engine| !P::tables_of(engine.plan()).is_empty())
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}
