//! The level loop of one process.

use super::space::keys;
use super::step::{Made, SharedLevels};
use crate::checkpoint::{Checkpoints, Snapshot, StoreError};
use crate::error::Unsuitable;
use crate::processes::KeyExchange;
use crate::record::RunRecord;
use crate::symmetric::saved::{self, Held};
use crate::{Counted, EngineName, EnumerateError, Job, LevelSummary, Monitor, Request};
use loyd_search::observe::StopCause;
use loyd_search::puzzle::{Classes, Puzzle};
use std::fmt;
use std::sync::Arc;

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
    let least = SharedLevels::fixed(&*classes, threads, exchange.processes()) + (4 << 20);
    let allowed = request.memory.min(exchange.least_memory());
    if least > allowed {
        return Err(EnumerateError::DoesNotFit { engine: ENGINE, puzzle, needed: least, allowed });
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

    fn run(
        &self,
        monitor: &mut Monitor<'_>,
        mut checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted<P>, EnumerateError> {
        let threads = self.request.threads.max(1);
        let mut levels =
            SharedLevels::new(self.classes.clone(), threads, self.memory, self.exchange.clone());
        let mut counted = Counted { levels: vec![1], ..Counted::default() };
        if let Some(checkpoints) = checkpoints.as_deref_mut()
            && let Some((snapshot, bytes)) = self.load(&mut levels, checkpoints)?
        {
            counted.levels = snapshot.record.counts();
            counted.resumed_at = Some(snapshot.record.depth());
            (counted.earlier, counted.bytes_read) = (snapshot.elapsed, bytes);
            monitor.resumed(counted.levels.iter().rev().skip(1).sum());
        }
        counted.setup = monitor.elapsed();
        let mut depth = counted.levels.len() as u32 - 1;
        let last = counted.levels.last().copied().unwrap_or_default();
        monitor.level(depth, last, levels.bytes());
        while self.request.depth.is_none_or(|last| depth < last) {
            depth += 1;
            let last = self.request.depth == Some(depth);
            let mut due = || checkpoints.as_deref_mut().is_some_and(|place| place.is_due(depth));
            match levels.step(depth, last, &mut due, monitor).map_err(EnumerateError::Store)? {
                Made::Level(0, _) => {
                    counted.exhausted = true;
                    break;
                }
                Made::Level(states, is_due) => {
                    counted.levels.push(states);
                    monitor.level(depth, states, levels.bytes());
                    if is_due
                        && !last
                        && let Some(place) = checkpoints.as_deref_mut()
                    {
                        let snapshot = self.snapshot(&counted, monitor);
                        let held = Held { bytes: levels.bytes(), limit: levels.limit() };
                        let both = [&*levels.previous, &*levels.current];
                        let written = saved::save(both, held, snapshot, place);
                        // All processes have the same checkpoints, or the run ends.
                        counted.bytes_written += written.map_err(EnumerateError::Store)?;
                    }
                }
                Made::Stopped(cause) => {
                    counted.stopped = Some(cause);
                    break;
                }
            }
            if monitor.cancel().is_cancelled() {
                counted.stopped = Some(StopCause::Cancelled);
                break;
            }
        }
        counted.saved = counted.stopped.map(|_| Ok(()));
        counted.peak_memory_bytes = levels.peak.max(levels.bytes());
        Ok(counted)
    }
}

impl<P: Puzzle> Shared<P> {
    fn snapshot(&self, counted: &Counted<P>, monitor: &Monitor<'_>) -> Snapshot {
        let level = |&states| LevelSummary { states, ..LevelSummary::default() };
        let levels = counted.levels.iter().map(level).collect();
        let record = RunRecord { levels, ..RunRecord::of(&self.request, FORM) };
        let elapsed = counted.earlier + monitor.elapsed().saturating_sub(counted.setup);
        Snapshot { record, deepest: None, elapsed }
    }

    /// Reads the level boundary that all processes have saved, if there is one.
    fn load(
        &self,
        levels: &mut SharedLevels,
        place: &mut dyn Checkpoints,
    ) -> Result<Option<(Snapshot, u64)>, StoreError> {
        let wanted = RunRecord::of(&self.request, FORM);
        let held = Held { bytes: levels.bytes(), limit: levels.limit() };
        let loaded = saved::load(&*self.classes, held, &wanted, place)?;
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
        Ok(Some((loaded.snapshot, loaded.bytes)))
    }
}
