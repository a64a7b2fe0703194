//! The level loop.
//!
//! ```text
//! begin level d+1 in the store
//! each pass, from level d and what earlier passes hand on: units of d+1, and partials for later ones
//! commit d+1; forget d
//! ```
//!
//! What the passes are depends on the metric, see `halves` and `classes`.
//!
//! Between two steps the state is a level boundary that the store has committed. A step that
//! fails, or is cancelled, leaves it there: the next one begins the level again.

use super::error::DiskError;
use super::index::Index;
use super::partials::Partials;
use super::pass::{Crew, Pass, Traffic};
use super::places;
use super::plan::Plan;
use super::pool::Pool;
use super::stage::Stage;
use super::store::{Codec, Kind, LevelStore, LevelSummary, Record, Scarce, StoreError};
use super::watched::Watched;
use loyd::arch::bitmap::{Bitmaps, Kernels};
use loyd::bitmap::{Parities, Place};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// How far a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The level being made.
    pub depth: u32,
    /// Passes over the bitmaps that are done.
    pub pass: usize,
    /// Passes of a level.
    pub passes: usize,
    /// Segments of this pass that are done.
    pub segments: usize,
    /// Segments of this pass.
    pub of: usize,
    /// Coded bytes read and written for this level so far.
    pub bytes: u64,
}

impl Progress {
    /// How much of the level is done, from 0 to 1, if all passes take equally long.
    #[must_use]
    pub fn share(&self) -> f64 {
        (self.pass as f64 + self.segments as f64 / self.of as f64) / self.passes as f64
    }
}

/// What one call of [`DiskLoop::step`] did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// One more level is known and committed.
    Level(LevelSummary),
    /// The cancel flag was seen: the level will be begun again by the next step.
    Interrupted,
    /// All states have been counted, and their number is right.
    Complete,
}

/// A running enumeration.
pub struct DiskLoop {
    plan: Plan,
    store: Arc<dyn LevelStore>,
    /// One for each pass.
    stages: Vec<Stage>,
    /// The pass that was last: only its stage has memory.
    turn: usize,
    crew: Crew,
    index: Index,
    partials: Partials,
    pool: Pool,
    whole: Parities,
    levels: Vec<LevelSummary>,
    watched: Watched,
    /// Some states of each level.
    samples: Vec<Vec<Place>>,
    setup_seconds: f64,
}

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
        let begun = Instant::now();
        let threads = plan.task.threads.max(1);
        let (cut, program, kernels) = (&plan.cut, plan.program(), Kernels::detect());
        let mut crew = Crew::new(threads, cut.unit_lines(), codec);
        let stage = |pass| Stage::new(program, pass, threads, kernels);
        let passes = 0..program.passes().len();
        let mut stages = passes.map(stage).collect::<Result<Vec<Stage>, _>>()?;
        stages[0].field.bitmaps = Bitmaps::zeroed(1, plan.segment_bytes as usize / 64, 1)?;
        stages[0].field.bitmaps.touch(&mut crew.team);
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
            stages,
            crew,
            store,
            plan,
        })
    }

    /// Computes and commits the next level. When `cancel` becomes true the level is given up
    /// within a fraction of a second.
    ///
    /// # Errors
    /// [`DiskError::Store`] and [`DiskError::Corrupt`] if the store cannot go on, and
    /// [`DiskError::Sum`] if the counts turn out wrong.
    pub fn step(
        &mut self,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Step, DiskError> {
        let (total, expected) = (self.total(), self.plan.states());
        if total == expected {
            return Ok(Step::Complete);
        }
        let begun = Instant::now();
        let depth = self.depth() + 1;
        let traffic = Traffic::default();
        self.partials.clear();
        self.store.begin(depth).map_err(failed(depth, "beginning it"))?;
        let counted = AtomicU64::new(0);
        for pass in 0..self.stages.len() {
            let passed = self.pass(pass, &traffic, &counted, cancel, progress);
            if passed.is_err() || cancel.load(Ordering::Relaxed) {
                self.watched.give_up();
                return passed.map(|()| Step::Interrupted);
            }
        }
        let program = self.plan.program();
        let made = program.made(depth as usize % 2);
        let found = program.found(&self.index, &made, counted.into_inner(), total);
        let states = found.unwrap_or(0);
        if states == 0 || total + states > expected {
            return Err(DiskError::Sum { found: total + states, expected });
        }
        let bytes = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let summary = LevelSummary {
            states,
            seconds: begun.elapsed().as_secs_f64(),
            bytes_read: bytes(&traffic.read),
            bytes_written: bytes(&traffic.written),
            partial_bytes: bytes(&traffic.partial),
            waited: bytes(&traffic.waited) as f64 * 1e-9,
        };
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
        traffic: &Traffic,
        counted: &AtomicU64,
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
        let pass = Pass {
            depth,
            store: &*self.store,
            index: &self.index,
            partials: &self.partials,
            pool: &self.pool,
            whole: &self.whole,
            traffic,
            counted,
            watched: &self.watched,
            read_ahead: self.plan.read_ahead,
            write_behind: self.plan.write_behind,
            cancel,
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
fn failed(depth: u32, at: &'static str) -> impl FnOnce(StoreError) -> DiskError {
    move |reason| DiskError::Store { depth, at: at.to_owned(), reason }
}
