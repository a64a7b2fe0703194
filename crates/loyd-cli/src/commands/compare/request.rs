//! The options of `loyd compare`, and what they come to: everything chosen, nothing run.

mod arguments;
mod boards;

use super::outputs::{ReportFile, keep_apart, picture};
use crate::args::{MetricArgs, PruningArgs, size};
use crate::database::{ServerUrl, server};
use crate::exit::Failure;
use crate::external;
use crate::puzzle_args::PuzzleArgs;
use crate::quantity::{parse_bytes, parse_count, parse_duration, parse_seed, parse_threads};
use crate::registry::texts;
use crate::set_args::parse_ids;
use crate::tables::CacheArgs;
use crate::texts::{check_set, only_of};
use crate::usage::shell_word;
use crate::{help, names, platform};
use arguments::stored;
use clap::{Args, ValueEnum};
use loyd::PuzzleName;
use loyd_lab::presets::Preset;
use loyd_lab::sets::Set;
use loyd_lab::{
    Experiment, Grid, Limits, ResultsFolder, Resumed, Rules, RunResult, StoredComparison, grid,
};
use loyd_report::numbers::plural;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// `loyd compare`.
#[derive(Args, Clone, Debug)]
#[command(after_help = help::COMPARE, after_long_help = help::compare())]
pub(crate) struct CompareArgs {
    /// Repeat a published experiment and print its figures for comparison; --count makes it smaller.
    #[arg(long, value_parser = names::presets(), help_heading = "Positions", conflicts_with_all = [
        "size", "goal", "input", "set", "ids", "algorithms", "heuristics", "metric", "pruning"])]
    pub(super) preset: Option<Preset>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The sizes of random boards [default: 3x3].
    #[arg(short, long, value_name = "WxH,…", value_delimiter = ',', value_parser = size,
          help_heading = "Positions", conflicts_with_all = ["input", "set"])]
    size: Vec<String>,
    /// Number of random positions of each size; with --input or --set the first N positions [default:
    /// 100 random ones, or all].
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_count, help_heading = "Positions")]
    pub(super) count: Option<u64>,
    /// The seed of random positions; `loyd scramble` gives the same ones.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_seed,
          help_heading = "Positions")]
    seed: u64,
    /// The goal: `blank-last` (1 2 … n 0), `blank-first` (0 1 … n), or a board; for cubes `solved`, or
    /// a cube [default: blank-last, solved].
    #[arg(short, long, value_name = "GOAL", value_parser = names::goals(),
          hide_possible_values = true, help_heading = "Positions")]
    goal: Option<String>,
    /// Read positions from FILE, as `loyd solve` does; a column `optimal_length` has the known lengths.
    #[arg(short, long, value_name = "FILE", help_heading = "Positions",
          conflicts_with_all = ["set", "seed"])]
    input: Option<PathBuf>,
    /// A set of benchmark boards.
    #[arg(long, value_parser = names::sets(), help_heading = "Positions", conflicts_with = "seed")]
    set: Option<Set>,
    /// Use only the positions of --input or --set with these ids, such as 3,10-20.
    #[arg(long, value_name = "ID,…", value_delimiter = ',', value_parser = parse_ids, help_heading = "Positions",
          conflicts_with_all = ["count", "size"])]
    ids: Vec<String>,

    /// Algorithms, such as astar,wastar(1.5|3),greedy.
    #[arg(short, long, value_name = "LIST", help_heading = "Search")]
    algorithms: Option<String>,
    /// Heuristics, such as manhattan,linear-conflict,pdb:6-6-3; also `command:PROGRAM` and `table:FILE`
    /// without commas.
    #[arg(short = 'H', long, value_name = "LIST", help_heading = "Search")]
    heuristics: Option<String>,
    #[command(flatten)]
    metric: MetricArgs,
    #[command(flatten)]
    pruning: PruningArgs,
    #[command(flatten)]
    pub(super) cache: CacheArgs,

    /// Number of runs of each search; the median time and its deviation are reported.
    #[arg(long, value_name = "N", default_value = "1", value_parser = runs,
          help_heading = "Search")]
    runs: u32,
    /// Number of runs of each search before those that are measured.
    #[arg(long, value_name = "N", default_value = "0", value_parser = warmup,
          help_heading = "Search")]
    warmup: u32,

    /// An empty database on a server, such as `postgres://USER@HOST/DATABASE`, in which --preset lehman
    /// builds the graph of the 8-puzzle too; repeat it for several.
    #[arg(long, value_name = "URL", value_parser = server, help_heading = "Search")]
    pub(super) db: Vec<ServerUrl>,

    /// Number of runs side by side; more than one makes their times unreliable.
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = parse_threads,
          help_heading = "Limits")]
    pub(super) threads: usize,
    /// Memory for the open and closed lists of concurrent runs [default: three quarters of free
    /// memory].
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, help_heading = "Limits")]
    memory: Option<u64>,
    /// Time limit of each run, such as 10s or 5m.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Limits")]
    max_time: Option<Duration>,
    /// Greatest number of expanded states of each run, such as 1e9.
    #[arg(long, value_name = "N", value_parser = parse_count, help_heading = "Limits")]
    max_nodes: Option<u64>,

    /// Store every result in FOLDER as soon as it is known.
    #[arg(long, value_name = "FOLDER", help_heading = "Run folder")]
    pub(super) dir: Option<PathBuf>,
    /// Resume the comparison in FOLDER.
    #[arg(long, value_name = "FOLDER", help_heading = "Run folder", conflicts_with_all = [
        "dir", "preset", "puzzle", "size", "count", "seed", "goal", "input", "set", "ids", "algorithms",
        "heuristics", "metric", "pruning", "db", "runs", "warmup", "threads", "memory",
        "max_time", "max_nodes"])]
    pub(super) resume: Option<PathBuf>,

    /// Write a report to FILE: .html, .md, .csv, .json or .txt, or charts: .svg; may be given several times.
    /// NAME.meta.json beside NAME.csv describes its columns.
    #[arg(short, long, value_name = "FILE", value_parser = ReportFile::parse,
          help_heading = "Output")]
    pub(super) output: Vec<ReportFile>,
    /// The format of printed results; `--json` is `--format json`.
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    pub(super) format: StdoutFormat,
    /// Print every table, chart and note as text instead of the summary [default with --preset and no
    /// --output].
    #[arg(long, help_heading = "Output")]
    pub(super) full: bool,
    /// Print no progress, warnings or hints.
    #[arg(short, long, help_heading = "Output")]
    pub(super) quiet: bool,
    /// Show progress even if standard error is not a terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    pub(super) progress: bool,
}

/// The output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum StdoutFormat {
    /// Tables for people.
    Text,
    /// An object for the comparison, one for each run as soon as it is done, one for the tables.
    Json,
    /// A row a run.
    Csv,
    /// Tables in Markdown.
    Markdown,
}

const ALGORITHMS: &str = "astar,wastar(3),greedy,idastar";

/// The options with every default written out.
pub(super) struct Request {
    /// The options; of a resumed comparison, those of its folder with the output of this process.
    pub(super) args: CompareArgs,
    pub(super) puzzle: PuzzleName,
    /// The arguments that mean the same, defaults and the memory of this machine written out.
    pub(super) arguments: Vec<String>,
    /// The equivalent command line.
    pub(super) command: String,
    pub(super) memory: u64,
}

impl Request {
    /// Reads the options; those of a resumed comparison come from its folder.
    pub(super) fn of(
        given: &CompareArgs,
        opened: Option<&StoredComparison>,
    ) -> Result<Self, Failure> {
        let mut args = match opened {
            None => given.clone(),
            Some(opened) => CompareArgs {
                cache: given.cache.clone(),
                dir: given.dir.clone(),
                resume: given.resume.clone(),
                output: given.output.clone(),
                format: given.format,
                full: given.full,
                quiet: given.quiet,
                progress: given.progress,
                ..stored(opened.arguments()?)?
            },
        };
        args.full |= args.preset.is_some() && args.output.is_empty();
        let memory = args.memory.unwrap_or_else(platform::default_memory);
        let puzzle = args.puzzle.puzzle();
        args.refuse_other_puzzles()?;
        let arguments = args.canonical(memory)?;
        let command = std::iter::once("loyd".to_owned())
            .chain(arguments.iter().map(|argument| shell_word(argument)))
            .collect::<Vec<_>>()
            .join(" ");
        Ok(Self { args, puzzle, arguments, command, memory })
    }

    /// The folder of results.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.args.dir.as_deref().or(self.args.resume.as_deref())
    }

    /// Returns whether results go elsewhere than to standard output.
    pub(super) fn has_other_output(&self) -> bool {
        !self.args.output.is_empty() || self.folder().is_some()
    }

    /// Refuses reports in the place of an input, or of each other.
    pub(super) fn keep_apart(&self) -> Result<(), Failure> {
        let mut read = Vec::new();
        if let Some(file) = self.args.input.as_ref().filter(|file| file.as_os_str() != "-") {
            read.push((file.clone(), "the file that boards are read from (--input)".to_owned()));
        }
        if let Some(folder) = self.folder() {
            let what = "the description of the comparison".to_owned();
            read.push((folder.join("comparison.json"), what));
        }
        // Lists that cannot be read are refused later.
        for heuristic in grid::expand(&self.args.heuristics()).unwrap_or_default() {
            let databases = self.puzzle.puzzle().databases(&heuristic).unwrap_or_default();
            let files = databases.into_iter().filter(|(_, is_file)| *is_file);
            read.extend(files.map(|(file, _)| {
                (PathBuf::from(file), "a partition that is read (--heuristics)".to_owned())
            }));
        }
        keep_apart(&self.args.output, &read)
    }

    /// Refuses options that mean nothing where levels are counted.
    pub(super) fn refuse_searching(&self) -> Result<(), Failure> {
        let args = &self.args;
        let options = [
            ("--dir", args.dir.is_some()),
            ("--runs", args.runs > 1),
            ("--warmup", args.warmup > 0),
            ("--max-time", args.max_time.is_some()),
            ("--max-nodes", args.max_nodes.is_some()),
        ];
        if let Some(file) = picture(&args.output) {
            return Err(Failure::input(format!(
                "-o: {}: --preset lehman compares no searches, so it has no such charts: write .html",
                file.display()
            )));
        }
        match options.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Failure::input(format!(
                "{option}: --preset lehman counts levels once, in seconds, and searches nothing: \
                 remove {option}"
            ))),
            None => Ok(()),
        }
    }

    /// The experiment.
    pub(super) fn experiment(&self) -> Result<Experiment, Failure> {
        let args = &self.args;
        let experiment = if let Some(preset) = args.preset {
            let mut experiment = preset.experiment(args.count(), args.seed)?;
            self.name_sources(&mut experiment.groups, None)?;
            experiment
        } else {
            let metric = args.metric.name();
            let rules = Rules { pruning: args.pruning.pruning, ..Rules::new(self.puzzle, metric)? };
            let groups = self.groups(&rules.metric)?;
            let (heuristics, external) = external::compare::split_list(&args.heuristics());
            let grid = Grid::parse_with(rules, args.algorithms(), &heuristics, external)?;
            Experiment::new(groups, &grid)?
        };
        let limits = Limits {
            time: args.max_time,
            nodes: args.max_nodes,
            memory: self.memory,
            at_once: args.threads,
        };
        Ok(Experiment { warmup: args.warmup, ..experiment.limited(limits, args.runs)? })
    }

    /// Opens the folder of results, if one was requested, and reads the results that it has.
    pub(super) fn open_folder(
        &self,
        opened: Option<StoredComparison>,
        experiment: &Experiment,
    ) -> Result<(Option<ResultsFolder>, Vec<RunResult>), Failure> {
        if let Some(opened) = opened {
            let Resumed { folder, results, torn } = opened.resume(experiment)?;
            if torn > 0 && !self.args.quiet {
                let _ = writeln!(
                    std::io::stderr(),
                    "{} ignored; their runs are repeated",
                    plural(torn as u64, "unfinished line")
                );
            }
            return Ok((Some(folder), results));
        }
        let Some(folder) = &self.args.dir else { return Ok((None, Vec::new())) };
        let folder = ResultsFolder::create(folder, experiment, &self.arguments)?;
        Ok((Some(folder), Vec::new()))
    }

    /// The title of the report.
    pub(super) fn title(&self) -> &'static str {
        self.args.preset.map_or("Searches compared", Preset::title)
    }
}

impl CompareArgs {
    /// Returns whether the preset counts levels and compares no searches.
    pub(crate) fn counts_levels(&self) -> bool {
        self.preset == Some(Preset::Lehman)
    }

    /// Refuses options of another puzzle.
    fn refuse_other_puzzles(&self) -> Result<(), Failure> {
        let puzzle = self.puzzle.puzzle();
        if let Some(set) = self.set {
            check_set(set, puzzle)?;
        }
        if self.preset.is_some() {
            let why = "these experiments are on boards of tiles";
            only_of(Preset::PUZZLE, puzzle, "--preset", why)?;
        }
        if !self.db.is_empty() && self.preset != Some(Preset::Lehman) {
            return Err(Failure::input(
                "--db requires --preset lehman, which builds graphs in databases; see also loyd graph \
                 build",
            ));
        }
        self.size.iter().try_for_each(|size| puzzle.puzzle().check_shape(size).map(drop))?;
        Ok(())
    }

    /// The shapes of random positions.
    fn shapes(&self) -> Vec<String> {
        if self.size.is_empty() {
            let named = self.puzzle.which.shape.clone();
            return vec![
                named.unwrap_or_else(|| texts(self.puzzle.puzzle()).small_shape().to_owned()),
            ];
        }
        self.size.clone()
    }

    /// The number of random positions of each shape.
    fn count(&self) -> u64 {
        self.count.unwrap_or(100)
    }

    fn algorithms(&self) -> &str {
        self.algorithms.as_deref().unwrap_or(ALGORITHMS)
    }

    fn heuristics(&self) -> String {
        self.heuristics.clone().unwrap_or_else(|| texts(self.puzzle.puzzle()).compared())
    }
}

/// The maximum number of runs of a search.
const MAX_RUNS: u64 = 1000;

/// A value parser for how often each search is run before it is measured.
fn warmup(text: &str) -> Result<u32, String> {
    if text.trim() == "0" {
        return Ok(0);
    }
    match parse_count(text)? {
        runs @ 1..=MAX_RUNS => Ok(runs as u32),
        _ => Err(format!("at most {MAX_RUNS} runs of each search can warm up")),
    }
}

/// A value parser for how often each search is run.
fn runs(text: &str) -> Result<u32, String> {
    if text.trim() == "0" {
        return Err("each search is run at least once: write a number such as 3".to_owned());
    }
    match parse_count(text)? {
        runs @ 1..=MAX_RUNS => Ok(runs as u32),
        _ => Err(format!("at most {MAX_RUNS} runs of each search can be asked for")),
    }
}
