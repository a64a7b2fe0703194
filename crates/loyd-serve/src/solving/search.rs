//! One request to solve a position, in stages.

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
    /// It needs more time.
    Longer,
    /// It needs a solver whose tables are not there.
    Prepare,
}

/// A request to solve a position, whatever the puzzle.
pub(crate) trait Search: Send + Sync {
    /// Searches within a small limit, if the solver is there.
    ///
    /// # Errors
    /// If there is no such solver.
    fn briefly(&self, limit: &Limit) -> Result<Step, Error>;

    /// Makes the solver.
    ///
    /// # Errors
    /// If there is no such solver, or its tables cannot be had.
    fn prepare(&self) -> Result<(), Error>;

    /// Searches until there is a result or a limit is met.
    ///
    /// # Errors
    /// If there is no such solver.
    fn fully(
        &self,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error>;

    /// Threads of the whole search; a slice has one.
    fn threads(&self) -> usize;

    /// The result of a search whose time is over before it could begin, or continue.
    fn out_of_time(&self) -> SolveResult;
}

/// A request and its solver.
pub(super) struct Searching<P: Puzzle, C: TableCache<P>> {
    request: SolveRequest,
    task: Task<P>,
    metric: P::Metric,
    prepared: Arc<Prepared<P, C>>,
    /// The result of a slice that was too short.
    partial: Mutex<Option<SolveResult>>,
    /// Called when the solver is made.
    then: Option<Box<dyn Fn() + Send + Sync>>,
}

impl<P: Listed, C: TableCache<P> + Send> Searching<P, C> {
    pub(super) fn new(
        request: SolveRequest,
        task: Task<P>,
        metric: P::Metric,
        prepared: Arc<Prepared<P, C>>,
    ) -> Self {
        Self { request, task, metric, prepared, partial: Mutex::new(None), then: None }
    }

    /// With something to do when the solver is made.
    pub(super) fn then(self, then: impl Fn() + Send + Sync + 'static) -> Self {
        Self { then: Some(Box::new(then)), ..self }
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
        if let Some(most) = self.request.all
            && let Some(length) = result.countable()
        {
            result.count_all(&self.task, engine, (length, most), limit);
        }
        result
    }
}

impl<P: Listed, C: TableCache<P> + Send> Search for Searching<P, C> {
    fn briefly(&self, limit: &Limit) -> Result<Step, Error> {
        let (engine, report, began) = match self.prepared.quickly(&self.task.start, limit)? {
            Ready::NotYet => return Ok(Step::Prepare),
            Ready::Unsolvable(plan, why) => {
                let (outcome, statistics) = (Outcome::Unsolvable(why), Statistics::default());
                let report = Report::new(outcome, statistics);
                let result = SolveResult::of((&self.task, &Until::done()), &plan, report, 0.0);
                return Ok(Step::Done(Box::new(result)));
            }
            Ready::Easily(easily) => easily,
            Ready::Engine(engine) => {
                let limit = match engine.plan().algorithm.name {
                    // Without a time limit of the client, the first solution is the result: only such a limit
                    // asks for shorter ones, not the limits of the server.
                    AlgorithmName::TwoPhase if self.request.limit.time.is_none() => {
                        Limit { time: None, nodes: None, ..limit.clone() }
                    }
                    // They improve a solution as long as there is time.
                    AlgorithmName::TwoPhase | AlgorithmName::AraStar => return Ok(Step::Longer),
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
        self.prepared.surely()?;
        if let Some(then) = &self.then {
            then();
        }
        Ok(())
    }

    fn fully(
        &self,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error> {
        let engine = self.prepared.surely()?;
        let began = Stopwatch::start();
        let report = engine.solve_or_best(&self.task.start, self.threads(), limit, progress);
        Ok(self.result(&*engine, report, began, limit))
    }

    fn threads(&self) -> usize {
        self.request.threads
    }

    fn out_of_time(&self) -> SolveResult {
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
