//! The level loop: makes the next level from stored lists and commits it.

use super::error::ListError;
use super::form::{LevelOrder, ListForm};
use super::level_run::{LevelFault, LevelRun};
use super::{ListNumber, ListStore, StoreError};
use crate::LevelSummary;
use crate::Monitor;
use crate::record::RunRecord;
use loyd_search::memory::granted;
use loyd_search::observe::StopCause;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Memory that must be available for buffers, maps and threads when a level begins.
pub const HEADROOM: u64 = 16 << 20;

/// The result of [`ListLoop::step`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ListStep {
    /// One more level was counted.
    Level(LevelSummary),
    /// The level was interrupted; the next step begins it again.
    Stopped(StopCause),
    /// The next level is empty.
    Complete,
}

/// The text of a state from the bytes of [`ListForm::states`].
pub type StateText = Arc<dyn Fn(&[u8]) -> String + Send + Sync>;

/// The search to run and its resources.
#[derive(Clone)]
pub struct ListTask {
    /// The memory limit in bytes.
    pub memory: u64,
    /// Size of the sample of each level.
    pub samples: usize,
    /// The text of a sampled state.
    pub text: StateText,
    /// The record of the task, without levels.
    pub record: RunRecord,
}

impl fmt::Debug for ListTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListTask").field("record", &self.record).finish_non_exhaustive()
    }
}

/// A search by lists between two levels.
pub struct ListLoop {
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
    ///
    /// # Errors
    /// If the store fails, or its lists contradict the record.
    pub fn new(
        task: ListTask,
        form: Box<dyn ListForm>,
        store: Arc<dyn ListStore>,
        saved: Option<&RunRecord>,
    ) -> Result<Self, ListError> {
        let record = saved.unwrap_or(&task.record).clone();
        let mut run = Self { task, store, form, record, counted: None, peak: 0 };
        if saved.is_none() {
            run.begin().map_err(|reason| failed(0, "started", reason))?;
        }
        let depth = run.record.depth();
        for depth in depth.saturating_sub(1)..=depth {
            run.adopt(depth)?;
        }
        Ok(run)
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.store.begin(0)?;
        let (unit, list) = self.form.start();
        self.store.put(unit, 1, &list)?;
        let bytes_written = list.len() as u64;
        self.record.levels = vec![LevelSummary { states: 1, bytes_written, ..Default::default() }];
        if self.task.samples > 0 {
            let states = self.form.states(unit, &list, 1).unwrap_or_default();
            self.record.samples.push(self.texts(&states));
        }
        self.store.commit(&self.record)
    }

    /// Takes over the lists of a committed level.
    fn adopt(&mut self, depth: u32) -> Result<(), ListError> {
        let lists = self.store.lists(depth);
        let states = self.form.adopt(&*self.store, depth, lists);
        let states = states.map_err(|fault| broken(depth, fault))?;
        if Some(states) != self.record.levels.get(depth as usize).map(|level| level.states) {
            return Err(ListError::Record { what: "its lists contradict its counts" });
        }
        Ok(())
    }

    fn texts(&self, states: &[Vec<u8>]) -> Vec<String> {
        states.iter().map(|state| (self.task.text)(state)).collect()
    }

    /// Makes the next level; with `last` it is only counted. When the monitor's flag is set, the
    /// step ends within a fraction of a second.
    ///
    /// # Errors
    /// If the store fails, or a list is corrupt.
    pub fn step(&mut self, monitor: &mut Monitor<'_>, last: bool) -> Result<ListStep, ListError> {
        let depth = self.record.depth() + 1;
        let clock = Instant::now();
        let cancel = monitor.stop_flag();
        let store = self.store.clone();
        let room = self.task.memory.checked_sub(store.memory()).filter(|_| granted(HEADROOM));
        let Some(room) = room else { return Ok(ListStep::Stopped(StopCause::Memory)) };
        if !last {
            store.begin(depth).map_err(|reason| failed(depth, "started", reason))?;
        }
        let level_run = LevelRun::new(&*store, cancel.flag(), self.form.work());
        let order = LevelOrder { depth, keep: !last, memory: room };
        let result = self.form.step(&level_run, monitor, order);
        self.peak = self.peak.max(self.memory() + level_run.heap.load(Ordering::Relaxed));
        let mut summary = match result {
            Ok(states) => summary(&level_run, states),
            Err(LevelFault::OutOfMemory) => return Ok(ListStep::Stopped(StopCause::Memory)),
            Err(LevelFault::Cancelled | LevelFault::OtherThread) => {
                return Ok(ListStep::Stopped(monitor.cause_of_stop()));
            }
            Err(fault) => return Err(broken(depth, fault)),
        };
        if summary.states == 0 {
            return Ok(ListStep::Complete);
        }
        if last {
            summary.seconds = clock.elapsed().as_secs_f64();
            self.counted = Some(summary);
            return Ok(ListStep::Level(summary));
        }
        let mut record = self.record.clone();
        summary.seconds = clock.elapsed().as_secs_f64();
        record.levels.push(summary);
        store.commit(&record).map_err(|reason| failed(depth, "committed", reason))?;
        self.record = record;
        self.adopt(depth)?;
        self.sample(depth)?;
        Ok(ListStep::Level(summary))
    }

    /// Samples states of a level from lists that are far apart.
    fn sample(&mut self, depth: u32) -> Result<(), ListError> {
        let samples = self.task.samples;
        if samples == 0 {
            return Ok(());
        }
        let units = self.store.lists(depth);
        let (every, each) = ((units.len() / samples).max(1), samples.div_ceil(units.len().max(1)));
        let (mut list, mut states) = (Vec::new(), Vec::new());
        for &(unit, _) in units.iter().step_by(every).take(samples) {
            let read = self.store.get(depth, unit, &mut list).map_err(LevelFault::Store);
            let of_list = read.and_then(|()| {
                let corrupt = |reason| LevelFault::Corrupt { depth, list: unit, reason };
                self.form.states(unit, &list, each).map_err(corrupt)
            });
            states.extend(of_list.map_err(|fault| broken(depth, fault))?);
        }
        states.truncate(samples);
        // A run that started without samples lacks those of its first levels.
        self.record.samples.resize(depth as usize, Vec::new());
        self.record.samples.push(self.texts(&states));
        Ok(())
    }

    /// The states of a list of the last level, as by [`ListForm::states`].
    ///
    /// # Errors
    /// If the bytes are not a list.
    pub fn states(
        &self,
        depth: u32,
        list: ListNumber,
        bytes: &[u8],
    ) -> Result<Vec<Vec<u8>>, ListError> {
        let states = self.form.states(list, bytes, usize::MAX);
        states.map_err(|reason| broken(depth, LevelFault::Corrupt { depth, list, reason }))
    }

    pub(crate) fn record(&self) -> &RunRecord {
        &self.record
    }

    /// The states at each depth, and the cost of each level.
    pub(crate) fn levels(&self) -> Vec<LevelSummary> {
        self.record.levels.iter().chain(&self.counted).copied().collect()
    }

    /// Bytes of memory in use.
    pub fn memory(&self) -> u64 {
        self.form.memory() + self.store.memory()
    }

    pub(crate) fn peak(&self) -> u64 {
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
fn broken(depth: u32, fault: LevelFault) -> ListError {
    match fault {
        LevelFault::Corrupt { depth, list, reason } => {
            ListError::Corrupt { depth, list, reason: reason.0 }
        }
        LevelFault::Store(reason) => failed(depth, "stored or read", reason),
        LevelFault::OutOfMemory | LevelFault::Cancelled | LevelFault::OtherThread => {
            ListError::Record { what: "it was stopped while it was read" }
        }
    }
}

fn failed(depth: u32, at: &'static str, reason: StoreError) -> ListError {
    ListError::Store { depth, at, reason }
}
