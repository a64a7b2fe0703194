//! Request → plan → run → result.

use crate::checkpoint::Checkpoints;
use crate::{EngineName, EnumerateError, Enumeration, Job, LevelProgress, Monitor};
use loyd::memory::granted;
use loyd::observe::Cancel;
use loyd_tiles::{MetricName, Size, solvable_states};
use std::sync::Arc;

/// What is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Width and height.
    pub size: Size,
    /// What counts as a move.
    pub metric: MetricName,
    /// The cell of the blank in the start, [`Position::blank_on`] it, from 0 in reading order.
    ///
    /// [`Position::blank_on`]: loyd_tiles::Position::blank_on
    pub start_cell: usize,
    /// The last level to count; `None` for all.
    pub depth: Option<u32>,
    /// The engine; `None` for the first in [`EngineName::ALL`] that can do it.
    pub engine: Option<EngineName>,
    /// Most bytes to hold at once.
    pub memory: u64,
    /// Most threads to use.
    pub threads: usize,
    /// Keep the farthest states if there are no more than this many; 0 keeps none.
    pub antipodes: usize,
    /// Keep so many states of every level, for checks by other means; the reference engine keeps
    /// none.
    pub samples: usize,
}

impl Request {
    /// Every level of a board from the default goal of searches, the blank on the last cell;
    /// single-tile metric, any engine, at most 8 GiB, one thread.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            metric: MetricName::Single,
            start_cell: size.last_cell(),
            depth: None,
            engine: None,
            memory: 8 << 30,
            threads: 1,
            antipodes: 0,
            samples: 0,
        }
    }
}

/// What will be done: every choice made, nothing allocated.
#[derive(Clone, Debug)]
pub struct Plan {
    request: Request,
    engine: Option<EngineName>,
    job: Arc<dyn Job>,
}

impl Plan {
    /// Makes the choices that the request leaves open.
    ///
    /// # Errors
    /// If the start is not on the board, or if the memory allowed is not enough; says how much
    /// is needed and what would fit.
    pub fn new(request: &Request) -> Result<Self, EnumerateError> {
        let planned = |engine: EngineName| {
            Ok(Self { request: request.clone(), engine: Some(engine), job: engine.job(request)? })
        };
        let (size, cell) = (request.size, request.start_cell);
        if cell >= size.cells() {
            return Err(EnumerateError::StartCell { cell, size });
        }
        if let Some(engine) = request.engine {
            return planned(engine);
        }
        let first = EngineName::ALL.iter().find_map(|&engine| planned(engine).ok());
        // The reference engine does the most: what it refuses, and why, goes for all.
        first.map_or_else(|| planned(EngineName::Reference), Ok)
    }

    /// A plan with a job made elsewhere: by an engine that needs more than a request, or by one
    /// that the registry does not know (`None`).
    pub fn with_job(request: &Request, engine: Option<EngineName>, job: Arc<dyn Job>) -> Self {
        Self { request: request.clone(), engine, job }
    }

    /// What was asked for.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The engine chosen; `None` for one that is not in the registry.
    pub fn engine(&self) -> Option<EngineName> {
        self.engine
    }

    /// How the engine will go about it, in words.
    pub fn method(&self) -> &'static str {
        self.job.method()
    }

    /// The most bytes it will hold at once, an upper bound.
    pub fn memory(&self) -> u64 {
        self.job.memory()
    }

    /// The most bytes that it will keep in files at once, as far as it can be foretold.
    pub fn disk(&self) -> u64 {
        self.job.disk()
    }

    /// Whether every state would be reached in turn, were it not for the depth: the memory then
    /// holds them all.
    pub fn is_exhaustive(&self) -> bool {
        self.job.is_exhaustive()
    }

    /// Whether its state can be saved between levels.
    pub fn keeps_state(&self) -> bool {
        self.job.keeps_state()
    }

    /// How many states can be reached; `None` above `u128`.
    pub fn states(&self) -> Option<u128> {
        solvable_states(self.request.size)
    }
}

/// Does what was planned.
///
/// Calls `progress` once a level and a few times a second in long ones. A run stopped by `cancel`
/// or by the memory limit returns the levels it finished.
///
/// # Errors
/// If the environment refuses (memory), or if a complete enumeration did not count the states
/// there are.
pub fn run(
    plan: &Plan,
    cancel: &Cancel,
    progress: &mut (dyn FnMut(&LevelProgress) + Send),
) -> Result<Enumeration, EnumerateError> {
    run_with(plan, cancel, progress, None)
}

/// As [`run`], with a place where the state of the run is kept: it continues from what was saved
/// there, saves its state when it is due, and when it is stopped. Engines that have no state to
/// save (see [`Plan::keeps_state`]) do not use it.
///
/// # Errors
/// As [`run`], and if what was saved cannot be used.
pub fn run_with(
    plan: &Plan,
    cancel: &Cancel,
    progress: &mut (dyn FnMut(&LevelProgress) + Send),
    checkpoints: Option<&mut dyn Checkpoints>,
) -> Result<Enumeration, EnumerateError> {
    let Request { size, metric, start_cell, .. } = plan.request;
    // Bitmaps ask for themselves; what comes with them cannot.
    if plan.is_exhaustive() && !granted(plan.memory()) {
        return Err(EnumerateError::OutOfMemory { bytes: plan.memory() });
    }
    let mut monitor = Monitor::new(cancel, plan.states(), progress);
    let counted = plan.job.run(&mut monitor, checkpoints)?;
    let total = counted.levels.iter().sum();
    let expected = plan.states().unwrap_or(u128::MAX);
    // The depth asked for may happen to be the radius: no further level was looked for, but none
    // is left.
    let complete = u128::from(total) == expected;
    if u128::from(total) > expected || counted.exhausted && !complete {
        let engine = plan.engine;
        return Err(EnumerateError::WrongTotal {
            engine,
            size,
            metric,
            start_cell,
            total,
            expected,
        });
    }
    let mut antipodes = counted.deepest.filter(|_| complete);
    if let Some(boards) = &mut antipodes {
        boards.sort_unstable_by(|one, other| one.tiles().cmp(other.tiles()));
    }
    Ok(Enumeration {
        size,
        metric,
        start_cell,
        radius: complete.then(|| counted.levels.len() as u32 - 1),
        levels: counted.levels,
        total,
        complete,
        engine: plan.engine,
        seconds: (counted.earlier + monitor.elapsed().saturating_sub(counted.setup)).as_secs_f64(),
        setup_seconds: counted.setup.as_secs_f64(),
        peak_memory_bytes: counted.peak_memory_bytes,
        bytes_read: counted.bytes_read,
        bytes_written: counted.bytes_written,
        antipodes,
        samples: counted.samples,
        resumed_at: counted.resumed_at,
        statistics: counted.statistics,
        saved: counted.saved.filter(|_| !complete),
        stopped: counted.stopped.filter(|_| !complete),
    })
}
