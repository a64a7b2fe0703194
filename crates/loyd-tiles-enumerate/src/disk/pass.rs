//! One pass over the bitmaps: its segments in sequence, their units read ahead and written behind.
//!
//! ```text
//! reader:   for each segment, each coded source unit:       get it; push it            (bounded)
//! all others, for each segment:
//!     load:   fill empty and full sources; pop the others, decode, copy to their positions
//!     sweep:  every target block := OR of its sources, as in memory
//!     save:   collect each target unit, counting its states; encode; push it           (bounded)
//! writer:   pop each unit; put it
//! ```
//!
//! While a segment is computed, units of the next one are read and those of the last one written,
//! as far as the buffers reach. So a level takes the longest of reading, computing and writing.
//!
//! Between two segments a [checkpoint](super::level_checkpoint) may be saved. Any failure ends the pass: the first one is returned, and unwritten units are dropped.

use super::buffer_pool::BufferPool;
use super::division::Division;
use super::error::DiskError;
use super::level_checkpoint::CheckpointSchedule;
use super::partial_buffer::PartialBuffer;
use super::pass_channels::{PassChannels, Reads, Writes, closed_queue};
use super::queue::{CloseOnDrop, CloseOnPanic};
use super::sampled_units::SampledUnits;
use super::segment_bitmaps::{SegmentBitmaps, UnionRule};
use super::segment_plan::{SegmentPlan, SourceUnit, TargetUnit};
use super::store::{Bottleneck, LevelStore, StoreError, Unit, UnitKind};
use super::unit_counts::UnitCounts;
use super::unit_transfer::{self, UnitTransfer};
use super::workers::{FirstFailure, IoStatistics, WorkerScratch, Workers};
use crate::memory::level_result::CollectionLimits;
use crate::memory::level_sweep::SweepControl;
use loyd_enumerate::checkpoint::StoreFault;
use loyd_tiles::arch::bitmap::Patches;
use loyd_tiles::bitmap::Parities;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

/// The context of a pass, apart from its bitmaps and workers.
pub(super) struct Pass<'a> {
    /// The level that is read.
    pub(super) depth: u32,
    pub(super) store: &'a dyn LevelStore,
    pub(super) unit_counts: &'a UnitCounts,
    pub(super) partials: &'a PartialBuffer,
    pub(super) division: &'a Division,
    pub(super) pool: &'a BufferPool,
    /// The digit sums of the whole bitmaps.
    pub(super) map_parities: &'a Parities,
    pub(super) io: &'a IoStatistics,
    /// The number of states that the sources of counted bitmaps have added to them.
    pub(super) counted: &'a AtomicU64,
    pub(super) sampler: &'a SampledUnits,
    pub(super) read_ahead: usize,
    pub(super) write_behind: usize,
    pub(super) cancel: &'a AtomicBool,
    /// Segments finished earlier.
    pub(super) done: usize,
    pub(super) checkpoints: &'a CheckpointSchedule,
    /// Saves a checkpoint for a number of finished segments.
    pub(super) checkpoint: &'a (dyn Fn(usize) -> Result<(), DiskError> + Sync),
}

impl Pass<'_> {
    /// Computes all segments of this process, or some if it is cancelled; calls `progress` with the
    /// number of finished segments.
    pub(super) fn run(
        &self,
        bitmaps: &mut SegmentBitmaps,
        workers: &mut Workers,
        progress: &mut dyn FnMut(usize),
    ) -> Result<(), DiskError> {
        let (reads, writes) = (Reads::new(self.read_ahead), Writes::new(self.write_behind));
        let failure = FirstFailure::default();
        let channels = PassChannels { reads: &reads, writes: &writes, failure: &failure };
        let segment_maps = bitmaps.segment_maps[self.parity()].clone();
        let (segmentation, half) = (bitmaps.segmentation.clone(), bitmaps.half);
        std::thread::scope(|scope| -> Result<(), DiskError> {
            let _guards = (CloseOnDrop(&reads), CloseOnDrop(&writes));
            let name = |role: &str| std::thread::Builder::new().name(role.to_owned());
            let refused = |error: std::io::Error| DiskError::Thread(error.to_string());
            name("reader")
                .spawn_scoped(scope, || {
                    let _guard = CloseOnPanic(&reads);
                    for segment in self.own(segmentation.segments(half)) {
                        let plan = SegmentPlan::new(
                            &segmentation,
                            half,
                            &segment_maps,
                            self.unit_counts,
                            segment,
                        );
                        if self.read(&plan, &channels).is_none() {
                            return;
                        }
                    }
                    reads.end();
                })
                .map_err(refused)?;
            let writer =
                name("writer").spawn_scoped(scope, || self.write(&channels)).map_err(refused)?;
            let finished = (0..self.done).filter(|&segment| self.division.is_mine(segment)).count();
            for (number, segment) in self.own(segmentation.segments(half)).enumerate() {
                let plan =
                    SegmentPlan::new(&segmentation, half, &segment_maps, self.unit_counts, segment);
                let mut is_done = true;
                if plan.is_idle() {
                    plan.targets.iter().for_each(|target| self.conclude(target));
                } else {
                    is_done = self.segment(bitmaps, workers, segment, &plan, &channels);
                }
                if failure.is_set() {
                    return Ok(());
                }
                let handed_on =
                    plan.coded_sources.iter().filter(|source| source.kind == UnitKind::Partial);
                handed_on.filter(|_| is_done).for_each(|source| self.partials.release(source.unit));
                let is_cancelled = self.cancel.load(Ordering::Relaxed);
                if self.checkpoints.is_due() || is_cancelled && self.checkpoints.are_enabled() {
                    self.save_checkpoint(segment + usize::from(is_done), &channels);
                }
                if is_cancelled || failure.is_set() {
                    return Ok(());
                }
                progress(finished + number + 1);
            }
            writes.end();
            // The scope propagates a panic of the reader, but not that of a thread joined here.
            writer.join().unwrap_or_else(|payload| resume_unwind(payload));
            Ok(())
        })?;
        let waited = reads.waited_to_pop() + writes.waited_to_push();
        self.io.waited.fetch_add(waited.as_nanos() as u64, Ordering::Relaxed);
        failure.take().map_or(Ok(()), Err)
    }

    /// The segments of this process that are not finished.
    fn own(&self, segments: usize) -> impl Iterator<Item = usize> {
        (self.done..segments).filter(|&segment| self.division.is_mine(segment))
    }

    fn parity(&self) -> usize {
        (self.depth as usize + 1) % 2
    }

    fn stops(&self, failure: &FirstFailure) -> bool {
        failure.is_set() || self.cancel.load(Ordering::Relaxed)
    }

    /// Saves a checkpoint, after giving the store all results for later segments and passes.
    fn save_checkpoint(&self, segments: usize, channels: &PassChannels<'_>) {
        let clock = Instant::now();
        for unit in self.partials.take_unstored() {
            let mut coded = self.pool.take();
            let bytes = if self.partials.copy(unit, &mut coded) { coded.capacity() } else { 0 };
            if channels.writes.push((UnitKind::Partial, unit, coded), bytes).is_err() {
                return;
            }
        }
        if channels.writes.wait_until_settled().is_err() {
            return;
        }
        if let Err(error) = (self.checkpoint)(segments) {
            channels.failure.report(error);
        }
        self.checkpoints.set(clock);
    }

    /// Reads the units of a segment; `None` if the queue was closed.
    fn read(&self, plan: &SegmentPlan, channels: &PassChannels<'_>) -> Option<()> {
        let units: Vec<(UnitKind, Unit)> =
            plan.coded_sources.iter().map(|source| (source.kind, source.unit)).collect();
        self.store.announce(self.depth, &units);
        for &source in &plan.coded_sources {
            let coded = self.fetch(&source).map_err(|reason| {
                channels.failure.report(if reason.fault == StoreFault::Data {
                    self.corrupt(&source, reason.message)
                } else {
                    let at = format!("reading {}", source.unit);
                    DiskError::Store { depth: self.depth + 1, at, reason }
                });
                channels.reads.close();
            });
            let coded = coded.ok()?;
            let bytes = coded.capacity();
            channels.reads.push((source, coded), bytes).ok()?;
        }
        Some(())
    }

    fn fetch(&self, source: &SourceUnit) -> Result<Vec<u8>, StoreError> {
        let depth = match source.kind {
            UnitKind::Level => self.depth,
            UnitKind::Partial => self.depth + 1,
        };
        let mut coded = self.pool.take();
        if source.kind == UnitKind::Partial && self.partials.copy(source.unit, &mut coded) {
            return Ok(coded);
        }
        self.store.get(depth, source.kind, source.unit, &mut coded)?;
        self.io.read.fetch_add(coded.len() as u64, Ordering::Relaxed);
        Ok(coded)
    }

    /// Writes units from the queue until it ends.
    fn write(&self, channels: &PassChannels<'_>) {
        let _guard = CloseOnPanic(channels.writes);
        while let Some((kind, unit, coded)) = channels.writes.pop() {
            if let Err(reason) = self.store.put(self.depth + 1, kind, unit, &coded) {
                let at = format!("writing {unit}");
                channels.failure.report(DiskError::Store { depth: self.depth + 1, at, reason });
                channels.writes.close();
                return;
            }
            self.io.written.fetch_add(coded.len() as u64, Ordering::Relaxed);
            self.pool.give(coded);
            channels.writes.settle();
        }
    }

    /// Loads, sweeps and saves a segment; returns whether it was finished.
    fn segment(
        &self,
        bitmaps: &mut SegmentBitmaps,
        workers: &mut Workers,
        segment: usize,
        plan: &SegmentPlan,
        channels: &PassChannels<'_>,
    ) -> bool {
        bitmaps.prepare(segment, self.map_parities, plan);
        self.load(bitmaps, workers, plan, channels);
        if self.stops(channels.failure) {
            return false;
        }
        let sweep_plan = &bitmaps.sweep_plans[self.parity()];
        let mut quiet = |_: f64| ();
        let control = SweepControl::new(self.cancel, &mut quiet);
        let rule = UnionRule(&bitmaps.segment_maps[self.parity()]);
        let (field, team) = (&mut bitmaps.field, &mut workers.team);
        let result =
            field.sweep(sweep_plan, &rule, self.depth, team, &control, CollectionLimits::NOTHING);
        // A cancelled sweep is incomplete.
        if self.stops(channels.failure) {
            return false;
        }
        self.counted.fetch_add(result.new, Ordering::Relaxed);
        self.save(bitmaps, workers, plan, channels);
        true
    }

    fn load(
        &self,
        bitmaps: &mut SegmentBitmaps,
        workers: &mut Workers,
        plan: &SegmentPlan,
        channels: &PassChannels<'_>,
    ) {
        let (bitmaps, transfer) = bitmaps.split();
        let patches = bitmaps.patches(transfer.grid);
        let (filled, popped) = (AtomicUsize::new(0), AtomicUsize::new(0));
        workers.work(&|scratch| {
            while let Some(source) =
                plan.uniform_sources.get(filled.fetch_add(1, Ordering::Relaxed))
            {
                self.bring(source, None, scratch, &transfer, &patches, channels);
                if self.stops(channels.failure) {
                    return;
                }
            }
            while popped.fetch_add(1, Ordering::Relaxed) < plan.coded_sources.len() {
                let Some((source, coded)) = channels.reads.pop() else {
                    return channels.failure.report(closed_queue());
                };
                self.bring(&source, Some(&coded), scratch, &transfer, &patches, channels);
                self.pool.give(coded);
                if self.stops(channels.failure) {
                    return;
                }
            }
        });
    }

    /// Copies a source unit to its position. `coded` is `None` for empty and full units.
    fn bring(
        &self,
        source: &SourceUnit,
        coded: Option<&[u8]>,
        scratch: &mut WorkerScratch,
        transfer: &UnitTransfer<'_>,
        patches: &Patches<'_>,
        channels: &PassChannels<'_>,
    ) {
        let (band, column) = transfer.at(source.across);
        let Some(mut patch) = patches.take(source.map, band, column) else { return };
        let shape = unit_transfer::shape(transfer.segmentation, source.unit);
        let unit = &mut scratch.lines[..shape.lines()];
        match coded {
            None if source.states == 0 => return transfer.clear(source, &mut patch),
            None => unit_transfer::fill(&shape, unit),
            Some(coded) => {
                if let Err(reason) = scratch.coder.decode(&shape, coded, unit) {
                    return channels.failure.report(self.corrupt(source, reason.0));
                }
            }
        }
        let states = transfer.scatter(source, self.depth, unit, &mut patch);
        if states != u64::from(source.states) {
            let reason = format!("{states} states instead of {}", source.states);
            channels.failure.report(self.corrupt(source, reason));
        }
    }

    fn corrupt(&self, source: &SourceUnit, reason: String) -> DiskError {
        let depth = self.depth + u32::from(source.kind == UnitKind::Partial);
        DiskError::Corrupt { depth, unit: source.unit, reason }
    }

    /// Encodes the target units. Not interrupted by cancellation: checkpoints contain whole
    /// segments only.
    fn save(
        &self,
        bitmaps: &mut SegmentBitmaps,
        workers: &mut Workers,
        plan: &SegmentPlan,
        channels: &PassChannels<'_>,
    ) {
        let (bitmaps, transfer) = bitmaps.split();
        let patches = bitmaps.patches(transfer.grid);
        let next = AtomicUsize::new(0);
        workers.work(&|scratch| {
            while let Some(target) = plan.targets.get(next.fetch_add(1, Ordering::Relaxed)) {
                if target.closed {
                    transfer.spoil(target);
                    self.conclude(target);
                } else {
                    self.encode(target, scratch, &transfer, &patches, channels);
                }
                if channels.failure.is_set() {
                    return;
                }
            }
        });
    }

    /// Counts a target unit and, unless it is empty or full, encodes and queues it.
    fn encode(
        &self,
        target: &TargetUnit,
        scratch: &mut WorkerScratch,
        transfer: &UnitTransfer<'_>,
        patches: &Patches<'_>,
        channels: &PassChannels<'_>,
    ) {
        let (band, column) = transfer.at(target.across);
        let Some(mut patch) = patches.take(target.map, band, column) else { return };
        let shape = unit_transfer::shape(transfer.segmentation, target.unit);
        let WorkerScratch { coder, lines: unit, coded } = scratch;
        let unit = &mut unit[..shape.lines()];
        let states = transfer.collect(target, unit, &mut patch);
        self.unit_counts.record(target.kind, target.unit, states as u32);
        if target.kind == UnitKind::Level && states > 0 {
            self.sampler.see(target.unit, unit);
        }
        if states == 0 || states == u64::from(self.unit_counts.full(target.unit)) {
            return;
        }
        coded.clear();
        let waiting = channels.writes.is_filling() || channels.reads.is_starved();
        let bottleneck = if waiting { Bottleneck::Disk } else { Bottleneck::Cpu };
        coder.encode(&shape, states, bottleneck, unit, coded);
        let mut out = self.pool.take();
        out.reserve_exact(coded.len());
        out.extend_from_slice(coded);
        if target.kind == UnitKind::Partial {
            self.io.partial.fetch_add(coded.len() as u64, Ordering::Relaxed);
            if self.division.is_read_here(UnitKind::Partial, target.unit) {
                match self.partials.keep(target.unit, out) {
                    Ok(()) => return,
                    Err(refused) => out = refused,
                }
            }
        }
        let bytes = out.capacity();
        if channels.writes.push((target.kind, target.unit, out), bytes).is_err() {
            channels.failure.report(closed_queue());
        }
    }

    /// Records a target unit that is not computed: full, or without sources.
    fn conclude(&self, target: &TargetUnit) {
        let states = if target.closed { self.unit_counts.full(target.unit) } else { 0 };
        self.unit_counts.record(target.kind, target.unit, states);
    }
}
