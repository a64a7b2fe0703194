//! The level loop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::deepest::Catch;
use super::error::MemoryError;
use super::multi::MultiTile;
use super::plan::Plan;
use super::single::SingleTile;
use super::step::Field;
use loyd::arch::bitmap::{Kernels, Line, Team};
use loyd::bitmap::Place;
use loyd::puzzle::tiles::MetricName;

/// A finished level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The distance from the start.
    pub depth: u32,
    /// States at this distance.
    pub states: u64,
    /// States up to this distance.
    pub total: u64,
    /// Seconds since the first level began, waiting for the caller included.
    pub seconds: f64,
}

/// What one call of [`LevelLoop::step`] did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// One more level is known.
    Level(Level),
    /// The cancel flag was seen: the level is unfinished and will be redone by the next step.
    Interrupted,
    /// All states have been counted, and their number is right.
    Complete,
}

/// What a level step gathers, kept when it is interrupted.
#[derive(Debug)]
pub(crate) struct Harvest {
    /// States found at the new level so far.
    pub(crate) new: u64,
    /// Blocks computed.
    pub(crate) blocks: u64,
    pub(crate) caught: Catch,
}

impl Harvest {
    pub(crate) fn new(cap: usize) -> Self {
        Harvest { new: 0, blocks: 0, caught: Catch::new(cap) }
    }

    pub(crate) fn join(&mut self, other: Harvest) {
        self.new += other.new;
        self.blocks += other.blocks;
        self.caught.join(other.caught);
    }
}

#[derive(Debug)]
pub(super) enum Stepper {
    Single(Box<SingleTile>),
    Multi(Box<MultiTile>),
}

impl Stepper {
    pub(super) fn field(&self) -> &Field {
        match self {
            Stepper::Single(single) => &single.field,
            Stepper::Multi(multi) => &multi.field,
        }
    }

    pub(super) fn field_mut(&mut self) -> &mut Field {
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
pub struct LevelLoop {
    pub(super) plan: Plan,
    pub(super) stepper: Stepper,
    team: Team,
    pub(super) levels: Vec<u64>,
    pub(super) total: u64,
    pub(super) harvest: Harvest,
    /// States known before a resumed run whose bitmaps were not kept: the next level counts
    /// them again.
    pub(super) recount: u64,
    blocks: u64,
    pub(super) deepest: Option<Vec<Place>>,
    setup_seconds: f64,
    begun: Option<Instant>,
    pub(super) complete: bool,
}

impl LevelLoop {
    /// Allocates and clears the memory of a plan and sets the start state, with the fastest
    /// kernels of this processor. O(bytes).
    ///
    /// # Errors
    /// [`MemoryError::TooBig`] or [`MemoryError::Memory`] if there is not enough memory.
    pub fn new(plan: Plan) -> Result<Self, MemoryError> {
        Self::with_kernels(plan, Kernels::detect())
    }

    /// As [`new`](LevelLoop::new), with chosen kernels.
    ///
    /// # Errors
    /// As [`new`](LevelLoop::new).
    pub fn with_kernels(plan: Plan, kernels: Kernels) -> Result<Self, MemoryError> {
        let begun = Instant::now();
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
        Ok(LevelLoop {
            stepper,
            team,
            levels: vec![1],
            total: 1,
            harvest: Harvest::new(plan.request.keep_deepest),
            recount: 0,
            blocks: 0,
            deepest: Some(vec![start]),
            setup_seconds: begun.elapsed().as_secs_f64(),
            begun: None,
            complete: plan.layout.states() == 1,
            plan,
        })
    }

    /// Computes the next level. When `cancel` becomes true the level is given up within a
    /// fraction of a second and the next step takes it up again.
    ///
    /// # Errors
    /// [`MemoryError::Sum`] if no states are left to be found but their number is wrong.
    pub fn step(&mut self, cancel: &AtomicBool) -> Result<Step, MemoryError> {
        let expected = self.plan.layout.states();
        if self.complete {
            return Ok(Step::Complete);
        }
        let begun = *self.begun.get_or_insert_with(Instant::now);
        let depth = self.depth();
        let cap = self.harvest.caught.cap();
        let harvest = match &mut self.stepper {
            Stepper::Single(s) => s.advance(depth, &mut self.team, cancel, cap),
            Stepper::Multi(s) => s.advance(depth, self.total, &mut self.team, cancel, cap),
        };
        self.harvest.join(harvest);
        if cancel.load(Ordering::Relaxed) {
            return Ok(Step::Interrupted);
        }
        let empty = Harvest::new(self.plan.request.keep_deepest);
        let Harvest { new, blocks, caught } = core::mem::replace(&mut self.harvest, empty);
        self.blocks += blocks;
        let recount = core::mem::take(&mut self.recount);
        let new = new.checked_sub(recount).ok_or(MemoryError::Snapshot {
            what: "its bitmaps lead to fewer states than were known",
        })?;
        if new == 0 {
            if self.total != expected {
                return Err(MemoryError::Sum { found: self.total, expected });
            }
            self.complete = true;
            return Ok(Step::Complete);
        }
        self.levels.push(new);
        self.total += new;
        if self.total > expected {
            return Err(MemoryError::Sum { found: self.total, expected });
        }
        self.deepest = caught.finish();
        let seconds = begun.elapsed().as_secs_f64();
        Ok(Step::Level(Level { depth: depth + 1, states: new, total: self.total, seconds }))
    }

    /// The plan that is carried out.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The deepest level known.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// States at each depth known so far.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// Whether all states have been counted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Seconds that allocation and page clearing took.
    #[must_use]
    pub fn setup_seconds(&self) -> f64 {
        self.setup_seconds
    }

    /// Bytes that had to move in finished levels at least: each block computed is written once,
    /// and as many are read.
    #[must_use]
    pub fn least_bytes(&self) -> u64 {
        self.blocks * self.plan.layout.block_lines as u64 * 2 * size_of::<Line>() as u64
    }

    /// The boards of the deepest level known, as given to the request, or `None` if they are
    /// more than are kept. O(states kept).
    #[must_use]
    pub fn deepest(&self) -> Option<Vec<Vec<u8>>> {
        let places = self.deepest.as_ref()?;
        Some(places.iter().map(|&place| self.plan.ranking.unrank(place)).collect())
    }
}
