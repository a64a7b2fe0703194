//! Prepared solvers, one for each goal met, shared by all threads.

use crate::error::NotPrepared;
use crate::tables::TableCache;
use loyd_search::clock::Stopwatch;
use loyd_search::memory::granted;
use loyd_search::observe::{Limit, Outcome, Report};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmSpec;
use loyd_search::solver::{Engine, Outlook, Plan, Settings, Solve};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A solver that threads share.
pub type Shared<P> = Arc<dyn Engine<P>>;

/// The solver of an easy position, its report, and since when it searched.
pub type SolvedWithoutTables<P> = (Shared<P>, Report<<P as Puzzle>::Move>, Stopwatch);

/// Solvers for positions of any shape and goal, with the same settings.
pub struct Solvers<P: Puzzle, C: TableCache<P>> {
    settings: Settings<P>,
    /// The number of positions.
    boards: u64,
    /// Heuristics that earlier runs of these positions chose, by goal.
    chosen: Vec<(P::Position, P::Heuristic)>,
    prepared: Mutex<Prepared<P, C>>,
}

struct Prepared<P: Puzzle, C> {
    /// The most recently used first.
    solvers: VecDeque<Shared<P>>,
    /// The solver last used for a first try.
    first: Option<Shared<P>>,
    /// The source of tables, and the tables taken from it.
    tables: C,
    built: P::Tables,
    setup: Duration,
}

/// Prepared solvers at most: their tables may be large, and a batch rarely has more goals.
const MAX_SOLVERS: usize = 8;

/// A result, or the reason why there is no solver.
type OrNotPrepared<T, P, C> = Result<T, NotPrepared<<C as TableCache<P>>::Error>>;

impl<P: Solve, C: TableCache<P>> Solvers<P, C> {
    /// No solver yet; `boards` positions are to be solved.
    pub fn new(settings: Settings<P>, tables: C, boards: usize) -> Self {
        let (solvers, built) = (VecDeque::new(), P::Tables::default());
        let prepared =
            Mutex::new(Prepared { solvers, first: None, tables, built, setup: Duration::ZERO });
        Self { settings, boards: boards as u64, chosen: Vec::new(), prepared }
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
    /// If the heuristic or the algorithm cannot be had for this goal, or a table or memory is not
    /// there.
    pub fn get(&self, goal: &P::Position) -> OrNotPrepared<Shared<P>, P, C> {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let index = prepared.solvers.iter().position(|solver| solver.plan().goal == *goal);
        if let Some(solver) = index.and_then(|at| prepared.solvers.remove(at)) {
            prepared.solvers.push_front(solver.clone());
            return Ok(solver);
        }
        let began = Stopwatch::start();
        let solver: Shared<P> = self.prepare(goal, &mut prepared)?.into();
        prepared.setup += began.elapsed();
        prepared.solvers.push_front(solver.clone());
        prepared.solvers.truncate(MAX_SOLVERS);
        Ok(solver)
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
        if self.settings.heuristic.is_some() || limit.nodes.is_some() || limit.share.is_some() {
            return None;
        }
        let (solver, nodes) = self.first_solver(goal)?;
        let limit = Limit { nodes: Some(nodes), ..limit.clone() };
        let began = Stopwatch::start();
        let report = solver.solve(start, threads, &limit, &mut |_| ());
        if let Outcome::Solved { proven: true, .. } = report.outcome {
            return Some((solver, report, began));
        }
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).setup += began.elapsed();
        None
    }

    /// The solver to try first, unless the one for this goal is prepared already.
    fn first_solver(&self, goal: &P::Position) -> Option<(Shared<P>, u64)> {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if prepared.solvers.iter().any(|solver| solver.plan().goal == *goal) {
            return None;
        }
        let Prepared { tables, built, first, .. } = &mut *prepared;
        let plan = self.choose(goal, tables).ok()?;
        let is_cached = |key: &P::TableKey| tables.is_cached(key, plan.metric);
        let (plan, nodes) = P::first_try(&plan, &is_cached)?;
        if let Some(known) = first.as_ref().filter(|known| known.plan().goal == *goal) {
            return Some((known.clone(), nodes));
        }
        let began = Stopwatch::start();
        for key in P::tables_of(&plan) {
            tables.find(&key, plan.metric, built).ok()?;
        }
        let solver: Shared<P> = P::prepare(&plan, built).ok()?.into();
        prepared.setup += began.elapsed();
        prepared.first = Some(solver.clone());
        Some((solver, nodes))
    }

    /// Every choice for a goal; no table is built.
    ///
    /// # Errors
    /// If the heuristic or the algorithm cannot be had for this goal.
    pub fn plan(&self, goal: &P::Position) -> OrNotPrepared<Plan<P>, P, C> {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        self.choose(goal, &prepared.tables)
    }

    /// The metric.
    pub fn metric(&self) -> P::Metric {
        self.settings.metric
    }

    /// True if a table is there and need not be built.
    pub fn is_cached(&self, key: &P::TableKey) -> bool {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        prepared.tables.is_cached(key, self.metric())
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

    fn prepare(
        &self,
        goal: &P::Position,
        prepared: &mut Prepared<P, C>,
    ) -> OrNotPrepared<Box<dyn Engine<P>>, P, C> {
        /// The largest memory of a search beside its lists and databases: tables of strings and of
        /// walking distances.
        const HEADROOM: u64 = 24 << 20;
        if !granted(HEADROOM) {
            return Err(NotPrepared::Memory);
        }
        let Prepared { tables, built, .. } = prepared;
        let plan = self.choose(goal, tables)?;
        for key in P::tables_of(&plan) {
            tables.find(&key, plan.metric, built).map_err(NotPrepared::Tables)?;
        }
        P::prepare(&plan, built).map_err(NotPrepared::Unavailable)
    }

    /// Time spent on preparation.
    pub fn setup(&self) -> Duration {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).setup
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
