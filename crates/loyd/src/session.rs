//! Prepared solvers shared by requests: a server and a page solve many positions in the same way.

use crate::choices::{Choices, algorithm, pruning, pruning_text};
use crate::erased::{AnySolvers, AnyTask, Readiness, solvers};
use crate::error::Error;
use crate::puzzles::{EveryTableCache, PuzzleName};
use crate::solve::{SolveRequest, SolveResult};
use crate::trace::{TraceRequest, TraceResult, read_trace};
use loyd_search::observe::Progress;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Solvers by their choices; the least recently used are evicted.
///
/// The tables of a pattern database are built or loaded by the first request that needs them; later
/// requests with the same puzzle, metric, algorithm and heuristic find them prepared.
pub struct Session {
    make: Box<MakeSolvers>,
    capacity: Capacity,
    cached: Mutex<VecDeque<Entry>>,
}

/// Makes the solvers of choices; the flag is true if a request names the heuristic.
type MakeSolvers =
    dyn Fn(PuzzleName, &Choices<'_>, bool) -> Result<Box<dyn AnySolvers>, Error> + Send + Sync;

type TaskAndSolvers = (Arc<dyn AnyTask>, Arc<dyn AnySolvers>);

/// The extent of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// The greatest number of choices whose solvers are cached.
    pub choices: usize,
    /// The greatest number of those whose solvers have tables of pattern databases.
    pub with_tables: usize,
    /// The expected number of positions with the same choices. A table is built if it saves more time on them
    /// than its build takes.
    pub positions: usize,
    /// True if the goal is one of the choices, so that no goal waits for the tables of another. Otherwise
    /// goals share tables.
    pub by_goal: bool,
}

struct Entry {
    key: Key,
    /// True for solvers that are never evicted.
    pinned: bool,
    solvers: Arc<dyn AnySolvers>,
}

/// The choices on which solvers depend, each with its canonical name; `None` leaves a choice open.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Key {
    puzzle: PuzzleName,
    metric: String,
    algorithm: Option<String>,
    heuristic: Option<String>,
    pruning: Option<String>,
    moves: Option<String>,
    /// The shape and the goal.
    goal: Option<(String, String)>,
}

impl Key {
    /// The choices of a request, without the goal.
    fn of(request: &SolveRequest, name: PuzzleName) -> Result<Self, Error> {
        let puzzle = name.puzzle();
        Ok(Self {
            puzzle: name,
            metric: puzzle.metric(request.metric.as_deref())?.name,
            algorithm: algorithm(request.algorithm.as_deref())?.map(|it| it.to_string()),
            heuristic: puzzle.heuristic(request.heuristic.as_deref())?,
            pruning: request.pruning.as_deref().map(pruning).transpose()?.map(pruning_text),
            moves: request.choices().moves.map(str::to_owned),
            goal: None,
        })
    }

    fn with_goal(self, task: &dyn AnyTask) -> Self {
        Self { goal: Some((task.shape(), task.goal_name())), ..self }
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

/// The patterns of an additive database, and their shares of its estimate of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PatternsResult {
    /// The heuristic.
    pub heuristic: String,
    /// The estimate.
    pub total: u32,
    /// The patterns.
    pub patterns: Vec<PatternShare>,
}

/// A pattern of an additive database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PatternShare {
    /// The tiles.
    pub tiles: Vec<u16>,
    /// The share of the estimate.
    pub value: u32,
}

impl Session {
    /// A session without solvers. `tables` makes the source of tables of solvers; its argument is true if a
    /// request names the heuristic.
    pub fn new<C: EveryTableCache + Send + 'static>(
        tables: impl Fn(bool) -> C + Send + Sync + 'static,
        capacity: Capacity,
    ) -> Self {
        let make = move |puzzle, choices: &Choices<'_>, is_named| {
            solvers(puzzle, choices, tables(is_named), (capacity.positions, &[]))
        };
        Self { make: Box::new(make), capacity, cached: Mutex::default() }
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
        let (task, solvers) = self.read(request)?;
        solvers.solve_request(&*task, request, progress)
    }

    /// Makes the solver of a request ready, unless the position is so easy that it is solved without.
    /// A following [`solve`](Self::solve) of the same request finds it prepared.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve).
    pub fn prepare(&self, request: &SolveRequest) -> Result<Preparation, Error> {
        let (task, solvers) = self.read(request)?;
        let before = solvers.setup();
        match solvers.prepare_if_cheap(&*task, request)? {
            Readiness::Solved(result) => return Ok(Preparation::Solved(result)),
            Readiness::Ready(_) => {}
            Readiness::NeedsTables => solvers.prepare(&*task)?,
        }
        Ok(Preparation::Ready { seconds: solvers.setup().saturating_sub(before).as_secs_f64() })
    }

    /// Records a search in memory, of an algorithm that reports what it expands.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve), and an algorithm that reports nothing.
    pub fn trace(&self, request: &TraceRequest) -> Result<TraceResult, Error> {
        let (task, solvers) = self.read(&request.solve)?;
        let mut bytes = Vec::new();
        solvers.record(&*task, request.steps, &request.solve.limit, &mut bytes)?;
        read_trace(&bytes)
    }

    /// The patterns of additive databases that give a position its estimate. Empty for heuristics without
    /// such databases.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve).
    pub fn patterns(&self, request: &SolveRequest) -> Result<PatternsResult, Error> {
        let (task, solvers) = self.read(request)?;
        let patterns = solvers.patterns(&*task)?.into_iter();
        let patterns: Vec<_> =
            patterns.map(|(tiles, value)| PatternShare { tiles, value }).collect();
        Ok(PatternsResult {
            heuristic: request.heuristic.clone().unwrap_or_default(),
            total: patterns.iter().map(|it| it.value).sum(),
            patterns,
        })
    }

    /// The position of a request, and its solvers.
    fn read(&self, request: &SolveRequest) -> Result<TaskAndSolvers, Error> {
        let (puzzle, request) = request.with_puzzle_of_goal()?;
        let key = Key::of(&request, puzzle)?;
        let task = request.read(puzzle)?;
        let solvers = self.solvers_of(key, &request, &*task)?;
        Ok((task, solvers))
    }

    /// The solvers for the choices of a request, whose position is the start of a task.
    ///
    /// # Errors
    /// If a name in the request is unknown.
    pub fn solvers(
        &self,
        request: &SolveRequest,
        task: &dyn AnyTask,
    ) -> Result<Arc<dyn AnySolvers>, Error> {
        let key = Key::of(request, PuzzleName::named(&request.puzzle)?)?;
        self.solvers_of(key, request, task)
    }

    fn solvers_of(
        &self,
        mut key: Key,
        request: &SolveRequest,
        task: &dyn AnyTask,
    ) -> Result<Arc<dyn AnySolvers>, Error> {
        if self.capacity.by_goal {
            key = key.with_goal(task);
        }
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let at = cached.iter().position(|entry| entry.key == key);
        if let Some(entry) = at.and_then(|at| cached.remove(at)) {
            let solvers = entry.solvers.clone();
            cached.push_front(entry);
            return Ok(solvers);
        }
        let solvers = (self.make)(key.puzzle, &request.choices(), key.heuristic.is_some())?;
        let solvers: Arc<dyn AnySolvers> = solvers.into();
        cached.push_front(Entry { key, pinned: false, solvers: solvers.clone() });
        evict(&mut cached, self.capacity);
        Ok(solvers)
    }

    /// Solvers of a request that are not cached, with tables as large as those that a plan may choose.
    ///
    /// # Errors
    /// If a name in the request is unknown.
    pub fn new_solvers(&self, request: &SolveRequest) -> Result<Arc<dyn AnySolvers>, Error> {
        let puzzle = PuzzleName::named(&request.puzzle)?;
        Ok((self.make)(puzzle, &request.choices(), false)?.into())
    }

    /// Caches solvers of a request for ever, also for requests that leave the heuristic open.
    ///
    /// # Errors
    /// If a name in the request is unknown.
    pub fn pin(
        &self,
        request: &SolveRequest,
        task: &dyn AnyTask,
        solvers: &Arc<dyn AnySolvers>,
    ) -> Result<(), Error> {
        let key = Key::of(request, PuzzleName::named(&request.puzzle)?)?;
        let named = if self.capacity.by_goal { key.with_goal(task) } else { key };
        let open = Key { heuristic: None, ..named.clone() };
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        cached.retain(|entry| entry.key != named && entry.key != open);
        for key in [open, named] {
            cached.push_front(Entry { key, pinned: true, solvers: solvers.clone() });
        }
        Ok(())
    }
}

/// Removes the least recently used solvers beyond the capacity.
fn evict(entries: &mut VecDeque<Entry>, capacity: Capacity) {
    let (mut all, mut with_tables) = (0, 0);
    entries.retain(|entry| {
        if entry.pinned {
            return true;
        }
        let has_tables = entry.solvers.has_tables();
        all += 1;
        with_tables += usize::from(has_tables);
        all <= capacity.choices && (with_tables <= capacity.with_tables || !has_tables)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::NoTables;

    fn request(heuristic: &str) -> SolveRequest {
        SolveRequest::new("tiles", "8 6 7 2 5 4 3 0 1").heuristic(heuristic)
    }

    fn solvers(session: &Session, request: &SolveRequest) -> Arc<dyn AnySolvers> {
        session.read(request).expect("solvers").1
    }

    #[test]
    fn solvers_are_prepared_once_and_the_least_recently_used_are_evicted() {
        let capacity = Capacity { choices: 2, with_tables: 1, positions: 100, by_goal: true };
        let session = Session::new(|_| NoTables { memory: 1 << 28 }, capacity);
        let solvers = |heuristic| solvers(&session, &request(heuristic));
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

    #[test]
    fn pinned_solvers_stay_and_serve_open_heuristics() {
        let capacity = Capacity { choices: 1, with_tables: 1, positions: 1, by_goal: true };
        let session = Session::new(|_| NoTables { memory: 1 << 28 }, capacity);
        let chosen = request("hamming");
        let pinned = session.new_solvers(&chosen).expect("solvers");
        let task = chosen.read(PuzzleName::Tiles).expect("a position");
        session.pin(&chosen, &*task, &pinned).expect("known names");
        let _ = (solvers(&session, &request("zero")), solvers(&session, &request("manhattan")));
        for heuristic in ["hamming", "auto"] {
            assert!(Arc::ptr_eq(&pinned, &solvers(&session, &request(heuristic))), "{heuristic}");
        }
        let other_goal = SolveRequest { goal: Some("blank-first".to_owned()), ..chosen };
        assert!(!Arc::ptr_eq(&pinned, &solvers(&session, &other_goal)));
    }
}
