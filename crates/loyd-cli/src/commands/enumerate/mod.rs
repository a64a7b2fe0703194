//! `loyd enumerate` counts the states of every level.

#[cfg(feature = "cluster")]
mod children;
#[cfg(feature = "cluster")]
mod cluster;
mod list;
pub(crate) mod one_run;
mod results;

use crate::args::{OutputArgs, refuse};
use crate::cluster::ClusterArgs;
use crate::counting::CountingArgs;
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::files;
use crate::help;
#[cfg(not(feature = "cluster"))]
use crate::left_out;
use crate::names;
use crate::plot::PlotFile;
use crate::puzzle_args::{self, Which};
use crate::quantity::{parse_count, parse_depth};
use crate::registry::texts;
use crate::render::enumerate::MAX_ANTIPODES;
use crate::run_folder::{Place, RunFolderArgs};
use clap::Args;
use list::Listing;
use loyd::erased::Metric;
use loyd::{AnyPlan, LevelsRequest, PuzzleName, for_goal};
use loyd_enumerate::{EngineName, EnumerateError};
use loyd_report::format::Form;
use loyd_search::observe::StopCause;
use loyd_store::RunFolder;
use one_run::OneRun;
use results::{Results, report_finished};
use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

/// `loyd enumerate`.
#[derive(Args, Debug)]
#[command(after_help = help::ENUMERATE, after_long_help = help::enumerate())]
pub(crate) struct EnumerateArgs {
    /// Columns x rows of a board of tiles, the name of a puzzle, or the definition of a twisty puzzle,
    /// FILE.json, FILE.def or FILE.tws; not needed with --resume.
    #[arg(value_name = "WxH|PUZZLE|FILE", value_parser = which,
          required_unless_present_any = ["resume", "puzzle"])]
    which: Option<Which>,
    /// The puzzle; a size means `tiles`.
    #[arg(long, value_name = "NAME|FILE", value_parser = puzzle_args::parser(),
          hide_possible_values = true)]
    puzzle: Option<Which>,
    /// The metric. Tiles: `single`, or `multi` (several tiles of a line slide at once); other puzzles:
    /// `half` (any turn) or `quarter` [default: single, half].
    #[arg(short, long, value_name = "METRIC",
          value_parser = names::metrics(), hide_possible_values = true)]
    metric: Option<String>,
    /// The moves, if only some are allowed, such as U,R2; of twisty puzzles. The name of the puzzle
    /// says it too: skewb@U,R.
    #[arg(long, value_name = "MOVES")]
    moves: Vec<String>,
    /// The cell of the blank in the start: `corner` (the last cell), `edge` (cell 1), `centre`, or the
    /// number of a cell from 0 in reading order [default: corner], or a goal with ? for any tile; for
    /// other puzzles any position, for twisty puzzles also a pattern, with ? for free pieces.
    #[arg(long, value_name = "CELL", value_parser = crate::position_file::text)]
    start: Option<String>,
    /// Stop after this depth.
    #[arg(short, long, value_name = "N", value_parser = parse_depth)]
    depth: Option<u32>,
    /// Print up to N of the farthest positions, as text or JSON.
    #[arg(long, value_name = "N", value_parser = parse_antipodes)]
    antipodes: Option<u64>,
    /// Print the positions at DEPTH, or N of them, as `loyd scramble` does; `last` is the largest depth.
    #[arg(long, value_name = "DEPTH[=N]", value_parser = Listing::parse)]
    list: Option<Listing>,
    /// Draw a chart of the levels in FILE.svg or FILE.png.
    #[arg(long, value_name = "FILE", value_parser = PlotFile::parse, help_heading = "Output")]
    plot: Option<PlotFile>,
    #[command(flatten)]
    run_folder: RunFolderArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    counting: CountingArgs,
}

/// States of each level that a run in a folder keeps, for `loyd verify`.
const SAMPLES: usize = 4;

/// Minimum capacity for antipodes: the choice of those printed does not depend on their number.
const MIN_ANTIPODES: usize = 1 << 16;

/// A value parser for puzzles.
fn which(text: &str) -> Result<Which, String> {
    Which::parse(text, "4x4")
}

fn parse_antipodes(text: &str) -> Result<u64, String> {
    match parse_count(text)? {
        count if count > MAX_ANTIPODES => Err(format!("at most {MAX_ANTIPODES} can be stored")),
        count => Ok(count),
    }
}

impl EnumerateArgs {
    /// The arguments for one start cell of a board of tiles.
    fn of_cell(
        (size, cell): (String, usize),
        metric: Option<&str>,
        counting: &CountingArgs,
        (run_folder, cluster): (RunFolderArgs, ClusterArgs),
    ) -> Self {
        let which = Which { puzzle: PuzzleName::default(), shape: Some(size) };
        Self {
            which: Some(which),
            puzzle: None,
            metric: metric.map(str::to_owned),
            moves: Vec::new(),
            start: Some(cell.to_string()),
            depth: None,
            antipodes: None,
            list: None,
            plot: None,
            run_folder,
            cluster,
            counting: counting.clone(),
        }
    }

    /// The puzzle of the arguments, or that of a resumed run.
    pub(crate) fn puzzle(&self, resumed: Option<&RunFolder>) -> Result<PuzzleName, Failure> {
        let named = self.which.as_ref().map(|which| which.puzzle);
        if let (Some(which), Some(puzzle)) = (&self.which, &self.puzzle)
            && (which.puzzle != puzzle.puzzle
                || puzzle.shape.is_some() && puzzle.shape != which.shape)
        {
            return Err(Failure::input(format!(
                "{which} is of the puzzle {}, not of --puzzle {puzzle}: give only one",
                which.puzzle.name(),
            )));
        }
        let requested = self.puzzle.as_ref().map(|which| which.puzzle).or(named);
        let Some(run) = resumed else { return Ok(requested.unwrap_or_default()) };
        let stored = puzzle_args::named(run.puzzle())?;
        contradict("puzzle", requested.map(PuzzleName::name), &stored.name())?;
        Ok(stored)
    }

    /// The request to the library: a new one, or that of a resumed run.
    pub(crate) fn request(&self, resumed: Option<&RunFolder>) -> Result<LevelsRequest, Failure> {
        let name = self.puzzle(resumed)?;
        let resources = &self.counting.resources;
        let shape = |which: &Option<Which>| which.as_ref().and_then(|which| which.shape.clone());
        let shape = shape(&self.which).or_else(|| shape(&self.puzzle));
        let (name, shape) = match resumed {
            None => for_goal(name, shape, self.start.as_deref()),
            Some(_) => (name, shape),
        };
        let puzzle = name.puzzle();
        let shape = puzzle_args::enumerated(name, shape, &self.moves)?;
        let base = match resumed {
            Some(run) => {
                LevelsRequest::of_run(name, run).map_err(|error| faults::of_store(&error))?
            }
            None => LevelsRequest {
                engine: self.counting.engine,
                antipodes: self.printed_antipodes().map_or(0, |count| count.max(MIN_ANTIPODES)),
                samples: if self.run_folder.dir.is_some() { SAMPLES } else { 0 },
                ..start(name, shape.as_deref(), self.start.as_deref())?
            },
        };
        let metric = self.metric.as_deref().map(|name| puzzle.metric(Some(name)));
        let metric = metric.transpose()?;
        if resumed.is_some() {
            let of = base.start.shape();
            contradict("board", shape, &of)?;
            let name_of = |metric: &Metric| metric.name.clone();
            contradict("metric", metric.as_ref().map(name_of), &base.metric.name)?;
            if let Some(start) = &self.start {
                let shape = Some(of.as_str()).filter(|_| puzzle.facts().has_sizes);
                let start = self::start(name, shape, Some(start))?.start;
                match (start.start_cell(), base.start.start_cell()) {
                    (Some(cell), Some(base)) => contradict("start cell", Some(cell), &base)?,
                    _ => contradict("start", Some(start.start()), &base.start.start())?,
                }
            }
            if let Some(engine) = base.engine {
                let other = self.counting.engine;
                let other = other.filter(|&other| !continues(name, other, engine));
                contradict("engine", other, &engine)?;
            }
        }
        Ok(LevelsRequest {
            engine: self.counting.engine.or(base.engine),
            metric: metric.unwrap_or(base.metric),
            depth: self.depth.or(base.depth),
            antipodes: base.antipodes.max(self.printed_antipodes().unwrap_or(0)),
            memory: match resumed.and_then(RunFolder::memory) {
                // The limit of the run, unless this machine has less.
                Some(memory) if resources.memory.is_none() => memory.min(resources.memory()),
                _ => resources.memory(),
            },
            threads: resources.threads(),
            ..base
        })
    }

    /// Refuses options of runs, which a plan ignores.
    pub(crate) fn check_run_options(&self) -> Result<(), Failure> {
        refuse(
            &[
                ("--list", self.list.is_some()),
                ("--plot", self.plot.is_some()),
                ("--resume", self.run_folder.resume.is_some()),
                ("--hosts", self.cluster.hosts.is_some()),
                ("--checkpoint-every", self.run_folder.checkpoint_every.is_some()),
                ("--max-time", self.counting.resources.max_time.is_some()),
            ],
            "is for runs, and a plan runs nothing",
        )
    }

    /// The plan; if it is to be `run` at once, a card has granted its memory. `failure` is that of the command.
    #[cfg_attr(not(feature = "gpu"), allow(unused_variables))]
    pub(crate) fn plan(
        &self,
        request: &LevelsRequest,
        run: bool,
        failure: fn(PuzzleName, &EnumerateError) -> Failure,
    ) -> Result<AnyPlan, Failure> {
        let engines = texts(request.puzzle()).enumerations();
        self.counting.check_card(request.engine)?;
        #[cfg(feature = "gpu")]
        let on_card = match request.engine {
            Some(EngineName::Gpu) => {
                let CountingArgs { adapter, gpu_memory, .. } = &self.counting;
                Some(engines.plan_on_card(request, adapter.as_deref(), *gpu_memory))
            }
            None => engines.plan_on_fast_card(request, self.counting.output.quiet, run).map(Ok),
            _ => None,
        };
        #[cfg(feature = "gpu")]
        let plan = on_card.unwrap_or_else(|| engines.plan(&self.run_folder, request));
        #[cfg(not(feature = "gpu"))]
        let plan = engines.plan(&self.run_folder, request);
        plan.map_err(|error| failure(request.puzzle(), &error))
    }

    /// The number of processes, if each has a separate machine.
    pub(crate) fn processes(&self) -> Option<usize> {
        self.cluster.processes.filter(|&processes| processes > 1)
    }

    pub(crate) fn run_folder(&self) -> &RunFolderArgs {
        &self.run_folder
    }

    /// The destination of results.
    pub(crate) fn output(&self) -> &OutputArgs {
        &self.counting.output
    }

    fn printed_antipodes(&self) -> Option<usize> {
        self.antipodes.map(|count| usize::try_from(count).unwrap_or(usize::MAX))
    }
}

/// The levels from the start that a shape and the text of `--start` name.
fn start(
    puzzle: PuzzleName,
    shape: Option<&str>,
    text: Option<&str>,
) -> Result<LevelsRequest, Failure> {
    let request = LevelsRequest::new(puzzle, shape, text);
    request.map_err(|why| Failure::input(why.to_string()))
}

/// Returns true if an engine continues the runs of another one.
fn continues(puzzle: PuzzleName, engine: EngineName, other: EngineName) -> bool {
    let keeps_bitmaps = texts(puzzle).enumerations().keeps_bitmaps();
    let on_bitmaps = |engine| matches!(engine, EngineName::Memory | EngineName::Gpu);
    engine == other || keeps_bitmaps && on_bitmaps(engine) && on_bitmaps(other)
}

/// Refuses to continue a run with another request.
fn contradict<T: PartialEq + Display>(
    what: &str,
    requested: Option<T>,
    stored: &T,
) -> Result<(), Failure> {
    match requested {
        Some(requested) if requested != *stored => Err(Failure::input(format!(
            "the run to be continued has the {what} {stored}, not {requested}: omit the option, or \
             begin another run with --dir"
        ))),
        _ => Ok(()),
    }
}

pub(crate) fn run(args: &EnumerateArgs) -> Result<Exit, Failure> {
    if let Some(listing) = args.list {
        return list::run(args, listing);
    }
    if let Some(folder) = &args.run_folder.resume {
        files::reading(folder)?;
    }
    if args.antipodes.is_some() && args.output().asks_for(Form::Rows) {
        return Err(Failure::input(
            "--antipodes are boards, and a table has a row for each depth: print them as text or json, or \
             alone with --list last",
        ));
    }
    #[cfg(feature = "cluster")]
    if args.cluster.has_processes() {
        return cluster::run(args);
    }
    #[cfg(not(feature = "cluster"))]
    if args.cluster.has_processes() {
        return Err(left_out::failure("runs of several processes", "cluster"));
    }
    let in_memory = args.run_folder.levels == Place::Memory;
    refuse(&[("--levels memory", in_memory)], "requires --processes or --hosts")?;
    let resumed = args.run_folder.resumed()?;
    if let Some(share) = resumed.as_ref().and_then(RunFolder::share) {
        return Err(Failure::input(format!(
            "the run is shared by {} processes: continue it with --processes {}, or on its machines \
             with --hosts",
            share.processes, share.processes
        )));
    }
    enumerate(args, resumed)
}

fn enumerate(args: &EnumerateArgs, resumed: Option<RunFolder>) -> Result<Exit, Failure> {
    let run = match one_run::plan(args, resumed, faults::of_enumeration)? {
        OneRun::Finished(enumeration) => return report_finished(args, &*enumeration),
        OneRun::Open(run) => run,
    };
    let results = Results::open(args)?;
    let quiet = args.counting.output.quiet;
    let in_folder = args.run_folder.is_in_folder();
    let engine = run.0.engine;
    let (enumeration, certified) = one_run::run(args, *run, "", Duration::ZERO)?;
    let checked = results.write(args, &*enumeration)?;
    let enumeration = enumeration.result(None);
    if let Some(cause) = enumeration.stopped
        && !quiet
    {
        let finished = enumeration.levels.len().saturating_sub(1);
        let again = match (in_folder, cause, engine) {
            (true, ..) => String::new(),
            (false, StopCause::Memory, Some(EngineName::Frontier)) => format!(
                "; keep the lists in files with --dir FOLDER, allow more --memory, or stop at --depth \
                 {finished}"
            ),
            _ => format!("; run it again with a larger limit, or with --depth {finished}"),
        };
        let _ = writeln!(
            std::io::stderr(),
            "stopped by {}: the levels to depth {finished} are complete{again}",
            cause.describe(),
        );
    }
    if let Some(hint) = certified?
        && !quiet
    {
        let _ = writeln!(std::io::stderr(), "{hint}");
    }
    let stopped = enumeration.stopped.map_or(Exit::Done, |_| Exit::Stopped);
    // A wrong count is worse than a missing one.
    Ok(if checked == Exit::Done { stopped } else { Exit::Failed })
}

#[cfg(test)]
mod tests {
    use super::results::record;
    use super::*;
    use crate::published::Reference;
    use crate::render::enumerate::confirmation;
    use clap::Parser;
    use loyd::AnyEnumeration;
    use loyd_search::observe::Limit;

    #[derive(clap::Parser)]
    struct CommandLine {
        #[command(flatten)]
        args: EnumerateArgs,
    }

    fn args(line: &str) -> EnumerateArgs {
        let words = std::iter::once("enumerate").chain(line.split(' '));
        CommandLine::try_parse_from(words).expect("good usage").args
    }

    fn request_of(args: &EnumerateArgs) -> LevelsRequest {
        args.request(None).expect("a board is named")
    }

    #[test]
    fn excess_antipodes_are_counted_with_the_command_for_all() {
        let short = args("3x3 --start centre --antipodes 2 --engine memory --threads 1");
        assert_eq!(request_of(&short).antipodes, MIN_ANTIPODES);
        // No board that a test can count has more antipodes than are stored.
        let request = LevelsRequest { antipodes: 2, ..request_of(&short) };
        let run_in_memory = |request: &LevelsRequest| -> Box<dyn AnyEnumeration> {
            let plan = request.plan().expect("it fits");
            plan.run(&Limit::none(), &mut |_| (), None).expect("it is right")
        };
        let few = run_in_memory(&request);
        let reference = Reference::of(&*few);
        let few = few.result(short.printed_antipodes());
        let object = record(&few, reference);
        let field = |name| object.fields().iter().find(|(its, _)| its == name).map(|it| &it.1);
        assert_eq!(field("antipodes"), Some(&serde_json::Value::Null));
        assert_eq!(field("antipode_count"), Some(&148.into()));
        let hint = confirmation(&few, "", &short.again(&request)).expect("a hint");
        let command = hint.lines().last().expect("two lines").trim();
        assert_eq!(command, "loyd enumerate 3x3 --start 4 --engine memory --antipodes 148");

        let again = args(command.trim_start_matches("loyd enumerate "));
        let all = run_in_memory(&LevelsRequest { antipodes: 148, ..request_of(&again) });
        let boards = all.result(Some(200)).antipodes.and_then(|antipodes| antipodes.positions);
        assert_eq!(boards.map(|boards| boards.len()), Some(148));
        let multi = args("3x2 -m multi");
        assert_eq!(multi.again(&request_of(&multi)), "loyd enumerate 3x2 --metric multi");
    }
}
