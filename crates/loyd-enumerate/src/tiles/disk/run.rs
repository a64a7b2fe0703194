//! The level loop.
//!
//! ```text
//! begin level d+1 in the store, or go on where it was marked last
//! each pass, from level d and what earlier passes hand on: units of d+1, and partials for later ones
//! commit d+1; forget d
//! ```
//!
//! What the passes are depends on the metric, see `halves` and `classes`.
//!
//! Between two steps the state is a level boundary that the store has committed. A step that
//! fails, or is cancelled, leaves it there: the next one goes on from the last mark, or begins the
//! level again if there is none. So does a step for which the store has no room, once the store has
//! given up what it keeps without need.

use super::crew::Crew;
use super::error::DiskError;
use super::index::Index;
use super::mark::{Mark, Marks};
use super::partials::Partials;
use super::pass::Pass;
use super::plan::Plan;
use super::pool::Pool;
use super::progress::Done;
pub use super::progress::{Progress, Step};
use super::stage::Stage;
use super::store::{LevelStore, Record, StoreError};
use super::watched::Watched;
use crate::LevelSummary;
use loyd_tiles::bitmap::{Parities, Place};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A running enumeration.
pub struct DiskLoop {
    pub(super) plan: Plan,
    pub(super) store: Arc<dyn LevelStore>,
    /// One for each pass.
    pub(super) stages: Vec<Stage>,
    /// The pass that was last: only its stage has memory.
    pub(super) turn: usize,
    pub(super) crew: Crew,
    pub(super) index: Index,
    pub(super) partials: Partials,
    pub(super) pool: Pool,
    pub(super) whole: Parities,
    pub(super) levels: Vec<LevelSummary>,
    pub(super) watched: Watched,
    /// Some states of each level.
    pub(super) samples: Vec<Vec<Place>>,
    pub(super) setup_seconds: f64,
    pub(super) marks: Marks,
}

impl DiskLoop {
    /// Computes and commits the next level. When `cancel` becomes true it is left: within a fraction
    /// of a second, or, where there are marks, as soon as the segments that are done are safe.
    ///
    /// # Errors
    /// [`DiskError::Store`] and [`DiskError::Corrupt`] if the store cannot go on, and
    /// [`DiskError::Sum`] if the counts turn out wrong.
    pub fn step(
        &mut self,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Step, DiskError> {
        loop {
            match self.attempt(cancel, progress) {
                // Once for each time that there is something to be given up.
                Err(error) if error.is_full() && self.store.make_room().unwrap_or(false) => {}
                other => return other,
            }
        }
    }

    /// A step, as far as the store has room.
    fn attempt(
        &mut self,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Step, DiskError> {
        if self.total() == self.plan.states() {
            return Ok(Step::Complete);
        }
        let depth = self.depth() + 1;
        let marked = self.store.reopen(depth).map_err(failed(depth, "going on with it"))?;
        let fits = |mark: &Mark| {
            let stage = self.stages.get(mark.pass);
            mark.depth == depth
                && stage.is_some_and(|stage| mark.segments <= stage.cut.segments(stage.half))
                && mark.counted <= self.plan.states()
        };
        if let Some(mark) = marked.filter(fits)
            && self.index.rewind(&mark.next, &mark.partial)
        {
            match self.level(&Done::before(&mark), cancel, progress) {
                // What was marked is damaged: without it the level can still be made.
                Err(error) if error.is_damage() && !error.is_damage_of(self.depth()) => {}
                other => return other.map_err(|error| error.give_up(self.depth(), &*self.store)),
            }
        }
        self.store.begin(depth).map_err(failed(depth, "beginning it"))?;
        self.level(&Done::default(), cancel, progress)
            .map_err(|error| error.give_up(self.depth(), &*self.store))
    }

    /// Makes and commits the next level, of which the store has what was done before.
    fn level(
        &mut self,
        done: &Done,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Step, DiskError> {
        let (total, expected) = (self.total(), self.plan.states());
        let depth = self.depth() + 1;
        self.partials.clear();
        self.marks.restart();
        for pass in done.pass..self.stages.len() {
            let passed = self.pass(pass, done, cancel, progress);
            if passed.is_err() || cancel.load(Ordering::Relaxed) {
                self.watched.give_up();
                return passed.map(|()| Step::Interrupted);
            }
        }
        let program = self.plan.program();
        let made = program.made(depth as usize % 2);
        let counted = done.counted.load(Ordering::Relaxed);
        let found = program.found(&self.index, &made, counted, total);
        let states = found.unwrap_or(0);
        if states == 0 || total + states > expected {
            return Err(DiskError::Sum { found: total + states, expected });
        }
        let summary = LevelSummary { states, ..done.summary() };
        let mut record = self.record();
        record.levels.push(summary);
        record.samples.push(self.watched.finish());
        for &cell in &made {
            self.index.copy_next(cell, &mut record.counts);
        }
        self.store.commit(&record).map_err(failed(depth, "committing it"))?;
        for &cell in &made {
            self.index.advance(cell);
        }
        self.levels.push(summary);
        self.samples = record.samples;
        self.store.forget(depth - 1).map_err(failed(depth, "forgetting the level before"))?;
        Ok(Step::Level(summary))
    }

    /// Does one pass of a level.
    fn pass(
        &mut self,
        number: usize,
        done: &Done,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(), DiskError> {
        if let Ok([last, next]) = self.stages.get_disjoint_mut([self.turn, number]) {
            core::mem::swap(&mut last.field.bitmaps, &mut next.field.bitmaps);
        }
        self.turn = number;
        let (depth, passes) = (self.depth(), self.stages.len());
        let stage = &mut self.stages[number];
        stage.enter();
        let (index, marks) = (&self.index, &self.marks);
        let mark = |segments: usize| {
            let (next, partial) = index.snapshot();
            let counted = done.counted.load(Ordering::Relaxed);
            let summary = done.summary();
            let mark =
                Mark { depth: depth + 1, pass: number, segments, next, partial, counted, summary };
            self.store.mark(&mark).map_err(failed(depth + 1, "marking how far it is"))
        };
        let traffic = &done.traffic;
        let pass = Pass {
            depth,
            store: &*self.store,
            index,
            partials: &self.partials,
            pool: &self.pool,
            whole: &self.whole,
            traffic,
            counted: &done.counted,
            watched: &self.watched,
            read_ahead: self.plan.read_ahead,
            write_behind: self.plan.write_behind,
            cancel,
            done: if number == done.pass { done.segments } else { 0 },
            marks,
            mark: &mark,
        };
        let of = stage.cut.segments(stage.half);
        let mut report = |segments| {
            let moved = [&traffic.read, &traffic.written];
            let bytes = moved.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum();
            progress(&Progress { depth: depth + 1, pass: number, passes, segments, of, bytes });
        };
        pass.run(stage, &mut self.crew, &mut report)
    }

    /// The level boundary at which the run stands.
    #[must_use]
    pub fn record(&self) -> Record {
        let Plan { task, cut, .. } = &self.plan;
        Record {
            width: task.width,
            height: task.height,
            metric: task.metric,
            start: task.start,
            block_digits: cut.layout.block_digits,
            digit: cut.digit,
            column_lines: cut.column_lines,
            levels: self.levels.clone(),
            counts: self.index.counts().to_vec(),
            samples: self.samples.clone(),
        }
    }

    /// The plan that is carried out.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The deepest level known.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.levels.len().saturating_sub(1) as u32
    }

    /// States up to the deepest level known.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.levels.iter().map(|level| level.states).sum()
    }

    /// What was found at each depth, and what it took.
    #[must_use]
    pub fn levels(&self) -> &[LevelSummary] {
        &self.levels
    }

    /// Some boards of each level, as given to the task, if they were asked for; none of thin levels
    /// and of those after a resumption.
    #[must_use]
    pub fn samples(&self) -> Vec<Vec<Vec<u8>>> {
        let ranking = &self.plan.ranking;
        let boards =
            |places: &Vec<Place>| places.iter().map(|&place| ranking.unrank(place)).collect();
        self.samples.iter().map(boards).collect()
    }

    /// Seconds that allocation and page clearing took.
    #[must_use]
    pub fn setup_seconds(&self) -> f64 {
        self.setup_seconds
    }
}

/// A failure of the store while it was asked for something.
pub(super) fn failed(depth: u32, at: &'static str) -> impl FnOnce(StoreError) -> DiskError {
    move |reason| DiskError::Store { depth, at: at.to_owned(), reason }
}
