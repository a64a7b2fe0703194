//! `loyd audit`: is a heuristic admissible, is it consistent, and how good is it?
//!
//! parse → a plan for the heuristic → every state of the space if its distances fit, else boards
//! whose shortest solutions are found with another heuristic → verdict → report.

mod branching;
mod samples;
pub(crate) mod verdict;

use crate::args::{Format, LimitArgs, MetricArgs, OutputArgs, ShapeArgs};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::interrupt::on_interrupt;
use crate::names;
use crate::progress::Display;
use crate::quantity::{parse_count, parse_seed};
use crate::render::Reporter;
use crate::render::audit as render;
use crate::render::text::{bytes, count, duration};
use crate::solvers::Solvers;
use crate::tables::{CacheArgs, Tables};
use clap::Args;
use loyd::audit::Incomplete;
use loyd::heuristic::HeuristicSpec;
use loyd::observe::{Cancel, Limit, StopCause};
use loyd::puzzle::tiles::{Goal, Position};
use loyd::search::AlgorithmName;
use loyd::solver::{AuditStage, NoAudit, Settings, Solver};
use samples::Samples;
use std::io::Write;
use std::time::Instant;
use verdict::Verdict;

/// `loyd audit`.
#[derive(Args, Debug)]
#[command(after_help = help::AUDIT)]
pub(crate) struct AuditArgs {
    /// The heuristic: a name, `pdb:NAME|FILE`, or `max(A,B)`.
    #[arg(value_name = "HEURISTIC", value_parser = names::heuristic(), hide_possible_values = true)]
    heuristic: HeuristicSpec,
    #[command(flatten)]
    shape: ShapeArgs,
    #[command(flatten)]
    metric: MetricArgs,
    /// Look at the shortest solutions of random boards, even where every state could be looked at.
    #[arg(long)]
    sample: bool,
    /// Random boards: those solved for a sample, and those that the branching factor is measured on.
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_count)]
    count: u64,
    /// The same seed gives the same boards as `loyd scramble`.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_seed)]
    seed: u64,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl AuditArgs {
    /// The goal as a board.
    fn goal(&self) -> Result<(Goal, Position), Failure> {
        let goal = self.shape.goal()?;
        let size = match (self.shape.size, &goal) {
            (Some(size), _) => size,
            (None, Goal::Board(board)) => board.size(),
            (None, _) => {
                return Err(Failure::input("which boards? Give their size, such as --size 3x3"));
            }
        };
        let position = goal.position(size).ok_or_else(|| {
            Failure::input(format!("the goal is not a {size} board: they must be of one size"))
        })?;
        Ok((goal, position))
    }

    /// Solvers with a heuristic and algorithm, for so many boards.
    pub(super) fn solvers(&self, settings: Settings, boards: u64, cancel: &Cancel) -> Solvers {
        let tables: Tables = self.cache.tables(&self.limits, self.output.quiet, cancel);
        Solvers::new(settings, tables, boards as usize)
    }

    /// Settings of a search in the metric asked for.
    pub(super) fn settings(&self) -> Settings {
        Settings { metric: self.metric.metric, ..Settings::default() }
    }
}

/// Runs the command.
pub(crate) fn run(args: &AuditArgs) -> Result<Exit, Failure> {
    let (goal, position) = args.goal()?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let cancel = on_interrupt();
    let settings = Settings {
        heuristic: Some(args.heuristic.clone()),
        algorithm: Some(AlgorithmName::IdaStar.into()),
        ..args.settings()
    };
    let solver = args.solvers(settings, 1, &cancel).get(&position)?;
    let began = Instant::now();
    let samples = Samples::new(args, &position);
    let sample = args.sample || !fits(args, &solver);
    let mut verdict = if sample {
        samples::audit(args, &solver, &samples, &cancel)?
    } else {
        match every_state(args, &solver, &cancel) {
            Ok(verdict) => verdict,
            Err(failure) => return stopped(failure),
        }
    };
    verdict.seconds = began.elapsed().as_secs_f64();
    if !cancel.is_cancelled() {
        verdict.branching = branching::measure(args, &samples, &cancel)?;
    }
    let exit = verdict.exit();
    reporter.record(&verdict.record(&goal.to_string()), || render::paragraphs(&verdict))?;
    reporter.finish()?;
    Ok(exit)
}

/// Whether the distances of all states fit the memory allowed.
fn fits(args: &AuditArgs, solver: &Solver) -> bool {
    // A table of distances has ranks of 32 bits.
    let fits = |(states, bytes): (u64, u64)| {
        u32::try_from(states).is_ok() && bytes <= args.limits.resources.memory()
    };
    let size = solver.plan().audit_size();
    let all = size.is_some_and(fits);
    if let (false, Some((states, needed)), false, false) =
        (all, size, args.sample, args.output.quiet)
    {
        let _ = writeln!(
            std::io::stderr(),
            "note: {} states, whose distances take {}, are too many to look at each of them; a sample \
             of {} boards is solved instead",
            count(states),
            bytes(needed),
            args.count,
        );
    }
    all
}

/// Every state of the space.
fn every_state(args: &AuditArgs, solver: &Solver, cancel: &Cancel) -> Result<Verdict, NoAudit> {
    let limits = &args.limits;
    // A limit on nodes is one on searches: there is no search here.
    let limit = Limit { nodes: None, ..limits.limit(cancel) };
    let display = Display::new(args.output.quiet, false, 1, 1);
    let all = solver.plan().audit_size().map_or(0, |(states, _)| states);
    let began = Instant::now();
    let result = solver.audit(limits.resources.threads(), &limit, &mut |stage, states| {
        display.report(|| {
            let what = match stage {
                AuditStage::Distances => "finding distances",
                AuditStage::Estimates => "comparing estimates",
            };
            let elapsed = duration(began.elapsed().as_secs_f64());
            format!("{what}: {} of {} states, {elapsed}", count(states), count(all))
        });
    });
    display.finish();
    Ok(Verdict::full(solver.plan(), result?))
}

/// An audit that did not get to the end says nothing.
fn stopped(failure: NoAudit) -> Result<Exit, Failure> {
    match failure {
        NoAudit::Incomplete(Incomplete::Stopped(cause)) => {
            let advice = match cause {
                StopCause::Cancelled => "start it again, it has no parts to keep",
                _ => "allow more, or look at a --sample",
            };
            let text = format!(
                "the audit was stopped by {} before every state was looked at, so nothing is proved: {advice}",
                cause.describe()
            );
            Err(Failure::Message { exit: Exit::Stopped, text })
        }
        NoAudit::Incomplete(why) => Err(Failure::environment(format!("{why}: look at a --sample"))),
        NoAudit::Unavailable(why) => Err(Failure::input(why.to_string())),
    }
}

/// The failure of an audit that needs no distances of all states.
pub(super) fn unavailable(why: &NoAudit) -> Failure {
    Failure::input(why.to_string())
}
