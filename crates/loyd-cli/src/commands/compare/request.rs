//! The options of `loyd compare`, and what they come to: everything chosen, nothing run.

mod arguments;

use crate::args::{MetricArgs, PruningArgs, ShapeArgs, size};
use crate::benchmark_sets::Set;
use crate::compare::findings::Findings;
use crate::compare::grid;
use crate::compare::outputs::{ReportFile, keep_apart};
use crate::compare::plan::{Experiment, Grid, Group, Limits};
use crate::compare::positions::{of_file, of_set, random};
use crate::compare::report::document;
use crate::compare::results_folder::Opened;
use crate::database::{ServerUrl, server};
use crate::exit::Failure;
use crate::family::Family;
use crate::puzzle_args::PuzzleArgs;
use crate::quantity::{parse_bytes, parse_count, parse_duration, parse_seed, parse_threads};
use crate::registry::texts;
use crate::tables::CacheArgs;
use crate::texts::only_of;
use crate::tiles::presets::{Preset, Searches};
use crate::usage::shell_word;
use crate::{help, names, platform};
use arguments::stored;
use clap::{Args, ValueEnum};
use loyd::{PuzzleName, for_puzzle};
use loyd_report::document::Document;
use std::path::PathBuf;
use std::time::Duration;

/// `loyd compare`.
#[derive(Args, Clone, Debug)]
#[command(after_help = help::COMPARE, after_long_help = help::compare())]
pub(crate) struct CompareArgs {
    /// Repeat a published experiment and print its figures for comparison; --count makes it smaller.
    #[arg(long, value_enum, help_heading = "Positions", conflicts_with_all = [
        "size", "goal", "input", "set", "ids", "algorithms", "heuristics", "metric", "pruning"])]
    preset: Option<Preset>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The sizes of random boards [default: 3x3].
    #[arg(short, long, value_name = "WxH,…", value_delimiter = ',', value_parser = size,
          help_heading = "Positions", conflicts_with_all = ["input", "set"])]
    size: Vec<String>,
    /// Number of random positions of each size; with --input or --set the first N positions [default:
    /// 100 random ones, or all].
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_count, help_heading = "Positions")]
    count: Option<u64>,
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
    #[arg(long, value_enum, help_heading = "Positions", conflicts_with = "seed")]
    set: Option<Set>,
    /// Use only the positions of --input or --set with these ids, such as 40,38,25.
    #[arg(long, value_name = "ID,…", value_delimiter = ',', help_heading = "Positions",
          conflicts_with_all = ["count", "size"])]
    ids: Vec<String>,

    /// Algorithms, such as astar,wastar(1.5|3),greedy.
    #[arg(short, long, value_name = "LIST", help_heading = "Search")]
    algorithms: Option<String>,
    /// Heuristics, such as manhattan,linear-conflict,pdb:6-6-3.
    #[arg(short = 'H', long, value_name = "LIST", help_heading = "Search")]
    heuristics: Option<String>,
    #[command(flatten)]
    metric: MetricArgs,
    #[command(flatten)]
    pruning: PruningArgs,
    #[command(flatten)]
    cache: CacheArgs,

    /// Number of runs of each search; the median time and the spread are reported.
    #[arg(long, value_name = "N", default_value = "1", value_parser = runs,
          help_heading = "Search")]
    runs: u32,

    /// An empty database on a server, such as `postgres://USER@HOST/DATABASE`, in which --preset lehman
    /// builds the graph of the 8-puzzle too; repeat it for several.
    #[arg(long, value_name = "URL", value_parser = server, help_heading = "Search")]
    db: Vec<ServerUrl>,

    /// Number of runs side by side; more than one makes their times unreliable.
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = parse_threads,
          help_heading = "Limits")]
    threads: usize,
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
    dir: Option<PathBuf>,
    /// Resume the comparison in FOLDER.
    #[arg(long, value_name = "FOLDER", help_heading = "Run folder", conflicts_with_all = [
        "dir", "preset", "puzzle", "size", "count", "seed", "goal", "input", "set", "ids", "algorithms",
        "heuristics", "metric", "pruning", "db", "runs", "threads", "memory",
        "max_time", "max_nodes"])]
    pub(super) resume: Option<PathBuf>,

    /// Write a report to FILE: .html, .md, .csv, .json or .txt; may be given several times.
    /// NAME.meta.json beside NAME.csv describes its columns.
    #[arg(short, long, value_name = "FILE", value_parser = ReportFile::parse,
          help_heading = "Output")]
    output: Vec<ReportFile>,
    /// The format of printed results.
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: StdoutFormat,
    /// Print every table, chart and note as text instead of the summary [default with --preset and no
    /// --output].
    #[arg(long, help_heading = "Output")]
    full: bool,
    /// Print no progress, warnings or hints.
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
    /// Show progress even if standard error is not a terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    progress: bool,
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

/// Everything chosen.
pub(super) struct Request {
    args: CompareArgs,
    pub(super) preset: Option<Preset>,
    pub(super) puzzle: PuzzleName,
    /// The arguments that mean the same, defaults and the memory of this machine written out.
    pub(super) arguments: Vec<String>,
    /// They as one would type them.
    pub(super) command: String,
    pub(super) files: Vec<ReportFile>,
    pub(super) format: StdoutFormat,
    /// True if text is the whole report and not the summary.
    pub(super) full: bool,
    pub(super) quiet: bool,
    pub(super) progress: bool,
    pub(super) cache: CacheArgs,
    pub(super) dir: Option<PathBuf>,
    pub(super) resume: Option<PathBuf>,
    pub(super) threads: usize,
    pub(super) memory: u64,
}

impl Request {
    /// Of the options; those of a comparison to be continued come from its folder.
    pub(super) fn of(given: &CompareArgs, opened: Option<&Opened>) -> Result<Self, Failure> {
        let args = match opened {
            None => given.clone(),
            Some(opened) => stored(opened.arguments()?)?,
        };
        let memory = args.memory.unwrap_or_else(platform::default_memory);
        let puzzle = args.puzzle.puzzle();
        let arguments = for_puzzle!(puzzle, P => {
            args.refuse_what_is_of_another::<P>()?;
            args.canonical::<P>(memory)
        });
        let command = std::iter::once("loyd".to_owned())
            .chain(arguments.iter().map(|argument| shell_word(argument)))
            .collect::<Vec<_>>()
            .join(" ");
        Ok(Self {
            preset: args.preset,
            puzzle,
            arguments,
            command,
            files: given.output.clone(),
            format: given.format,
            full: given.full || args.preset.is_some() && given.output.is_empty(),
            quiet: given.quiet,
            progress: given.progress,
            cache: given.cache.clone(),
            dir: given.dir.clone(),
            resume: given.resume.clone(),
            threads: args.threads,
            memory,
            args,
        })
    }

    /// Returns whether results go elsewhere than to standard output.
    pub(super) fn is_kept(&self) -> bool {
        !self.files.is_empty() || self.dir.is_some() || self.resume.is_some()
    }

    /// Refuses reports in the place of what is read, or of each other.
    pub(super) fn keep_apart(&self) -> Result<(), Failure> {
        let mut read = Vec::new();
        if let Some(file) = self.args.input.as_ref().filter(|file| file.as_os_str() != "-") {
            read.push((file.clone(), "the file that boards are read from (--input)".to_owned()));
        }
        if let Some(folder) = self.dir.as_ref().or(self.resume.as_ref()) {
            let what = "what the folder of the comparison says of it".to_owned();
            read.push((folder.join("comparison.json"), what));
        }
        let files = for_puzzle!(self.puzzle, P => self.args.databases::<P>());
        for file in files {
            read.push((PathBuf::from(file), "a partition that is read (--heuristics)".into()));
        }
        keep_apart(&self.files, &read)
    }

    /// Refuses options that mean nothing where levels are counted.
    pub(super) fn counts_levels(&self) -> Result<(), Failure> {
        let args = &self.args;
        let given = [
            ("--dir", self.dir.is_some()),
            ("--runs", args.runs > 1),
            ("--max-time", args.max_time.is_some()),
            ("--max-nodes", args.max_nodes.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Failure::input(format!(
                "{option}: --preset lehman counts levels once, in seconds, and searches nothing: \
                 leave {option} out"
            ))),
            None => Ok(()),
        }
    }

    /// The task.
    pub(super) fn experiment<P: Family>(&self) -> Result<Experiment<P>, Failure> {
        const MIN: u64 = 1 << 20;
        let args = &self.args;
        let (metric, pruning) = (args.metric.of::<P>()?, args.pruning.pruning);
        let Searches { groups, cells, remarks } = if let Some(preset) = self.preset {
            preset.searches(args.count.unwrap_or(100), args.seed)?
        } else {
            let groups = self.groups()?;
            let grid = Grid::parse(args.algorithms(), args.heuristics::<P>())?;
            let (cells, remarks) = grid.cells(&groups, metric, pruning)?;
            Searches { groups, cells, remarks }
        };
        let limits = Limits {
            time: args.max_time,
            nodes: args.max_nodes,
            memory: self.memory,
            at_once: args.threads,
        };
        if limits.memory / (limits.at_once as u64) < MIN {
            return Err(Failure::input(format!(
                "--memory is shared by {} runs at once, which leaves less than 1 MiB to each: \
                 raise it, or run fewer with --threads",
                limits.at_once
            )));
        }
        let repeats = args.runs;
        Ok(Experiment { groups, cells, metric, pruning, limits, repeats, remarks })
    }

    fn groups<P: Family>(&self) -> Result<Vec<Group<P>>, Failure> {
        let args = &self.args;
        let metric = args.metric.of::<P>()?;
        let goal = args.goal.as_deref().filter(|goal| *goal != P::GOAL);
        if !args.ids.is_empty() && args.input.is_none() && args.set.is_none() {
            return Err(Failure::input("--ids chooses from --input or --set: name one of them"));
        }
        if args.set.is_some() && goal.is_some() {
            return Err(Failure::input(
                "the boards of a set have goals of their own: leave --goal out",
            ));
        }
        if args.input.is_none() && args.set.is_none() {
            let shapes = args.shapes::<P>();
            let groups = shapes
                .iter()
                .map(|shape| random(shape, args.count.unwrap_or(100), args.seed, goal));
            return groups.collect();
        }
        let size = args.puzzle.which.shape.clone();
        let shape = ShapeArgs { size, goal: goal.map(str::to_owned) };
        let mut groups = match (&args.input, args.set) {
            (Some(file), _) => of_file(file, &shape, &args.ids, metric, self.quiet)?,
            (None, Some(set)) => of_set(set, &args.ids, metric)?,
            (None, None) => Vec::new(),
        };
        if let Some(most) = args.count {
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            for group in &mut groups {
                group.boards.truncate(most);
            }
        }
        Ok(groups)
    }

    /// The report; of a preset with what the other work found.
    pub(super) fn document<P: Family>(&self, findings: &Findings<'_, P>) -> Document {
        let mut document = document(findings);
        document.title = self.title();
        if let Some(preset) = self.preset {
            document.sections.splice(0..0, preset.sections(findings));
        }
        document
    }

    /// The title of the report.
    pub(super) fn title(&self) -> String {
        self.preset.map_or("Searches compared", Preset::title).to_owned()
    }

    /// Servers on which graphs are built.
    pub(super) fn servers(&self) -> &[ServerUrl] {
        &self.args.db
    }

    /// The number of boards requested.
    pub(super) fn count(&self) -> Option<u64> {
        self.args.count
    }
}

impl CompareArgs {
    /// Refuses what there is for another puzzle only.
    fn refuse_what_is_of_another<P: Family>(&self) -> Result<(), Failure> {
        if self.set.is_some() {
            only_of(Set::PUZZLE, self.puzzle.puzzle(), "--set", Set::WHY)?;
        }
        if self.preset.is_some() {
            only_of(
                Preset::PUZZLE,
                self.puzzle.puzzle(),
                "--preset",
                "these experiments are on boards of tiles",
            )?;
        }
        if !self.db.is_empty() && self.preset != Some(Preset::Lehman) {
            return Err(Failure::input(
                "--db: only --preset lehman builds graphs in databases; leave --db out, or see \
                 loyd graph build",
            ));
        }
        self.size.iter().try_for_each(|size| P::check_shape(size).map(drop))?;
        Ok(())
    }

    /// The shapes of random positions.
    fn shapes<P: Family>(&self) -> Vec<String> {
        if self.size.is_empty() {
            let named = self.puzzle.which.shape.clone();
            return vec![
                named.unwrap_or_else(|| texts(PuzzleName::of::<P>()).small_shape().to_owned()),
            ];
        }
        self.size.clone()
    }

    /// The files that the heuristics are read from. Lists that cannot be read are refused later.
    fn databases<P: Family>(&self) -> Vec<String> {
        let heuristics = grid::expand(self.heuristics::<P>()).unwrap_or_default();
        let parsed = heuristics.iter().filter_map(|text| text.parse::<P::Heuristic>().ok());
        parsed.flat_map(|heuristic| P::databases(&heuristic)).collect()
    }

    fn algorithms(&self) -> &str {
        self.algorithms.as_deref().unwrap_or(ALGORITHMS)
    }

    fn heuristics<P: Family>(&self) -> &str {
        self.heuristics.as_deref().unwrap_or(texts(PuzzleName::of::<P>()).compared())
    }
}

/// A value parser for how often each search is run.
fn runs(text: &str) -> Result<u32, String> {
    const MAX: u64 = 1000;
    if text.trim() == "0" {
        return Err("each search is run at least once: write a number such as 3".to_owned());
    }
    match parse_count(text)? {
        runs @ 1..=MAX => Ok(runs as u32),
        _ => Err(format!("at most {MAX} runs of each search can be asked for")),
    }
}
