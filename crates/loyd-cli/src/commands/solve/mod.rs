//! `loyd solve`: shortest solutions of one or many boards.

mod external;

use super::show::show;
use crate::args::{BoardArgs, LimitArgs, OutputArgs, SearchArgs};
use crate::batch::in_order;
use crate::exit::{Exit, Failure};
use crate::external::External;
use crate::files;
use crate::help;
use crate::input::{self, Batch, Item};
use crate::interrupt::{Writing, on_interrupt};
use crate::output::same_place;
use crate::picture::{ExportArgs, Picture};
use crate::progress::Display;
use crate::puzzle_args::{self, Which};
use crate::quantity::{parse_count, parse_percent};
use crate::registry::texts;
use crate::render::Reporter;
use crate::render::solve::{Summary, line, paragraph};
use crate::solution::Solution;
use crate::solve_folder::{SolveFolderArgs, SolvesInFolder};
use crate::tables::CacheArgs;
use crate::trace_file;
use clap::Args;
use loyd::batch::Share;
use loyd::choices::SearchChoices;
use loyd::erased::{self, AnySolvers};
use loyd::{CountOptions, LISTED, MAX_SLACK, PuzzleName};
use loyd_report::numbers::plural;
use loyd_search::observe::{Cancel, Limit, Progress};
use loyd_search::search::AlgorithmName;
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
    /// The moves, if only some are allowed, such as U,R2: each with its powers (U, U2, U'). Repeatable.
    #[arg(long, value_name = "MOVES", help_heading = "Search")]
    moves: Vec<String>,
    /// Count the shortest solutions, and list up to N of them; CSV has only their number.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "100",
          help_heading = "Search", value_parser = parse_count)]
    all: Option<u64>,
    /// Count and list also the solutions that are up to K moves longer than the shortest, by length; in them
    /// no two moves in a row are one move or none.
    #[arg(long, value_name = "K", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_SLACK)))]
    slack: Option<u32>,
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
    /// Stop with a solution that is proved to be at most this much longer than a shortest one, such as 5%.
    ///
    /// The first solution is sought for at most 10 s, or half of --max-time if that is less. The search
    /// then raises the lower bound, until the best solution is near enough to it.
    #[arg(long, value_name = "PERCENT", help_heading = "Limits", value_parser = parse_percent,
          conflicts_with_all = ["all", "trace", "dir", "resume"])]
    within: Option<f64>,
    /// Show the moves of the solution one by one, for a single board.
    #[arg(long, help_heading = "Output")]
    show: bool,
    #[command(flatten)]
    picture: ExportArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Show progress even if standard error is not a terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    progress: bool,
}

impl SolveArgs {
    /// The choices of the search; of the algorithms, `auto` means one that can be traced.
    fn choices(&self) -> SearchChoices {
        let mut choices = self.search.choices();
        choices.moves = Some(self.moves.join(",")).filter(|_| !self.moves.is_empty());
        if self.trace.is_some() {
            choices.algorithm.get_or_insert_with(|| AlgorithmName::AStar.info().name.to_owned());
        }
        choices
    }

    /// The shape that names the moves of `--moves`, for puzzles whose shapes do.
    fn shape_with_moves(&self) -> Option<Result<String, Failure>> {
        if self.moves.is_empty() {
            return None;
        }
        let Which { puzzle, shape } = self.boards.which();
        puzzle_args::with_moves(puzzle, shape.as_deref(), &self.moves)
    }

    /// The solutions to count beside a shortest one.
    fn counted(&self) -> Option<CountOptions> {
        let listed = self.slack.map(|_| LISTED);
        let all = self.all.map(|list| usize::try_from(list).unwrap_or(usize::MAX));
        Some(CountOptions { list: all.or(listed)?, slack: self.slack.unwrap_or(0) })
    }

    /// Refuses options that the search does not have.
    fn check_options(&self, puzzle: PuzzleName) -> Result<(), Failure> {
        self.search.check_unused_options()?;
        let (option, proof) = match (self.counted(), self.slack, self.within) {
            (Some(_), Some(_), _) => {
                ("--slack counts solutions near the shortest", "none is proven to be shortest")
            }
            (Some(_), None, _) => {
                ("--all counts the shortest solutions", "none is proven to be shortest")
            }
            (None, _, Some(_)) => {
                ("--within compares solutions with lower bounds", "none is proven")
            }
            (None, _, None) => return Ok(()),
        };
        let suboptimal = self.search.algorithm.as_ref().filter(|it| !it.optimal());
        if let (Some(_), Some(algorithm)) = (self.counted(), suboptimal) {
            return Err(Failure::input(format!(
                "{option}, and {algorithm} proves none to be shortest: \
                 choose another --algorithm, such as idastar"
            )));
        }
        let (puzzle, choices) = (puzzle.puzzle(), self.search.choices());
        if puzzle.is_admissible(&choices.names())? {
            return Ok(());
        }
        let heuristic = puzzle.heuristic(choices.heuristic.as_deref())?.unwrap_or_default();
        let metric = puzzle.metric(choices.metric.as_deref())?.title;
        Err(Failure::input(format!(
            "{option}, and with {heuristic}, which may overestimate in the {metric}, {proof}: choose another \
             --heuristic"
        )))
    }

    /// The picture of the solution, if one is asked for.
    fn picture(&self, batch: &Batch) -> Result<Option<Picture<'_>>, Failure> {
        let options = [("--show", self.show), ("--export", self.picture.is_asked_for())];
        let option = options.into_iter().find(|(_, is_given)| *is_given && batch.items.len() != 1);
        if let Some((option, _)) = option {
            return Err(Failure::input(format!(
                "{option} is for a single board, and these are {}",
                batch.items.len()
            )));
        }
        let task = batch.items.first().and_then(|item| item.task.as_deref().ok());
        self.picture.open(self.output.output.as_deref(), task)
    }

    /// The positions along the solution, if they are to be shown or drawn.
    fn path(&self, batch: &Batch, solution: &Solution) -> Option<erased::Path> {
        let moves =
            solution.result.moves.as_ref().filter(|_| self.show || self.picture.is_asked_for())?;
        let [Item { task: Ok(task), .. }] = &batch.items[..] else { return None };
        task.path(moves).ok()
    }

    /// The limit of each board; `stops` if a search without a limit stops after [`DEFAULT_TIME`].
    fn limit(&self, limit: Limit, stops: bool) -> Limit {
        let limit = Limit { excess: self.within, ..limit };
        if limit.time.is_some() || limit.nodes.is_some() || !stops {
            return limit;
        }
        if !self.output.quiet {
            note_default_time();
        }
        Limit { time: Some(DEFAULT_TIME), ..limit }
    }

    /// The file of a trace, and its limit of steps.
    fn tracing(&self, batch: &Batch) -> Result<Option<(&Path, u32)>, Failure> {
        let Some(file) = &self.trace else { return Ok(None) };
        if batch.items.len() != 1 {
            return Err(Failure::input(format!(
                "a trace is of one board, and these are {}: give the one to be traced",
                batch.items.len()
            )));
        }
        if self.limits.resources.threads.is_some_and(|threads| threads > 1) {
            return Err(Failure::input(
                "--trace requires one thread: remove --threads, or --trace",
            ));
        }
        if self.output.output.as_ref().is_some_and(|output| same_place(output, file)) {
            return Err(Failure::input("--trace and --output are one file: name two"));
        }
        Ok(Some((file, u32::try_from(self.trace_steps).unwrap_or(u32::MAX))))
    }
}

pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    if let Some(folder) = &args.solve_folder.resume {
        files::reading(folder)?;
    }
    if let Some(heuristic) = args.search.heuristic.as_ref().filter(|it| External::is_named(it)) {
        return external::run(args, heuristic);
    }
    let folder = args.solve_folder.open()?;
    let puzzle = match &folder {
        None => args.boards.which().puzzle,
        Some(folder) => puzzle_args::named(&folder.solves().puzzle)?,
    };
    args.check_options(puzzle)?;
    let (batch, choices, folder) = boards(args, folder)?;
    let tracing = args.tracing(&batch)?;
    let picture = args.picture(&batch)?;
    let mut reporter = Reporter::open(&args.output)?;
    let cancel = on_interrupt();
    let quiet = args.output.quiet;
    if let Some(remark) = puzzle.puzzle().overestimate(&choices.names())?.filter(|_| !quiet) {
        let _ = writeln!(std::io::stderr(), "warning: {remark}");
    }
    let heuristics = folder.as_ref().map(SolvesInFolder::heuristics).unwrap_or_default();
    let limits = (&args.limits, quiet, &cancel);
    let solvers = args.cache.solvers(puzzle, &choices, limits, (batch.items.len(), &heuristics))?;
    let solvers = &*solvers;
    let announces = batch.items.len() == 1
        && !quiet
        && choices.algorithm.is_none()
        // That solution may have any moves.
        && choices.moves.is_none();
    let share = Share::of(args.limits.resources.threads(), batch.items.len());
    if let ([Item { task: Ok(task), .. }], true) = (&batch.items[..], reporter.is_on_terminal()) {
        let colour = reporter.may_colour();
        reporter.text(|| texts(puzzle).as_text(&**task, colour) + "\n")?;
        reporter.flush()?;
    }
    let display = Display::new(quiet, args.progress, batch.items.len(), share.workers);
    let began = Instant::now();

    let published = batch.published_lengths(&solvers.metric());
    let limit = args.limits.shared_limit(&cancel, share.workers);
    let is_open = folder.is_none() && reporter.is_on_terminal();
    let limit = args.limit(limit, is_open && has_fallback(&batch, solvers));
    let mut summary = Summary::default();
    let mut exit = Exit::Done;
    let mut path = None;
    let numbered: Vec<(usize, &Item)> = batch.items.iter().enumerate().collect();
    let solved = in_order(
        &numbered,
        share.workers,
        |&(number, item)| {
            let growth = || solvers.growth(&**item.task.as_ref().ok()?);
            let mut announced = !announces;
            let mut progress = |progress: &Progress| {
                if !announced && progress.elapsed >= ANNOUNCE_AFTER {
                    announced = true;
                    display.around(|| announce(item, &solvers.metric().name));
                }
                display.search_growing(progress, growth);
            };
            let board = (&batch, item);
            let mut solution = match (tracing, &folder) {
                (None, None) => Solution::solve(board, &solvers.metric(), |task| {
                    solvers.solve(task, share.threads, &limit, &mut progress)
                }),
                (None, Some(folder)) => {
                    let how = (share.threads, &limit);
                    folder.solve(number, board, solvers, how, &mut progress)
                }
                (Some(trace), _) => trace_file::solve(board, solvers, trace, &limit, &display),
            };
            if let Some(counted) = args.counted() {
                solution.count_all(item, solvers, counted, &limit);
            }
            solution.check_published(published[number]);
            solution
        },
        |solution| {
            display.board_done();
            exit = exit.max(solution.exit);
            summary.add(&solution);
            path = args.path(&batch, &solution);
            // A file is written at the speed of the disk; the reader of a pipe may be slow.
            let _writing = args.output.output.is_none().then(Writing::begin);
            let reported = display.around(|| report(&solution, &batch, &mut reporter));
            // The output is closed: the remaining searches stop.
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
    match &folder {
        Some(folder) => folder.end()?,
        None if summary.any_stopped() && exit == Exit::Stopped && !quiet => hint(&cancel),
        None => {}
    }
    presented(args, exit, path, picture)
}

/// Draws and shows the solution, if the options say so.
fn presented(
    args: &SolveArgs,
    exit: Exit,
    path: Option<erased::Path>,
    picture: Option<Picture<'_>>,
) -> Result<Exit, Failure> {
    let Some(path) = path else { return Ok(exit) };
    if let Some(picture) = picture {
        picture.write(&path)?;
    }
    if args.show { Ok(exit.max(show(path, false)?)) } else { Ok(exit) }
}

/// The time after which a first solution is printed while a shortest one is searched for.
const ANNOUNCE_AFTER: Duration = Duration::from_secs(1);

/// The time limit of each board on a terminal, if a board of the batch is rarely solved optimally.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// True if the plan of a board has a second search, which finds a path after a limit stopped the first one.
fn has_fallback(batch: &Batch, solvers: &dyn AnySolvers) -> bool {
    let mut tasks = batch.items.iter().filter_map(|item| item.task.as_ref().ok());
    tasks.any(|task| matches!(solvers.fallback(&**task), Ok(Some(_))))
}

/// Prints the default time limit and the option that changes it.
fn note_default_time() {
    let _ = writeln!(
        std::io::stderr(),
        "note: boards of this size are rarely solved optimally: each search stops after {} s and prints its best \
         solution; --max-time sets another limit",
        DEFAULT_TIME.as_secs(),
    );
}

/// Prints a solution that may not be a shortest one, if the puzzle has an algorithm that finds one at once.
fn announce(item: &Item, metric: &str) {
    if let Ok(task) = &item.task
        && let Some((length, moves, name)) = task.quick_solution(metric)
    {
        let _ = writeln!(
            std::io::stderr(),
            "note: {} found {}: {moves}; the search for a shortest solution continues",
            name.info().name,
            plural(length as u64, "move"),
        );
    }
}

type Boards = (Batch, SearchChoices, Option<SolvesInFolder>);

/// The boards of the command line, or of the folder that is resumed.
fn boards(args: &SolveArgs, folder: Option<UncheckedSolves>) -> Result<Boards, Failure> {
    let quiet = args.output.quiet;
    if let Some(folder) = folder {
        let (folder, batch, choices) = args.solve_folder.resumed(folder, quiet)?;
        return Ok((batch, choices, Some(folder)));
    }
    let mut choices = args.choices();
    let batch = match args.shape_with_moves() {
        Some(shape) => {
            // The shape has the moves, and so its name and its folder do.
            choices.moves = None;
            let mut boards = args.boards.clone();
            let puzzle = boards.which().puzzle;
            boards.puzzle.which = Which { puzzle, shape: Some(shape?) };
            boards.shape.size = None;
            input::read(&boards, quiet)?
        }
        None => input::read(&args.boards, quiet)?,
    };
    let batch = Batch { limits_moves: choices.moves.is_some(), ..batch };
    let folder = args.solve_folder.begin(&batch, &choices, quiet)?;
    Ok((args.solve_folder.of_part(batch), choices, folder))
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

/// The advice for continuing after a stop.
fn hint(cancel: &Cancel) {
    let advice = if cancel.is_cancelled() {
        "hint: boards that were stopped start afresh when they are solved again; with --dir FOLDER \
         they could continue"
    } else {
        "hint: run it again with a larger limit or another --heuristic; with --dir FOLDER it could continue"
    };
    let _ = writeln!(std::io::stderr(), "{advice}");
}
