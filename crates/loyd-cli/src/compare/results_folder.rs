//! The folder in which results are kept as they come, so that a kill costs one run, and continued.

use super::plan::Experiment;
use super::result::{Ending, RunResult};
use crate::exit::Failure;
use crate::family::Family;
use crate::faults::of_store;
use loyd::Task;
use loyd::checking::check_path;
use loyd_store::disk::RealDisk;
use loyd_store::journal::{Journal, StoredResults, fingerprint};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

const ARGUMENTS: &str = "arguments";
const FINGERPRINT: &str = "fingerprint";

/// A folder that is locked, with all that is kept in it.
pub(crate) struct Opened {
    journal: Journal,
    kept: StoredResults,
}

impl Opened {
    /// Locks a folder, and only then reads it.
    pub(crate) fn of(folder: &Path) -> Result<Self, Failure> {
        let opened = Journal::open(Arc::new(RealDisk), folder);
        let (journal, kept) = opened.map_err(|error| of_store(&error))?;
        Ok(Self { journal, kept })
    }

    /// The arguments of the comparison.
    pub(crate) fn arguments(&self) -> Result<Vec<String>, Failure> {
        let list = self.kept.manifest.get(ARGUMENTS).and_then(Value::as_array);
        let list: Option<Vec<String>> = list.and_then(|list| {
            list.iter().map(|argument| argument.as_str().map(str::to_owned)).collect()
        });
        list.ok_or_else(|| {
            let folder = self.journal.folder().display();
            Failure::input(format!("{folder} does not say what is compared"))
        })
    }
}

/// Begins to keep results in a folder that holds none.
pub(crate) fn begin<P: Family>(
    folder: &Path,
    experiment: &Experiment<P>,
    arguments: &[String],
) -> Result<Journal, Failure> {
    let mut manifest = Map::new();
    manifest.insert("program".into(), env!("CARGO_PKG_VERSION").into());
    manifest.insert(ARGUMENTS.into(), arguments.to_vec().into());
    manifest.insert(FINGERPRINT.into(), fingerprint(&experiment.identity()).into());
    Journal::create(Arc::new(RealDisk), folder, manifest).map_err(|error| of_store(&error))
}

/// Continues in a folder, if it holds results of this experiment; says what was dropped.
pub(crate) fn resume<P: Family>(
    Opened { journal, kept }: Opened,
    experiment: &Experiment<P>,
) -> Result<(Journal, Vec<RunResult>, usize), Failure> {
    let place = journal.folder().display().to_string();
    let same = kept.manifest.get(FINGERPRINT).and_then(Value::as_str)
        == Some(&fingerprint(&experiment.identity())[..]);
    if !same {
        let begun = kept.manifest.get("program").and_then(Value::as_str).unwrap_or("unknown");
        return Err(Failure::input(format!(
            "{place} holds another comparison than its arguments mean today: a file of boards has \
             changed, or it was begun by loyd {begun} and this is {}; its results cannot be mixed \
             with new ones. Begin anew in another folder with --dir",
            env!("CARGO_PKG_VERSION")
        )));
    }
    let (mut results, mut known) = (Vec::new(), HashSet::<(usize, usize, u32)>::new());
    for (index, value) in kept.results.into_iter().enumerate() {
        let result: RunResult = serde_json::from_value(value).map_err(|error| {
            Failure::input(format!("{place}: result {} is not of a comparison: {error}", index + 1))
        })?;
        check(experiment, &result).map_err(|why| {
            Failure::input(format!("{place}: result {} is damaged: {why}", index + 1))
        })?;
        if known.insert((result.cell, result.board, result.repeat)) {
            results.push(result);
        }
    }
    Ok((journal, results, kept.torn))
}

/// A result that was kept is checked as one that was just found.
fn check<P: Family>(experiment: &Experiment<P>, result: &RunResult) -> Result<(), String> {
    if !is_plausible(result) {
        return Err("a count or a time in it cannot be".to_owned());
    }
    let board = experiment
        .cells
        .get(result.cell)
        .and_then(|cell| experiment.groups[cell.group].boards.get(result.board))
        .filter(|_| (1..=experiment.repeats).contains(&result.repeat))
        .ok_or("there is no such run")?;
    let Some(moves) = &result.moves else {
        return match result.ending {
            Ending::Solved => Err("a solution without moves".to_owned()),
            _ => Ok(()),
        };
    };
    let path = P::parse_moves(moves).map_err(|why| why.to_string())?;
    let task = Task::<P> { start: board.start.clone(), goal: board.goal.clone() };
    check_path(&task, experiment.metric, &path, result.length)
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
