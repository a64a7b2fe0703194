//! A folder of results, stored after each run, from which a comparison is resumed.

use crate::error::Error;
use crate::plan::Experiment;
use crate::result::{Ending, RunResult};
use loyd::Remark;
use loyd_enumerate::checkpoint::StoreError;
use loyd_store::disk::RealDisk;
use loyd_store::journal::{Journal, StoredResults, fingerprint};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

const ARGUMENTS: &str = "arguments";
const FINGERPRINT: &str = "fingerprint";

/// A locked folder of results.
pub struct ResultsFolder(Journal);

impl ResultsFolder {
    /// Creates a folder for the results of an experiment; `arguments` describe it to the program.
    ///
    /// # Errors
    /// If it has results already, another process has locked it, or it cannot be written to.
    pub fn create(
        folder: &Path,
        experiment: &Experiment,
        arguments: &[String],
    ) -> Result<Self, Error> {
        let mut manifest = Map::new();
        manifest.insert("program".into(), env!("CARGO_PKG_VERSION").into());
        manifest.insert(ARGUMENTS.into(), arguments.to_vec().into());
        manifest.insert(FINGERPRINT.into(), fingerprint(&experiment.identity()).into());
        Ok(Self(Journal::create(Arc::new(RealDisk), folder, manifest)?))
    }

    /// Stores a result.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn store(&mut self, result: &RunResult) -> Result<(), StoreError> {
        let value = serde_json::to_value(result);
        self.0.keep(&value.unwrap_or_else(|why| unreachable!("a result is JSON: {why}")))
    }

    /// Writes all results to the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn synchronise(&mut self) -> Result<(), StoreError> {
        self.0.synchronise()
    }
}

/// A folder of results that is locked and read.
pub struct StoredComparison {
    journal: Journal,
    stored: StoredResults,
}

/// A folder that is ready for further results.
pub struct Resumed {
    /// The folder.
    pub folder: ResultsFolder,
    /// Its results, by cell, board and repeat.
    pub results: Vec<RunResult>,
    /// Incomplete lines, whose runs are repeated.
    pub torn: usize,
}

impl StoredComparison {
    /// Locks a folder, and only then reads it.
    ///
    /// # Errors
    /// If it has no results, another process has locked it, or a file is damaged.
    pub fn of(folder: &Path) -> Result<Self, Error> {
        let (journal, stored) = Journal::open(Arc::new(RealDisk), folder)?;
        Ok(Self { journal, stored })
    }

    /// The arguments that describe the experiment.
    ///
    /// # Errors
    /// [`Error::NoArguments`] if the folder has none.
    pub fn arguments(&self) -> Result<Vec<String>, Error> {
        let list = self.stored.manifest.get(ARGUMENTS).and_then(Value::as_array);
        let list: Option<Vec<String>> = list.and_then(|list| {
            list.iter().map(|argument| argument.as_str().map(str::to_owned)).collect()
        });
        list.ok_or_else(|| Error::NoArguments { folder: self.name() })
    }

    fn name(&self) -> String {
        self.journal.folder().display().to_string()
    }

    /// Resumes an experiment, if the folder has results of it.
    ///
    /// # Errors
    /// If it has results of another experiment, or a result is damaged.
    pub fn resume(self, experiment: &Experiment) -> Result<Resumed, Error> {
        let (folder, manifest) = (self.name(), &self.stored.manifest);
        let text = |member: &str| manifest.get(member).and_then(Value::as_str);
        if text(FINGERPRINT) != Some(&fingerprint(&experiment.identity())[..]) {
            let program = text("program").unwrap_or("unknown").to_owned();
            return Err(Error::OtherExperiment { folder, program });
        }
        let (mut results, mut run_keys) = (Vec::new(), HashSet::new());
        for (number, value) in (1..).zip(self.stored.results) {
            let damaged =
                |reason: String| Error::Damaged { folder: folder.clone(), number, reason };
            let result: RunResult = serde_json::from_value(value)
                .map_err(|error| damaged(format!("is not of a comparison: {error}")))?;
            check(experiment, &result).map_err(|why| damaged(format!("is damaged: {why}")))?;
            if run_keys.insert(result.key()) {
                results.push(result);
            }
        }
        results.sort_by_key(RunResult::key);
        Ok(Resumed { folder: ResultsFolder(self.journal), results, torn: self.stored.torn })
    }
}

/// Checks a stored result like one of a search.
fn check(experiment: &Experiment, result: &RunResult) -> Result<(), String> {
    if !is_plausible(result) {
        return Err("a count or a time in it cannot be".to_owned());
    }
    let board = experiment
        .cells
        .get(result.cell)
        .and_then(|cell| experiment.groups[cell.group].boards.get(result.board))
        .filter(|_| (1..=experiment.repeats).contains(&result.repeat))
        .ok_or("it is of an unknown run")?;
    let Some(moves) = &result.moves else {
        return match result.ending {
            Ending::Solved => Err("a solution without moves".to_owned()),
            _ => Ok(()),
        };
    };
    let metric = &experiment.rules.metric.name;
    match board.task.replayed_result(metric, moves, result.length).remark {
        Some(Remark::Wrong { reason }) => Err(reason),
        _ => Ok(()),
    }
}

/// Returns whether counts and times of many such results can be added up.
fn is_plausible(result: &RunResult) -> bool {
    const MAX_COUNT: u64 = 1 << 50;
    const MAX_SECONDS: f64 = 1e10;
    let RunResult { expanded, generated, inserted, reopened, max_open, max_closed, .. } = *result;
    let counts = [expanded, generated, inserted, reopened, max_open, max_closed, result.bytes];
    let times = [result.seconds, result.cpu_seconds.unwrap_or(0.0)];
    counts.into_iter().all(|count| count <= MAX_COUNT)
        && times.into_iter().all(|seconds| (0.0..=MAX_SECONDS).contains(&seconds))
}
