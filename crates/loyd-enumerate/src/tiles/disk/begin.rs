//! How a run is begun: from nothing, from the first levels that lists have made, or from a level
//! that was committed.

use super::crew::Crew;
use super::error::DiskError;
use super::index::Index;
use super::mark::Marks;
use super::partials::Partials;
use super::places;
use super::plan::Plan;
use super::pool::Pool;
use super::run::{DiskLoop, failed};
use super::stage::Stage;
use super::store::{Codec, Kind, LevelStore, Record, Scarce};
use super::thin::Thin;
use super::watched::Watched;
use crate::LevelSummary;
use loyd_tiles::arch::bitmap::{Bitmaps, Kernels};
use loyd_tiles::bitmap::Parities;
use std::sync::Arc;
use std::time::Instant;

impl DiskLoop {
    /// Allocates the memory of a plan and commits level 0. What the store held is lost.
    ///
    /// # Errors
    /// [`DiskError::Memory`] if the system refuses, [`DiskError::Store`] if the store does.
    pub fn start(
        plan: Plan,
        store: Arc<dyn LevelStore>,
        codec: &dyn Codec,
    ) -> Result<Self, DiskError> {
        let mut run = Self::allocate(plan, store, codec, true)?;
        run.store.begin(0).map_err(failed(0, "beginning it"))?;
        let mut bytes_written = 0;
        for place in run.plan.program().seeds() {
            let (unit, lines) = places::seed(&run.plan.cut, place);
            let shape = places::shape(&run.plan.cut, unit);
            let mut coded = Vec::new();
            codec.coder().encode(&shape, 1, Scarce::Bytes, &lines, &mut coded);
            run.index.record(Kind::Level, unit, 1);
            run.index.advance(place.cell);
            run.watched.see(unit, &lines);
            run.store.put(0, Kind::Level, unit, &coded).map_err(failed(0, "writing the start"))?;
            bytes_written += coded.len() as u64;
        }
        run.samples.push(run.watched.finish());
        run.levels.push(LevelSummary { states: 1, bytes_written, ..LevelSummary::default() });
        run.store.commit(&run.record()).map_err(failed(0, "committing it"))?;
        Ok(run)
    }

    /// Commits the last of the levels that lists have made, and goes on from it. What the store held is
    /// lost.
    pub(super) fn start_with(
        plan: Plan,
        store: Arc<dyn LevelStore>,
        codec: &dyn Codec,
        mut thin: Thin,
    ) -> Result<Self, DiskError> {
        let mut run = Self::furnish(plan, store, codec, false)?;
        let depth = thin.levels.len() as u32 - 1;
        let begun = Instant::now();
        run.store.begin(0).map_err(failed(0, "beginning it"))?;
        if depth > 0 {
            run.store.begin(depth).map_err(failed(depth, "beginning it"))?;
        }
        let other = thin.ball(&run.plan.cut, false);
        for group in &other.groups {
            run.index.record(Kind::Level, group.unit, group.states() as u32);
        }
        drop(other);
        let ball = thin.ball(&run.plan.cut, true);
        let written = run.crew.write(&ball, depth, &run.plan.cut, &run.index, &*run.store)?;
        drop(ball);
        (0..run.plan.program().level_maps()).for_each(|cell| run.index.advance(cell));
        (run.levels, run.samples) = (thin.levels, thin.samples);
        if let Some(last) = run.levels.last_mut() {
            last.bytes_written += written;
            last.seconds += begun.elapsed().as_secs_f64();
        }
        run.store.commit(&run.record()).map_err(failed(depth, "committing it"))?;
        run.fill()?;
        Ok(run)
    }

    /// Goes on from a level that was committed; the plan is that of
    /// [`Plan::resume`](super::Plan::resume).
    ///
    /// # Errors
    /// [`DiskError::Record`] if the record contradicts itself or the plan, and as
    /// [`start`](DiskLoop::start).
    pub fn resume(
        plan: Plan,
        record: &Record,
        store: Arc<dyn LevelStore>,
        codec: &dyn Codec,
    ) -> Result<Self, DiskError> {
        let mut run = Self::allocate(plan, store, codec, false)?;
        let wrong = |what| Err(DiskError::Record { what });
        let (task, cut) = (&run.plan.task, &run.plan.cut);
        let of_plan = (task.width, task.height, task.start, cut.digit, cut.column_lines);
        if of_plan != (record.width, record.height, record.start, record.digit, record.column_lines)
            || record.metric != task.metric
            || record.block_digits != cut.layout.block_digits
        {
            return wrong("it was planned in another way");
        }
        if record.levels.is_empty() || !run.index.restore(&record.counts) {
            return wrong("its counts do not belong to its bitmaps");
        }
        let (cells, states) = (cut.layout.cells(), cut.layout.map_states());
        let mut kept = record.samples.iter().flatten();
        if kept.any(|place| place.cell >= cells || place.rank >= states) {
            return wrong("it keeps states that are not of this puzzle");
        }
        run.levels.clone_from(&record.levels);
        run.samples.clone_from(&record.samples);
        run.samples.resize(run.levels.len(), Vec::new());
        let states: Vec<u64> = run.levels.iter().map(|level| level.states).collect();
        if !run.plan.program().agrees(&run.index, &states) {
            return wrong("its counts contradict its levels");
        }
        Ok(run)
    }

    fn allocate(
        plan: Plan,
        store: Arc<dyn LevelStore>,
        codec: &dyn Codec,
        first: bool,
    ) -> Result<Self, DiskError> {
        let mut run = Self::furnish(plan, store, codec, first)?;
        run.fill()?;
        Ok(run)
    }

    /// The memory for segments.
    fn fill(&mut self) -> Result<(), DiskError> {
        let begun = Instant::now();
        let bitmaps = &mut self.stages[0].field.bitmaps;
        *bitmaps = Bitmaps::zeroed(1, self.plan.segment_bytes as usize / 64, 1)?;
        bitmaps.touch(&mut self.crew.team);
        self.setup_seconds += begun.elapsed().as_secs_f64();
        Ok(())
    }

    /// All but the memory for segments.
    fn furnish(
        plan: Plan,
        store: Arc<dyn LevelStore>,
        codec: &dyn Codec,
        first: bool,
    ) -> Result<Self, DiskError> {
        let begun = Instant::now();
        let threads = plan.task.threads.max(1);
        let (cut, program, kernels) = (&plan.cut, plan.program(), Kernels::detect());
        let crew = Crew::new(threads, cut.unit_lines(), codec);
        let stage = |pass| Stage::new(program, pass, threads, kernels);
        let passes = 0..program.passes().len();
        let stages = passes.map(stage).collect::<Result<Vec<Stage>, _>>()?;
        Ok(DiskLoop {
            index: Index::new(cut, program.level_maps(), program.all_maps()),
            partials: Partials::new(plan.partials),
            pool: Pool::default(),
            whole: Parities::new(&cut.layout),
            levels: Vec::new(),
            watched: Watched::new(cut, plan.task.samples, first),
            samples: Vec::new(),
            setup_seconds: begun.elapsed().as_secs_f64(),
            turn: 0,
            marks: Marks::new(plan.mark_every),
            stages,
            crew,
            store,
            plan,
        })
    }
}
