//! `loyd audit`: is a heuristic admissible, is it consistent, and how good is it?
//!
//! parse → a plan for the heuristic → every state of the space if its distances fit, else positions
//! whose shortest solutions are found with another heuristic → verdict → report.

mod render;
mod verdict;

use crate::args::{LimitArgs, MetricArgs, OutputArgs, ShapeArgs, refuse};
use crate::exit::{Exit, Failure};
use crate::external::{self, External};
use crate::help;
use crate::interrupt::on_interrupt;
use crate::names;
use crate::platform;
use crate::progress::{Display, Status};
use crate::puzzle_args::PuzzleArgs;
use crate::quantity::{parse_count, parse_seed};
use crate::registry::texts;
use crate::render::Reporter;
use crate::tables::CacheArgs;
use clap::Args;
use loyd::audit::{AuditEvent, AuditFailure, AuditRequest, AuditResult};
use loyd::batch::Share;
use loyd::erased::AnyTask;
use loyd_report::numbers::{bytes, count, duration, rate};
use loyd_search::audit::Incomplete;
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_search::solver::{AuditStage, NoAudit};
use loyd_tiles_enumerate::audit::{AuditError, AuditProgress};
use loyd_tiles_enumerate::memory::MemoryError;
use std::io::Write;
use std::sync::{Arc, OnceLock};
use verdict::{exit, record};

/// `loyd audit`.
#[derive(Args, Debug)]
#[command(after_help = help::AUDIT)]
pub(crate) struct AuditArgs {
    /// The heuristic: a name, `pdb:NAME|FILE`, `max(A,B)`, `command:PROGRAM` or `table:FILE`.
    #[arg(value_name = "HEURISTIC", value_parser = names::heuristic(), hide_possible_values = true)]
    heuristic: String,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    shape: ShapeArgs,
    #[command(flatten)]
    metric: MetricArgs,
    /// Check the states on shortest solutions of random boards, even if all states could be checked.
    #[arg(long, help_heading = "Sample")]
    sample: bool,
    /// Number of random boards, for a sample and for the branching factor.
    #[arg(long, value_name = "N", default_value = "100", help_heading = "Sample",
          value_parser = parse_count)]
    count: u64,
    /// The seed; `loyd scramble` gives the same boards.
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Sample",
          value_parser = parse_seed)]
    seed: u64,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Show progress even if standard error is not a terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    progress: bool,
}

pub(crate) fn run(args: &AuditArgs) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle();
    let shape = args.puzzle.shape(args.shape.size.as_deref());
    let goal = puzzle.puzzle().goal_at(shape.as_deref(), args.shape.goal().as_deref())?;
    let goal =
        goal.ok_or_else(|| Failure::input("which boards? Give their size, such as --size 3x3"))?;
    let mut reporter = Reporter::open(&args.output)?;
    let (cancel, resources) = (on_interrupt(), &args.limits.resources);
    if let Some(external) = External::open(&args.heuristic, &*goal, &cancel) {
        let audit = of_external(args, &mut external?, goal, &cancel)?;
        reporter.record(&record(&audit), || render::paragraphs(&audit))?;
        reporter.finish()?;
        return Ok(exit(&audit));
    }
    let request = AuditRequest {
        goal: &*goal,
        heuristic: &args.heuristic,
        metric: args.metric.name(),
        sample: args.sample,
        count: args.count,
        seed: args.seed,
        threads: resources.threads(),
        address_space: platform::address_space(),
        memory: resources.memory(),
        limit: args.limits.limit(&cancel),
    };
    let watch = Watch { args, noun: puzzle.puzzle().facts().noun, display: OnceLock::new() };
    let audit = request.run(
        &|choices, positions| {
            let tables = args.cache.limited(&args.limits, args.output.quiet, &cancel);
            texts(puzzle).solvers(choices, tables, (positions, &[]))
        },
        &|event| watch.event(&event),
    );
    watch.finish();
    let audit = audit.map_err(failure)?;
    reporter.record(&record(&audit), || render::paragraphs(&audit))?;
    reporter.finish()?;
    Ok(exit(&audit))
}

/// Audits a heuristic from outside.
fn of_external(
    args: &AuditArgs,
    external: &mut External,
    goal: Arc<dyn AnyTask>,
    cancel: &Cancel,
) -> Result<AuditResult, Failure> {
    refuse(&[("--sample", args.sample)], "is for the heuristics of loyd: all states are compared")?;
    let resources = &args.limits.resources;
    let limit = Limit { memory: Some(resources.memory()), ..args.limits.limit(cancel) };
    let display = Display::new(args.output.quiet, args.progress, 1, 1);
    let mut report = |states, of| {
        display.status(|| table_status(AuditStage::Estimates, states, of, &display));
    };
    let (subject, limits) = ((&args.heuristic[..], goal), (resources.threads(), &limit));
    let audit = external::audit::run(external, subject, args.metric.name(), limits, &mut report);
    display.finish();
    audit
}

/// Shows the progress of an audit.
struct Watch<'a> {
    args: &'a AuditArgs,
    noun: &'static str,
    display: OnceLock<Display>,
}

impl Watch<'_> {
    /// The display; `plain` lines appear elsewhere than on a terminal, too.
    fn display(&self, plain: bool, boards: usize, workers: usize) -> &Display {
        let new = || Display::new(self.args.output.quiet, plain, boards, workers);
        self.display.get_or_init(new)
    }

    /// The display of a sample.
    fn of_sample(&self) -> &Display {
        let boards = self.args.count as usize;
        let workers = Share::of(self.args.limits.resources.threads(), boards).workers;
        self.display(false, boards, workers)
    }

    fn event(&self, event: &AuditEvent<'_>) {
        match event {
            AuditEvent::TooMany { states, needed } if !self.args.output.quiet => {
                let _ = writeln!(
                    std::io::stderr(),
                    "note: {} states, whose distances take {}, are too many to look at each of them; \
                     a sample of {} {}s is solved instead",
                    count(*states),
                    bytes(*needed),
                    self.args.count,
                    self.noun,
                );
            }
            AuditEvent::TooMany { .. } => {}
            AuditEvent::Levels(progress) => {
                self.display(self.args.progress, 1, 1).status(|| status(progress));
            }
            AuditEvent::Table { stage, states, of } => {
                let display = self.display(false, 1, 1);
                display.status(|| table_status(*stage, *states, *of, display));
            }
            AuditEvent::Search(progress) => self.of_sample().search(progress),
            AuditEvent::Solved => self.of_sample().board_done(),
            AuditEvent::Compared => self.finish(),
        }
    }

    fn finish(&self) {
        if let Some(display) = self.display.get() {
            display.finish();
        }
    }
}

/// The progress of an audit by a table of distances.
fn table_status(stage: AuditStage, states: u64, of: u64, display: &Display) -> Status {
    let what = match stage {
        AuditStage::Distances => "finding distances",
        AuditStage::Estimates => "comparing estimates",
    };
    let seconds = display.elapsed().as_secs_f64();
    Status::of(states as f64 / of.max(1) as f64, seconds)
        .with(format!("{what}: {} of {} states", count(states), count(of)))
        .with(duration(seconds))
}

/// The progress of an audit level by level.
fn status(progress: &AuditProgress) -> Status {
    let seconds = progress.elapsed.as_secs_f64();
    Status::of(progress.states as f64 / progress.of as f64, seconds)
        .with(format!("distance {}", progress.distance))
        .with(format!("{} of {} states", count(progress.states), count(progress.of)))
        .with(rate(progress.states, seconds))
        .with(duration(seconds))
}

/// The failure of an audit without a result.
fn failure(why: AuditFailure) -> Failure {
    match why {
        AuditFailure::Solvers(why) => why.into(),
        AuditFailure::Thread(why) => why.into(),
        AuditFailure::Wrong(what) => {
            Failure::environment(format!("internal error: {what}; this is a bug in loyd"))
        }
        AuditFailure::NoAudit(why)
        | AuditFailure::Levels {
            why: AuditError::NoAudit(why @ (NoAudit::Unavailable(_) | NoAudit::Left)),
            ..
        } => stopped(&why),
        AuditFailure::Levels { why: AuditError::Levels(MemoryError::Memory(_)), needed } => {
            let needed = bytes(needed);
            Failure::environment(format!("the system did not grant {needed}: look at a --sample"))
        }
        AuditFailure::Levels { why, .. } => {
            Failure::environment(format!("{why}: look at a --sample"))
        }
    }
}

/// The failure of an audit that was not completed.
fn stopped(why: &NoAudit) -> Failure {
    match why {
        NoAudit::Incomplete(Incomplete::Stopped(cause)) => {
            let advice = match cause {
                StopCause::Cancelled => "start it again, it has no parts to keep",
                _ => "allow more, or look at a --sample",
            };
            let text = format!(
                "the audit was stopped by {} before every state was looked at, so nothing is proved: {advice}",
                cause.describe()
            );
            Failure::Message { exit: Exit::Stopped, text }
        }
        NoAudit::Incomplete(why) => Failure::environment(format!("{why}: look at a --sample")),
        NoAudit::Unavailable(_) | NoAudit::Left => Failure::input(why.to_string()),
    }
}
