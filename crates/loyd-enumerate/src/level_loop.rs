//! The level loop: the only one for every engine.
//!
//! ```text
//! report the level at which the engine stands
//! until a limit, the requested depth or the last level
//!     step: the engine makes the next level, or several
//!     report each new level, look at the flag that stops the run
//!     save a checkpoint if one is due
//! save a checkpoint at the end, also at the requested depth: a later run may go deeper
//! ```
//!
//! An engine only steps; it decides nothing about depths, progress, cancellation and checkpoints.

use crate::checkpoint::{Checkpoints, StoreError};
use crate::{EngineResult, EnumerateError, Monitor};
use loyd_search::observe::StopCause;
use loyd_search::puzzle::Puzzle;
use std::time::Duration;

/// An engine between two levels.
pub trait LevelEngine {
    /// The states at each depth, finished levels only; at least the start.
    fn counts(&self) -> Vec<u64>;

    /// Bytes of memory in use.
    fn memory(&self) -> u64;

    /// Makes the next level, or several. A step that is stopped leaves the engine at the level before.
    ///
    /// # Errors
    /// Failures of the environment; never a limit.
    fn step(
        &mut self,
        order: LevelOrder,
        monitor: &mut Monitor<'_>,
    ) -> Result<Step, EnumerateError>;

    /// The way in which the state between two levels is stored.
    fn storage(&self) -> Storage {
        Storage::Checkpoints
    }

    /// Writes the level boundary from which a run resumes, and returns the bytes written. `elapsed` is the
    /// time of the search so far, of all parts of the run. Not called for [`Storage::Levels`].
    ///
    /// # Errors
    /// If it cannot be written; the previous checkpoint remains.
    fn save(
        &mut self,
        _elapsed: Duration,
        _checkpoints: &mut dyn Checkpoints,
    ) -> Result<u64, StoreError> {
        Ok(0)
    }
}

/// The level to make.
#[derive(Clone, Copy, Debug)]
pub struct LevelOrder {
    /// Its depth.
    pub depth: u32,
    /// The requested depth; `None` for all levels.
    pub requested: Option<u32>,
}

impl LevelOrder {
    /// True if the level is the last one requested: its states are counted and not expanded.
    pub fn is_last(&self) -> bool {
        self.requested == Some(self.depth)
    }
}

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// One or more levels were counted: [`LevelEngine::counts`] has them.
    Level,
    /// A level was counted, and all processes of the run agreed to save a checkpoint after it.
    Checkpoint,
    /// The level was stopped.
    Stopped(StopCause),
    /// Every reachable state is counted: the next level is empty.
    Complete,
}

/// The way in which the state between two levels is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Checkpoints, when one is due and at the end. A failure of a due one is not fatal: the previous
    /// one remains, and the run continues.
    Checkpoints,
    /// Checkpoints, when all processes agree. A failure ends the run, since all processes must have the
    /// same checkpoints.
    Shared,
    /// A store of levels, written by each step.
    Levels,
}

/// The level at which a run begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Begin {
    /// The level from which the run was resumed.
    pub resumed_at: Option<u32>,
    /// Time of the search before it was resumed.
    pub earlier: Duration,
    /// Time to allocate memory and to read tables and the saved state.
    pub setup: Duration,
    /// A limit that is exceeded already.
    pub stopped: Option<StopCause>,
    /// True if the levels before the current one were reported to the monitor by this run.
    pub is_reported: bool,
}

impl Begin {
    /// The beginning of a run whose setup ends now, resumed from the checkpoint that the monitor opened.
    pub fn of(monitor: &mut Monitor<'_>) -> Self {
        let (resumed_at, earlier) = monitor.resumption();
        let (setup, stopped) = (monitor.elapsed(), monitor.stop_cause());
        Self { resumed_at, earlier, setup, stopped, is_reported: false }
    }
}

/// Counts level by level until the monitor stops the run, the requested depth is reached, or no new state is
/// found. The engine adds antipodes, samples and statistics.
///
/// # Errors
/// The errors of the steps, and of checkpoints that all processes must have.
pub fn count_levels<P: Puzzle>(
    engine: &mut dyn LevelEngine,
    begin: Begin,
    requested: Option<u32>,
    monitor: &mut Monitor<'_>,
) -> Result<EngineResult<P>, EnumerateError> {
    let bytes_read = monitor.bytes_read()?;
    let mut levels = engine.counts();
    if !begin.is_reported {
        monitor.resumed(levels.iter().rev().skip(1).sum());
    }
    let last = levels.last().copied().unwrap_or_default();
    monitor.level(deepest(&levels), last, engine.memory());
    let (mut stopped, mut exhausted, mut bytes_written) = (begin.stopped, false, 0);
    let elapsed =
        |monitor: &Monitor<'_>| begin.earlier + monitor.elapsed().saturating_sub(begin.setup);
    while stopped.is_none() && !exhausted && requested.is_none_or(|last| deepest(&levels) < last) {
        let depth = deepest(&levels) + 1;
        let step = engine.step(LevelOrder { depth, requested }, monitor)?;
        let reported = levels.len();
        levels = engine.counts();
        for (depth, &states) in (0..).zip(&levels).skip(reported) {
            monitor.level(depth, states, engine.memory());
            stopped = monitor.stop_cause();
        }
        match step {
            Step::Stopped(cause) => stopped = Some(cause),
            Step::Complete => exhausted = true,
            Step::Level | Step::Checkpoint => {}
        }
        let elapsed = elapsed(monitor);
        let Some(store) = monitor.checkpoints() else { continue };
        if requested.is_some_and(|last| deepest(&levels) >= last) {
            continue;
        }
        match (step, engine.storage()) {
            (Step::Checkpoint, _) => bytes_written += engine.save(elapsed, store)?,
            (Step::Level, Storage::Checkpoints)
                if stopped.is_none() && store.is_due(deepest(&levels)) =>
            {
                bytes_written += engine.save(elapsed, store).unwrap_or(0);
            }
            _ => {}
        }
    }
    let elapsed = elapsed(monitor);
    let saved = match engine.storage() {
        Storage::Checkpoints => monitor.checkpoints().filter(|_| !exhausted).map(|store| {
            let written = engine.save(elapsed, store);
            written.map(|bytes| bytes_written += bytes)
        }),
        Storage::Shared | Storage::Levels => stopped.map(|_| Ok(())),
    };
    Ok(EngineResult {
        levels,
        exhausted,
        stopped,
        setup: begin.setup,
        peak_memory_bytes: engine.memory(),
        bytes_read,
        bytes_written,
        resumed_at: begin.resumed_at,
        earlier: begin.earlier,
        saved,
        ..EngineResult::default()
    })
}

/// The depth of the last level.
fn deepest(levels: &[u64]) -> u32 {
    levels.len().saturating_sub(1) as u32
}
