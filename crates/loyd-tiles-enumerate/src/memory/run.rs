//! The level loop.

use std::sync::atomic::{AtomicBool, Ordering};

use super::error::MemoryError;
use super::level_result::LevelResult;
use super::level_sweep::{LevelBitmaps, SweepControl};
use super::multi::MultiTile;
use super::plan::MemoryPlan;
use super::single::SingleTile;
use super::visit::StateVisitor;
use loyd_search::clock::Stopwatch;
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::{Kernels, Line, Team};
use loyd_tiles::bitmap::Place;

/// A finished level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinishedLevel {
    /// The distance from the start.
    pub depth: u32,
    /// States at this distance.
    pub states: u64,
    /// States up to this distance.
    pub total: u64,
    /// Seconds since the first level began, including the time of the caller.
    pub seconds: f64,
}

/// The result of [`MemoryLoop::step`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MemoryStep {
    /// One more level was counted.
    Level(FinishedLevel),
    /// The run was cancelled: the level is unfinished, and the next step continues it.
    Interrupted,
    /// All states were counted, and their number is right.
    Complete,
}

#[derive(Debug)]
pub(super) enum Stepper {
    Single(Box<SingleTile>),
    Multi(Box<MultiTile>),
}

impl Stepper {
    pub(super) fn field(&self) -> &LevelBitmaps {
        match self {
            Stepper::Single(single) => &single.field,
            Stepper::Multi(multi) => &multi.field,
        }
    }

    pub(super) fn field_mut(&mut self) -> &mut LevelBitmaps {
        match self {
            Stepper::Single(single) => &mut single.field,
            Stepper::Multi(multi) => &mut multi.field,
        }
    }

    /// The bitmaps that hold level `depth`.
    pub(super) fn maps(&self, depth: u32) -> Vec<usize> {
        match self {
            Stepper::Single(single) => single.maps(depth),
            Stepper::Multi(multi) => multi.maps(depth),
        }
    }
}

/// A running enumeration. Between two steps its state is a level boundary.
pub struct MemoryLoop {
    pub(super) plan: MemoryPlan,
    pub(super) stepper: Stepper,
    team: Team,
    pub(super) levels: Vec<u64>,
    pub(super) total: u64,
    pub(super) result: LevelResult,
    /// States of a resumed run whose bitmaps were not saved: the next level counts them again.
    pub(super) recount: u64,
    blocks: u64,
    pub(super) deepest: Option<Vec<Place>>,
    pub(super) samples: Vec<Vec<Place>>,
    setup_seconds: f64,
    clock: Option<Stopwatch>,
    pub(super) complete: bool,
}

impl MemoryLoop {
    /// Allocates and clears the memory of a plan and sets the start state, with the fastest
    /// kernels of this processor. O(bytes).
    ///
    /// # Errors
    /// [`MemoryError::TooBig`] or [`MemoryError::Memory`] if memory does not suffice.
    pub fn new(plan: MemoryPlan) -> Result<Self, MemoryError> {
        Self::with_kernels(plan, Kernels::detect())
    }

    /// Works as [`new`](MemoryLoop::new) does, with chosen kernels.
    ///
    /// # Errors
    /// The errors of [`new`](MemoryLoop::new).
    pub fn with_kernels(plan: MemoryPlan, kernels: Kernels) -> Result<Self, MemoryError> {
        let clock = Stopwatch::start();
        plan.check()?;
        let mut team = Team::new(plan.threads);
        let stepper = match plan.request.metric {
            MetricName::Single => {
                Stepper::Single(Box::new(SingleTile::new(&plan, kernels, &mut team)?))
            }
            MetricName::Multi => {
                Stepper::Multi(Box::new(MultiTile::new(&plan, kernels, &mut team)?))
            }
        };
        let start = Place { cell: plan.ranking.start(), rank: 0 };
        Ok(MemoryLoop {
            stepper,
            team,
            levels: vec![1],
            total: 1,
            result: LevelResult::new(plan.limits()),
            recount: 0,
            blocks: 0,
            deepest: Some(vec![start]),
            samples: vec![if plan.request.samples > 0 { vec![start] } else { Vec::new() }],
            setup_seconds: clock.elapsed().as_secs_f64(),
            clock: None,
            complete: plan.layout.states() == 1,
            plan,
        })
    }

    /// Computes the next level. When `cancel` becomes true the step ends within a fraction of a
    /// second, and the next step continues the level.
    ///
    /// # Errors
    /// [`MemoryError::Sum`] if the next level is empty but the total is wrong.
    pub fn step(&mut self, cancel: &AtomicBool) -> Result<MemoryStep, MemoryError> {
        self.step_with(cancel, &mut |_| ())
    }

    /// Works as [`step`](MemoryLoop::step) does; calls `report` several times with the finished share of the
    /// sweep (there are two sweeps a level in the multi-tile metric).
    ///
    /// # Errors
    /// The errors of [`step`](MemoryLoop::step).
    pub fn step_with(
        &mut self,
        cancel: &AtomicBool,
        report: &mut (dyn FnMut(f64) + Send),
    ) -> Result<MemoryStep, MemoryError> {
        self.step_watched(cancel, report, None)
    }

    /// Works as [`step_with`](MemoryLoop::step_with) does; `visitor` sees all states of the level. The start
    /// is not among them: it exists before the first step.
    ///
    /// # Errors
    /// The errors of [`step`](MemoryLoop::step).
    pub fn step_visiting(
        &mut self,
        cancel: &AtomicBool,
        report: &mut (dyn FnMut(f64) + Send),
        visitor: &dyn StateVisitor,
    ) -> Result<MemoryStep, MemoryError> {
        self.step_watched(cancel, report, Some(visitor))
    }

    fn step_watched(
        &mut self,
        cancel: &AtomicBool,
        report: &mut (dyn FnMut(f64) + Send),
        visitor: Option<&dyn StateVisitor>,
    ) -> Result<MemoryStep, MemoryError> {
        let expected = self.plan.layout.states();
        if self.complete {
            return Ok(MemoryStep::Complete);
        }
        let clock = self.clock.get_or_insert_with(Stopwatch::start).clone();
        let depth = self.depth();
        let limits = self.result.limits();
        let visitor = visitor.map(|visitor| (visitor, &self.plan.ranking));
        let control = SweepControl::new(cancel, report).with_visitor(visitor);
        let result = match &mut self.stepper {
            Stepper::Single(s) => s.advance(depth, &mut self.team, &control, limits),
            Stepper::Multi(s) => s.advance(depth, self.total, &mut self.team, &control, limits),
        };
        self.result.join(result);
        if cancel.load(Ordering::Relaxed) {
            return Ok(MemoryStep::Interrupted);
        }
        let empty = LevelResult::new(self.plan.limits());
        let LevelResult { new, blocks, deepest, sample } =
            core::mem::replace(&mut self.result, empty);
        self.blocks += blocks;
        let recount = core::mem::take(&mut self.recount);
        let new = new.checked_sub(recount).ok_or(MemoryError::Snapshot {
            what: "its bitmaps lead to fewer states than its levels contain",
        })?;
        if new == 0 {
            if self.total != expected {
                return Err(MemoryError::Sum { total: self.total, expected });
            }
            self.complete = true;
            return Ok(MemoryStep::Complete);
        }
        self.levels.push(new);
        self.total += new;
        if self.total > expected {
            return Err(MemoryError::Sum { total: self.total, expected });
        }
        self.deepest = deepest.finish();
        self.samples.push(sample.finish());
        let seconds = clock.elapsed().as_secs_f64();
        Ok(MemoryStep::Level(FinishedLevel {
            depth: depth + 1,
            states: new,
            total: self.total,
            seconds,
        }))
    }

    /// The plan of the run.
    #[must_use]
    pub fn plan(&self) -> &MemoryPlan {
        &self.plan
    }

    /// The depth of the last level.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// States at each depth so far.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// Returns whether all states were counted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Seconds of allocation and page clearing.
    #[must_use]
    pub fn setup_seconds(&self) -> f64 {
        self.setup_seconds
    }

    /// The minimum memory traffic of the finished levels in bytes: each computed block is written
    /// once, and as much is read.
    #[must_use]
    pub fn min_bytes(&self) -> u64 {
        self.blocks * self.plan.layout.block_lines as u64 * 2 * size_of::<Line>() as u64
    }

    /// The boards of the last level, up to the limit of the request; `None` if they exceed the limit.
    /// O(stored states).
    #[must_use]
    pub fn deepest(&self) -> Option<Vec<Vec<u8>>> {
        let places = self.deepest.as_ref()?;
        Some(places.iter().map(|&place| self.plan.ranking.unrank(place)).collect())
    }

    /// A sample of the boards of each level: up to
    /// [`MemoryTask::samples`](super::MemoryTask::samples) of each, none of the first level of a
    /// resumed run. The choice depends on the puzzle alone, not on threads or kernels.
    #[must_use]
    pub fn samples(&self) -> Vec<Vec<Vec<u8>>> {
        let boards = |places: &Vec<Place>| {
            places.iter().map(|&place| self.plan.ranking.unrank(place)).collect()
        };
        self.samples.iter().map(boards).collect()
    }
}
