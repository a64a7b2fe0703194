//! A request to solve a position, in stages.

use loyd::erased::{AnySolvers, AnyTask, Readiness};
use loyd::{Error, Remark, SolveRequest, SolveResult, Status};
use loyd_search::observe::{Limit, Progress, StopCause};
use loyd_search::search::AlgorithmName;
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

/// A request and its solvers.
pub(crate) struct Search {
    pub(super) request: SolveRequest,
    pub(super) task: Arc<dyn AnyTask>,
    metric: String,
    pub(super) solvers: Arc<dyn AnySolvers>,
    /// The result of a slice that was too short.
    partial: Mutex<Option<SolveResult>>,
}

impl Search {
    pub(super) fn new(
        request: SolveRequest,
        task: Arc<dyn AnyTask>,
        metric: String,
        solvers: Arc<dyn AnySolvers>,
    ) -> Self {
        Self { request, task, metric, solvers, partial: Mutex::new(None) }
    }

    /// Searches within a small limit, if the solver is ready.
    ///
    /// # Errors
    /// If the solver is unavailable.
    pub(crate) fn search_slice(&self, limit: &Limit) -> Result<Step, Error> {
        let limit = match self.solvers.prepare_if_cheap(&*self.task, &self.request)? {
            Readiness::NeedsTables => return Ok(Step::Prepare),
            Readiness::Solved(result) => return Ok(Step::Done(result)),
            // The first solution is the result unless the client sets a time limit, which requests
            // shorter solutions; the limits of the server do not.
            Readiness::Ready(name)
                if name.info().improves_until_limit && self.request.limit.time.is_none() =>
            {
                Limit { time: None, nodes: None, ..limit.clone() }
            }
            // These algorithms improve a solution until the time limit.
            Readiness::Ready(name)
                if name.info().improves_until_limit
                    || matches!(name, AlgorithmName::AraStar | AlgorithmName::Beam) =>
            {
                return Ok(Step::Longer);
            }
            Readiness::Ready(_) => limit.clone(),
        };
        let (task, no_clock) = (&*self.task, || None);
        let (mut result, _) = self.solvers.measure(task, 1, &limit, &no_clock, &mut |_| ())?;
        if let Some(counted) = self.request.counted() {
            self.solvers.count_all(task, &mut result, counted, &limit)?;
        }
        match result.remark {
            Some(
                Remark::Stopped(_)
                | Remark::Unchecked(_)
                | Remark::CountStopped(_)
                | Remark::BrokenTable { .. },
            ) => {
                *self.partial.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                Ok(Step::Longer)
            }
            _ => Ok(Step::Done(Box::new(result))),
        }
    }

    /// Prepares the solver.
    ///
    /// # Errors
    /// If the solver or its tables are unavailable.
    pub(crate) fn prepare(&self) -> Result<(), Error> {
        self.solvers.prepare(&*self.task)
    }

    /// Searches until the search ends or a limit is met.
    ///
    /// # Errors
    /// If the solver is unavailable.
    pub(crate) fn search_to_limit(
        &self,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error> {
        self.prepare()?;
        let request = SolveRequest { limit: limit.clone(), ..self.request.clone() };
        self.solvers.solve_request(&*self.task, &request, progress)
    }

    /// Threads of the whole search; a slice has one thread.
    pub(crate) fn threads(&self) -> usize {
        self.request.threads
    }

    /// The result of a search that reached its deadline before it could start or continue.
    pub(crate) fn timeout_result(&self) -> SolveResult {
        let partial = self.partial.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut result = partial.unwrap_or_else(|| self.task.open_result(&self.metric));
        if result.status == Status::Invalid {
            result.status = Status::Stopped;
        }
        if result.status == Status::Stopped {
            result.lower_bound.get_or_insert(0);
            result.remark = Some(Remark::Stopped(StopCause::Time));
            self.task.add_quick_solution(&self.metric, &mut result);
        }
        result
    }
}
