//! A request to solve a position, in stages.

use super::prepared::{Prepared, Ready};
use loyd::checking::Until;
use loyd::erased::AnyTask as _;
use loyd::{Error, Listed, Remark, SolveRequest, SolveResult, Status, TableCache, Task};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Limit, Outcome, Progress, Report, Statistics, StopCause};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmName;
use loyd_search::solver::Engine;
use std::sync::{Arc, Mutex, PoisonError};

/// The result of a slice.
pub(crate) enum Step {
    /// The search is done.
    Done(Box<SolveResult>),
    /// The search needs more time.
    Longer,
    /// The search needs a solver without its tables.
    Prepare,
}

/// A request to solve a position of any puzzle.
pub(crate) trait Search: Send + Sync {
    /// Searches within a small limit, if the solver is ready.
    ///
    /// # Errors
    /// If the solver is unavailable.
    fn search_slice(&self, limit: &Limit) -> Result<Step, Error>;

    /// Prepares the solver.
    ///
    /// # Errors
    /// If the solver or its tables are unavailable.
    fn prepare(&self) -> Result<(), Error>;

    /// Searches until the search ends or a limit is met.
    ///
    /// # Errors
    /// If the solver is unavailable.
    fn search_to_limit(
        &self,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error>;

    /// Threads of the whole search; a slice has one thread.
    fn threads(&self) -> usize;

    /// The result of a search that reached its deadline before it could start or continue.
    fn timeout_result(&self) -> SolveResult;
}

/// A request and its solver.
pub(super) struct PuzzleSearch<P: Puzzle, C: TableCache<P>> {
    request: SolveRequest,
    task: Task<P>,
    metric: P::Metric,
    prepared: Arc<Prepared<P, C>>,
    /// The result of a slice that was too short.
    partial: Mutex<Option<SolveResult>>,
    /// Called after the preparation.
    on_prepared: Option<Box<dyn Fn() + Send + Sync>>,
}

impl<P: Listed, C: TableCache<P> + Send> PuzzleSearch<P, C> {
    pub(super) fn new(
        request: SolveRequest,
        task: Task<P>,
        metric: P::Metric,
        prepared: Arc<Prepared<P, C>>,
    ) -> Self {
        Self { request, task, metric, prepared, partial: Mutex::new(None), on_prepared: None }
    }

    /// Sets a function that is called after the preparation.
    pub(super) fn on_prepared(self, call: impl Fn() + Send + Sync + 'static) -> Self {
        Self { on_prepared: Some(Box::new(call)), ..self }
    }

    fn result(
        &self,
        engine: &dyn Engine<P>,
        report: Report<P::Move>,
        began: Stopwatch,
        limit: &Limit,
    ) -> SolveResult {
        let seconds = began.elapsed().as_secs_f64();
        let until = Until::end_of(began, limit);
        let mut result = SolveResult::of((&self.task, &until), engine.plan(), report, seconds);
        if let Some(max) = self.request.all
            && let Some(length) = result.countable()
        {
            result.count_all(&self.task, engine, (length, max), limit);
        }
        result
    }
}

impl<P: Listed, C: TableCache<P> + Send> Search for PuzzleSearch<P, C> {
    fn search_slice(&self, limit: &Limit) -> Result<Step, Error> {
        let (engine, report, began) =
            match self.prepared.engine_if_cheap(&self.task.start, limit)? {
                Ready::NeedsTables => return Ok(Step::Prepare),
                Ready::Unsolvable(plan, why) => {
                    let (outcome, statistics) = (Outcome::Unsolvable(why), Statistics::default());
                    let report = Report::new(outcome, statistics);
                    let result = SolveResult::of((&self.task, &Until::done()), &plan, report, 0.0);
                    return Ok(Step::Done(Box::new(result)));
                }
                Ready::SolvedWithoutTables(solved) => solved,
                Ready::Engine(engine) => {
                    let name = engine.plan().algorithm.name;
                    let improves = name.info().improves_until_limit;
                    let limit = match name {
                        // The first solution is the result unless the client sets a time limit, which requests
                        // shorter solutions; the limits of the server do not.
                        _ if improves && self.request.limit.time.is_none() => {
                            Limit { time: None, nodes: None, ..limit.clone() }
                        }
                        // These algorithms improve a solution until the time limit.
                        _ if improves => return Ok(Step::Longer),
                        AlgorithmName::AraStar => return Ok(Step::Longer),
                        _ => limit.clone(),
                    };
                    let began = Stopwatch::start();
                    let report = engine.solve(&self.task.start, 1, &limit, &mut |_| ());
                    (engine, report, began)
                }
            };
        let stopped = matches!(report.outcome, Outcome::Stopped { .. });
        let result = self.result(&*engine, report, began, limit);
        let counted = !matches!(result.remark, Some(Remark::CountStopped(_)));
        let checked = !matches!(result.remark, Some(Remark::Unchecked(_)));
        if !stopped && counted && checked {
            return Ok(Step::Done(Box::new(result)));
        }
        *self.partial.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        Ok(Step::Longer)
    }

    fn prepare(&self) -> Result<(), Error> {
        self.prepared.engine_blocking()?;
        if let Some(call) = &self.on_prepared {
            call();
        }
        Ok(())
    }

    fn search_to_limit(
        &self,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error> {
        let engine = self.prepared.engine_blocking()?;
        let began = Stopwatch::start();
        let report = engine.solve_or_best(&self.task.start, self.threads(), limit, progress);
        Ok(self.result(&*engine, report, began, limit))
    }

    fn threads(&self) -> usize {
        self.request.threads
    }

    fn timeout_result(&self) -> SolveResult {
        let partial = self.partial.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut result = partial.unwrap_or_else(|| self.task.open_result(&self.metric.to_string()));
        if result.status == Status::Invalid {
            result.status = Status::Stopped;
        }
        if result.status == Status::Stopped {
            result.lower_bound.get_or_insert(0);
            result.remark = Some(Remark::Stopped(StopCause::Time));
            self.task.add_quick_solution(&self.metric.to_string(), &mut result);
        }
        result
    }
}
