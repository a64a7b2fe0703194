//! The first levels for another engine: lists in memory, with access to every state.

use super::board_image::BoardImage;
use super::format::{ListFormat, task};
use crate::record;
use loyd_enumerate::LevelSummary;
use loyd_enumerate::Monitor;
use loyd_enumerate::lists::level_loop::{HEADROOM, ListLoop, ListStep};
use loyd_enumerate::lists::{ListError, ListNumber, ListStore, MemoryListStore};
use loyd_search::memory::granted;
use loyd_search::observe::StopCause;
use loyd_tiles::{MetricName, Size};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A search by lists in memory, single-tile metric.
pub(crate) struct FirstLevels {
    run: ListLoop,
    image: BoardImage,
    store: Arc<MemoryListStore>,
    threads: usize,
}

/// The result of making a further level.
pub(crate) enum Next {
    /// The next level.
    Level(LevelSummary),
    /// The next level is empty, or memory does not suffice.
    End,
    /// A limit of the run is reached.
    Stopped(StopCause),
}

impl FirstLevels {
    /// Makes level 0; `None` if the memory is not enough for any level.
    pub(crate) fn new(
        size: Size,
        start: usize,
        threads: usize,
        memory: u64,
    ) -> Result<Option<Self>, ListError> {
        let image = BoardImage::of(size, start);
        let metric = MetricName::Single;
        let form = ListFormat::of(&image, metric);
        let fits = |form: &ListFormat| {
            let needed = form.min_memory(threads);
            needed <= memory && granted(needed + HEADROOM)
        };
        let Some(form) = form.filter(fits) else {
            return Ok(None);
        };
        let record = record(size.width(), size.height(), metric, start, form.name());
        let form_of_run = form.form(image.start, threads);
        let task = task(image.clone(), memory, 0, record);
        let store: Arc<MemoryListStore> = Arc::default();
        let run = ListLoop::new(task, form_of_run, store.clone(), None)?;
        Ok(Some(FirstLevels { run, store, image, threads: threads.max(1) }))
    }

    pub(crate) fn step(&mut self, monitor: &mut Monitor<'_>) -> Result<Next, ListError> {
        Ok(match self.run.step(monitor, false)? {
            ListStep::Level(level) => Next::Level(level),
            ListStep::Stopped(StopCause::Memory) | ListStep::Complete => Next::End,
            ListStep::Stopped(cause) => Next::Stopped(cause),
        })
    }

    pub(crate) fn memory(&self) -> u64 {
        self.run.memory()
    }

    /// Calls `see` for every state of the last level, on several threads, and returns the value of
    /// each thread. A board is a list of tiles in reading order.
    pub(crate) fn map<T: Default + Send>(
        &self,
        depth: u32,
        see: impl Fn(&mut T, &[u8]) + Sync,
    ) -> Result<Vec<T>, ListError> {
        let units = self.store.lists(depth);
        let next = AtomicUsize::new(0);
        let work = || -> Result<T, ListError> {
            let (mut value, mut list) = (T::default(), Vec::new());
            while let Some(&(unit, _)) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.boards(depth, unit, &mut list, &mut |board| see(&mut value, board))?;
            }
            Ok(value)
        };
        std::thread::scope(|scope| {
            // If the system refuses threads, fewer are used.
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let threads: Vec<_> = (1..self.threads).map_while(start).collect();
            let mut all = vec![work()?];
            for thread in threads {
                all.push(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok(all)
        })
    }

    fn boards(
        &self,
        depth: u32,
        unit: ListNumber,
        list: &mut Vec<u8>,
        see: &mut dyn FnMut(&[u8]),
    ) -> Result<(), ListError> {
        let read = self.store.get(depth, unit, list);
        read.map_err(|reason| ListError::Store { depth, at: "read", reason })?;
        for state in self.run.states(depth, unit, list)? {
            see(&self.image.board(&state));
        }
        Ok(())
    }
}
