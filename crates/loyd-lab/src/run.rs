//! The runs: cell by cell, board by board, each solution replayed.

use crate::environment::{Environment, RunProgress, Searches};
use crate::error::Error;
use crate::plan::{Board, Cell, Experiment, is_informed};
use crate::result::{Ending, RunResult};
use crate::speed::load_warning;
use loyd::batch::{NoThread, Workers, in_order};
use loyd_search::observe::{Cancel, Limit, Progress};
use loyd_search::search::AlgorithmName;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

impl Experiment {
    /// Does all runs, and returns their results by cell, board and repeat.
    ///
    /// # Errors
    /// If a heuristic is unavailable, or a table or memory is.
    pub fn run(&mut self, environment: &dyn Environment) -> Result<Vec<RunResult>, Error> {
        let mut results = Vec::new();
        let runner = Runner { experiment: self, environment, cancel: &Cancel::new() };
        runner.run(&[], &mut |result| {
            results.push(result);
            Ok::<(), Error>(())
        })?;
        self.complete(environment, &mut results);
        Ok(results)
    }

    /// Sorts results by cell, board and repeat, and adds the heuristic's value of each board, outside all
    /// clocks. Remarks name the heuristics whose tables are unavailable.
    pub fn complete(&mut self, environment: &dyn Environment, results: &mut [RunResult]) {
        results.sort_by_key(RunResult::key);
        let missing = estimates(self, environment, results);
        self.remarks.extend(missing);
        self.remarks.extend(load_warning(results));
    }
}

/// An experiment with all that its runs need.
pub struct Runner<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The program.
    pub environment: &'a dyn Environment,
    /// Stops the runs.
    pub cancel: &'a Cancel,
}

impl Runner<'_> {
    /// Performs all runs without an earlier result, and passes each result to `keep` after its run.
    /// Returns the time for building and loading tables.
    ///
    /// # Errors
    /// The first error of `keep`, or of a search that is impossible.
    pub fn run<E: From<loyd::Error> + From<NoThread>>(
        &self,
        earlier: &[RunResult],
        keep: &mut dyn FnMut(RunResult) -> Result<(), E>,
    ) -> Result<Duration, E> {
        let finished_keys: HashSet<_> = earlier.iter().map(RunResult::key).collect();
        let finished = AtomicUsize::new(finished_keys.len());
        let mut setup = Duration::ZERO;
        for (index, cell) in self.experiment.cells.iter().enumerate() {
            let boards = self.experiment.groups[cell.group].boards.len();
            // All boards once, then all again: a temporary load of the machine affects all cells.
            let remaining: Vec<_> = (1..=self.experiment.repeats)
                .flat_map(|repeat| (0..boards).map(move |board| (index, board, repeat)))
                .filter(|key| !finished_keys.contains(key))
                .collect();
            if remaining.is_empty() || self.cancel.is_cancelled() {
                continue;
            }
            setup += self.cell(cell, &remaining, &finished, keep)?;
        }
        Ok(setup)
    }

    fn cell<E: From<loyd::Error> + From<NoThread>>(
        &self,
        cell: &Cell,
        remaining: &[(usize, usize, u32)],
        finished: &AtomicUsize,
        keep: &mut dyn FnMut(RunResult) -> Result<(), E>,
    ) -> Result<Duration, E> {
        let Self { experiment, environment, cancel } = *self;
        let Experiment { rules, groups, limits, .. } = experiment;
        let group = &groups[cell.group];
        let searches =
            environment.searches(rules.puzzle, &rules.of_cell(cell), group.boards.len())?;
        for &(_, board, _) in remaining {
            // Tables are built before any clock runs.
            searches.prepare(&*group.boards[board].task)?;
        }
        let (limit, processor) = (self.limit(), environment.processor());
        // The processor time of the process is that of a search where no other runs.
        let clock = || environment.cpu_time().filter(|_| limits.at_once == 1);
        let report = |done, search: Option<(&Board, &Progress)>| {
            let runs = experiment.runs();
            environment.progress(&RunProgress { done, runs, group, cell, search });
        };
        let search = |key: &(usize, usize, u32)| {
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let board = &group.boards[key.1];
            let mut progress = |progress: &Progress| {
                report(finished.load(Ordering::Relaxed), Some((board, progress)));
            };
            let measured = searches.measure(&*board.task, &limit, &clock, &mut progress)?;
            Ok(Some(RunResult::of(*key, measured, &processor, environment)))
        };
        let address_space = environment.address_space();
        let workers = || Workers { count: limits.at_once, address_space };
        let mut boards: Vec<_> = remaining.iter().map(|&(_, board, _)| board).collect();
        boards.sort_unstable();
        boards.dedup();
        let warmup: Vec<_> = (0..experiment.warmup)
            .flat_map(|_| boards.iter().map(|&board| (remaining[0].0, board, 0)))
            .collect();
        in_order(&warmup, workers(), search, |result: Result<_, loyd::Error>| {
            result.inspect_err(|_| cancel.cancel()).map(drop).map_err(E::from)
        })?;
        in_order(remaining, workers(), search, |result: Result<_, loyd::Error>| {
            // After a failure the other searches stop.
            let result = result.inspect_err(|_| cancel.cancel())?;
            let Some(result) = result.filter(|run| run.ending != Ending::Interrupted) else {
                return Ok(());
            };
            report(finished.fetch_add(1, Ordering::Relaxed) + 1, None);
            keep(result).inspect_err(|_| cancel.cancel())
        })?;
        Ok(searches.setup())
    }

    /// The limits of one run: memory is shared among those that run at once.
    fn limit(&self) -> Limit {
        let limits = self.experiment.limits;
        Limit {
            nodes: limits.nodes,
            time: limits.time,
            memory: Some(limits.memory / limits.at_once as u64),
            cancel: Some(self.cancel.clone()),
            ..Limit::none()
        }
    }
}

/// Adds the values of the heuristics, each computed once for each board. Returns the reasons why values are
/// unknown.
fn estimates(
    experiment: &Experiment,
    environment: &dyn Environment,
    results: &mut [RunResult],
) -> Vec<String> {
    let rules = &experiment.rules;
    let mut missing = Vec::new();
    let mut cache: HashMap<(usize, &str, usize), Option<u32>> = HashMap::new();
    for (index, cell) in experiment.cells.iter().enumerate() {
        let Some(heuristic) = cell.heuristic.as_deref().filter(|_| is_informed(&cell.algorithm))
        else {
            continue;
        };
        let group = &experiment.groups[cell.group];
        let mut searches: Option<Box<dyn Searches>> = None;
        let mut estimate = |board: usize| {
            if searches.is_none() {
                let algorithm = AlgorithmName::IdaStarPlain.into();
                let choices = rules.choices(&algorithm, Some(heuristic));
                searches = Some(environment.searches(rules.puzzle, &choices, 1)?);
            }
            let Some(searches) = &searches else { return Ok(None) };
            searches.estimate(&*group.boards[board].task)
        };
        for result in results.iter_mut().filter(|result| result.cell == index) {
            if result.estimate.is_some() {
                continue;
            }
            let key = (cell.group, heuristic, result.board);
            if let Some(estimate) = cache.get(&key) {
                result.estimate = *estimate;
                continue;
            }
            match estimate(result.board) {
                Ok(estimate) => result.estimate = estimate,
                Err(why) => {
                    let why =
                        format!("{}: the values of {heuristic} are unknown: {why}", group.name);
                    if !missing.contains(&why) {
                        missing.push(why);
                    }
                }
            }
            cache.insert(key, result.estimate);
        }
    }
    missing
}
