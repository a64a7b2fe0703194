//! The common part of the commands that enumerate: options, a run with progress and limits, errors.

use crate::args::{OutputArgs, ResourceArgs, refuse};
use crate::cluster::ClusterArgs;
use crate::exit::Failure;
use crate::faults;
use crate::interrupt::on_interrupt;
use crate::names::{self, Choice};
use crate::progress::{Display, Status};
use crate::quantity::parse_bytes;
use crate::run_folder::RunFolderArgs;
use clap::Args;
use loyd::{AnyEnumeration, AnyPlan};
use loyd_enumerate::checkpoint::Checkpoints;
use loyd_enumerate::{EngineName, LevelProgress};
use loyd_report::numbers::{bytes, count, duration, rate};
use std::time::Duration;

/// The options of a count and of its progress.
#[derive(Args, Clone, Debug)]
pub(crate) struct CountingArgs {
    /// The engine, or `auto`; see the list in --help of `enumerate`.
    #[arg(short, long, value_name = "NAME", default_value = "auto", help_heading = "Search",
          value_parser = names::engines(), hide_possible_values = true)]
    pub(crate) engine: Choice<EngineName>,
    /// The graphics card of --engine gpu, by a part of its name, or `software`: a driver that runs on
    /// the processor.
    #[arg(long, value_name = "NAME|software", help_heading = "Search")]
    pub(crate) adapter: Option<String>,
    /// The memory of the card that --engine gpu may use; bitmaps that exceed it stay in --memory and pass
    /// through the card in pieces [default: as much as the card grants].
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, help_heading = "Limits")]
    pub(crate) gpu_memory: Option<u64>,
    #[command(flatten)]
    pub(crate) resources: ResourceArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Show progress even if standard error is not a terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    pub(crate) progress: bool,
}

/// A run with its plan made: called with the beginning of its line of progress and the time spent before.
pub(crate) type PlannedRun =
    Box<dyn FnOnce(&str, Duration) -> Result<Box<dyn AnyEnumeration>, Failure>>;

/// Makes the plan of the run of a board of tiles from a cell: size, cell, metric, options of the run, its folder and its
/// processes.
pub(crate) type PlanOfCell<'a> = &'a dyn Fn(
    (String, usize),
    Option<&str>,
    &CountingArgs,
    (RunFolderArgs, ClusterArgs),
) -> Result<PlannedRun, Failure>;

impl CountingArgs {
    /// Refuses a graphics card in a build without them, and an adapter where the engine uses none.
    pub(crate) fn check_card(&self, engine: Option<EngineName>) -> Result<(), Failure> {
        #[cfg(not(feature = "gpu"))]
        if engine == Some(EngineName::Gpu) {
            return Err(crate::left_out::failure("enumeration on graphics cards", "gpu"));
        }
        let is_other = engine != Some(EngineName::Gpu);
        let useless = [
            ("--adapter", is_other && self.adapter.is_some()),
            ("--gpu-memory", is_other && self.gpu_memory.is_some()),
        ];
        refuse(&useless, "requires --engine gpu")
    }

    /// Runs a plan, on a terminal with a line of progress that begins with `what`, until it is
    /// done, interrupted or, `spent` by earlier runs included, out of time.
    pub(crate) fn run(
        &self,
        plan: &AnyPlan,
        what: &str,
        spent: Duration,
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Box<dyn AnyEnumeration>, Failure> {
        let display = Display::new(self.output.quiet, self.progress, 1, 1);
        let whole = plan.request.depth.is_none();
        let mut report =
            |progress: &LevelProgress| display.status(|| status(progress, what, whole));
        let mut limit = self.resources.time_limit(&on_interrupt());
        limit.time = limit.time.map(|most| most.saturating_sub(spent));
        let result = plan.run(&limit, &mut report, checkpoints);
        display.finish();
        result.map_err(|error| faults::of_enumeration(plan.request.puzzle(), &error))
    }
}

/// The rates of reading and writing files, where levels are in files.
fn files(progress: &LevelProgress) -> String {
    let seconds = progress.level_elapsed.as_secs_f64();
    if progress.file_bytes == 0 || seconds < 1.0 {
        return String::new();
    }
    format!("{}/s of files", bytes((progress.file_bytes as f64 / seconds) as u64))
}

/// Seconds left, if the rest of the states are found as fast as those so far. The first states are
/// too few to tell.
fn left(progress: &LevelProgress) -> Option<f64> {
    const TELLING: f64 = 0.02;
    let of = progress.of? as f64;
    let (counted, left) = ((progress.total - progress.earlier) as f64, of - progress.total as f64);
    (counted / of >= TELLING && left > 0.0).then(|| progress.elapsed.as_secs_f64() * left / counted)
}

/// The progress of a run: of all states, or of the level where not all are to be counted or it
/// takes long.
pub(crate) fn status(progress: &LevelProgress, what: &str, whole: bool) -> Status {
    let share = progress.of.map(|of| progress.total as f64 / of as f64).filter(|_| whole);
    let of_level = progress.share.filter(|_| !whole || progress.file_bytes > 0);
    let status = match (share, of_level) {
        (_, Some(share)) => Status::of(share, progress.level_elapsed.as_secs_f64()).named("level"),
        (Some(share), None) => Status::of(share, 0.0).left(left(progress)),
        (None, None) => Status::open(),
    };
    let of = progress.of.filter(|_| whole).map_or_else(String::new, |of| {
        u64::try_from(of)
            .map_or_else(|_| format!(" of {:.2e}", of as f64), |of| format!(" of {}", count(of)))
    });
    let states = match progress.states {
        0 => String::new(),
        states => format!("{} there", count(states)),
    };
    let seconds = progress.elapsed.as_secs_f64();
    status
        .with(what.trim_end_matches([':', ' ']))
        .with(format!("depth {}", progress.depth))
        .with(format!("{}{of} states", count(progress.total)))
        .with(duration(seconds))
        .with(files(progress))
        .with(rate(progress.total - progress.earlier, seconds))
        .with(bytes(progress.memory_bytes))
        .with(states)
}
