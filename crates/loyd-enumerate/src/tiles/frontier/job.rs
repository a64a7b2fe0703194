//! The engine as a [`Job`]: planned from a request and a store.

use super::board_image::BoardImage;
use super::error::FrontierError;
use super::run::{HEADROOM, ListFormat, ListLoop, ListStep, ListTask};
use crate::checkpoint::Checkpoints;
use crate::error::Unsuitable;
use crate::lists::ListStore;
use crate::lists::MemoryListStore;
use crate::record::RunRecord;
use crate::tiles::{ensure_order, record, reference};
use crate::{Counted, EngineName, EnumerateError, Job, Monitor, Request};
use loyd::memory::granted;
use loyd::observe::StopCause;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size, solvable_states};
use std::sync::Arc;
use std::time::Duration;

/// Plans the engine for a request without a folder. Unless it is requested by name, it leaves to
/// other engines spaces that fit in memory with one bit a state, and runs without a depth limit.
pub(crate) fn in_memory(request: &Request<Tiles>) -> Result<Arc<dyn Job<Tiles>>, EnumerateError> {
    let job = job(request, Arc::new(MemoryListStore::new()), false)?;
    let states = solvable_states(request.size()).unwrap_or(u128::MAX);
    let beyond = states / 8 > u128::from(request.memory);
    if request.engine.is_none() && (request.depth.is_none() || !beyond) {
        return Err(unsuited(request.size(), Unsuitable::NoDepth));
    }
    Ok(job)
}

/// Returns whether a request is limited to the first levels of a board: those before the large
/// middle levels, for which bitmaps on disk are shorter than lists. At depth 40 of 4x4 and 37 of
/// 5x3, two and a half times the number of cells, a level has one in 180 to 250 of all states; in
/// the multi-tile metric the limit is half as deep.
#[must_use]
pub fn is_shallow(request: &Request<Tiles>) -> bool {
    let cells = request.size().cells() as u64;
    let most = match request.metric {
        MetricName::Single => 5 * cells / 2,
        MetricName::Multi => 5 * cells / 4,
    };
    request.depth.is_some_and(|depth| u64::from(depth) <= most)
}

fn unsuited(size: Size, reason: Unsuitable) -> EnumerateError {
    EnumerateError::Unsuited { engine: EngineName::Frontier, puzzle: size.to_string(), reason }
}

/// Plans the engine for a request with a store; allocates nothing. With `resume` the run continues
/// from the last committed level, if there is one; without, the contents of the store are lost when
/// the job runs.
///
/// # Errors
/// If the board is unsuitable, or the store cannot be opened or contains another run.
pub fn job(
    request: &Request<Tiles>,
    store: Arc<dyn ListStore>,
    resume: bool,
) -> Result<Arc<dyn Job<Tiles>>, EnumerateError> {
    ensure_order(request)?;
    let (size, start) = (request.size(), request.start_cell());
    let image = BoardImage::of(size, start);
    if request.antipodes > 0 {
        return Err(unsuited(size, Unsuitable::Antipodes));
    }
    let form = ListFormat::of(&image, request.metric);
    let form = form.ok_or_else(|| unsuited(size, Unsuitable::LongStates))?;
    let record = record(size.width(), size.height(), request.metric, start, form.name());
    let needed = form.least_memory(request.threads);
    if needed > request.memory {
        let (engine, puzzle, allowed) = (EngineName::Frontier, size.to_string(), request.memory);
        return Err(EnumerateError::DoesNotFit { engine, puzzle, needed, allowed });
    }
    let opened = if resume { store.open() } else { Ok(None) };
    let saved = opened.map_err(|reason| FrontierError::Store { depth: 0, at: "opened", reason })?;
    if let Some(saved) = &saved {
        let checked = saved.check(&record, solvable_states(size));
        let checked = checked.and_then(|()| saved.positions::<Tiles>());
        checked.map_err(|what| FrontierError::Record { what })?;
    }
    let task = ListTask {
        image,
        threads: request.threads,
        memory: request.memory,
        samples: request.samples,
        form,
        record,
    };
    // Sets of states take more bytes a state than lists and the successors that become the next
    // level.
    let most = reference::sets_memory(request).map_or(u64::MAX, |sets| needed.saturating_add(sets));
    let memory = most.min(request.memory);
    Ok(Arc::new(Frontier { task, saved, store, depth: request.depth, memory, size }))
}

#[derive(Debug)]
struct Frontier {
    task: ListTask,
    saved: Option<RunRecord>,
    store: Arc<dyn ListStore>,
    depth: Option<u32>,
    memory: u64,
    size: Size,
}

impl Job<Tiles> for Frontier {
    fn method(&self) -> &'static str {
        match self.task.form {
            ListFormat::PrefixLists(_) => {
                "breadth-first search, coded lists of the last two levels, duplicates found piece by \
                 piece"
            }
            ListFormat::Keys(_) => {
                "breadth-first search, coded lists of the last two levels, duplicates found by sorting"
            }
        }
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
        _checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted<Tiles>, EnumerateError> {
        let needed = self.task.form.least_memory(self.task.threads) + HEADROOM;
        if !granted(needed) {
            return Err(EnumerateError::OutOfMemory { bytes: needed });
        }
        let mut run = ListLoop::new(self.task.clone(), self.store.clone(), self.saved.as_ref())?;
        let setup = monitor.elapsed();
        let known = run.levels();
        let depth = known.len() as u32 - 1;
        let total: u64 = known.iter().map(|level| level.states).sum();
        let last = known[depth as usize].states;
        monitor.resumed(total - last);
        monitor.level(depth, last, run.memory());
        let mut stopped = monitor.check(depth, 0, run.memory());
        let mut exhausted = false;
        let mut found = u128::from(total);
        let states = solvable_states(self.size).unwrap_or(u128::MAX);
        while stopped.is_none() && !exhausted {
            let depth = run.levels().len() as u32;
            if self.depth.is_some_and(|last| depth > last) {
                break;
            }
            match run.step(monitor, self.depth == Some(depth))? {
                ListStep::Level(level) => {
                    monitor.level(depth, level.states, run.memory());
                    found += u128::from(level.states);
                    // Then a damaged list was read, and the run might never end.
                    exhausted = found > states;
                    let cancelled = monitor.cancel().is_cancelled();
                    stopped = cancelled.then_some(StopCause::Cancelled);
                }
                ListStep::Stopped(cause) => stopped = Some(cause),
                ListStep::Complete => exhausted = true,
            }
        }
        let levels = run.levels();
        let most = self.depth.map_or(usize::MAX, |last| last as usize + 1);
        let levels = &levels[..levels.len().min(most)];
        let mut samples = run.record().positions::<Tiles>();
        let _ = samples.as_mut().map(|samples| samples.truncate(levels.len()));
        Ok(Counted {
            levels: levels.iter().map(|level| level.states).collect(),
            exhausted,
            stopped,
            setup,
            peak_memory_bytes: run.peak(),
            bytes_read: levels.iter().map(|level| level.bytes_read).sum(),
            bytes_written: levels.iter().map(|level| level.bytes_written).sum(),
            resumed_at: self.saved.as_ref().map(RunRecord::depth),
            earlier: Duration::from_secs_f64(known.iter().map(|level| level.seconds).sum()),
            saved: stopped.is_some().then_some(Ok(())),
            samples: samples.unwrap_or_default(),
            statistics: levels.to_vec(),
            ..Counted::default()
        })
    }
}
