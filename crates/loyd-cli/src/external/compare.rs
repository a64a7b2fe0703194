//! Comparisons with heuristics from outside: the searches of a cell, one after the other.

use super::External;
use super::opened::Opened;
use super::solve::{solve, strategy};
use loyd::erased::{AnyTask, Metric};
use loyd::{Error, SolveResult};
use loyd_lab::{ExternalHeuristics, Searches};
use loyd_search::observe::{Cancel, Limit, Progress};
use loyd_search::search::AlgorithmSpec;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The list of heuristics without those from outside, and these.
pub(crate) fn split_list(list: &str) -> (String, ExternalHeuristics) {
    let (outside, others): (Vec<&str>, Vec<&str>) =
        list.split(',').partition(|entry| External::is_named(entry.trim()));
    let names = outside.iter().map(|entry| entry.trim().to_owned()).collect();
    let check = |algorithm: &AlgorithmSpec| {
        strategy(Some(algorithm)).map(drop).map_err(|why| why.to_string())
    };
    (others.join(","), ExternalHeuristics { names, check })
}

/// Searches with a heuristic from outside.
pub(crate) struct ExternalSearches {
    metric: Metric,
    algorithm: Option<AlgorithmSpec>,
    heuristic: String,
    opened: Mutex<Opened>,
}

impl ExternalSearches {
    /// The searches of an algorithm.
    pub(crate) fn new(
        metric: Metric,
        algorithm: Option<AlgorithmSpec>,
        heuristic: &str,
        cancel: &Cancel,
    ) -> Self {
        let opened = Mutex::new(Opened::new(heuristic, cancel));
        Self { metric, algorithm, heuristic: heuristic.to_owned(), opened }
    }

    fn opened(&self) -> MutexGuard<'_, Opened> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Searches for ExternalSearches {
    fn prepare(&self, task: &dyn AnyTask) -> Result<(), Error> {
        let mut opened = self.opened();
        opened.of_goal(task).map(drop).map_err(|why| Error::Tables(Box::new(why)))
    }

    fn setup(&self) -> Duration {
        self.opened().setup()
    }

    fn estimate(&self, task: &dyn AnyTask) -> Result<Option<u32>, Error> {
        let mut opened = self.opened();
        let external = opened.of_goal(task);
        let values = external.and_then(|external| external.estimates(&[task.start()]));
        values.map(|values| values.first().copied()).map_err(|why| Error::Tables(Box::new(why)))
    }

    fn measure(
        &self,
        task: &dyn AnyTask,
        limit: &Limit,
        clock: &dyn Fn() -> Option<Duration>,
        _progress: &mut dyn FnMut(&Progress),
    ) -> Result<(SolveResult, Option<Duration>), Error> {
        let mut opened = self.opened();
        let before = clock();
        let result = strategy(self.algorithm.as_ref()).and_then(|strategy| {
            solve(opened.of_goal(task)?, task, (strategy, &self.metric), limit)
        });
        let mut result = result.map_err(|why| Error::Tables(Box::new(why)))?;
        let time = before.and_then(|before| clock()?.checked_sub(before));
        result.algorithm = self.algorithm.as_ref().map(ToString::to_string);
        result.heuristic = Some(self.heuristic.clone());
        result.statistics.expanded = result.expanded.unwrap_or_default();
        result.statistics.generated = result.generated.unwrap_or_default();
        Ok((result, time))
    }
}
