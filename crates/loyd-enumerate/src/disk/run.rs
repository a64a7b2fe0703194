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
//! level again if there is none.

use super::crew::Crew;
use super::error::DiskError;
use super::index::Index;
use super::mark::{Mark, Marks};
use super::partials::Partials;
use super::pass::Pass;
use super::places;
use super::plan::Plan;
use super::pool::Pool;
use super::progress::Done;
pub use super::progress::{Progress, Step};
use super::stage::Stage;
use super::store::{Codec, Kind, LevelStore, LevelSummary, Record, Scarce, StoreError};
use super::thin::Thin;
use super::watched::Watched;
use loyd::arch::bitmap::{Bitmaps, Kernels};
use loyd::bitmap::{Parities, Place};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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
    marks: Marks,
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
        let (total, expected) = (self.total(), self.plan.states());
        if total == expected {
            return Ok(Step::Complete);
        }
        let depth = self.depth() + 1;
        let marked = self.store.reopen(depth).map_err(failed(depth, "going on with it"))?;
        let fits = |mark: &Mark| mark.depth == depth && mark.pass < self.stages.len();
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
fn failed(depth: u32, at: &'static str) -> impl FnOnce(StoreError) -> DiskError {
    move |reason| DiskError::Store { depth, at: at.to_owned(), reason }
}
