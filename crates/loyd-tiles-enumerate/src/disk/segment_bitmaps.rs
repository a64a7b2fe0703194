//! The bitmaps of a segment and the moves of its pass.

use super::passes::LevelPasses;
use super::segment_maps::SegmentMaps;
use super::segment_plan::SegmentPlan;
use super::segmentation::{Half, Segmentation};
use super::unit_transfer::{UnitTransfer, pieces};
use crate::memory::level_sweep::{BlockRule, LevelBitmaps, SweepPlan, SweepWorker};
use crate::memory::sources::{BlockJob, LevelStep};
use loyd_search::arch::memory::OutOfMemory;
use loyd_tiles::arch::bitmap::{Bitmaps, Grid, Group, Kernels, Line, Sources, Store};
use loyd_tiles::bitmap::{Parities, Target};
use std::sync::atomic::{AtomicBool, Ordering};

/// The bitmaps of the segments of one pass, one segment at a time.
#[derive(Debug)]
pub(super) struct SegmentBitmaps {
    pub(super) segmentation: Segmentation,
    pub(super) half: Half,
    pub(super) field: LevelBitmaps,
    /// Indexed by the parity of the new level.
    pub(super) segment_maps: [SegmentMaps; 2],
    pub(super) sweep_plans: [SweepPlan; 2],
    /// Flags of the zero rows of patches.
    zero: Vec<AtomicBool>,
}

impl SegmentBitmaps {
    /// The structures of a pass, without memory for bitmaps.
    pub(super) fn new(
        level_passes: LevelPasses<'_>,
        pass: usize,
        threads: usize,
        kernels: Kernels,
    ) -> Result<Self, OutOfMemory> {
        let (segmentation, half, maps) =
            (level_passes.segmentation, level_passes.passes()[pass], level_passes.maps(pass));
        let segment_maps = [0, 1].map(|parity| level_passes.segment_maps(pass, parity));
        let sweep_plans = [0, 1]
            .map(|parity: usize| level_passes.sweep_plan(pass, &segment_maps[parity], threads));
        let field = LevelBitmaps::new(
            &segmentation.segment_layout(half),
            Bitmaps::zeroed(0, 0, 0)?,
            maps,
            kernels,
        );
        let mut zero = Vec::new();
        zero.resize_with(
            maps * segmentation.units_across(half) * segmentation.rows(),
            AtomicBool::default,
        );
        Ok(SegmentBitmaps {
            segmentation: segmentation.clone(),
            half,
            field,
            segment_maps,
            sweep_plans,
            zero,
        })
    }

    /// Initialises for bitmap memory with arbitrary contents.
    pub(super) fn enter(&mut self) {
        let layout = &self.field.layout;
        let maps = self.segment_maps[0].len().max(self.segment_maps[1].len());
        self.field.bitmaps.reshape(maps, layout.blocks, layout.block_lines);
        for zero in &self.zero {
            zero.store(false, Ordering::Relaxed);
        }
    }

    /// Prepares for a segment: sets the odd states and the open target blocks.
    pub(super) fn prepare(
        &mut self,
        segment: usize,
        map_parities: &Parities,
        segment_plan: &SegmentPlan,
    ) {
        if self.half == Half::Lower {
            let mask = odd_states(&self.segmentation, segment, map_parities);
            self.field.parities = self.field.parities.clone().with_odd_states(mask);
        }
        let ledger = &self.field.ledger;
        let clear = |map: usize, count: u32| {
            (0..self.field.layout.blocks).for_each(|block| ledger.set(map, block, count, 0));
        };
        let all = segment_plan
            .uniform_sources
            .iter()
            .chain(&segment_plan.coded_sources)
            .map(|source| (source.map, 0));
        let mut last = None;
        for (map, count) in all.chain(segment_plan.targets.iter().map(|target| (target.map, 1))) {
            if last.replace(map) != Some(map) {
                clear(map, count);
            }
        }
        for target in segment_plan.targets.iter().filter(|target| !target.closed) {
            for j in 0..self.segmentation.rows() {
                for (block, _) in pieces(&self.segmentation, self.half, segment, target.across, j) {
                    ledger.set(target.map, block, 0, 0);
                }
            }
        }
    }

    /// Borrows the parts that threads use while they fill the bitmaps.
    pub(super) fn split(&mut self) -> (&mut Bitmaps, UnitTransfer<'_>) {
        let SegmentBitmaps { segmentation, half, field, zero, .. } = self;
        let columns = segmentation.column_lines;
        let (pitch, run) = match half {
            Half::Upper => (segmentation.row_lines(), segmentation.run_lines()),
            Half::Lower => (columns, columns),
        };
        let grid = Grid { pitch, rows: segmentation.rows(), run, columns };
        let across = segmentation.units_across(*half);
        let transfer = UnitTransfer {
            segmentation,
            half: *half,
            ledger: &field.ledger,
            kernels: field.kernels,
            store: field.store,
            zero,
            across,
            grid,
        };
        (&mut field.bitmaps, transfer)
    }
}

/// The states of a column whose digits below the rows have an odd sum.
fn odd_states(segmentation: &Segmentation, column: usize, map_parities: &Parities) -> Vec<Line> {
    let block_lines = segmentation.layout.block_lines;
    let line = |line: usize| {
        let mut states = map_parities.odd_states()[line % block_lines];
        if map_parities.is_odd(line / block_lines) {
            states.0 = states.0.map(|lane| !lane);
        }
        states
    };
    let mut mask: Vec<Line> = segmentation.lines(column).map(line).collect();
    mask.resize(segmentation.column_lines, Line::ZERO);
    mask
}

/// The rule of a segment: an open block whose sources contain states is their OR. For a counted
/// block, the result counts the states that each source alone adds to the bitmap with which it is
/// merged.
pub(super) struct UnionRule<'a>(pub(super) &'a SegmentMaps);

impl BlockRule for UnionRule<'_> {
    #[inline]
    fn is_open(
        &self,
        step: &LevelStep<'_>,
        target: &Target,
        block: usize,
        _worker: &mut SweepWorker<'_>,
    ) -> bool {
        step.ledger.get(target.map, block).count() == 0
    }

    #[inline]
    fn is_due(&self, _step: &LevelStep<'_>, _target: &Target, _block: usize) -> bool {
        false
    }

    #[inline]
    fn write(
        &self,
        step: &LevelStep<'_>,
        job: &BlockJob<'_>,
        group: &mut Group<'_>,
        ahead: &[&[Line]],
        worker: &mut SweepWorker<'_>,
    ) {
        let (map, block) = (job.target.map, job.block);
        let SweepWorker { scratch, result, block_buffer, .. } = worker;
        if let Some(own) = self.0.shared(map) {
            let shared = step.sweep.source(own, block, 1);
            let mut alone = 0;
            if step.ledger.get(own, block).count() > 0 {
                let sources = Sources { plain: &[shared], ..Sources::default() };
                alone = step.kernels.merge(&sources, block_buffer, Store::Cached);
            }
            let (source_count, unions) = step.with_sources(job, ahead, scratch, |sources| {
                let (_, unions) =
                    step.kernels.merge_union(sources, shared, group.target(map, job.j));
                ((sources.plain.len() + sources.pairs.len()) as u64, unions)
            });
            result.new += unions - source_count * alone;
        } else {
            step.with_sources(job, ahead, scratch, |sources| {
                group.merge(step.kernels, sources, map, job.j, step.store)
            });
        }
        step.ledger.set(map, block, 1, 0);
    }
}
