//! The engine as a [`Job`]: planned from a request.

use super::{MemoryError, MemoryLoop, MemoryPlan, MemoryStep, MemoryTask};
use crate::{in_order, positions};
use loyd_enumerate::Unsuitable;
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError, StoreFault};
use loyd_enumerate::level_loop::{Begin, LevelEngine, LevelOrder, Step, count_levels};
use loyd_enumerate::{EngineName, EngineResult, EnumerateError, Job, Monitor, Request};
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
    let size = request.start.size();
    let task = MemoryTask {
        start: request.start.blank(),
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

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<Tiles>, EnumerateError> {
        let request = &self.request;
        let levels =
            self.begin(monitor).map_err(|error| translate(&error, EngineName::Memory, request))?;
        let mut engine = Engine { levels, request };
        let counted =
            count_levels::<Tiles>(&mut engine, Begin::of(monitor), request.depth, monitor)?;
        let samples = engine.levels.samples().into_iter();
        Ok(EngineResult {
            deepest: self.deepest(&engine.levels),
            samples: samples.map(|boards| positions(request.start.size(), boards)).collect(),
            ..counted
        })
    }
}

/// The engine of a request.
struct Engine<'a> {
    levels: MemoryLoop,
    request: &'a Request<Tiles>,
}

impl LevelEngine for Engine<'_> {
    fn counts(&self) -> Vec<u64> {
        self.levels.levels().to_vec()
    }

    fn memory(&self) -> u64 {
        self.levels.plan().bytes()
    }

    fn step(
        &mut self,
        order: LevelOrder,
        monitor: &mut Monitor<'_>,
    ) -> Result<Step, EnumerateError> {
        let (bytes, cancel) = (self.memory(), monitor.stop_flag());
        let mut report = |share| {
            monitor.share(order.depth, share, 0, bytes);
        };
        let step = self.levels.step_with(cancel.flag(), &mut report);
        match step.map_err(|error| translate(&error, EngineName::Memory, self.request))? {
            MemoryStep::Level(_) => Ok(Step::Level),
            MemoryStep::Interrupted => Ok(Step::Stopped(monitor.cause_of_stop())),
            MemoryStep::Complete => Ok(Step::Complete),
        }
    }

    fn save(
        &mut self,
        elapsed: Duration,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<u64, StoreError> {
        let levels = &self.levels;
        checkpoints.save(&Boundary {
            snapshot: Snapshot { elapsed, ..levels.snapshot() },
            parts: vec![levels.plan().layout.map_bytes(); levels.snapshot_maps()],
            part: &|index| Ok(Cow::from(levels.snapshot_bytes(index))),
        })
    }
}

impl InMemory {
    /// Starts, or continues from a checkpoint.
    fn begin(&self, monitor: &mut Monitor<'_>) -> Result<MemoryLoop, MemoryError> {
        let Some(saved) = monitor.saved()? else {
            return MemoryLoop::new(self.plan.clone());
        };
        let load = |_, bitmap: &mut [u8]| Ok::<_, MemoryError>(monitor.load(bitmap)?);
        MemoryLoop::resume(self.plan.clone(), &saved, load)
    }

    /// The states of the last level, if requested and within the limit.
    fn deepest(&self, levels: &MemoryLoop) -> Option<Vec<Position>> {
        levels
            .deepest()
            .filter(|_| self.request.antipodes > 0)
            .map(|boards| in_order(positions(self.request.start.size(), boards)))
    }
}

/// The error of an enumeration for an error of bitmaps, of the engine that uses them.
#[must_use]
pub fn translate(
    error: &MemoryError,
    engine: EngineName,
    request: &Request<Tiles>,
) -> EnumerateError {
    let puzzle = request.start.size().to_string();
    match *error {
        MemoryError::TooBig { needed, allowed } => {
            EnumerateError::DoesNotFit { engine, puzzle, needed, allowed }
        }
        MemoryError::Memory(ref refused) => EnumerateError::OutOfMemory { bytes: refused.bytes },
        MemoryError::Sum { total, expected } => EnumerateError::WrongTotal {
            engine: Some(engine),
            puzzle,
            metric: request.metric.to_string(),
            start: request.start.to_line(),
            total,
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
