//! Starting a run: from level 0, from the first levels in lists, or from a committed level.

use super::buffer_pool::BufferPool;
use super::division::ProcessGroup;
use super::error::DiskError;
use super::level_checkpoint::CheckpointSchedule;
use super::listed_levels::ListedLevels;
use super::partial_buffer::PartialBuffer;
use super::plan::DiskPlan;
use super::run::{DiskLoop, failed};
use super::sampled_units::SampledUnits;
use super::segment_bitmaps::SegmentBitmaps;
use super::settling::division_of;
use super::store::{Bottleneck, LevelRecord, LevelStore, UnitCodec, UnitKind};
use super::unit_counts::UnitCounts;
use super::unit_transfer;
use super::workers::Workers;
use crate::places_of;
use loyd_enumerate::LevelSummary;
use loyd_tiles::arch::bitmap::{Bitmaps, Kernels};
use loyd_tiles::bitmap::Parities;
use std::sync::Arc;
use std::time::Instant;

impl DiskLoop {
    /// Allocates the memory of a plan and commits level 0. The previous contents of the store are
    /// lost.
    ///
    /// # Errors
    /// [`DiskError::Memory`] if the system refuses memory, [`DiskError::Store`] if the store fails.
    pub fn start(
        plan: DiskPlan,
        store: Arc<dyn LevelStore>,
        codec: &dyn UnitCodec,
    ) -> Result<Self, DiskError> {
        Self::start_among(plan, store, codec, None)
    }

    /// Works as [`start`](DiskLoop::start) does, in one process of a group.
    ///
    /// # Errors
    /// The errors of [`start`](DiskLoop::start), and [`DiskError::Interrupted`] if the run is being
    /// stopped.
    pub fn start_among(
        plan: DiskPlan,
        store: Arc<dyn LevelStore>,
        codec: &dyn UnitCodec,
        group: Option<Arc<dyn ProcessGroup>>,
    ) -> Result<Self, DiskError> {
        let mut run = Self::allocate(plan, store, codec, true, group)?;
        run.store.begin(0).map_err(failed(0, "beginning it"))?;
        let mut bytes_written = 0;
        for place in run.plan.level_passes().seeds() {
            let (unit, lines) = unit_transfer::seed(&run.plan.segmentation, place);
            run.unit_counts.record(UnitKind::Level, unit, 1);
            run.unit_counts.advance(place.cell);
            run.sampler.see(unit, &lines);
            if !run.division.is_own(UnitKind::Level, unit) {
                continue;
            }
            let shape = unit_transfer::shape(&run.plan.segmentation, unit);
            let mut coded = Vec::new();
            codec.coder().encode(&shape, 1, Bottleneck::Disk, &lines, &mut coded);
            run.store
                .put(0, UnitKind::Level, unit, &coded)
                .map_err(failed(0, "writing the start"))?;
            bytes_written += coded.len() as u64;
        }
        run.meet(0)?.ok_or(DiskError::Interrupted)?;
        run.samples.push(run.sampler.finish());
        run.levels.push(LevelSummary { states: 1, bytes_written, ..LevelSummary::default() });
        run.store.commit(&run.record()).map_err(failed(0, "committing it"))?;
        Ok(run)
    }

    /// Commits the last of the listed levels and continues from it. The previous contents of the
    /// store are lost.
    pub(super) fn start_with(
        plan: DiskPlan,
        store: Arc<dyn LevelStore>,
        codec: &dyn UnitCodec,
        mut listed: ListedLevels,
        group: Option<Arc<dyn ProcessGroup>>,
    ) -> Result<Self, DiskError> {
        let mut run = Self::furnish(plan, store, codec, false, group)?;
        let depth = listed.levels.len() as u32 - 1;
        let clock = Instant::now();
        run.store.begin(0).map_err(failed(0, "beginning it"))?;
        if depth > 0 {
            run.store.begin(depth).map_err(failed(depth, "beginning it"))?;
        }
        let other = listed.ball(&run.plan.segmentation, false);
        for group in &other.groups {
            run.unit_counts.record(UnitKind::Level, group.unit, group.states() as u32);
        }
        drop(other);
        let ball = listed.ball(&run.plan.segmentation, true);
        let written = run.workers.write(
            &ball,
            depth,
            &run.plan.segmentation,
            &run.unit_counts,
            &run.division,
            &*run.store,
        )?;
        drop(ball);
        (0..run.plan.level_passes().level_maps()).for_each(|cell| run.unit_counts.advance(cell));
        (run.levels, run.samples) = (listed.levels, listed.samples);
        if let Some(last) = run.levels.last_mut() {
            last.bytes_written += written;
            last.seconds += clock.elapsed().as_secs_f64();
        }
        run.meet(depth)?.ok_or(DiskError::Interrupted)?;
        run.store.commit(&run.record()).map_err(failed(depth, "committing it"))?;
        run.fill()?;
        Ok(run)
    }

    /// Resumes from a committed level; the plan is that of
    /// [`DiskPlan::resume`](super::DiskPlan::resume).
    ///
    /// # Errors
    /// [`DiskError::Record`] if the record contradicts itself or the plan, and the errors of
    /// [`start`](DiskLoop::start).
    pub fn resume(
        plan: DiskPlan,
        record: &LevelRecord,
        store: Arc<dyn LevelStore>,
        codec: &dyn UnitCodec,
    ) -> Result<Self, DiskError> {
        Self::resume_among(plan, record, store, codec, None)
    }

    /// Works as [`resume`](DiskLoop::resume) does, in one process of a group: all have the same
    /// record.
    ///
    /// # Errors
    /// The errors of [`resume`](DiskLoop::resume).
    pub fn resume_among(
        plan: DiskPlan,
        record: &LevelRecord,
        store: Arc<dyn LevelStore>,
        codec: &dyn UnitCodec,
        group: Option<Arc<dyn ProcessGroup>>,
    ) -> Result<Self, DiskError> {
        let mut run = Self::allocate(plan, store, codec, false, group)?;
        let wrong = |what| Err(DiskError::Record { what });
        let segmentation = &run.plan.segmentation;
        if (segmentation.digit, segmentation.column_lines) != (record.digit, record.column_lines)
            || record.block_digits != segmentation.layout.block_digits
        {
            return wrong("it has another segmentation");
        }
        let states = Some(run.plan.states().into());
        if let Err(what) = record.run.check(&run.plan.task.record(), states) {
            return wrong(what);
        }
        if !run.unit_counts.restore(&record.counts) {
            return wrong("its counts do not belong to its bitmaps");
        }
        let Some(samples) = places_of(&run.plan.ranking, &record.run.samples) else {
            return wrong("a sample is not a position of this puzzle");
        };
        run.levels.clone_from(&record.run.levels);
        run.samples = samples;
        run.samples.resize(run.levels.len(), Vec::new());
        let states = record.run.counts();
        if !run.plan.level_passes().agrees(&run.unit_counts, &states) {
            return wrong("its counts contradict its levels");
        }
        Ok(run)
    }

    fn allocate(
        plan: DiskPlan,
        store: Arc<dyn LevelStore>,
        codec: &dyn UnitCodec,
        first: bool,
        group: Option<Arc<dyn ProcessGroup>>,
    ) -> Result<Self, DiskError> {
        let mut run = Self::furnish(plan, store, codec, first, group)?;
        run.fill()?;
        Ok(run)
    }

    /// Allocates the memory for segments.
    fn fill(&mut self) -> Result<(), DiskError> {
        let clock = Instant::now();
        let bitmaps = &mut self.pass_bitmaps[0].field.bitmaps;
        *bitmaps = Bitmaps::zeroed(1, self.plan.segment_bytes as usize / 64, 1)?;
        bitmaps.touch(&mut self.workers.team);
        self.setup_seconds += clock.elapsed().as_secs_f64();
        Ok(())
    }

    /// Allocates everything except the memory for segments.
    fn furnish(
        plan: DiskPlan,
        store: Arc<dyn LevelStore>,
        codec: &dyn UnitCodec,
        first: bool,
        group: Option<Arc<dyn ProcessGroup>>,
    ) -> Result<Self, DiskError> {
        let clock = Instant::now();
        let threads = plan.task.threads.max(1);
        let (segmentation, level_passes, kernels) =
            (&plan.segmentation, plan.level_passes(), Kernels::detect());
        let workers = Workers::new(threads, segmentation.unit_lines(), codec);
        let segment_bitmaps = |pass| SegmentBitmaps::new(level_passes, pass, threads, kernels);
        let passes = 0..level_passes.passes().len();
        let pass_bitmaps =
            passes.map(segment_bitmaps).collect::<Result<Vec<SegmentBitmaps>, _>>()?;
        Ok(DiskLoop {
            unit_counts: UnitCounts::new(
                segmentation,
                level_passes.level_maps(),
                level_passes.total_maps(),
            ),
            partials: PartialBuffer::new(plan.partials),
            pool: BufferPool::default(),
            map_parities: Parities::new(&segmentation.layout),
            levels: Vec::new(),
            sampler: SampledUnits::new(segmentation, plan.task.samples, first),
            samples: Vec::new(),
            setup_seconds: clock.elapsed().as_secs_f64(),
            active_pass: 0,
            division: division_of(level_passes, group.as_deref()),
            group,
            checkpoints: CheckpointSchedule::new(plan.checkpoint_every),
            pass_bitmaps,
            workers,
            store,
            plan,
        })
    }
}
