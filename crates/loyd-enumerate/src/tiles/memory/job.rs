//! The engine as a [`Job`]: planned from a request.

use super::{MemoryError, MemoryLoop, MemoryPlan, MemoryStep, MemoryTask};
use crate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError, StoreFault};
use crate::error::Unsuitable;
use crate::tiles::{in_order, positions};
use crate::{Counted, EngineName, EnumerateError, Job, Monitor, Request};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::StopCause;
use loyd_tiles::Position;
use loyd_tiles::solver::Tiles;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// Plans the engine for a request; allocates nothing.
///
/// # Errors
/// If the board is too small for bitmaps of this kind, or if they exceed the memory limit.
pub(crate) fn job(request: &Request<Tiles>) -> Result<Arc<dyn Job<Tiles>>, EnumerateError> {
    let size = request.size();
    let task = MemoryTask {
        start: request.start_cell(),
        threads: request.threads,
        memory: Some(request.memory),
        deepest_limit: request.antipodes,
        samples: request.samples,
        ..MemoryTask::new(size.width(), size.height(), request.metric)
    };
    let plan =
        MemoryPlan::new(task).map_err(|error| translate(&error, EngineName::Memory, request))?;
    plan.check().map_err(|error| translate(&error, EngineName::Memory, request))?;
    Ok(Arc::new(InMemory { plan, request: request.clone() }))
}

#[derive(Debug)]
struct InMemory {
    plan: MemoryPlan,
    request: Request<Tiles>,
}

impl Job<Tiles> for InMemory {
    fn method(&self) -> &'static str {
        "one bit a state, whole levels at once"
    }

    fn memory(&self) -> u64 {
        self.plan.bytes()
    }

    fn keeps_state(&self) -> bool {
        true
    }

    fn run(
        &self,
        monitor: &mut Monitor<'_>,
        mut checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted<Tiles>, EnumerateError> {
        let bytes = self.plan.bytes();
        let failed = |error| translate(&error, EngineName::Memory, &self.request);
        let Begun { mut levels, earlier, resumed_at, bytes_read, setup } =
            self.begin(checkpoints.as_deref_mut()).map_err(failed)?;
        monitor.resumed(levels.levels().iter().rev().skip(1).sum());
        monitor.level(levels.depth(), levels.levels().last().copied().unwrap_or(1), bytes);
        let mut stopped = monitor.check(levels.depth(), 0, bytes);
        let mut bytes_written = 0;
        let mut exhausted = false;
        while stopped.is_none() && Some(levels.depth()) != self.request.depth && !exhausted {
            let (next, cancel) = (levels.depth() + 1, monitor.cancel().clone());
            let mut report = |share| monitor.share(next, share, 0, bytes);
            match levels.step_with(cancel.flag(), &mut report).map_err(failed)? {
                MemoryStep::Level(level) => {
                    monitor.level(level.depth, level.states, bytes);
                    stopped = monitor.check(level.depth, level.states, bytes);
                }
                MemoryStep::Interrupted => stopped = Some(StopCause::Cancelled),
                MemoryStep::Complete => exhausted = true,
            }
            if let Some(checkpoints) = checkpoints.as_deref_mut()
                && !exhausted
                && stopped.is_none()
                && checkpoints.is_due(levels.depth())
            {
                // A failed checkpoint is not fatal: the previous one still exists, and the run
                // continues.
                let elapsed = earlier + monitor.elapsed().saturating_sub(setup);
                bytes_written += save(&levels, elapsed, checkpoints).unwrap_or(0);
            }
        }
        // Also when the requested depth is reached: a later run may go deeper.
        let saved = checkpoints.filter(|_| !exhausted).map(|checkpoints| {
            let elapsed = earlier + monitor.elapsed().saturating_sub(setup);
            save(&levels, elapsed, checkpoints).map(|bytes| bytes_written += bytes)
        });
        Ok(Counted {
            levels: levels.levels().to_vec(),
            exhausted,
            stopped,
            setup,
            peak_memory_bytes: bytes,
            bytes_read,
            bytes_written,
            deepest: self.deepest(&levels),
            samples: levels
                .samples()
                .into_iter()
                .map(|boards| positions(self.request.size(), boards))
                .collect(),
            resumed_at,
            earlier,
            saved,
            statistics: Vec::new(),
        })
    }
}

/// A run that is about to start or to continue.
struct Begun {
    levels: MemoryLoop,
    earlier: Duration,
    resumed_at: Option<u32>,
    bytes_read: u64,
    setup: Duration,
}

/// Saves the current level boundary.
fn save(
    levels: &MemoryLoop,
    elapsed: Duration,
    checkpoints: &mut dyn Checkpoints,
) -> Result<u64, StoreError> {
    checkpoints.save(&Boundary {
        snapshot: Snapshot { elapsed, ..levels.snapshot() },
        bitmaps: levels.snapshot_maps(),
        bitmap_bytes: levels.plan().layout.map_bytes(),
        bitmap: &|index| Ok(Cow::from(levels.snapshot_bytes(index))),
    })
}

impl InMemory {
    /// Starts, or continues from a checkpoint.
    fn begin(
        &self,
        checkpoints: Option<&mut (dyn Checkpoints + '_)>,
    ) -> Result<Begun, MemoryError> {
        let clock = Stopwatch::start();
        let mut bytes_read = 0;
        let (mut earlier, mut resumed_at) = (Duration::ZERO, None);
        let resume = |checkpoints: &mut (dyn Checkpoints + '_)| {
            let Some(saved) = checkpoints.saved()? else { return Ok(None) };
            earlier = saved.elapsed;
            resumed_at = Some(saved.record.depth());
            let load = |index, bitmap: &mut [u8]| -> Result<(), MemoryError> {
                bytes_read += checkpoints.load(index, bitmap)?;
                Ok(())
            };
            MemoryLoop::resume(self.plan.clone(), &saved, load).map(Some)
        };
        let levels = match checkpoints.map_or(Ok(None), resume)? {
            Some(levels) => levels,
            None => MemoryLoop::new(self.plan.clone())?,
        };
        Ok(Begun { levels, earlier, resumed_at, bytes_read, setup: clock.elapsed() })
    }

    /// The states of the last level, if requested and within the limit.
    fn deepest(&self, levels: &MemoryLoop) -> Option<Vec<Position>> {
        levels
            .deepest()
            .filter(|_| self.request.antipodes > 0)
            .map(|boards| in_order(positions(self.request.size(), boards)))
    }
}

/// The error of an enumeration for an error of bitmaps, of the engine that uses them.
#[must_use]
pub fn translate(
    error: &MemoryError,
    engine: EngineName,
    request: &Request<Tiles>,
) -> EnumerateError {
    let puzzle = request.size().to_string();
    match *error {
        MemoryError::TooBig { needed, allowed } => {
            EnumerateError::DoesNotFit { engine, puzzle, needed, allowed }
        }
        MemoryError::Memory(ref refused) => EnumerateError::OutOfMemory { bytes: refused.bytes },
        MemoryError::Sum { found, expected } => EnumerateError::WrongTotal {
            engine: Some(engine),
            puzzle,
            metric: request.metric.to_string(),
            start: request.start.to_line(),
            total: found,
            expected: expected.into(),
        },
        MemoryError::Store(ref error) => EnumerateError::Store(error.clone()),
        MemoryError::Snapshot { .. } => EnumerateError::Store(StoreError {
            fault: StoreFault::Data,
            message: error.to_string(),
        }),
        MemoryError::Layout(_) | MemoryError::Start(_) => EnumerateError::Unsuited {
            engine,
            puzzle,
            reason: Unsuitable::Other(error.to_string()),
        },
    }
}
