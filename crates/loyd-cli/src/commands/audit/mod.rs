//! `loyd audit`: is a heuristic admissible, is it consistent, and how good is it?
//!
//! parse → a plan for the heuristic → every state of the space if its distances fit, else positions
//! whose shortest solutions are found with another heuristic → verdict → report.

mod branching;
mod levels;
mod render;
mod samples;
mod verdict;

use crate::args::{LimitArgs, MetricArgs, OutputArgs, ShapeArgs};
use crate::exit::{Exit, Failure};
use crate::family::Family;
use crate::family::Solvers;
use crate::help;
use crate::interrupt::on_interrupt;
use crate::level_audit::LevelAudit;
use crate::names;
use crate::progress::{Display, Status};
use crate::puzzle_args::PuzzleArgs;
use crate::quantity::{parse_count, parse_seed};
use crate::render::Reporter;
use crate::tables::CacheArgs;
use clap::Args;
use loyd::choices;
use loyd::for_puzzle;
use loyd_report::numbers::{bytes, count, duration};
use loyd_search::audit::Incomplete;
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::generic::audit_size;
use loyd_search::solver::{AuditStage, Engine, NoAudit, Settings};
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

impl AuditArgs {
    fn goal<P: Family>(&self) -> Result<P::Position, Failure> {
        P::goal_at(
            self.puzzle.shape(self.shape.size.as_deref()).as_deref(),
            self.shape.goal.as_deref(),
        )?
        .ok_or_else(|| Failure::input("which boards? Give their size, such as --size 3x3"))
    }

    /// Solvers with a heuristic and algorithm, for this many positions.
    pub(super) fn solvers<P: Family>(
        &self,
        settings: Settings<P>,
        positions: u64,
        cancel: &Cancel,
    ) -> Solvers<P> {
        let tables = self.cache.limited(&self.limits, self.output.quiet, cancel).into();
        Solvers::new(settings, tables, positions as usize)
    }

    pub(super) fn settings<P: Family>(&self) -> Result<Settings<P>, Failure> {
        Ok(Settings { metric: self.metric.of::<P>()?, ..Settings::default() })
    }
}

pub(crate) fn run(args: &AuditArgs) -> Result<Exit, Failure> {
    for_puzzle!(args.puzzle.puzzle(), P => audit::<P>(args))
}

fn audit<P: Family>(args: &AuditArgs) -> Result<Exit, Failure> {
    let goal = args.goal::<P>()?;
    let mut reporter = Reporter::open(&args.output)?;
    let cancel = on_interrupt();
    let settings = Settings {
        heuristic: choices::heuristic::<P>(Some(&args.heuristic))?,
        algorithm: Some(AlgorithmName::IdaStar.into()),
        ..args.settings()?
    };
    let solver = args.solvers(settings, 1, &cancel).get(&goal)?;
    let began = Instant::now();
    let samples = Samples::<P>::new(args, &goal);
    let mut verdict = match Distances::of(args, &*solver) {
        Distances::Sample => samples::audit(args, &*solver, &samples, began, &cancel)?,
        Distances::Levels(levels) => levels::audit(args, &*solver, levels, &cancel)?,
        Distances::Table => match every_state(args, &*solver, &cancel) {
            Ok(verdict) => verdict,
            Err(failure) => return stopped(failure),
        },
    };
    verdict.seconds = began.elapsed().as_secs_f64();
    if !cancel.is_cancelled() {
        verdict.branching = branching::measure(args, &samples, began, &cancel)?;
    }
    let exit = verdict.exit();
    reporter.record(&verdict.record(), || render::paragraphs(&verdict))?;
    reporter.finish()?;
    Ok(exit)
}

/// The source of distances.
enum Distances<'a, P: Family> {
    /// Of every state, level by level.
    Levels(LevelAudit<'a, P>),
    /// Of every state, in a table: spaces without an engine.
    Table,
    /// Of random positions, by solving them.
    Sample,
}

impl<'a, P: Family> Distances<'a, P> {
    /// More states would take hours.
    const MAX: u64 = u32::MAX as u64;

    fn of(args: &AuditArgs, engine: &'a dyn Engine<P>) -> Self {
        if args.sample {
            return Self::Sample;
        }
        let resources = &args.limits.resources;
        let (threads, memory) = (resources.threads(), resources.memory());
        let levels = P::level_audit(engine, threads, memory);
        let of_levels = levels.as_ref().map(|levels| (levels.states, levels.memory));
        let size = of_levels.or_else(|| audit_size(engine.plan()));
        match (size.filter(|&(states, needed)| states <= Self::MAX && needed <= memory), levels) {
            (Some(_), Some(levels)) => Self::Levels(levels),
            (Some(_), None) => Self::Table,
            (None, _) => {
                if let Some((states, needed)) = size.filter(|_| !args.output.quiet) {
                    note_sample::<P>(args, states, needed);
                }
                Self::Sample
            }
        }
    }
}

/// A limit whose time is that of the whole audit, which began at some moment.
fn remaining(limit: &Limit, began: Instant) -> Limit {
    let time = limit.time.map(|time| time.saturating_sub(began.elapsed()));
    Limit { time, ..limit.clone() }
}

/// Prints the reason for a sample.
fn note_sample<P: Family>(args: &AuditArgs, states: u64, needed: u64) {
    let _ = writeln!(
        std::io::stderr(),
        "note: {} states, whose distances take {}, are too many to look at each of them; a sample of \
         {} {}s is solved instead",
        count(states),
        bytes(needed),
        args.count,
        P::NOUN,
    );
}

/// Every state of the space.
fn every_state<P: Family>(
    args: &AuditArgs,
    engine: &dyn Engine<P>,
    cancel: &Cancel,
) -> Result<Verdict<P>, NoAudit> {
    let limits = &args.limits;
    // The node limit is for searches.
    let limit = Limit { nodes: None, ..limits.limit(cancel) };
    let display = Display::new(args.output.quiet, false, 1, 1);
    let all = audit_size(engine.plan()).map_or(0, |(states, _)| states);
    let began = Instant::now();
    let result = engine.audit(limits.resources.threads(), &limit, &mut |stage, states| {
        display.status(|| {
            let what = match stage {
                AuditStage::Distances => "finding distances",
                AuditStage::Estimates => "comparing estimates",
            };
            let elapsed = duration(began.elapsed().as_secs_f64());
            let share = states as f64 / all.max(1) as f64;
            let text = format!("{what}: {} of {} states", count(states), count(all));
            Status::of(share, began.elapsed().as_secs_f64()).with(text).with(elapsed)
        });
    });
    display.finish();
    Ok(Verdict::full(engine.plan(), result?))
}

/// The exit of a stopped audit, which has no verdict.
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
        why @ (NoAudit::Unavailable(_) | NoAudit::Left) => Err(Failure::input(why.to_string())),
    }
}

/// The failure of an audit that needs no distances of all states.
pub(super) fn unavailable(why: &NoAudit) -> Failure {
    Failure::input(why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_time_of_an_audit_is_that_of_all_its_searches() {
        let hour = Limit { time: Some(Duration::from_secs(3600)), ..Limit::none() };
        let long_ago = Instant::now().checked_sub(Duration::from_secs(1)).expect("a clock");
        let rest = remaining(&hour, long_ago).time.expect("a limit");
        assert!(rest <= Duration::from_secs(3599), "{rest:?}");
        let over = Limit { time: Some(Duration::from_millis(10)), ..Limit::none() };
        assert_eq!(remaining(&over, long_ago).time, Some(Duration::ZERO));
        assert_eq!(remaining(&Limit::none(), long_ago).time, None);
    }
}
