//! Prepared solvers shared by requests: a server and a page solve many positions in the same way.

use crate::error::Error;
use crate::listed::Listed;
use crate::puzzles::{EveryTableCache, PuzzleName};
use crate::solve::{SolveRequest, SolveResult, count_all, solve_by, solve_without_tables};
use crate::solvers::Solvers;
use crate::tables::TableCache;
use crate::trace::{TraceRequest, TraceResult, record};
use loyd_search::observe::Progress;
use loyd_search::puzzle::Puzzle;
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// Solvers by their choices, the most recently used first.
///
/// The tables of a pattern database are built or loaded by the first request that needs them; later
/// requests with the same puzzle, metric, algorithm and heuristic find them prepared.
pub struct Session<C> {
    tables: C,
    max_choices: usize,
    prepared: Mutex<Vec<(Key, Arc<dyn Any + Send + Sync>)>>,
}

/// The choices on which a solver depends, as the request writes them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Key {
    puzzle: PuzzleName,
    metric: Option<String>,
    algorithm: Option<String>,
    heuristic: Option<String>,
    pruning: Option<String>,
}

impl Key {
    fn of(request: &SolveRequest, puzzle: PuzzleName) -> Self {
        Self {
            puzzle,
            metric: request.metric.clone(),
            algorithm: request.algorithm.clone(),
            heuristic: request.heuristic.clone(),
            pruning: request.pruning.clone(),
        }
    }
}

/// The result of a preparation.
#[derive(Clone, PartialEq, Debug)]
pub enum Preparation {
    /// The position was solved on the way.
    Solved(Box<SolveResult>),
    /// The solver is ready.
    Ready {
        /// Seconds that its tables took; 0 if it was ready before.
        seconds: f64,
    },
}

/// The number of positions that a session expects with the same choices: tables that pay off for so
/// many are built.
const EXPECTED: usize = 100;

impl<C: EveryTableCache + Clone + Send + 'static> Session<C> {
    /// Without solvers; those of the last `max_choices` choices stay prepared.
    pub fn new(tables: C, max_choices: usize) -> Self {
        Self { tables, max_choices, prepared: Mutex::new(Vec::new()) }
    }

    /// Solves a position as [`solve()`](crate::solve()) does, with a prepared solver if there is one.
    ///
    /// # Errors
    /// If a name in the request is unknown, or a table of its heuristic is unavailable.
    pub fn solve(
        &self,
        request: &SolveRequest,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error> {
        let puzzle = PuzzleName::named(&request.puzzle)?;
        for_puzzle!(puzzle, P => {
            let solvers = self.solvers::<P>(request, puzzle)?;
            solve_by::<P, C>(request, &solvers, progress)
        })
    }

    /// Makes the solver of a request ready, unless the position is so easy that it is solved without.
    /// A following [`solve`](Self::solve) of the same request finds it prepared.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve).
    pub fn prepare(&self, request: &SolveRequest) -> Result<Preparation, Error> {
        let puzzle = PuzzleName::named(&request.puzzle)?;
        for_puzzle!(puzzle, P => {
            let solvers = self.solvers::<P>(request, puzzle)?;
            let (shape, goal) = (request.shape.as_deref(), request.goal.as_deref());
            let task = P::read(&request.position, shape, goal)?;
            if let Some((mut result, solver)) = solve_without_tables(&task, &solvers, request.threads, &request.limit) {
                count_all(request, &task, &*solver, &mut result);
                return Ok(Preparation::Solved(Box::new(result)));
            }
            let before = solvers.setup();
            solvers.get(&task.goal)?;
            Ok(Preparation::Ready { seconds: solvers.setup().saturating_sub(before).as_secs_f64() })
        })
    }

    /// Records a search in memory, of an algorithm that reports what it expands.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve), and an algorithm that reports nothing.
    pub fn trace(&self, request: &TraceRequest) -> Result<TraceResult, Error> {
        let puzzle = PuzzleName::named(&request.solve.puzzle)?;
        for_puzzle!(puzzle, P => {
            let solvers = self.solvers::<P>(&request.solve, puzzle)?;
            record::<P, C>(request, &solvers)
        })
    }

    /// The patterns of additive databases that give a position its value: the tiles of each and its
    /// share. Empty for heuristics without such databases.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve).
    pub fn patterns(&self, request: &SolveRequest) -> Result<Vec<(Vec<u16>, u32)>, Error> {
        let puzzle = PuzzleName::named(&request.puzzle)?;
        for_puzzle!(puzzle, P => {
            let solvers = self.solvers::<P>(request, puzzle)?;
            let (shape, goal) = (request.shape.as_deref(), request.goal.as_deref());
            let task = P::read(&request.position, shape, goal)?;
            P::solvable(&task.start, &task.goal).map_err(|why| Error::Unsolvable(why.reason))?;
            let solver = solvers.get(&task.goal)?;
            Ok(P::pattern_values(&*solver, &task.start))
        })
    }

    /// The solvers for the choices of a request.
    ///
    /// # Errors
    /// If a name in the request is unknown.
    pub fn solvers<P: Listed>(
        &self,
        request: &SolveRequest,
        puzzle: PuzzleName,
    ) -> Result<Arc<Solvers<P, C>>, Error>
    where
        C: TableCache<P>,
    {
        let key = Key::of(request, puzzle);
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = prepared.iter().position(|(choices, _)| *choices == key) {
            let entry = prepared.remove(at);
            let solvers = entry.1.clone().downcast::<Solvers<P, C>>();
            prepared.insert(0, entry);
            if let Ok(solvers) = solvers {
                return Ok(solvers);
            }
        }
        let settings = request.choices().settings::<P>()?;
        let solvers = Arc::new(Solvers::<P, C>::new(settings, self.tables.clone(), EXPECTED));
        prepared.insert(0, (key, solvers.clone()));
        prepared.truncate(self.max_choices);
        Ok(solvers)
    }

    /// Forgets all solvers.
    pub fn clear(&self) {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::NoTables;

    #[test]
    fn solvers_are_prepared_once_and_the_least_recently_used_are_dropped() {
        let session = Session::new(NoTables { memory: 1 << 28 }, 2);
        let request = |heuristic: &str| SolveRequest {
            heuristic: Some(heuristic.to_owned()),
            ..SolveRequest::new("tiles", "8 6 7 2 5 4 3 0 1")
        };
        let solvers = |heuristic| {
            let tiles = PuzzleName::Tiles;
            session.solvers::<crate::types::Tiles>(&request(heuristic), tiles).expect("solvers")
        };
        let first = solvers("manhattan");
        assert!(Arc::ptr_eq(&first, &solvers("manhattan")));
        let _ = (solvers("hamming"), solvers("zero"));
        assert!(!Arc::ptr_eq(&first, &solvers("manhattan")), "two choices stay prepared");
        for heuristic in ["manhattan", "hamming", "manhattan"] {
            let result = session.solve(&request(heuristic), &mut |_| ()).expect("a result");
            assert_eq!((result.length, result.proven), (Some(31), true), "{heuristic}");
        }
        let unknown = session.solve(&request("mannhattan"), &mut |_| ());
        assert!(matches!(unknown, Err(Error::Heuristic { .. })));
    }
}
