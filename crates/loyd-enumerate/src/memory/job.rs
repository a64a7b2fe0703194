//! The engine as the rest of the crate sees it: from a request to a job, from a job to counts.

use super::{LevelLoop, MemoryError, Plan, Step, Task};
use crate::{Counted, EngineName, EnumerateError, Job, Monitor, Request};
use loyd::observe::StopCause;
use loyd::puzzle::tiles::Position;
use std::sync::Arc;
use std::time::Duration;

/// What this engine would do for a request; allocates nothing.
///
/// # Errors
/// If the board is too small for bitmaps of this kind, or if they do not fit the memory allowed.
pub(crate) fn job(request: &Request) -> Result<Arc<dyn Job>, EnumerateError> {
    let task = Task {
        start: request.start_cell,
        threads: request.threads,
        memory: Some(request.memory),
        keep_deepest: request.antipodes,
        ..Task::new(request.size.width(), request.size.height(), request.metric)
    };
    let plan = Plan::new(task).map_err(|error| translate(&error, request))?;
    plan.check().map_err(|error| translate(&error, request))?;
    Ok(Arc::new(InMemory { plan, request: request.clone() }))
}

#[derive(Debug)]
struct InMemory {
    plan: Plan,
    request: Request,
}

impl Job for InMemory {
    fn method(&self) -> &'static str {
        "one bit a state, whole levels at once"
    }

    fn memory(&self) -> u64 {
        self.plan.bytes()
    }

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<Counted, EnumerateError> {
        let bytes = self.plan.bytes();
        let failed = |error| translate(&error, &self.request);
        let mut levels = LevelLoop::new(self.plan.clone()).map_err(failed)?;
        let setup = Duration::from_secs_f64(levels.setup_seconds());
        monitor.level(0, 1, bytes);
        let mut stopped = monitor.check(0, 1, bytes);
        let mut exhausted = false;
        while stopped.is_none() && Some(levels.depth()) != self.request.depth && !exhausted {
            match levels.step(monitor.cancel().flag()).map_err(failed)? {
                Step::Level(level) => {
                    monitor.level(level.depth, level.states, bytes);
                    stopped = monitor.check(level.depth, level.states, bytes);
                }
                Step::Interrupted => stopped = Some(StopCause::Cancelled),
                Step::Complete => exhausted = true,
            }
        }
        Ok(Counted {
            levels: levels.levels().to_vec(),
            exhausted,
            stopped,
            setup,
            peak_memory_bytes: bytes,
            bytes_read: 0,
            bytes_written: 0,
            deepest: self.deepest(&levels),
        })
    }
}

impl InMemory {
    /// The states of the last level, if they were asked for and are not too many.
    fn deepest(&self, levels: &LevelLoop) -> Option<Vec<Position>> {
        let boards = levels.deepest().filter(|_| self.request.antipodes > 0)?;
        let position = |board: Vec<u8>| {
            let tiles: Vec<u64> = board.into_iter().map(u64::from).collect();
            Position::new(self.request.size, &tiles).ok()
        };
        boards.into_iter().map(position).collect()
    }
}

fn translate(error: &MemoryError, request: &Request) -> EnumerateError {
    let &Request { size, metric, start_cell, .. } = request;
    match *error {
        MemoryError::TooBig { needed, allowed } => {
            EnumerateError::DoesNotFit { engine: EngineName::Memory, size, needed, allowed }
        }
        MemoryError::Memory(ref refused) => EnumerateError::OutOfMemory { bytes: refused.bytes },
        MemoryError::Sum { found, expected } => EnumerateError::WrongTotal {
            engine: Some(EngineName::Memory),
            size,
            metric,
            start_cell,
            total: found,
            expected: expected.into(),
        },
        MemoryError::Start(_) => EnumerateError::StartCell { cell: start_cell, size },
        MemoryError::Layout(_) | MemoryError::Snapshot { .. } => {
            EnumerateError::Unsuited { engine: EngineName::Memory, size, reason: error.to_string() }
        }
    }
}
