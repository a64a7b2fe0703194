//! A run whose dispatches another program makes, such as a page with the WebGPU of its browser.
//!
//! That program knows no puzzle: it carries out a [`Program`] and hands back the words of the totals
//! and lists. Levels, their checks and the states listed are computed here, as for
//! `GpuLoop`.

use crate::error::GpuError;
use crate::level_counts::{GpuStep, LevelCounts};
use crate::plan::{Capacity, GpuPlan};
use crate::program::Program;
use loyd::observe::Cancel;
use loyd_enumerate::checkpoint::Checkpoints;
use loyd_enumerate::tiles::positions;
use loyd_enumerate::{
    Counted, EngineName, EnumerateError, Enumeration, Job, Monitor, Plan, Request, run,
};
use loyd_tiles::Position;
use loyd_tiles::solver::Tiles;
use std::sync::Arc;
use std::time::Duration;

/// The device of the other program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedDevice {
    /// The name for error messages.
    pub name: String,
    /// The limits that decide which boards it can hold.
    pub capacity: Capacity,
    /// The number of which dynamic offsets are multiples.
    pub alignment: u64,
    /// True if it runs on the processor.
    pub software: bool,
}

/// Bytes that the dispatches of a step, and of a submission, may move. Cards of browsers are often
/// integrated ones, with some 30 GB/s: a submission then takes a fifteenth of a second.
const CARD_BYTES: u64 = 2 << 30;
const SOFTWARE_BYTES: u64 = 128 << 20;

/// The levels to compute next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostedStep {
    /// The level that is read first.
    pub depth: u32,
    /// The number of levels to make.
    pub levels: usize,
}

/// A run between two steps.
#[derive(Debug)]
pub struct HostedRun {
    request: Request<Tiles>,
    plan: GpuPlan,
    program: Program,
    counts: LevelCounts,
    budget: u64,
}

impl HostedRun {
    /// Plans a run. The memory limit of the request is not looked at: the device has its own.
    ///
    /// # Errors
    /// If the board or the start is unsuitable for bitmaps, or a limit of the device is too low.
    pub fn new(request: &Request<Tiles>, device: &HostedDevice) -> Result<Self, EnumerateError> {
        let plan = GpuPlan::of_request(request, device.capacity, &device.name)
            .map_err(|error| error.of_request(request))?;
        let program = Program::new(&plan, device.alignment);
        let counts = LevelCounts::new(&plan);
        let budget = if device.software { SOFTWARE_BYTES } else { CARD_BYTES };
        Ok(HostedRun { request: request.clone(), plan, program, counts, budget })
    }

    /// The program to carry out.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Bytes that the dispatches of a submission may move; the last one may exceed them.
    #[must_use]
    pub fn submission_bytes(&self) -> u64 {
        self.budget
    }

    /// States at each depth so far.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.counts.levels
    }

    /// The next step; `None` if every state or the requested depth is counted.
    #[must_use]
    pub fn next_step(&self) -> Option<HostedStep> {
        let depth = self.counts.depth();
        let left = self.request.depth.map_or(u32::MAX, |last| last.saturating_sub(depth));
        let levels = self.program.levels_within(self.budget).min(left as usize);
        (levels > 0 && !self.counts.is_complete()).then_some(HostedStep { depth, levels })
    }

    /// Adds the levels of a step: the words of the totals, two a level, and those of the lists.
    ///
    /// # Errors
    /// If the counts contradict each other, or are missing.
    pub fn add(&mut self, totals: &[u32], lists: &[u32]) -> Result<GpuStep, EnumerateError> {
        let most = self.next_step().map_or(0, |step| step.levels);
        if totals.len() > 2 * most {
            let message = "it has counted more levels than a step has".to_owned();
            let adapter = self.plan.adapter().to_owned();
            return Err(GpuError::Failed { adapter, message }.of_request(&self.request));
        }
        self.counts.add(&self.plan, totals, lists).map_err(|error| error.of_request(&self.request))
    }

    /// The result, after a search of `elapsed` that was prepared in `setup`.
    ///
    /// # Errors
    /// If the run has ended with a wrong number of states.
    pub fn result(
        &self,
        elapsed: Duration,
        setup: Duration,
    ) -> Result<Enumeration<Tiles>, EnumerateError> {
        let counted = Counted {
            levels: self.counts.levels.clone(),
            exhausted: self.counts.is_complete(),
            peak_memory_bytes: self.program.bytes(),
            deepest: self.counts.antipodes(&self.plan, &self.request),
            earlier: elapsed,
            setup,
            samples: self.samples(),
            ..Counted::default()
        };
        let plan =
            Plan::with_job(&self.request, Some(EngineName::Gpu), Arc::new(Finished(counted)));
        run(&plan, &Cancel::new(), &mut |_| ())
    }
}

impl HostedRun {
    fn samples(&self) -> Vec<Vec<Position>> {
        let levels = self.counts.samples(&self.plan).into_iter();
        levels.map(|boards| positions(self.request.size(), boards)).collect()
    }
}

/// A job that has been done.
#[derive(Debug)]
struct Finished(Counted<Tiles>);

impl Job<Tiles> for Finished {
    fn method(&self) -> &'static str {
        "one bit a state on a graphics processor of another program"
    }

    fn memory(&self) -> u64 {
        0
    }

    fn run(
        &self,
        _monitor: &mut Monitor<'_>,
        _checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted<Tiles>, EnumerateError> {
        Ok(self.0.clone())
    }
}
