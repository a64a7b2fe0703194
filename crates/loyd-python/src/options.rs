//! The options of a request: a dictionary that the Python part of the package fills.

use crate::calls::{Reporter, failure, wrong};
use loyd::choices::Choices;
use loyd::erased::{AnyPuzzle, AnyTask};
use loyd::search::observe::{Cancel, Limit};
use loyd::{CachedTables, PuzzleName, TableBuild, TableObserver, TableWarning};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The options of a request.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    /// A puzzle or a shape.
    puzzle: String,
    shape: Option<String>,
    goal: Option<String>,
    metric: Option<String>,
    algorithm: Option<String>,
    heuristic: Option<String>,
    pruning: Option<String>,
    pub(crate) threads: i64,
    max_time: Option<f64>,
    max_nodes: Option<i64>,
    memory: Option<i64>,
    /// The folder of tables.
    tables: Option<PathBuf>,
    pub(crate) progress: Option<Py<PyAny>>,
}

/// The options, checked.
pub(crate) struct Request {
    /// The puzzle.
    pub(crate) name: PuzzleName,
    /// The shape.
    pub(crate) shape: Option<String>,
    options: Options,
    /// Threads, at least 1.
    pub(crate) threads: usize,
    /// The limits, with a flag.
    pub(crate) limit: Limit,
    /// The flag.
    pub(crate) cancel: Cancel,
}

impl Options {
    /// Checks the numbers, and finds the puzzle.
    pub(crate) fn checked(self, py: Python<'_>) -> PyResult<Request> {
        let threads =
            usize::try_from(self.threads).ok().filter(|threads| (1..=4096).contains(threads));
        let threads = threads.ok_or_else(|| {
            wrong(py, "threads", &format!("threads is {}: it must be from 1 to 4096", self.threads))
        })?;
        let count = |value: Option<i64>, what: &str| {
            let checked = value.map(|number| {
                let positive = u64::try_from(number).ok().filter(|&number| number > 0);
                positive.ok_or_else(|| {
                    wrong(py, what, &format!("{what} is {number}: it must be at least 1"))
                })
            });
            checked.transpose()
        };
        let time = self.max_time.map(|seconds| {
            let checked = Duration::try_from_secs_f64(seconds).ok();
            checked.ok_or_else(|| {
                let reason =
                    format!("max_time is {seconds}: it must be a number of seconds from 0 on");
                wrong(py, "max_time", &reason)
            })
        });
        let cancel = Cancel::new();
        let limit = Limit {
            nodes: count(self.max_nodes, "max_nodes")?,
            time: time.transpose()?,
            memory: count(self.memory, "memory")?,
            cancel: Some(cancel.clone()),
            ..Limit::none()
        };
        let (name, shape) = match PuzzleName::named(&self.puzzle) {
            Ok(name) => (name, self.shape.clone()),
            Err(unknown) => match loyd::shape(&self.puzzle) {
                Ok((name, shape)) => (name, Some(shape)),
                // The shapes of tiles begin with a digit.
                Err(why) if self.puzzle.starts_with(|c: char| c.is_ascii_digit()) => {
                    return Err(failure(py, &why.into()));
                }
                Err(_) => return Err(failure(py, &unknown)),
            },
        };
        let (name, shape) = loyd::for_goal(name, shape, self.goal.as_deref());
        Ok(Request { name, shape, options: self, threads, limit, cancel })
    }
}

impl Request {
    /// The puzzle.
    pub(crate) fn puzzle(&self) -> &'static dyn AnyPuzzle {
        self.name.puzzle()
    }

    /// The goal.
    pub(crate) fn goal(&self) -> Option<&str> {
        self.options.goal.as_deref()
    }

    /// The metric.
    pub(crate) fn metric(&self) -> Option<&str> {
        self.options.metric.as_deref()
    }

    /// The heuristic.
    pub(crate) fn heuristic(&self) -> Option<&str> {
        self.options.heuristic.as_deref()
    }

    /// The progress function.
    pub(crate) fn progress(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.options.progress.as_ref().map(|progress| progress.clone_ref(py))
    }

    /// The choices by name.
    pub(crate) fn choices(&self) -> Choices<'_> {
        Choices {
            metric: self.metric(),
            algorithm: self.options.algorithm.as_deref(),
            heuristic: self.heuristic(),
            pruning: self.options.pruning.as_deref(),
            moves: None,
        }
    }

    /// Reads a position.
    pub(crate) fn read(&self, text: &str) -> Result<Arc<dyn AnyTask>, loyd::Error> {
        Ok(self.puzzle().read(text, self.shape.as_deref(), self.goal())?)
    }

    /// Bytes for tables and lists.
    pub(crate) fn memory(&self) -> u64 {
        self.limit.memory.unwrap_or(1 << 30)
    }

    /// The tables of the folder; warnings go to a reporter that lives as long as the tables are in use.
    pub(crate) fn tables(&self, warnings: &Arc<Warnings>) -> CachedTables {
        let folder = self.options.tables.as_deref();
        let tables = folder.map_or_else(CachedTables::unstored, CachedTables::in_folder);
        let tables = tables.threads(self.threads).memory(self.memory()).cancel(&self.cancel);
        tables.observer(Observer(warnings.clone()))
    }
}

/// Warnings of tables that wait to be reported.
#[derive(Default)]
pub(crate) struct Warnings(std::sync::Mutex<Vec<String>>);

impl Warnings {
    /// Hands the warnings to a reporter.
    pub(crate) fn report(&self, reporter: &Reporter) {
        let warnings = self.0.lock().map(|mut list| std::mem::take(&mut *list));
        warnings.unwrap_or_default().into_iter().for_each(|text| reporter.warn(text));
    }
}

struct Observer(Arc<Warnings>);

impl TableObserver for Observer {
    fn warning(&self, warning: &TableWarning) {
        if let Ok(mut list) = self.0.0.lock() {
            list.push(warning.to_string());
        }
    }

    fn progress(&self, _build: &TableBuild<'_>) {}
}
