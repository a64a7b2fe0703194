//! The level loop.
//!
//! ```text
//! begin level d+1 in the store, or resume it at its last checkpoint
//! each pass, from level d and earlier partials: units of d+1, and partials for later passes
//! commit d+1; release d
//! ```
//!
//! The passes depend on the metric, see `single_tile` and `multi_tile`.
//!
//! Processes of a group exchange their results after each pass, see `settling`.
//!
//! Between two steps the state is a committed level boundary. A step that fails or is cancelled
//! leaves it unchanged: the next step resumes from the last checkpoint, or begins the level again
//! without one. The same happens if the store is full, after it has dropped its optional
//! levels.

use super::buffer_pool::BufferPool;
use super::division::{Division, ProcessGroup};
use super::error::DiskError;
use super::level_checkpoint::{CheckpointSchedule, LevelCheckpoint};
use super::partial_buffer::PartialBuffer;
use super::pass::Pass;
use super::plan::DiskPlan;
use super::progress::LevelInProgress;
pub use super::progress::{DiskProgress, DiskStep};
use super::sampled_units::SampledUnits;
use super::segment_bitmaps::SegmentBitmaps;
use super::settling::Settled;
use super::store::{LevelRecord, LevelStore, StoreError};
use super::unit_counts::UnitCounts;
use super::workers::Workers;
use crate::texts;
use loyd_enumerate::LevelSummary;
use loyd_enumerate::record::RunRecord;
use loyd_tiles::bitmap::{Parities, Place};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A running enumeration.
pub struct DiskLoop {
    pub(super) plan: DiskPlan,
    pub(super) store: Arc<dyn LevelStore>,
    /// The processes of the run, if there are several.
    pub(super) group: Option<Arc<dyn ProcessGroup>>,
    pub(super) division: Division,
    /// One for each pass.
    pub(super) pass_bitmaps: Vec<SegmentBitmaps>,
    /// The active pass: only its bitmaps have memory.
    pub(super) active_pass: usize,
    pub(super) workers: Workers,
    pub(super) unit_counts: UnitCounts,
    pub(super) partials: PartialBuffer,
    pub(super) pool: BufferPool,
    pub(super) map_parities: Parities,
    pub(super) levels: Vec<LevelSummary>,
    pub(super) sampler: SampledUnits,
    pub(super) samples: Vec<Vec<Place>>,
    pub(super) setup_seconds: f64,
    pub(super) checkpoints: CheckpointSchedule,
}

impl DiskLoop {
    /// Computes and commits the next level. When `cancel` becomes true the step ends: within a
    /// fraction of a second or, with checkpoints, as soon as the finished segments are durable.
    ///
    /// # Errors
    /// [`DiskError::Store`] and [`DiskError::Corrupt`] if the store fails, [`DiskError::Sum`] if
    /// the counts are wrong.
    pub fn step(
        &mut self,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&DiskProgress),
    ) -> Result<DiskStep, DiskError> {
        loop {
            match self.attempt(cancel, progress) {
                // Repeated as long as there are optional levels to drop.
                Err(error) if error.is_full() && self.store.drop_optional().unwrap_or(false) => {}
                other => return other,
            }
        }
    }

    /// One attempt at a step, which fails if the store is full.
    fn attempt(
        &mut self,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&DiskProgress),
    ) -> Result<DiskStep, DiskError> {
        if self.total() == self.plan.states() {
            return Ok(DiskStep::Complete);
        }
        let depth = self.depth() + 1;
        let saved = self.store.resume_level(depth).map_err(failed(depth, "resuming it"))?;
        let fits = |checkpoint: &LevelCheckpoint| {
            let segment_bitmaps = self.pass_bitmaps.get(checkpoint.pass);
            checkpoint.depth == depth
                && segment_bitmaps.is_some_and(|segment_bitmaps| {
                    checkpoint.segments
                        <= segment_bitmaps.segmentation.segments(segment_bitmaps.half)
                })
                && checkpoint.counted <= self.plan.states()
        };
        if let Some(checkpoint) = saved.filter(fits)
            && self.unit_counts.rewind(&checkpoint.next, &checkpoint.partial)
        {
            match self.level(&LevelInProgress::before(&checkpoint), cancel, progress) {
                // The checkpoint is damaged: the level can still be made without it.
                Err(error) if error.is_damage() && !error.is_damage_of(self.depth()) => {}
                other => return other.map_err(|error| error.give_up(self.depth(), &*self.store)),
            }
        }
        self.store.begin(depth).map_err(failed(depth, "beginning it"))?;
        self.level(&LevelInProgress::default(), cancel, progress)
            .map_err(|error| error.give_up(self.depth(), &*self.store))
    }

    /// Makes and commits the next level, continuing from `done`.
    fn level(
        &mut self,
        done: &LevelInProgress,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&DiskProgress),
    ) -> Result<DiskStep, DiskError> {
        let (total, expected) = (self.total(), self.plan.states());
        let depth = self.depth() + 1;
        self.partials.clear();
        self.checkpoints.restart();
        let mut settled = Settled::default();
        let passes = self.pass_bitmaps.len();
        for pass in done.pass..passes {
            let passed = self.pass(pass, done, cancel, progress);
            if passed.is_err() || cancel.load(Ordering::Relaxed) {
                self.sampler.give_up();
                return passed.map(|()| DiskStep::Interrupted);
            }
            let Some(results) = self.settle(pass, done, pass + 1 == passes)? else {
                self.sampler.give_up();
                return Ok(DiskStep::Interrupted);
            };
            settled = results;
        }
        let level_passes = self.plan.level_passes();
        let maps = level_passes.maps_of_parity(depth as usize % 2);
        let new_states = level_passes.new_states(&self.unit_counts, &maps, settled.counted, total);
        let states = new_states.unwrap_or(0);
        if states == 0 || total + states > expected {
            return Err(DiskError::Sum { total: total + states, expected });
        }
        let summary = LevelSummary { states, ..settled.summary };
        let mut record = self.record();
        let sample = self.sampler.finish();
        record.run.levels.push(summary);
        record.run.samples.extend(texts(&self.plan.ranking, std::slice::from_ref(&sample)));
        for &cell in &maps {
            self.unit_counts.copy_next(cell, &mut record.counts);
        }
        self.store.commit(&record).map_err(failed(depth, "committing it"))?;
        for &cell in &maps {
            self.unit_counts.advance(cell);
        }
        self.levels.push(summary);
        self.samples.push(sample);
        self.store.release(depth - 1).map_err(failed(depth, "releasing the level before"))?;
        Ok(DiskStep::Level(summary))
    }

    fn pass(
        &mut self,
        number: usize,
        done: &LevelInProgress,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&DiskProgress),
    ) -> Result<(), DiskError> {
        if let Ok([last, next]) = self.pass_bitmaps.get_disjoint_mut([self.active_pass, number]) {
            core::mem::swap(&mut last.field.bitmaps, &mut next.field.bitmaps);
        }
        self.active_pass = number;
        let (depth, passes) = (self.depth(), self.pass_bitmaps.len());
        let segment_bitmaps = &mut self.pass_bitmaps[number];
        segment_bitmaps.enter();
        let (unit_counts, checkpoints) = (&self.unit_counts, &self.checkpoints);
        let checkpoint = |segments: usize| {
            let (next, partial) = unit_counts.snapshot();
            let counted = done.counted.load(Ordering::Relaxed);
            let summary = done.summary();
            let checkpoint = LevelCheckpoint {
                depth: depth + 1,
                pass: number,
                segments,
                next,
                partial,
                counted,
                summary,
            };
            self.store
                .save_checkpoint(&checkpoint)
                .map_err(failed(depth + 1, "saving a checkpoint"))
        };
        let io = &done.io;
        let pass = Pass {
            depth,
            store: &*self.store,
            unit_counts,
            partials: &self.partials,
            division: &self.division,
            pool: &self.pool,
            map_parities: &self.map_parities,
            io,
            counted: &done.counted,
            sampler: &self.sampler,
            read_ahead: self.plan.read_ahead,
            write_behind: self.plan.write_behind,
            cancel,
            done: if number == done.pass { done.segments } else { 0 },
            checkpoints,
            checkpoint: &checkpoint,
        };
        let segments = segment_bitmaps.segmentation.segments(segment_bitmaps.half);
        let of = (0..segments).filter(|&segment| self.division.is_mine(segment)).count();
        let mut report = |segments| {
            let moved = [&io.read, &io.written];
            let bytes = moved.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum();
            progress(&DiskProgress { depth: depth + 1, pass: number, passes, segments, of, bytes });
        };
        pass.run(segment_bitmaps, &mut self.workers, &mut report)
    }

    /// Returns the current level boundary.
    #[must_use]
    pub fn record(&self) -> LevelRecord {
        let segmentation = &self.plan.segmentation;
        LevelRecord {
            run: RunRecord {
                levels: self.levels.clone(),
                samples: texts(&self.plan.ranking, &self.samples),
                ..self.plan.task.record()
            },
            block_digits: segmentation.layout.block_digits,
            digit: segmentation.digit,
            column_lines: segmentation.column_lines,
            counts: self.unit_counts.counts().to_vec(),
        }
    }

    /// The plan of the run.
    #[must_use]
    pub fn plan(&self) -> &DiskPlan {
        &self.plan
    }

    /// The deepest level.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.levels.len().saturating_sub(1) as u32
    }

    /// States up to the deepest level.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.levels.iter().map(|level| level.states).sum()
    }

    /// The states at each depth, and the cost of each level.
    #[must_use]
    pub fn levels(&self) -> &[LevelSummary] {
        &self.levels
    }

    /// A sample of the boards of each level, of the size in the task; empty for sparse levels and for
    /// those after a resumption.
    #[must_use]
    pub fn samples(&self) -> Vec<Vec<Vec<u8>>> {
        let ranking = &self.plan.ranking;
        let boards =
            |places: &Vec<Place>| places.iter().map(|&place| ranking.unrank(place)).collect();
        self.samples.iter().map(boards).collect()
    }

    /// Seconds of allocation and page clearing.
    #[must_use]
    pub fn setup_seconds(&self) -> f64 {
        self.setup_seconds
    }
}

/// An error of the store during an operation.
pub(super) fn failed(depth: u32, at: &'static str) -> impl FnOnce(StoreError) -> DiskError {
    move |reason| DiskError::Store { depth, at: at.to_owned(), reason }
}
