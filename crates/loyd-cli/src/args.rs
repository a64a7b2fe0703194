//! The options that commands share, as types.

use crate::exit::Failure;
use crate::names::{self, Choice};
use crate::platform;
use crate::puzzle_args::{PuzzleArgs, Which};
use crate::quantity::{parse_bytes, parse_count, parse_duration, parse_threads};
use crate::set_args::SetArgs;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use loyd::choices::{self, SearchChoices};
use loyd::for_goal;
use loyd_report::format::{self, FORMATS, Form, Format};
use loyd_search::names::OR;
use loyd_search::observe::{Cancel, Limit};
use loyd_search::puzzle::Puzzle;
use loyd_search::quote::shortened;
use loyd_search::search::{AlgorithmName, AlgorithmSpec};
use loyd_search::solver::{PruningChoice, Settings};
use std::path::PathBuf;
use std::time::Duration;

pub(crate) fn format_names() -> impl TypedValueParser<Value = &'static dyn Format> {
    let name = |format: &dyn Format| PossibleValue::new(format.name()).help(format.summary());
    PossibleValuesParser::new(FORMATS.map(name))
        .map(|name| format::named(&name).unwrap_or(FORMATS[0]))
}

fn output_help() -> String {
    format!("Write results to FILE ({}); it is created when they are complete", format::endings())
}

/// The destinations of results and of everything else.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// The format of results; the ending of a file says it too, and `--json` is `--format json`.
    #[arg(long, value_parser = format_names())]
    pub(crate) format: Option<&'static dyn Format>,
    #[arg(short, long, value_name = "FILE", help = output_help())]
    pub(crate) output: Option<PathBuf>,
    /// Print no progress, warnings or hints.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl OutputArgs {
    /// The format: that of the option, of the ending of the file, or else the command's own.
    pub(crate) fn format(
        &self,
        default: &'static dyn Format,
    ) -> Result<&'static dyn Format, Failure> {
        let Some(file) = &self.output else { return Ok(self.format.unwrap_or(default)) };
        let Some(ending) = file.extension() else { return Ok(self.format.unwrap_or(default)) };
        let ending = ending.to_string_lossy().to_ascii_lowercase();
        let name = loyd_search::quote::quoted(&file.display().to_string());
        let others = ["svg", "png", "html", "htm", "md", "pdf", "gif", "dot", "parquet", "xlsx"];
        match (self.format, format::of_ending(&ending)) {
            (Some(format), Some(named)) if format.name() != named.name() => Err(Failure::input(
                format!("--format and the ending of {name} name two formats: give only one"),
            )),
            (Some(format), None) if !others.contains(&&ending[..]) => Ok(format),
            (_, Some(named)) => Ok(named),
            (_, None) => Err(Failure::input(format!(
                "{name} ends in no format of results: end it in {}",
                format::endings()
            ))),
        }
    }

    /// True if the option asks for a format of this form.
    pub(crate) fn asks_for(&self, form: Form) -> bool {
        self.format.is_some_and(|format| format.form() == form)
    }
}

/// The boards and their source.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Positions")]
pub(crate) struct BoardArgs {
    /// The tiles in reading order, 0 for the blank; or a cube, as stickers or as the moves that scramble
    /// it. Quote each position. `-` reads standard input.
    #[arg(value_name = "BOARD", conflicts_with = "set")]
    pub(crate) boards: Vec<String>,
    /// Read positions from FILE: one per line, or CSV with a column `tiles`, `facelets` or `scramble`.
    /// `-` is standard input.
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["boards", "set"])]
    pub(crate) input: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    pub(crate) shape: ShapeArgs,
}

/// Size and goal.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Positions")]
pub(crate) struct ShapeArgs {
    /// The size, columns x rows; not needed for squares and boards written in rows.
    #[arg(short, long, value_name = "WxH", value_parser = size)]
    pub(crate) size: Option<String>,
    /// The goal: `blank-last` (1 2 … n 0), `blank-first` (0 1 … n), or a board, with ? for any tile; for
    /// cubes `solved`, or a cube, of the 3x3x3 with ? for any sticker; for twisty puzzles a pattern, with ?
    /// for free pieces [default: blank-last, solved]. Repeat it for the nearest of several goals.
    #[arg(id = "goal", short, long, value_name = "GOAL", value_parser = names::goals(),
          hide_possible_values = true)]
    pub(crate) goals: Vec<String>,
}

impl ShapeArgs {
    /// The text of the goal; `None` is the default goal.
    pub(crate) fn goal(&self) -> Option<String> {
        (!self.goals.is_empty()).then(|| self.goals.join(OR))
    }
}

impl BoardArgs {
    /// The puzzle and the shape that read the goal.
    pub(crate) fn which(&self) -> Which {
        let shape = self.puzzle.shape(self.shape.size.as_deref());
        let (puzzle, shape) = for_goal(self.puzzle.puzzle(), shape, self.shape.goal().as_deref());
        Which { puzzle, shape }
    }
}

/// The metric.
#[derive(Args, Clone, Debug)]
pub(crate) struct MetricArgs {
    /// The metric. Tiles: `single`, or `multi` (several tiles of a line slide at once); other puzzles:
    /// `half` (any turn) or `quarter` [default: single, half].
    #[arg(short, long, value_name = "METRIC", help_heading = "Search",
          value_parser = names::metrics(), hide_possible_values = true)]
    metric: Option<String>,
}

impl MetricArgs {
    pub(crate) fn of<P: Puzzle>(&self) -> Result<P::Metric, Failure> {
        Ok(choices::metric::<P>(self.metric.as_deref())?)
    }

    pub(crate) fn name(&self) -> Option<&str> {
        self.metric.as_deref()
    }

    /// The name of the metric as typed.
    pub(crate) fn name_of<P: Puzzle>(&self) -> String {
        self.metric.clone().unwrap_or_else(|| P::Metric::default().to_string())
    }
}

/// The choices of a search.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    /// The algorithm, such as `astar` or `wastar(3)`, or `auto`; see the list in --help.
    #[arg(short, long, value_name = "NAME", default_value = "auto",
          value_parser = names::algorithms(), hide_possible_values = true)]
    pub(crate) algorithm: Choice<AlgorithmSpec>,
    /// The heuristic, `pdb:NAME|FILE`, `max(A,B)`, or `auto`; see the list in --help.
    #[arg(short = 'H', long, value_name = "NAME", default_value = "auto",
          value_parser = names::heuristics(), hide_possible_values = true)]
    pub(crate) heuristic: Choice<String>,
    #[command(flatten)]
    pub(crate) pruning: PruningArgs,
}

/// The moves that searches may leave out.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct PruningArgs {
    /// Greatest length of duplicate move strings that `idastar` prunes, `last-move`, or `auto`.
    #[arg(long, value_name = "LENGTH", default_value = "auto", value_parser = names::pruning)]
    pub(crate) pruning: PruningChoice,
}

impl SearchArgs {
    /// Refuses a heuristic or pruning that the algorithm does not use.
    pub(crate) fn check_unused_options(&self) -> Result<(), Failure> {
        let Some(algorithm) = &self.algorithm else { return Ok(()) };
        if let Some(heuristic) = self.heuristic.as_ref().filter(|_| !algorithm.name.info().informed)
        {
            return Err(Failure::input(format!(
                "{algorithm} takes no heuristic: remove --heuristic {}, or choose another \
                 --algorithm",
                shortened(heuristic)
            )));
        }
        let name = algorithm.name;
        let prunes = name.info().deepens || name == AlgorithmName::IdaStarPool;
        if self.pruning.pruning != PruningChoice::Auto && !prunes {
            return Err(Failure::input(format!(
                "--pruning requires --algorithm idastar: {algorithm} has no duplicate pruning"
            )));
        }
        Ok(())
    }

    /// The choices of the search by name.
    pub(crate) fn choices(&self) -> SearchChoices {
        SearchChoices {
            metric: self.metric.metric.clone(),
            algorithm: self.algorithm.as_ref().map(ToString::to_string),
            heuristic: self.heuristic.clone(),
            pruning: choices::pruning_text(self.pruning.pruning),
            moves: None,
        }
    }

    /// The settings of the solver.
    pub(crate) fn settings<P: Puzzle>(&self) -> Result<Settings<P>, Failure> {
        Ok(Settings {
            metric: self.metric.of::<P>()?,
            algorithm: self.algorithm.clone(),
            heuristic: choices::heuristic::<P>(self.heuristic.as_deref())?,
            pruning: self.pruning.pruning,
            moves: Vec::new(),
            partitions: Vec::new(),
        })
    }
}

/// The resources that a command may use.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct ResourceArgs {
    /// Number of threads [default: all cores].
    #[arg(short, long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Memory for an enumeration, for building tables, or for the open and closed lists of concurrent
    /// searches, such as 8GiB [default: three quarters of free memory].
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub(crate) memory: Option<u64>,
    /// Time limit, such as 10s, 5m or 1h30m; for each board if there are several.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) max_time: Option<Duration>,
}

/// The limits of a search.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    pub(crate) resources: ResourceArgs,
    /// Greatest number of expanded states of each search, such as 1e9. Searches without lists, such as
    /// `idastar`, may exceed it by some hundred thousand on each thread.
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) max_nodes: Option<u64>,
}

impl ResourceArgs {
    /// Threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(platform::cores)
    }

    /// Bytes to use.
    pub(crate) fn memory(&self) -> u64 {
        let bytes = self.memory.unwrap_or_else(platform::default_memory);
        // A limit above the address space of the process has no effect.
        bytes.min(platform::address_space().unwrap_or(u64::MAX))
    }

    /// The limit of a run whose memory is planned.
    pub(crate) fn time_limit(&self, cancel: &Cancel) -> Limit {
        Limit { time: self.max_time, ..Limit::cancelled_by(cancel) }
    }
}

impl LimitArgs {
    /// The limit of one search.
    pub(crate) fn limit(&self, cancel: &Cancel) -> Limit {
        self.shared_limit(cancel, 1)
    }

    /// The limit of one of several concurrent searches, which share the memory.
    pub(crate) fn shared_limit(&self, cancel: &Cancel, at_once: usize) -> Limit {
        Limit {
            nodes: self.max_nodes,
            time: self.resources.max_time,
            memory: Some(self.resources.memory() / at_once.max(1) as u64),
            cancel: Some(cancel.clone()),
            ..Limit::none()
        }
    }
}

/// Refuses the first option that is present; `why` follows its name.
pub(crate) fn refuse(options: &[(&str, bool)], why: &str) -> Result<(), Failure> {
    match options.iter().find(|(_, present)| *present) {
        Some((option, _)) => Err(Failure::input(format!("{option} {why}"))),
        None => Ok(()),
    }
}

/// A value parser for shapes of positions.
pub(crate) fn size(text: &str) -> Result<String, String> {
    loyd::shape(text).map(|(_, shape)| shape).map_err(|why| why.to_string())
}
