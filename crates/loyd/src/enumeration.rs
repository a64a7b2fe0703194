//! Enumerations: the number of states at every depth.

mod levels;

pub use levels::{AnyEnumeration, AnyPlan, LevelsRequest};

use crate::error::Error;
use crate::listed::Listed;
use crate::puzzles::{PuzzleName, for_goal};
use crate::record::{Record, record};
use loyd_enumerate::{Enumeration, LevelProgress};
use loyd_search::observe::{Limit, StopCause};
use serde::Serialize;

/// A request to enumerate a space from a start, in memory. `None` leaves a choice open.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct EnumerateRequest {
    /// The puzzle: `tiles`, `cube2`, `cube3`.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub puzzle: String,
    /// The shape, such as `4x3`, of a puzzle that has several.
    #[cfg_attr(test, ts(rename = "size"))]
    pub shape: Option<String>,
    /// The start: a position, or for tiles the cell of the blank; the default goal if it is not set.
    pub start: Option<String>,
    /// The metric.
    pub metric: Option<String>,
    /// The last level to count; all levels by default.
    pub depth: Option<u32>,
    /// The engine.
    #[cfg_attr(test, ts(skip))]
    pub engine: Option<String>,
    /// The greatest number of antipodes to return.
    #[cfg_attr(test, ts(as = "Option<usize>"))]
    pub antipodes: usize,
    /// Maximum number of threads.
    #[cfg_attr(test, ts(skip))]
    pub threads: usize,
    /// The limits, and the flag that stops the run; 1 GiB of memory by default.
    #[cfg_attr(test, ts(skip))]
    pub limit: Limit,
}

impl EnumerateRequest {
    /// Sets the last level to count.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Sets the greatest number of antipodes to return.
    #[must_use]
    pub fn antipodes(mut self, count: usize) -> Self {
        self.antipodes = count;
        self
    }

    /// Counts the states at every depth. A limit that is reached is a result, with the finished levels.
    ///
    /// # Errors
    /// If a name in the request is unknown, no engine fits its limits, or the system refuses memory or
    /// threads.
    pub fn run(&self) -> Result<EnumerateResult, Error> {
        self.run_with(&mut |_| ())
    }

    /// Works as [`run`](Self::run) does. `report` receives the progress several times a second.
    ///
    /// # Errors
    /// The errors of [`run`](Self::run).
    pub fn run_with(
        &self,
        report: &mut (dyn FnMut(&LevelProgress) + Send),
    ) -> Result<EnumerateResult, Error> {
        let enumeration = self.levels()?.plan()?.run(&self.limit, report, None)?;
        Ok(enumeration.result((self.antipodes > 0).then_some(self.antipodes)))
    }

    /// The request with its names read.
    ///
    /// # Errors
    /// If the start cannot be read, or the puzzle, the metric or the engine is unknown.
    pub fn levels(&self) -> Result<LevelsRequest, Error> {
        let (shape, start) = (self.shape.clone(), self.start.as_deref());
        let (puzzle, shape) = for_goal(PuzzleName::named(&self.puzzle)?, shape, start);
        let levels = LevelsRequest::new(puzzle, shape.as_deref(), start)?;
        Ok(LevelsRequest {
            metric: puzzle.puzzle().metric(self.metric.as_deref())?,
            depth: self.depth,
            engine: self.engine.as_deref().map(str::parse).transpose()?,
            antipodes: self.antipodes,
            memory: self.limit.memory.unwrap_or(1 << 30),
            threads: self.threads,
            ..levels
        })
    }
}

/// The levels of a space, in plain values.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EnumerateResult {
    /// The puzzle, such as `4x3`.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// The space in words: `4x3, single-tile metric, blank starts on cell 11`.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub title: String,
    /// The start as a position, on one line.
    pub start: String,
    /// The cell of the blank in the start, for puzzles with a blank.
    pub start_cell: Option<usize>,
    /// States at depth 0, 1, 2, …; finished levels only.
    pub levels: Vec<u64>,
    /// The sum of the levels.
    pub total: u64,
    /// True if every state was counted.
    pub complete: bool,
    /// The depth of the farthest states, if every state was counted.
    pub radius: Option<u32>,
    /// The engine, if it has a name.
    pub engine: Option<&'static str>,
    /// Seconds of the search, without the setup.
    pub seconds: f64,
    /// Seconds to allocate memory and to build or load tables.
    pub setup_seconds: f64,
    /// Maximum memory of the engine's structures.
    pub peak_memory_bytes: u64,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Bytes written to files.
    pub bytes_written: u64,
    /// The level from which the run was resumed.
    #[serde(rename = "resumed_at_depth")]
    pub resumed_at: Option<u32>,
    /// The limit that ended the run early.
    #[serde(skip)]
    pub stopped: Option<StopCause>,
    /// The antipodes, if they were requested.
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    pub antipodes: Option<Antipodes>,
}

/// The antipodes of an enumeration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Antipodes {
    /// The listed antipodes, each on one line; null if they are unknown, or too many to be stored.
    #[serde(rename = "antipodes")]
    pub positions: Option<Vec<String>>,
    /// The number of antipodes, if every state was counted.
    #[serde(rename = "antipode_count")]
    pub count: Option<u64>,
}

impl Antipodes {
    fn of<P: Listed>(enumeration: &Enumeration<P>, max: usize) -> Self {
        let count = enumeration.levels.last().copied().filter(|_| enumeration.complete);
        let positions = count.and(enumeration.antipodes.as_ref());
        let line =
            |positions: &Vec<P::Position>| positions.iter().take(max).map(P::format).collect();
        Self { positions: positions.map(line), count }
    }
}

impl EnumerateResult {
    /// The result of an enumeration, with at most `max_antipodes` antipodes if they are requested.
    pub fn of<P: Listed>(enumeration: &Enumeration<P>, max_antipodes: Option<usize>) -> Self {
        Self {
            puzzle: P::shape(&enumeration.start),
            metric: enumeration.metric.to_string(),
            title: AnyEnumeration::request(enumeration).title(),
            start: P::format(&enumeration.start),
            start_cell: P::start_cell(&enumeration.start),
            levels: enumeration.levels.clone(),
            total: enumeration.total,
            complete: enumeration.complete,
            radius: enumeration.radius,
            engine: enumeration.engine.map(|engine| engine.info().name),
            seconds: enumeration.seconds,
            setup_seconds: enumeration.setup_seconds,
            peak_memory_bytes: enumeration.peak_memory_bytes,
            bytes_read: enumeration.bytes_read,
            bytes_written: enumeration.bytes_written,
            resumed_at: enumeration.resumed_at,
            stopped: enumeration.stopped,
            antipodes: max_antipodes.map(|max| Antipodes::of(enumeration, max)),
        }
    }

    /// The result as a row.
    pub fn record(&self) -> Record {
        record(self)
    }
}

limit_options! { EnumerateRequest:
    /// Sets the limit of memory in bytes.
}

text_options! { EnumerateRequest:
    /// Sets the shape, such as `4x3`.
    shape,
    /// Sets the start: a position; for tiles the cell of the blank.
    start,
    /// Sets the metric.
    metric,
    /// Sets the engine.
    engine,
}

/// A request to count the states of a puzzle at every depth; [`EnumerateRequest::run`] counts them. Open
/// choices are the default start and metric, any engine, at most 1 GiB, and one thread.
pub fn enumerate(puzzle: &str) -> EnumerateRequest {
    EnumerateRequest {
        puzzle: puzzle.to_owned(),
        shape: None,
        start: None,
        metric: None,
        depth: None,
        engine: None,
        antipodes: 0,
        threads: 1,
        limit: Limit::none(),
    }
}
