//! Prepared solvers, one for each goal met, shared by all threads.

use loyd::heuristic::Unavailable;
use loyd::puzzle::tiles::Position;
use loyd::solver::{Plan, Settings, Solver};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Solvers for boards of any size and goal, with the same settings.
pub(crate) struct Solvers {
    settings: Settings,
    prepared: Mutex<Prepared>,
}

#[derive(Default)]
struct Prepared {
    /// The most recently used first.
    solvers: VecDeque<Arc<Solver>>,
    setup: Duration,
}

/// Solvers kept: their tables may be large, and a batch rarely has more goals.
const KEPT: usize = 8;

impl Solvers {
    /// No solver yet.
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, prepared: Mutex::default() }
    }

    /// The solver for a goal. Others wait while one is prepared, rather than build the same tables.
    pub(crate) fn get(&self, goal: &Position) -> Result<Arc<Solver>, Unavailable> {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let found = prepared.solvers.iter().position(|solver| solver.plan().goal == *goal);
        if let Some(solver) = found.and_then(|at| prepared.solvers.remove(at)) {
            prepared.solvers.push_front(solver.clone());
            return Ok(solver);
        }
        let began = Instant::now();
        let solver = Arc::new(Solver::prepare(&Plan::new(goal, &self.settings)?)?);
        prepared.setup += began.elapsed();
        prepared.solvers.push_front(solver.clone());
        prepared.solvers.truncate(KEPT);
        Ok(solver)
    }

    /// Time spent on preparation.
    pub(crate) fn setup(&self) -> Duration {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).setup
    }
}
