//! `loyd solve`: shortest solutions of one or many boards.

use crate::args::{BoardArgs, Format, LimitArgs, OutputArgs, SearchArgs};
use crate::batch::in_order;
use crate::exit::{Exit, Failure};
use crate::family::Family;
use crate::family::Solvers;
use crate::files;
use crate::help;
use crate::input::{self, Batch, Item};
use crate::interrupt::{Writing, on_interrupt};
use crate::output::same_place;
use crate::progress::Display;
use crate::puzzle_args;
use crate::quantity::parse_count;
use crate::render::Reporter;
use crate::render::solve::{Summary, line, paragraph};
use crate::solution::Solution;
use crate::solve_folder::{SolveFolderArgs, SolvesInFolder};
use crate::tables::CacheArgs;
use crate::trace_file;
use clap::Args;
use loyd::batch::Share;
use loyd::for_puzzle;
use loyd::{Task, overestimate};
use loyd_report::numbers::plural;
use loyd_search::observe::{Cancel, Progress};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::Settings;
use loyd_store::solves::UncheckedSolves;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// `loyd solve`.
#[derive(Args, Debug)]
#[command(after_help = help::SOLVE, after_long_help = help::solve())]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Count the shortest solutions, and list up to N of them; CSV has only their number.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "100",
          help_heading = "Search", value_parser = parse_count)]
    all: Option<u64>,
    /// Record every expanded state in FILE for `loyd replay`; for a single board, on one thread.
    #[arg(long, value_name = "FILE", help_heading = "Trace")]
    trace: Option<PathBuf>,
    /// Greatest number of steps in a trace.
    #[arg(long, value_name = "N", default_value = "1e6", requires = "trace",
          help_heading = "Trace", value_parser = parse_count)]
    trace_steps: u64,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    solve_folder: SolveFolderArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Show progress even if standard error is not a terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    progress: bool,
}

impl SolveArgs {
    /// The settings of the solver; of the algorithms, `auto` means one that can be traced.
    fn settings<P: Family>(&self) -> Result<Settings<P>, Failure> {
        let mut settings = self.search.settings()?;
        if self.trace.is_some() {
            settings.algorithm.get_or_insert_with(|| AlgorithmName::AStar.into());
        }
        Ok(settings)
    }

    /// Refuses what cannot be had of the search that is asked for.
    fn refuse_what_has_no_use<P: Family>(&self) -> Result<(), Failure> {
        self.search.refuse_what_has_no_use()?;
        let Some(_) = self.all else { return Ok(()) };
        let Settings { metric, algorithm, heuristic, .. } = self.search.settings::<P>()?;
        if let Some(algorithm) = algorithm.filter(|algorithm| !algorithm.optimal()) {
            return Err(Failure::input(format!(
                "--all counts the shortest solutions, and {algorithm} proves none to be shortest: \
                 choose another --algorithm, such as idastar"
            )));
        }
        let admissible = |heuristic: &P::Heuristic| P::properties(heuristic, metric).admissible;
        match heuristic {
            Some(heuristic) if !admissible(&heuristic) => Err(Failure::input(format!(
                "--all counts the shortest solutions, and with {heuristic}, which may overestimate in \
                 the {}, none is proven to be shortest: choose another --heuristic",
                P::metric_title(metric)
            ))),
            _ => Ok(()),
        }
    }

    /// The file of a trace, and its limit of steps.
    fn tracing<P: Family>(&self, batch: &Batch<P>) -> Result<Option<(&Path, u32)>, Failure> {
        let Some(file) = &self.trace else { return Ok(None) };
        if batch.items.len() != 1 {
            return Err(Failure::input(format!(
                "a trace is of one board, and these are {}: give the one to be traced",
                batch.items.len()
            )));
        }
        if self.limits.resources.threads.is_some_and(|threads| threads > 1) {
            return Err(Failure::input(
                "a search is traced on one thread: leave --threads out, or --trace",
            ));
        }
        if self.output.output.as_ref().is_some_and(|output| same_place(output, file)) {
            return Err(Failure::input("--trace and --output are one file: name two"));
        }
        Ok(Some((file, u32::try_from(self.trace_steps).unwrap_or(u32::MAX))))
    }
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    if let Some(folder) = &args.solve_folder.resume {
        files::reading(folder)?;
    }
    let folder = args.solve_folder.open()?;
    let puzzle = match &folder {
        None => args.boards.puzzle.puzzle(),
        Some(folder) => puzzle_args::named(&folder.solves().puzzle)?,
    };
    for_puzzle!(puzzle, P => solve::<P>(args, folder))
}

fn solve<P: Family>(args: &SolveArgs, folder: Option<UncheckedSolves>) -> Result<Exit, Failure> {
    args.refuse_what_has_no_use::<P>()?;
    let (batch, settings, kept) = boards::<P>(args, folder)?;
    let tracing = args.tracing(&batch)?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let cancel = on_interrupt();
    let tables = args.cache.tables::<P>(&args.limits, args.output.quiet, &cancel);
    let chosen = kept.as_ref().map(SolvesInFolder::<P>::chosen).unwrap_or_default();
    if let Some(heuristic) = settings.heuristic.as_ref().filter(|_| !args.output.quiet) {
        let algorithm = settings.algorithm.clone().unwrap_or(AlgorithmName::IdaStar.into());
        if let Some(remark) = overestimate::<P>(&algorithm, heuristic, settings.metric) {
            let _ = writeln!(std::io::stderr(), "warning: {remark}");
        }
    }
    let announces = batch.items.len() == 1 && !args.output.quiet && settings.algorithm.is_none();
    let solvers = Solvers::new(settings, tables, batch.items.len()).with_choices(chosen);
    let share = Share::of(args.limits.resources.threads(), batch.items.len());
    if let ([Item { task: Ok(task), .. }], true) = (&batch.items[..], reporter.is_on_terminal()) {
        let colour = reporter.may_colour();
        reporter.text(|| P::shown(&task.start, colour) + "\n")?;
        reporter.flush()?;
    }
    let display = Display::new(args.output.quiet, args.progress, batch.items.len(), share.workers);
    let began = Instant::now();

    let limit = args.limits.shared_limit(&cancel, share.workers);
    let mut summary = Summary::default();
    let mut exit = Exit::Done;
    let numbered: Vec<(usize, &Item<P>)> = batch.items.iter().enumerate().collect();
    let solved = in_order(
        &numbered,
        share.workers,
        |&(number, item)| {
            let growth = || solvers.get(&item.task.as_ref().ok()?.goal).ok()?.growth();
            let mut announced = !announces;
            let mut progress = |progress: &Progress| {
                if !announced && progress.elapsed >= ANNOUNCE_AFTER {
                    announced = true;
                    display.around(|| announce(item, solvers.metric()));
                }
                display.search_growing(progress, growth);
            };
            let mut solution = match (tracing, &kept) {
                (None, None) => Solution::find_easily(item, &solvers, share.threads, &limit)
                    .unwrap_or_else(|| {
                        Solution::find_by(item, &solvers, &limit, |solver, task| {
                            let (start, threads) = (&task.start, share.threads);
                            Ok(solver.solve_or_best(start, threads, &limit, &mut progress))
                        })
                    }),
                (None, Some(kept)) => {
                    let (how, place) = ((share.threads, &limit), (kept, number));
                    Solution::find_kept(item, &solvers, how, place, &mut progress)
                }
                (Some(trace), _) => trace_file::solve(item, &solvers, trace, &limit, &display),
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
            // A file is written at the speed of the disk; what reads a pipe may be slow.
            let _writing = args.output.output.is_none().then(Writing::begin);
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

/// The time after which a first solution is printed while a shortest one is searched for.
const ANNOUNCE_AFTER: Duration = Duration::from_secs(1);

/// Prints a solution that may not be a shortest one, if the puzzle has an algorithm that finds one at once.
fn announce<P: Family>(item: &Item<P>, metric: P::Metric) {
    if let Ok(Task { start, goal }) = &item.task
        && let Some((path, name)) = P::quick_solution(start, goal, metric)
    {
        let _ = writeln!(
            std::io::stderr(),
            "note: {} found {}: {}; the search for a shortest solution continues",
            name.info().name,
            plural(path.len() as u64, "move"),
            P::format_moves(&path)
        );
    }
}

/// Boards, how they are solved, and the folder they are kept in.
type Wanted<P> = (Batch<P>, Settings<P>, Option<SolvesInFolder<P>>);

/// The boards, how they are solved, and the folder they are kept in.
fn boards<P: Family>(
    args: &SolveArgs,
    folder: Option<UncheckedSolves>,
) -> Result<Wanted<P>, Failure> {
    let quiet = args.output.quiet;
    if let Some(folder) = folder {
        let (kept, batch, settings) = args.solve_folder.resumed(folder, quiet)?;
        return Ok((batch, settings, Some(kept)));
    }
    let (batch, settings) = (input::read(&args.boards, quiet)?, args.settings()?);
    let kept = args.solve_folder.begin(&batch, &settings, quiet)?;
    Ok((args.solve_folder.of_part(batch), settings, kept))
}

fn report<P: Family>(
    solution: &Solution,
    batch: &Batch<P>,
    reporter: &mut Reporter,
) -> Result<(), Failure> {
    if let Some(error) = solution.error() {
        let _ = writeln!(std::io::stderr(), "error: {error}");
    }
    reporter.record(&solution.record(&batch.columns), || {
        if batch.items.len() == 1 { paragraph(solution) } else { line(solution) }
    })?;
    reporter.flush()
}

/// The advice for continuing after a stop.
fn hint(cancel: &Cancel) {
    let advice = if cancel.is_cancelled() {
        "hint: boards that were stopped start afresh when they are solved again; with --dir FOLDER \
         they could continue"
    } else {
        "hint: to continue, run it again with a larger limit or another --heuristic"
    };
    let _ = writeln!(std::io::stderr(), "{advice}");
}
