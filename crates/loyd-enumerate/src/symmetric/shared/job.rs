//! The part of one process as a [`Job`].

use super::space::keys;
use super::step::{SharedLevels, StepResult};
use crate::checkpoint::{Checkpoints, Snapshot, StoreError};
use crate::error::Unsuitable;
use crate::level_loop::{Begin, LevelEngine, LevelOrder, Step, Storage, count_levels};
use crate::processes::KeyExchange;
use crate::record::RunRecord;
use crate::symmetric::saved::{self, MemoryUse};
use crate::{EngineName, EngineResult, EnumerateError, Job, LevelSummary, Monitor, Request};
use loyd_search::puzzle::{Classes, Puzzle};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

const ENGINE: EngineName = EngineName::Symmetric;
/// The arrangement of bytes in checkpoints: that of one process, for a part of the keys.
const FORM: &str = "keys of one process 1";

/// Plans the part of one process of a run that all processes plan alike.
///
/// # Errors
/// If the states of the puzzle have no keys of 64 bits, if antipodes are requested, or if the memory
/// limit is too low for any level.
pub fn job_of_processes<P: Puzzle>(
    request: &Request<P>,
    exchange: Arc<dyn KeyExchange>,
) -> Result<Arc<dyn Job<P>>, EnumerateError> {
    let puzzle = P::shape(&request.start);
    let unsuited =
        |reason| EnumerateError::Unsuited { engine: ENGINE, puzzle: puzzle.clone(), reason };
    let classes = keys(request).ok_or_else(|| unsuited(Unsuitable::NoSuchEngine))?;
    if request.antipodes > 0 {
        return Err(unsuited(Unsuitable::Antipodes));
    }
    let threads = request.threads.max(1);
    let needed = SharedLevels::fixed(&*classes, threads, exchange.processes()) + (4 << 20);
    let allowed = request.memory.min(exchange.min_memory());
    if needed > allowed {
        return Err(EnumerateError::DoesNotFit { engine: ENGINE, puzzle, needed, allowed });
    }
    Ok(Arc::new(Shared { request: request.clone(), classes, exchange, memory: allowed }))
}

struct Shared<P: Puzzle> {
    request: Request<P>,
    classes: Arc<dyn Classes>,
    exchange: Arc<dyn KeyExchange>,
    memory: u64,
}

impl<P: Puzzle> fmt::Debug for Shared<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("request", &self.request).finish_non_exhaustive()
    }
}

impl<P: Puzzle> Job<P> for Shared<P> {
    fn method(&self) -> &'static str {
        "breadth-first search by several processes, each with the keys of its hash"
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn is_exhaustive(&self) -> bool {
        false
    }

    fn keeps_state(&self) -> bool {
        true
    }

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<P>, EnumerateError> {
        let threads = self.request.threads.max(1);
        let mut levels =
            SharedLevels::new(self.classes.clone(), threads, self.memory, self.exchange.clone());
        let mut counts = vec![1];
        if monitor.checkpoints().is_some()
            && let Some(snapshot) = self.load(&mut levels, monitor)?
        {
            counts = snapshot.record.counts();
        }
        // One process alone does not stop before the first level: the others would wait for it.
        let begin = Begin { stopped: None, ..Begin::of(monitor) };
        let depth = self.request.depth;
        let mut engine = Engine { levels, request: &self.request, counts };
        let counted = count_levels(&mut engine, begin, depth, monitor)?;
        let levels = &engine.levels;
        Ok(EngineResult { peak_memory_bytes: levels.peak.max(levels.bytes()), ..counted })
    }
}

/// The keys of one process, and the counts of all.
struct Engine<'a, P: Puzzle> {
    levels: SharedLevels,
    request: &'a Request<P>,
    counts: Vec<u64>,
}

impl<P: Puzzle> LevelEngine for Engine<'_, P> {
    fn counts(&self) -> Vec<u64> {
        self.counts.clone()
    }

    fn memory(&self) -> u64 {
        self.levels.bytes()
    }

    fn step(
        &mut self,
        order: LevelOrder,
        monitor: &mut Monitor<'_>,
    ) -> Result<Step, EnumerateError> {
        let result = self.levels.step(order.depth, order.is_last(), monitor);
        Ok(match result.map_err(EnumerateError::Store)? {
            StepResult::Level(0, _) => Step::Complete,
            StepResult::Level(states, is_due) => {
                self.counts.push(states);
                if is_due { Step::Checkpoint } else { Step::Level }
            }
            StepResult::Stopped(cause) => Step::Stopped(cause),
        })
    }

    fn storage(&self) -> Storage {
        Storage::Shared
    }

    fn save(
        &mut self,
        elapsed: Duration,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<u64, StoreError> {
        let levels = LevelSummary::of_counts(&self.counts);
        let record = RunRecord { levels, ..RunRecord::of(self.request, FORM) };
        let both = [&*self.levels.previous, &*self.levels.current];
        saved::save(both, Snapshot { record, deepest: None, elapsed }, checkpoints)
    }
}

impl<P: Puzzle> Shared<P> {
    /// Reads the level boundary that all processes have saved, if there is one.
    fn load(
        &self,
        levels: &mut SharedLevels,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Snapshot>, StoreError> {
        let requested = RunRecord::of(&self.request, FORM);
        let memory_use = MemoryUse { bytes: levels.bytes(), limit: levels.limit() };
        let loaded = saved::load(&*self.classes, memory_use, &requested, monitor)?;
        let own = loaded.as_ref().map_or([0; 2], |loaded| {
            loaded.levels.each_ref().map(|level| level.states(&*self.classes))
        });
        // The parts of all processes together are the levels.
        let message = own.map(u64::to_le_bytes).concat();
        let stopped = || StoreError::environment("the run was stopped before it began");
        let all = self.exchange.gather(message)?.ok_or_else(stopped)?;
        let Some(loaded) = loaded else { return Ok(None) };
        let sum = |at: usize| {
            all.iter().fold(0u64, |sum, bytes| {
                let word = bytes.get(at..at + 8).and_then(|word| word.try_into().ok());
                sum.saturating_add(word.map_or(0, u64::from_le_bytes))
            })
        };
        let mut counts = loaded.snapshot.record.levels.iter().rev().map(|level| level.states);
        let (last, before) = (counts.next(), counts.next().or(Some(0)));
        if Some(sum(8)) != last || Some(sum(0)) != before {
            return Err(StoreError::data(
                "the saved parts of the processes are not those of one level: check their folders",
            ));
        }
        let [previous, current] = loaded.levels;
        (levels.previous, levels.current) = (Arc::new(previous), Arc::new(current));
        Ok(Some(loaded.snapshot))
    }
}
