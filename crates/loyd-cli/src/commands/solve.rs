//! `loyd solve`: shortest solutions of one or many boards.

use crate::args::{BoardArgs, Format, LimitArgs, OutputArgs, SearchArgs};
use crate::batch::{Share, in_order};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::input::{self, Batch, Item};
use crate::interrupt::on_interrupt;
use crate::progress::Display;
use crate::quantity::parse_count;
use crate::render::Reporter;
use crate::render::solve::{Summary, line, paragraph};
use crate::resuming::{Resumable, ResumingArgs};
use crate::solution::Solution;
use crate::solvers::Solvers;
use crate::tables::CacheArgs;
use clap::Args;
use loyd::observe::Cancel;
use loyd::solver::Settings;
use std::io::Write;
use std::time::Instant;

/// `loyd solve`.
#[derive(Args, Debug)]
#[command(after_help = help::SOLVE, after_long_help = help::solve())]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Count all shortest solutions too, and list up to N of them.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "100",
          help_heading = "Search", value_parser = parse_count)]
    all: Option<u64>,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    resuming: ResumingArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Show progress even if standard error is no terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    progress: bool,
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let (batch, settings, kept) = boards(args)?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let cancel = on_interrupt();
    let tables = args.cache.tables(&args.limits, args.output.quiet, &cancel);
    let chosen = kept.as_ref().map(Resumable::chosen).unwrap_or_default();
    let solvers = Solvers::new(settings, tables, batch.items.len()).with_choices(chosen);
    let share = Share::of(args.limits.resources.threads(), batch.items.len());
    let display = Display::new(args.output.quiet, args.progress, batch.items.len(), share.workers);
    let began = Instant::now();

    let limit = args.limits.limit(&cancel);
    let mut summary = Summary::default();
    let mut exit = Exit::Done;
    let numbered: Vec<(usize, &Item)> = batch.items.iter().enumerate().collect();
    let solved = in_order(
        &numbered,
        share.workers,
        |&(number, item)| {
            let growth = || solvers.get(&item.task.as_ref().ok()?.goal).ok()?.growth();
            let mut progress = |progress: &_| display.search_growing(progress, growth);
            let mut solution = match &kept {
                None => Solution::find(item, &solvers, share.threads, &limit, &mut progress),
                Some(kept) => {
                    let (how, place) = ((share.threads, &limit), (kept, number));
                    Solution::find_kept(item, &solvers, how, place, &mut progress)
                }
            };
            if let Some(most) = args.all {
                let most = usize::try_from(most).unwrap_or(usize::MAX);
                solution.find_all(item, &solvers, most, &limit);
            }
            solution
        },
        |solution| {
            display.board_done();
            exit = exit.max(solution.exit);
            summary.add(&solution);
            let reported = display.around(|| report(&solution, &batch, &mut reporter));
            // Nobody can take the other results any more.
            reported.inspect_err(|_| cancel.cancel())
        },
    );
    display.finish();
    solved?;
    if batch.items.len() > 1 {
        let (seconds, setup) = (began.elapsed().as_secs_f64(), solvers.setup().as_secs_f64());
        reporter.text(|| summary.line(seconds, setup))?;
    }
    reporter.finish()?;
    match &kept {
        Some(kept) => kept.end()?,
        None if summary.any_stopped() && exit == Exit::Stopped && !args.output.quiet => {
            hint(&cancel);
        }
        None => {}
    }
    Ok(exit)
}

/// The boards, how they are solved, and the folder they are kept in.
fn boards(args: &SolveArgs) -> Result<(Batch, Settings, Option<Resumable>), Failure> {
    let quiet = args.output.quiet;
    if let Some((kept, batch, settings)) = args.resuming.resumed(quiet)? {
        return Ok((batch, settings, Some(kept)));
    }
    let (batch, settings) = (input::read(&args.boards, quiet)?, args.search.settings());
    let kept = args.resuming.begin(&batch, &settings, quiet)?;
    Ok((batch, settings, kept))
}

fn report(solution: &Solution, batch: &Batch, reporter: &mut Reporter) -> Result<(), Failure> {
    if let Some(error) = solution.error() {
        let _ = writeln!(std::io::stderr(), "error: {error}");
    }
    reporter.record(&solution.record(&batch.columns), || {
        if batch.items.len() == 1 { paragraph(solution) } else { line(solution) }
    })?;
    reporter.flush()
}

/// How to go on after a stop.
fn hint(cancel: &Cancel) {
    let advice = if cancel.is_cancelled() {
        "hint: boards that were stopped start afresh when they are solved again; with --dir FOLDER \
         they could go on"
    } else {
        "hint: to go on, run it again with a larger limit or another --heuristic"
    };
    let _ = writeln!(std::io::stderr(), "{advice}");
}
