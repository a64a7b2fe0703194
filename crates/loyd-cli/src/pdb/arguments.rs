//! The command lines of `loyd pdb` and `loyd plan pdb`.

use super::TableCommands;
use crate::args::{OutputArgs, ResourceArgs, format_names, refuse, size};
use crate::exit::Failure;
use crate::help;
use crate::names::{self, Offered};
use crate::puzzle_args::PuzzleArgs;
use crate::quantity::{parse_count, parse_seed};
use crate::registry::texts;
use crate::tables::CacheArgs;
use crate::usage::shell_word;
use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use loyd::{PuzzleName, choices};
use loyd_report::format::Format;
use loyd_search::puzzle::Puzzle;
use std::fmt::Write;
use std::path::PathBuf;

/// A value parser for tables that completes their names.
fn tables() -> impl TypedValueParser<Value = String> {
    let commands = PuzzleName::ALL.iter().filter_map(|&puzzle| texts(puzzle).tables());
    Offered(commands.flat_map(TableCommands::names).collect())
}

/// The tables.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Patterns")]
pub(crate) struct TargetArgs {
    /// A name such as 7-8, tiles such as 1,4,5/2,3,6 or 0x32/0x4c, or a file with a drawing; for the
    /// cube a name such as g1-35.
    #[arg(value_name = "NAME|TILES|FILE", value_parser = tables(), hide_possible_values = true)]
    pub(crate) target: String,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The size, columns x rows, if the partition does not tell it.
    #[arg(short, long, value_name = "WxH", value_parser = size, help_heading = "Patterns")]
    pub(crate) size: Option<String>,
    /// The goal: `blank-last`, `blank-first` or a board [default: that of the drawing, else
    /// `blank-last`].
    #[arg(short, long, value_name = "GOAL", value_parser = names::goals(),
          hide_possible_values = true, help_heading = "Patterns")]
    pub(crate) goal: Option<String>,
    /// The metric of tables of the cube: `half` or `quarter` [default: half].
    #[arg(short, long, value_name = "METRIC", value_parser = names::metrics(),
          hide_possible_values = true, help_heading = "Patterns")]
    metric: Option<String>,
}

impl TargetArgs {
    pub(crate) fn puzzle(&self) -> PuzzleName {
        self.puzzle.puzzle()
    }

    /// The command that builds these tables.
    pub(crate) fn build_command(&self) -> String {
        let mut command = format!("loyd pdb build {}", shell_word(&self.target));
        let puzzle = self.puzzle().name().to_owned();
        let options = [
            ("puzzle", Some(puzzle).filter(|puzzle| puzzle != "tiles")),
            ("size", self.size.clone()),
            ("goal", self.goal.clone()),
            ("metric", self.metric.clone()),
        ];
        for (name, value) in options {
            if let Some(value) = value {
                let _ = write!(command, " --{name} {}", shell_word(&value));
            }
        }
        command
    }

    pub(crate) fn metric<P: Puzzle>(&self) -> Result<P::Metric, Failure> {
        Ok(choices::metric::<P>(self.metric.as_deref())?)
    }

    /// Refuses a metric; `why` follows the option.
    pub(crate) fn refuse_metric(&self, why: &str) -> Result<(), Failure> {
        refuse(&[("--metric", self.metric.is_some())], why)
    }

    /// Refuses the options of boards; `why` follows the option.
    pub(crate) fn refuse_board(&self, why: &str) -> Result<(), Failure> {
        refuse(&[("--size", self.size.is_some()), ("--goal", self.goal.is_some())], why)
    }
}

/// `loyd pdb build`.
#[derive(Args, Debug)]
#[command(after_help = help::PDB_BUILD)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// The entries of tables of tiles: one `bit` per state, which includes the region of the blank; the
    /// `excess` over Manhattan distance per placement, as in other programs; or, for the multi-tile
    /// metric, one bit per `class` of placements connected by slides along a line [default: bit].
    #[arg(long, value_enum, help_heading = "Tables")]
    pub(crate) encoding: Option<EncodingName>,
    /// Write a single table to FILE, not to the cache.
    #[arg(short, long, value_name = "FILE", help_heading = "Tables")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) resources: ResourceArgs,
    /// The format of results; `--json` is `--format json`.
    #[arg(long, value_parser = format_names(), help_heading = "Output")]
    pub(crate) format: Option<&'static dyn Format>,
    /// Print no progress, warnings or hints.
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Show progress even if standard error is not a terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    pub(crate) progress: bool,
}

/// The kind of entries in a table of tiles.
#[derive(Clone, Copy, PartialEq, Debug, Default, ValueEnum)]
pub(crate) enum EncodingName {
    /// One bit for every state with the blank's region.
    #[default]
    Bit,
    /// Four bits for every placement.
    Excess,
    /// One bit for every class of placements, in the multi-tile metric.
    Class,
}

/// `loyd pdb list`.
#[derive(Args, Debug)]
#[command(after_help = help::PDB_LIST)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `loyd pdb info`.
#[derive(Args, Debug)]
#[command(after_help = help::PDB_INFO)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `loyd pdb verify`.
#[derive(Args, Debug)]
#[command(after_help = help::PDB_VERIFY)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Number of states of large tables to check, with their neighbours.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = parse_count)]
    pub(crate) samples: u64,
    /// The seed of the random walks.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_seed)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `loyd plan pdb`.
#[derive(Args, Debug)]
#[command(after_help = help::PLAN_PDB)]
pub(crate) struct PlanPdbArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) resources: ResourceArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
