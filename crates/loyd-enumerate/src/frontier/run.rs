//! The level loop: lists from the store, the next level made and committed.

use super::error::FrontierError;
use super::image::Image;
use super::pieces::Pieces;
use super::pieces::layout::Layout;
use super::store::{Extent, ListStore, Record, StoreError, Unit};
use super::watch::{Fault, Watch};
use crate::Monitor;
use crate::disk::LevelSummary;
use loyd::observe::StopCause;
use loyd::puzzle::tiles::MetricName;
use std::sync::Arc;
use std::time::Instant;

/// What one call of [`ListLoop::step`] did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// One more level is known.
    Level(LevelSummary),
    /// It was stopped: the level will be begun again by the next step.
    Stopped(StopCause),
    /// There is no further level.
    Complete,
}

/// What is to be searched, and with what.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) image: Image,
    pub(super) metric: MetricName,
    pub(super) threads: usize,
    /// Most bytes to hold.
    pub(super) memory: u64,
    /// States to keep of each level.
    pub(super) samples: usize,
    /// How lists are made.
    pub(super) form: FormName,
    /// What a record has of all this.
    pub(super) record: Record,
}

/// How lists are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FormName {
    /// See [`Pieces`].
    Pieces(Layout),
}

impl FormName {
    /// What records say.
    pub(super) fn name(&self) -> &'static str {
        match self {
            FormName::Pieces(_) => "pieces 1",
        }
    }
}

/// The last two levels in memory or elsewhere, and the means to make the next.
#[derive(Debug)]
enum Form {
    Pieces(Pieces),
}

/// A running search.
pub(super) struct ListLoop {
    task: Task,
    store: Arc<dyn ListStore>,
    form: Form,
    record: Record,
    /// The last level, if it was only counted.
    counted: Option<LevelSummary>,
    peak: u64,
}

impl ListLoop {
    /// Begins with what the store has committed, or with the start.
    pub(super) fn new(
        task: Task,
        store: Arc<dyn ListStore>,
        saved: Option<&Record>,
    ) -> Result<Self, FrontierError> {
        let form = match &task.form {
            FormName::Pieces(layout) => Form::Pieces(Pieces::new(layout, task.threads)),
        };
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
        let (unit, list) = match &self.form {
            Form::Pieces(pieces) => pieces.start(),
        };
        self.store.put(unit, 1, &list)?;
        let bytes_written = list.len() as u64;
        self.record.levels = vec![LevelSummary { states: 1, bytes_written, ..Default::default() }];
        self.store.commit(&self.record)
    }

    /// Takes over what the store holds of a level.
    fn know(&mut self, depth: u32) -> Result<(), FrontierError> {
        let units = self.store.units(depth);
        let states: u64 = units.iter().map(|(_, extent)| u64::from(extent.states)).sum();
        if Some(states) != self.record.levels.get(depth as usize).map(|level| level.states) {
            return Err(FrontierError::Record { what: "its lists contradict its counts" });
        }
        let known = match &mut self.form {
            Form::Pieces(pieces) => pieces.know(units, depth),
        };
        known.map_err(|_| FrontierError::Record { what: "its lists are of another board" })
    }

    /// Makes the next level; with `last` it is only counted. When the monitor's flag is set the
    /// level is given up within a fraction of a second.
    pub(super) fn step(
        &mut self,
        monitor: &mut Monitor<'_>,
        last: bool,
    ) -> Result<Step, FrontierError> {
        let depth = self.record.depth() + 1;
        let begun = Instant::now();
        let cancel = monitor.cancel().clone();
        let store = self.store.clone();
        let Some(room) = self.task.memory.checked_sub(store.memory()) else {
            return Ok(Step::Stopped(StopCause::Memory));
        };
        if !last {
            store.begin(depth).map_err(|reason| failed(depth, "begun", reason))?;
        }
        let limits = Limits { last, room };
        let made = match &mut self.form {
            Form::Pieces(pieces) => {
                let watch = Watch::new(&*store, cancel.flag(), pieces.work());
                let made = pieces.step(&watch, monitor, depth, !limits.last, limits.room);
                made.map(|states| summary(&watch, states))
            }
        };
        self.peak = self.peak.max(self.memory());
        let mut summary = match made {
            Ok(summary) => summary,
            Err(Fault::Full) => return Ok(Step::Stopped(StopCause::Memory)),
            Err(Fault::Cancelled | Fault::Given) => {
                return Ok(Step::Stopped(StopCause::Cancelled));
            }
            Err(Fault::Store(reason)) => return Err(failed(depth, "kept or read", reason)),
            Err(Fault::Corrupt { depth, unit, reason }) => {
                return Err(FrontierError::Corrupt { depth, unit, reason: reason.0 });
            }
        };
        if summary.states == 0 {
            return Ok(Step::Complete);
        }
        if last {
            summary.seconds = begun.elapsed().as_secs_f64();
            self.counted = Some(summary);
            return Ok(Step::Level(summary));
        }
        let mut record = self.record.clone();
        summary.seconds = begun.elapsed().as_secs_f64();
        record.levels.push(summary);
        store.commit(&record).map_err(|reason| failed(depth, "committed", reason))?;
        self.record = record;
        self.know(depth)?;
        Ok(Step::Level(summary))
    }

    /// What was found at each depth.
    pub(super) fn levels(&self) -> Vec<LevelSummary> {
        self.record.levels.iter().chain(&self.counted).copied().collect()
    }

    /// Bytes held now.
    pub(super) fn memory(&self) -> u64 {
        let form = match &self.form {
            Form::Pieces(pieces) => pieces.memory(),
        };
        form + self.store.memory()
    }

    /// The most bytes held.
    pub(super) fn peak(&self) -> u64 {
        self.peak
    }
}

/// How a level is to be made.
struct Limits {
    last: bool,
    room: u64,
}

fn summary(watch: &Watch<'_>, states: u64) -> LevelSummary {
    use std::sync::atomic::Ordering::Relaxed;
    LevelSummary {
        states,
        seconds: 0.0,
        bytes_read: watch.read.load(Relaxed),
        bytes_written: watch.written.load(Relaxed),
        partial_bytes: watch.handed.load(Relaxed),
        waited: watch.waited(),
    }
}

fn failed(depth: u32, at: &'static str, reason: StoreError) -> FrontierError {
    FrontierError::Store { depth, at, reason }
}
