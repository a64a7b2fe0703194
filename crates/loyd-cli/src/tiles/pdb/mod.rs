//! `loyd pdb`: pattern databases, built, listed, described and checked.

mod build;
mod info;
mod list;
pub(crate) mod plan;
mod verify;

use crate::exit::{Exit, Failure};
use crate::names;
use crate::tiles::partitions::{self, Named};
use crate::tiles::size;
use clap::{Args, Subcommand};
use loyd_tiles::pdb::{Partition, Pattern};
use loyd_tiles::{Goal, Position, Size, parse_goal};

/// `loyd pdb`.
#[derive(Args, Debug)]
pub(crate) struct PdbArgs {
    /// The subcommand.
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Build the tables of a partition, and store them in the cache.
    Build(build::BuildArgs),
    /// List the partitions with a name, and the tables in the cache.
    List(list::ListArgs),
    /// Describe a partition, or a table in a file.
    Info(info::InfoArgs),
    /// Check the checksums of tables, and their entries by search.
    Verify(verify::VerifyArgs),
}

/// Runs the command.
pub(crate) fn run(args: &PdbArgs) -> Result<Exit, Failure> {
    match &args.what {
        What::Build(args) => build::run(args),
        What::List(args) => list::run(args),
        What::Info(args) => info::run(args),
        What::Verify(args) => verify::run(args),
    }
}

/// The patterns.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Patterns")]
pub(crate) struct TargetArgs {
    /// A name such as 7-8, tiles such as 1,4,5/2,3,6 or 0x32/0x4c, or a file with a drawing.
    #[arg(value_name = "NAME|TILES|FILE", value_parser = partitions::parser(),
          hide_possible_values = true)]
    target: String,
    /// The size, columns x rows, if the partition does not tell it.
    #[arg(short, long, value_name = "WxH", value_parser = size)]
    size: Option<Size>,
    /// The goal: `blank-last`, `blank-first` or a board [default: that of the drawing, else
    /// `blank-last`].
    #[arg(short, long, value_name = "GOAL", value_parser = names::goals(),
          hide_possible_values = true)]
    goal: Option<String>,
}

impl TargetArgs {
    fn goal(&self) -> Result<Option<Goal>, Failure> {
        let Some(text) = &self.goal else { return Ok(None) };
        let goal = parse_goal(text, self.size);
        goal.map(Some).map_err(|why| Failure::input(format!("the goal: {why}")))
    }

    /// The partition, with its tiles as the goal numbers them.
    pub(super) fn partition(&self) -> Result<Target, Failure> {
        let goal = self.goal()?;
        let Named { name, partition } = Named::parse(&self.target, self.size, goal.as_ref())?;
        let (size, blank) = (partition.size(), partition.blank());
        let goal = goal.and_then(|goal| goal.position(size));
        let goal = goal.unwrap_or_else(|| usual_goal(size, blank));
        Ok(Target { name, partition, goal })
    }
}

/// The goal with the blank on this cell that people mean when they say no more.
fn usual_goal(size: Size, blank: usize) -> Position {
    if blank == 0 { Position::blank_first(size) } else { Position::blank_on(size, blank) }
}

/// A partition and the goal that numbers its tiles.
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) partition: Partition,
    pub(crate) goal: Position,
}

impl Target {
    /// Letter, pattern and tiles of each pattern.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = (char, &Pattern, String)> {
        let patterns = self.partition.patterns().iter().enumerate();
        patterns.map(|(number, pattern)| {
            (Partition::letter(number), pattern, tiles(pattern, &self.goal))
        })
    }

    /// `4x4, goal's blank on cell 0`, and the drawing below.
    pub(crate) fn text(&self) -> String {
        let (size, blank) = (self.partition.size(), self.partition.blank());
        format!("{}: {size}, the goal's blank on cell {blank}\n\n{}\n", self.name, self.partition)
    }
}

/// The tiles of a pattern, as `1,4,5`.
fn tiles(pattern: &Pattern, goal: &Position) -> String {
    let mut tiles: Vec<u16> =
        pattern.cells().iter().map(|&cell| goal.tiles()[usize::from(cell)]).collect();
    tiles.sort_unstable();
    tiles.iter().map(u16::to_string).collect::<Vec<_>>().join(",")
}
