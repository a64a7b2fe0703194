//! Prepared solvers, one for each goal met, shared by all threads.

use crate::error::NotPrepared;
use crate::listed::Listed;
use crate::tables::TableCache;
use loyd_search::clock::Stopwatch;
use loyd_search::memory::granted;
use loyd_search::observe::{Limit, Outcome, Report};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmSpec;
use loyd_search::solver::{Engine, Outlook, Plan, Settings, Solve};
use loyd_search::space::Unsolvable;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// A solver that threads share.
pub type Shared<P> = Arc<dyn Engine<P>>;

/// The solver of an easy position, its report, and since when it searched.
pub type SolvedWithoutTables<P> = (Shared<P>, Report<<P as Puzzle>::Move>, Stopwatch);

/// The solver of a position, or the reason why it has none.
pub(crate) enum Ready<P: Puzzle> {
    /// The solver is ready.
    Solver(Shared<P>),
    /// The position was solved without the tables of its plan.
    Solved(SolvedWithoutTables<P>),
    /// The position has no solution, for this reason.
    Unsolvable(Box<Plan<P>>, Unsolvable),
    /// Tables must be loaded or built first, or another thread is preparing a solver.
    NeedsTables,
}

/// Solvers for positions of any shape and goal, with the same settings.
pub struct Solvers<P: Puzzle, C: TableCache<P>> {
    settings: Settings<P>,
    /// The number of positions.
    boards: u64,
    /// Heuristics that earlier runs of these positions chose, by goal.
    chosen: Vec<(P::Position, P::Heuristic)>,
    prepared: Mutex<Prepared<P>>,
    /// Locked by the thread that prepares a solver.
    source: Mutex<Source<P, C>>,
}

struct Prepared<P: Puzzle> {
    /// The most recently used first.
    solvers: VecDeque<Shared<P>>,
    /// The solver last used for a first try.
    first: Option<Shared<P>>,
    setup: Duration,
}

/// The source of tables, and the tables taken from it.
struct Source<P: Puzzle, C> {
    tables: C,
    built: P::Tables,
}

/// Prepared solvers at most: their tables may be large, and a batch rarely has more goals.
const MAX_SOLVERS: usize = 8;

/// A result, or the reason why there is no solver.
type OrNotPrepared<T, P, C> = Result<T, NotPrepared<<C as TableCache<P>>::Error>>;

impl<P: Solve, C: TableCache<P>> Solvers<P, C> {
    /// No solver yet; `boards` positions are to be solved.
    pub fn new(settings: Settings<P>, tables: C, boards: usize) -> Self {
        let prepared = Prepared { solvers: VecDeque::new(), first: None, setup: Duration::ZERO };
        Self {
            settings,
            boards: boards as u64,
            chosen: Vec::new(),
            prepared: Mutex::new(prepared),
            source: Mutex::new(Source { tables, built: P::Tables::default() }),
        }
    }

    /// With the heuristics that earlier runs chose.
    #[must_use]
    pub fn with_choices(mut self, chosen: Vec<(P::Position, P::Heuristic)>) -> Self {
        self.chosen = chosen;
        self
    }

    /// The solver for a goal. Others wait while one is prepared, rather than build the same tables.
    ///
    /// # Errors
    /// If the heuristic or the algorithm is unavailable for this goal, or a table or memory is.
    pub fn get(&self, goal: &P::Position) -> OrNotPrepared<Shared<P>, P, C> {
        if let Some(solver) = self.cached(goal) {
            return Ok(solver);
        }
        self.prepare(goal, &mut self.source())
    }

    fn prepared(&self) -> MutexGuard<'_, Prepared<P>> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn source(&self) -> MutexGuard<'_, Source<P, C>> {
        self.source.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The solver for a goal if it is prepared.
    fn cached(&self, goal: &P::Position) -> Option<Shared<P>> {
        let solvers = &mut self.prepared().solvers;
        let at = solvers.iter().position(|solver| solver.plan().goal == *goal)?;
        let solver = solvers.remove(at)?;
        solvers.push_front(solver.clone());
        Some(solver)
    }

    /// Solves an easy position before the tables of its plan are loaded or built, if the heuristic was
    /// left open. Returns the solver that did it, a proven report, and since when it searched; `None` if
    /// the position is not easy, nothing would be saved, or only a part of the tree is to be searched.
    pub fn solve_without_tables(
        &self,
        start: &P::Position,
        goal: &P::Position,
        threads: usize,
        limit: &Limit,
    ) -> Option<SolvedWithoutTables<P>> {
        if !self.may_try_first(limit) || self.cached(goal).is_some() {
            return None;
        }
        let first = self.first_solver(goal, &mut self.source())?;
        self.try_first(first, start, threads, limit)
    }

    fn may_try_first(&self, limit: &Limit) -> bool {
        self.settings.heuristic.is_none() && limit.nodes.is_none() && limit.share.is_none()
    }

    fn try_first(
        &self,
        (solver, nodes): (Shared<P>, u64),
        start: &P::Position,
        threads: usize,
        limit: &Limit,
    ) -> Option<SolvedWithoutTables<P>> {
        let limit = Limit { nodes: Some(nodes), ..limit.clone() };
        let began = Stopwatch::start();
        let report = solver.solve(start, threads, &limit, &mut |_| ());
        if let Outcome::Solved { proven: true, .. } = report.outcome {
            return Some((solver, report, began));
        }
        self.prepared().setup += began.elapsed();
        None
    }

    /// The solver to try first, unless the one for this goal is prepared, and the states that it may expand.
    fn first_solver(
        &self,
        goal: &P::Position,
        source: &mut Source<P, C>,
    ) -> Option<(Shared<P>, u64)> {
        if self.cached(goal).is_some() {
            return None;
        }
        let Source { tables, built } = source;
        let plan = self.choose(goal, tables).ok()?;
        let is_cached = |key: &P::TableKey| tables.is_cached(key, plan.metric);
        let (plan, nodes) = P::first_try(&plan, &is_cached)?;
        let solver = self.prepared().first.clone().filter(|it| it.plan().goal == *goal);
        if let Some(solver) = solver {
            return Some((solver, nodes));
        }
        let began = Stopwatch::start();
        for key in P::tables_of(&plan) {
            tables.find(&key, plan.metric, built).ok()?;
        }
        let solver: Shared<P> = P::prepare(&plan, built).ok()?.into();
        let mut prepared = self.prepared();
        prepared.setup += began.elapsed();
        prepared.first = Some(solver.clone());
        Some((solver, nodes))
    }

    /// Every choice for a goal; no table is built.
    ///
    /// # Errors
    /// If the heuristic or the algorithm is unavailable for this goal.
    pub fn plan(&self, goal: &P::Position) -> OrNotPrepared<Plan<P>, P, C> {
        self.choose(goal, &self.source().tables)
    }

    /// The metric.
    pub fn metric(&self) -> P::Metric {
        self.settings.metric
    }

    /// True if a table is there and need not be built.
    pub fn is_cached(&self, key: &P::TableKey) -> bool {
        self.source().tables.is_cached(key, self.metric())
    }

    fn choose(&self, goal: &P::Position, tables: &C) -> OrNotPrepared<Plan<P>, P, C> {
        let mut settings = self.settings.clone();
        if settings.heuristic.is_none() {
            let earlier = self.chosen.iter().find(|(of, _)| of == goal);
            settings.heuristic = earlier.map(|(_, heuristic)| heuristic.clone());
        }
        tables.define(&mut settings, goal).map_err(NotPrepared::Tables)?;
        let is_cached = |key: &P::TableKey| tables.is_cached(key, settings.metric);
        let outlook =
            Outlook { boards: self.boards, memory: tables.memory(), is_cached: &is_cached };
        Plan::choose(goal, &settings, &outlook).map_err(NotPrepared::Unavailable)
    }

    /// Prepares the solver for a goal, unless another thread has done so.
    fn prepare(
        &self,
        goal: &P::Position,
        source: &mut Source<P, C>,
    ) -> OrNotPrepared<Shared<P>, P, C> {
        /// The largest memory of a search beside its lists and databases: tables of strings and of
        /// walking distances.
        const HEADROOM: u64 = 24 << 20;
        if let Some(solver) = self.cached(goal) {
            return Ok(solver);
        }
        let began = Stopwatch::start();
        if !granted(HEADROOM) {
            return Err(NotPrepared::Memory);
        }
        let Source { tables, built } = source;
        let plan = self.choose(goal, tables)?;
        for key in P::tables_of(&plan) {
            tables.find(&key, plan.metric, built).map_err(NotPrepared::Tables)?;
        }
        let solver = P::prepare(&plan, built).map_err(NotPrepared::Unavailable)?;
        let solver: Shared<P> = solver.into();
        let mut prepared = self.prepared();
        prepared.setup += began.elapsed();
        prepared.solvers.push_front(solver.clone());
        prepared.solvers.truncate(MAX_SOLVERS);
        Ok(solver)
    }

    /// True if a prepared solver has tables.
    pub(crate) fn has_tables(&self) -> bool {
        self.prepared().solvers.iter().any(|solver| !P::tables_of(solver.plan()).is_empty())
    }

    /// Time spent on preparation.
    pub fn setup(&self) -> Duration {
        self.prepared().setup
    }
}

impl<P: Listed, C: TableCache<P>> Solvers<P, C> {
    /// The solver of a position, if it is ready or can be prepared in some milliseconds.
    ///
    /// # Errors
    /// The errors of [`get`](Self::get).
    pub(crate) fn ready(
        &self,
        (start, goal): (&P::Position, &P::Position),
        threads: usize,
        limit: &Limit,
    ) -> OrNotPrepared<Ready<P>, P, C> {
        if let Some(solver) = self.cached(goal) {
            return Ok(Ready::Solver(solver));
        }
        let mut source = match self.source.try_lock() {
            Ok(source) => source,
            Err(TryLockError::Poisoned(source)) => source.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(Ready::NeedsTables),
        };
        let first =
            if self.may_try_first(limit) { self.first_solver(goal, &mut source) } else { None };
        if let Some(solved) = first.and_then(|it| self.try_first(it, start, threads, limit)) {
            return Ok(Ready::Solved(solved));
        }
        let plan = self.choose(goal, &source.tables)?;
        if let Err(why) = P::solvable(start, goal) {
            return Ok(Ready::Unsolvable(Box::new(plan), why));
        }
        // The preparation itself builds databases that are not cached tables, and all tables of puzzles from
        // definitions.
        let has_tables = !P::tables_of(&plan).is_empty();
        let is_defined = !P::NAMED_SHAPES.is_empty();
        if has_tables || is_defined || plan.heuristic.to_string().contains("pdb:") {
            return Ok(Ready::NeedsTables);
        }
        self.prepare(goal, &mut source).map(Ready::Solver)
    }
}

/// The warning about a heuristic that promises nothing to an algorithm that relies on it.
pub fn overestimate<P: Puzzle>(
    algorithm: &AlgorithmSpec,
    heuristic: &P::Heuristic,
    metric: P::Metric,
) -> Option<String> {
    let relies = algorithm.optimal() && algorithm.name.info().informed;
    (relies && !P::properties(heuristic, metric).admissible).then(|| {
        format!(
            "{heuristic} may overestimate in the {}: what {algorithm} finds with it is not proven \
             shortest.",
            P::metric_title(metric)
        )
    })
}
