//! `loyd solve`: shortest solutions of one or many boards.

use crate::args::{BoardArgs, Format, LimitArgs, OutputArgs, SearchArgs};
use crate::batch::{Share, in_order};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::input::{self, Batch};
use crate::interrupt::on_interrupt;
use crate::progress::Display;
use crate::quantity::parse_count;
use crate::render::Reporter;
use crate::render::solve::{Summary, line, paragraph};
use crate::solution::Solution;
use crate::solvers::Solvers;
use crate::tables::CacheArgs;
use clap::Args;
use loyd::observe::Cancel;
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
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Show progress even if standard error is no terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    progress: bool,
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let batch = input::read(&args.boards, args.output.quiet)?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let cancel = on_interrupt();
    let tables = args.cache.tables(&args.limits, args.output.quiet, &cancel);
    let solvers = Solvers::new(args.search.settings(), tables, batch.items.len());
    let share = Share::of(args.limits.resources.threads(), batch.items.len());
    let display = Display::new(args.output.quiet, args.progress, batch.items.len(), share.workers);
    let began = Instant::now();

    let limit = args.limits.limit(&cancel, share.workers);
    let mut summary = Summary::default();
    let mut exit = Exit::Done;
    let solved = in_order(
        &batch.items,
        share.workers,
        |item| {
            let mut progress = |progress: &_| display.search(progress);
            let mut solution = Solution::find(item, &solvers, share.threads, &limit, &mut progress);
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
    if summary.any_stopped() && exit == Exit::Stopped && !args.output.quiet {
        hint(&cancel);
    }
    Ok(exit)
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
        "hint: boards that were stopped start afresh when they are solved again"
    } else {
        "hint: to go on, run it again with a larger limit or another --heuristic"
    };
    let _ = writeln!(std::io::stderr(), "{advice}");
}
