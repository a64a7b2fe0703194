//! The level loop: makes the next level from stored lists and commits it.

use super::board_image::BoardImage;
use super::error::FrontierError;
use super::keys::packing::Packing;
use super::keys::{self, MOST_WORDS};
use super::list_form::{LevelOrder, ListForm};
use super::prefix_lists::PrefixLists;
use super::prefix_lists::layout::Layout;
use crate::LevelSummary;
use crate::Monitor;
use crate::lists::level_run::{LevelFault, LevelRun};
use crate::lists::{ListNumber, ListStore, StoreError};
use crate::record::RunRecord;
use crate::tiles::line;
use loyd::memory::granted;
use loyd::observe::StopCause;
use loyd_tiles::MetricName;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Memory that must be available for buffers, maps and threads when a level begins.
pub(super) const HEADROOM: u64 = 16 << 20;

/// The result of [`ListLoop::step`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ListStep {
    /// One more level was counted.
    Level(LevelSummary),
    /// The level was interrupted; the next step begins it again.
    Stopped(StopCause),
    /// There is no further level.
    Complete,
}

/// The search to run and its resources.
#[derive(Clone, Debug)]
pub(super) struct ListTask {
    pub(super) image: BoardImage,
    pub(super) threads: usize,
    /// The memory limit in bytes.
    pub(super) memory: u64,
    /// Size of the sample of each level.
    pub(super) samples: usize,
    pub(super) form: ListFormat,
    /// The record of the task, without levels.
    pub(super) record: RunRecord,
}

/// The representation of levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListFormat {
    /// See [`prefix_lists`](super::prefix_lists).
    PrefixLists(Layout),
    /// See [`keys`].
    Keys(Packing),
}

impl ListFormat {
    /// Returns the fast representation if the board allows it.
    pub(super) fn of(image: &BoardImage, metric: MetricName) -> Option<Self> {
        let prefix_lists =
            Layout::new(image.size, image.start).filter(|_| metric == MetricName::Single);
        let keys = || Packing::new(image.size, metric).filter(|it| it.words() <= MOST_WORDS);
        prefix_lists.map(ListFormat::PrefixLists).or_else(|| keys().map(ListFormat::Keys))
    }

    /// The name in records.
    pub(super) fn name(&self) -> &'static str {
        match self {
            ListFormat::PrefixLists(_) => "pieces 1",
            ListFormat::Keys(_) => "keys 1",
        }
    }

    /// The minimum memory for any level, in bytes.
    pub(super) fn least_memory(&self, threads: usize) -> u64 {
        match self {
            ListFormat::PrefixLists(layout) => PrefixLists::least_memory(layout, threads),
            ListFormat::Keys(packing) => 2048 * packing.words() as u64,
        }
    }

    fn form(&self, start: usize, threads: usize) -> Option<Box<dyn ListForm>> {
        match self {
            ListFormat::PrefixLists(layout) => Some(Box::new(PrefixLists::new(layout, threads))),
            ListFormat::Keys(packing) => keys::of(packing, start, threads),
        }
    }
}

/// A running search.
pub(super) struct ListLoop {
    task: ListTask,
    store: Arc<dyn ListStore>,
    form: Box<dyn ListForm>,
    record: RunRecord,
    /// The last level, if it was counted and not stored.
    counted: Option<LevelSummary>,
    peak: u64,
}

impl ListLoop {
    /// Resumes from a saved record, or begins with the start.
    pub(super) fn new(
        task: ListTask,
        store: Arc<dyn ListStore>,
        saved: Option<&RunRecord>,
    ) -> Result<Self, FrontierError> {
        let form = task.form.form(task.image.start, task.threads);
        let form = form.ok_or(FrontierError::Record { what: "its keys are too long" })?;
        let record = saved.unwrap_or(&task.record).clone();
        let mut run = Self { task, store, form, record, counted: None, peak: 0 };
        if saved.is_none() {
            run.begin().map_err(|reason| failed(0, "begun", reason))?;
        }
        let depth = run.record.depth();
        for depth in depth.saturating_sub(1)..=depth {
            run.know(depth)?;
        }
        Ok(run)
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.store.begin(0)?;
        let (unit, list) = self.form.start();
        self.store.put(unit, 1, &list)?;
        let bytes_written = list.len() as u64;
        self.record.levels = vec![LevelSummary { states: 1, bytes_written, ..Default::default() }];
        // Samples store tiles as bytes.
        if self.task.image.size.cells() > 256 {
            self.task.samples = 0;
        }
        if self.task.samples > 0 {
            let boards = self.form.boards(unit, &list, 1).unwrap_or_default();
            let boards = boards.iter().map(|board| line(&self.task.image.board(board))).collect();
            self.record.samples.push(boards);
        }
        self.store.commit(&self.record)
    }

    /// Takes over the lists of a committed level.
    fn know(&mut self, depth: u32) -> Result<(), FrontierError> {
        let units = self.store.lists(depth);
        let states: u64 = units.iter().map(|(_, extent)| u64::from(extent.states)).sum();
        if Some(states) != self.record.levels.get(depth as usize).map(|level| level.states) {
            return Err(FrontierError::Record { what: "its lists contradict its counts" });
        }
        let known = self.form.know(&*self.store, depth, units);
        known.map_err(|fault| broken(depth, fault))
    }

    /// Makes the next level; with `last` it is only counted. When the monitor's flag is set, the
    /// step ends within a fraction of a second.
    pub(super) fn step(
        &mut self,
        monitor: &mut Monitor<'_>,
        last: bool,
    ) -> Result<ListStep, FrontierError> {
        let depth = self.record.depth() + 1;
        let begun = Instant::now();
        let cancel = monitor.cancel().clone();
        let store = self.store.clone();
        let room = self.task.memory.checked_sub(store.memory()).filter(|_| granted(HEADROOM));
        let Some(room) = room else { return Ok(ListStep::Stopped(StopCause::Memory)) };
        if !last {
            store.begin(depth).map_err(|reason| failed(depth, "begun", reason))?;
        }
        let level_run = LevelRun::new(&*store, cancel.flag(), self.form.work());
        let order = LevelOrder { depth, keep: !last, memory: room };
        let made = self.form.step(&level_run, monitor, order);
        self.peak = self.peak.max(self.memory() + level_run.heap.load(Ordering::Relaxed));
        let mut summary = match made {
            Ok(states) => summary(&level_run, states),
            Err(LevelFault::OutOfMemory) => return Ok(ListStep::Stopped(StopCause::Memory)),
            Err(LevelFault::Cancelled | LevelFault::OtherThread) => {
                return Ok(ListStep::Stopped(StopCause::Cancelled));
            }
            Err(fault) => return Err(broken(depth, fault)),
        };
        if summary.states == 0 {
            return Ok(ListStep::Complete);
        }
        if last {
            summary.seconds = begun.elapsed().as_secs_f64();
            self.counted = Some(summary);
            return Ok(ListStep::Level(summary));
        }
        let mut record = self.record.clone();
        summary.seconds = begun.elapsed().as_secs_f64();
        record.levels.push(summary);
        store.commit(&record).map_err(|reason| failed(depth, "committed", reason))?;
        self.record = record;
        self.know(depth)?;
        self.sample(depth)?;
        Ok(ListStep::Level(summary))
    }

    /// Samples states of a level from lists that are far apart.
    fn sample(&mut self, depth: u32) -> Result<(), FrontierError> {
        let wanted = self.task.samples;
        if wanted == 0 {
            return Ok(());
        }
        let units = self.store.lists(depth);
        let (every, each) = ((units.len() / wanted).max(1), wanted.div_ceil(units.len().max(1)));
        let (mut list, mut boards) = (Vec::new(), Vec::new());
        for &(unit, _) in units.iter().step_by(every).take(wanted) {
            let read = self.store.get(depth, unit, &mut list).map_err(LevelFault::Store);
            let found = read.and_then(|()| {
                let corrupt = |reason| LevelFault::Corrupt { depth, list: unit, reason };
                self.form.boards(unit, &list, each).map_err(corrupt)
            });
            boards.extend(found.map_err(|fault| broken(depth, fault))?);
        }
        boards.truncate(wanted);
        let boards = boards.iter().map(|board| line(&self.task.image.board(board))).collect();
        // A run that was begun without samples has none of its first levels.
        self.record.samples.resize(depth as usize, Vec::new());
        self.record.samples.push(boards);
        Ok(())
    }

    /// The boards of a list of the last level, in the given orientation.
    pub(super) fn boards(
        &self,
        depth: u32,
        unit: ListNumber,
        list: &[u8],
    ) -> Result<Vec<Vec<u8>>, FrontierError> {
        let boards = self.form.boards(unit, list, usize::MAX);
        let boards = boards
            .map_err(|reason| broken(depth, LevelFault::Corrupt { depth, list: unit, reason }));
        Ok(boards?.iter().map(|board| self.task.image.board(board)).collect())
    }

    /// The record of the stored levels.
    pub(super) fn record(&self) -> &RunRecord {
        &self.record
    }

    /// The states at each depth, and the cost of each level.
    pub(super) fn levels(&self) -> Vec<LevelSummary> {
        self.record.levels.iter().chain(&self.counted).copied().collect()
    }

    /// Bytes of memory in use.
    pub(super) fn memory(&self) -> u64 {
        self.form.memory() + self.store.memory()
    }

    /// Maximum of memory in use.
    pub(super) fn peak(&self) -> u64 {
        self.peak
    }
}

fn summary(level_run: &LevelRun<'_>, states: u64) -> LevelSummary {
    let number = |count: &AtomicU64| count.load(Ordering::Relaxed);
    LevelSummary {
        states,
        seconds: 0.0,
        bytes_read: number(&level_run.read),
        bytes_written: number(&level_run.written),
        partial_bytes: number(&level_run.transferred),
        waited: level_run.waited(),
    }
}

/// Converts a fault to the error of the engine.
fn broken(depth: u32, fault: LevelFault) -> FrontierError {
    match fault {
        LevelFault::Corrupt { depth, list, reason } => {
            FrontierError::Corrupt { depth, list, reason: reason.0 }
        }
        LevelFault::Store(reason) => failed(depth, "kept or read", reason),
        LevelFault::OutOfMemory | LevelFault::Cancelled | LevelFault::OtherThread => {
            FrontierError::Record { what: "it was stopped while it was read" }
        }
    }
}

fn failed(depth: u32, at: &'static str, reason: StoreError) -> FrontierError {
    FrontierError::Store { depth, at, reason }
}
