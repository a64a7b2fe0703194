//! Enumerations: the number of states at every depth.

use crate::choices;
use crate::error::Error;
use crate::listed::Listed;
use crate::puzzles::PuzzleName;
use crate::record::Record;
use loyd_enumerate::{Enumeration, LevelProgress, Request, run};
use loyd_search::observe::{Cancel, Limit, StopCause};
use serde_json::Value;
use std::time::Duration;

/// A request to enumerate a space from a start, in memory. `None` leaves a choice open.
#[derive(Clone, Debug)]
pub struct EnumerateRequest {
    /// The puzzle: `tiles`, `cube2`, `cube3`.
    pub puzzle: String,
    /// The shape, such as `4x3`, of a puzzle that has several.
    pub shape: Option<String>,
    /// The start: a position; for tiles the cell of the blank. The default goal by default.
    pub start: Option<String>,
    /// The metric.
    pub metric: Option<String>,
    /// The last level to count; all levels by default.
    pub depth: Option<u32>,
    /// The engine.
    pub engine: Option<String>,
    /// The greatest number of farthest positions to return; 0 returns none.
    pub antipodes: usize,
    /// Maximum number of threads.
    pub threads: usize,
    /// The limits, and the flag that stops the run; 1 GiB of memory by default.
    pub limit: Limit,
}

impl EnumerateRequest {
    /// All levels from the usual start; default metric, any engine, one thread.
    pub fn new(puzzle: &str, shape: Option<&str>) -> Self {
        Self {
            puzzle: puzzle.to_owned(),
            shape: shape.map(str::to_owned),
            start: None,
            metric: None,
            depth: None,
            engine: None,
            antipodes: 0,
            threads: 1,
            limit: Limit::none(),
        }
    }

    /// Sets the last level to count.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Sets the greatest number of farthest positions to return.
    #[must_use]
    pub fn antipodes(mut self, count: usize) -> Self {
        self.antipodes = count;
        self
    }

    /// Sets the limit of memory in bytes.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.limit.memory = Some(bytes);
        self
    }

    /// Sets the limit of time.
    #[must_use]
    pub fn max_time(mut self, time: Duration) -> Self {
        self.limit.time = Some(time);
        self
    }

    /// Sets the flag that stops the run.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.limit.cancel = Some(cancel.clone());
        self
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
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

    /// Works as [`run`](Self::run) does; `report` sees the progress several times a second.
    ///
    /// # Errors
    /// The errors of [`run`](Self::run).
    pub fn run_with(
        &self,
        report: &mut (dyn FnMut(&LevelProgress) + Send),
    ) -> Result<EnumerateResult, Error> {
        for_puzzle!(PuzzleName::named(&self.puzzle)?, P => typed::<P>(self, report))
    }

    /// The request with start, metric and engine read for a puzzle, whatever name it has here.
    ///
    /// # Errors
    /// If the request names what the puzzle has not.
    pub fn of_puzzle<P: Listed>(&self) -> Result<Request<P>, Error> {
        let start = P::start(self.shape.as_deref(), self.start.as_deref())?;
        Ok(Request {
            metric: choices::metric::<P>(self.metric.as_deref())?,
            depth: self.depth,
            engine: self.engine.as_deref().map(str::parse).transpose()?,
            antipodes: self.antipodes,
            memory: self.limit.memory.unwrap_or(1 << 30),
            threads: self.threads,
            ..Request::new(start)
        })
    }
}

/// The levels of a space, in plain values.
#[derive(Clone, PartialEq, Debug)]
pub struct EnumerateResult {
    /// The puzzle, such as `4x3`.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
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
    /// The engine; `None` for one without a name.
    pub engine: Option<&'static str>,
    /// Seconds of the search, without the setup.
    pub seconds: f64,
    /// Seconds to allocate and touch memory and to build or load tables.
    pub setup_seconds: f64,
    /// Maximum memory of the engine's structures.
    pub peak_memory_bytes: u64,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Bytes written to files.
    pub bytes_written: u64,
    /// The level from which the run was resumed.
    pub resumed_at: Option<u32>,
    /// The limit that ended the run early.
    pub stopped: Option<StopCause>,
    /// The farthest positions.
    pub antipodes: Antipodes,
}

/// The farthest positions of an enumeration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Antipodes {
    /// They were not requested.
    NotRequested,
    /// Not every state was counted, so they are not known.
    Unknown,
    /// They are too many to be kept.
    TooMany {
        /// Their number.
        count: u64,
    },
    /// A part of them, or all.
    Listed {
        /// Their number.
        count: u64,
        /// The listed ones, each on one line.
        positions: Vec<String>,
    },
}

impl Antipodes {
    fn of<P: Listed>(found: &Enumeration<P>, shown: Option<usize>) -> Self {
        let Some(shown) = shown else { return Self::NotRequested };
        let Some(&count) = found.levels.last().filter(|_| found.complete) else {
            return Self::Unknown;
        };
        match &found.antipodes {
            None => Self::TooMany { count },
            Some(positions) => {
                let positions = positions.iter().take(shown).map(P::format).collect();
                Self::Listed { count, positions }
            }
        }
    }

    fn count(&self) -> Option<u64> {
        match self {
            Self::NotRequested | Self::Unknown => None,
            Self::TooMany { count } | Self::Listed { count, .. } => Some(*count),
        }
    }
}

impl EnumerateResult {
    /// The result of an enumeration, with at most `shown` antipodes if they are wanted.
    pub fn of<P: Listed>(found: &Enumeration<P>, shown: Option<usize>) -> Self {
        Self {
            puzzle: P::shape(&found.start),
            metric: found.metric.to_string(),
            start: P::format(&found.start),
            start_cell: P::start_cell(&found.start),
            levels: found.levels.clone(),
            total: found.total,
            complete: found.complete,
            radius: found.radius,
            engine: found.engine.map(|engine| engine.info().name),
            seconds: found.seconds,
            setup_seconds: found.setup_seconds,
            peak_memory_bytes: found.peak_memory_bytes,
            bytes_read: found.bytes_read,
            bytes_written: found.bytes_written,
            resumed_at: found.resumed_at,
            stopped: found.stopped,
            antipodes: Antipodes::of(found, shown),
        }
    }

    /// The result as fields.
    pub fn record(&self) -> Record {
        let mut record = Record::new();
        record.push("puzzle", self.puzzle.clone());
        record.push("metric", self.metric.clone());
        record.push("start", self.start.clone());
        record.push("start_cell", self.start_cell);
        record.push("levels", self.levels.clone());
        record.push("total", self.total);
        record.push("complete", self.complete);
        record.push("radius", self.radius);
        record.push("engine", self.engine);
        record.push("seconds", self.seconds);
        record.push("setup_seconds", self.setup_seconds);
        record.push("peak_memory_bytes", self.peak_memory_bytes);
        record.push("bytes_read", self.bytes_read);
        record.push("bytes_written", self.bytes_written);
        record.push("resumed_at_depth", self.resumed_at);
        if self.antipodes != Antipodes::NotRequested {
            let listed = match &self.antipodes {
                Antipodes::Listed { positions, .. } => Some(positions.clone()),
                _ => None,
            };
            record.push("antipodes", listed);
            record.push("antipode_count", self.antipodes.count());
        }
        record
    }

    /// The result as an object of JSON.
    pub fn json(&self) -> Value {
        self.record().json()
    }
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

/// A request to count the states of a puzzle at every depth; [`EnumerateRequest::run`] counts them.
pub fn enumerate(puzzle: &str) -> EnumerateRequest {
    EnumerateRequest::new(puzzle, None)
}

fn typed<P: Listed>(
    request: &EnumerateRequest,
    report: &mut (dyn FnMut(&LevelProgress) + Send),
) -> Result<EnumerateResult, Error> {
    let plan = P::plan_levels(&request.of_puzzle()?)?;
    let found = run(&plan, &request.limit, report)?;
    Ok(EnumerateResult::of(&found, (request.antipodes > 0).then_some(request.antipodes)))
}
