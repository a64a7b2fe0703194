//! `loyd pdb` for tiles: patterns, and descriptions and plans of their tables.

mod info;
pub(crate) mod plan;
mod tabled;

use super::partitions::{self, Named};
use super::size;
use crate::exit::{Exit, Failure};
use crate::pdb::arguments::{BuildArgs, InfoArgs, ListArgs, PlanPdbArgs, TargetArgs, VerifyArgs};
use crate::pdb::{TableCommands, build, list, verify};
use loyd_tiles::pdb::{Partition, Pattern};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{Goal, Position, Size, parse_goal};

/// The commands of the tables of this puzzle.
pub(crate) struct TileTables;

impl TableCommands for TileTables {
    fn names(&self) -> Vec<(&'static str, &'static str)> {
        partitions::names()
    }

    fn build(&self, args: &BuildArgs) -> Result<Exit, Failure> {
        build::run::<Tiles>(args)
    }

    fn list(&self, args: &ListArgs) -> Result<Exit, Failure> {
        list::run::<Tiles>(args)
    }

    fn describe(&self, args: &InfoArgs) -> Result<Exit, Failure> {
        info::run(args)
    }

    fn verify(&self, args: &VerifyArgs) -> Result<Exit, Failure> {
        verify::run::<Tiles>(args)
    }

    fn plan(&self, args: &PlanPdbArgs) -> Result<Exit, Failure> {
        plan::run(args)
    }
}

/// A partition and the goal that numbers its tiles.
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) partition: Partition,
    pub(crate) goal: Position,
}

impl Target {
    /// The partition that arguments name, with its tiles as the goal numbers them.
    pub(super) fn of(args: &TargetArgs) -> Result<Self, Failure> {
        args.refuse_metric(
            "is for cubes: a table of tiles has an --encoding, which tells its metric",
        )?;
        let board = args.size.as_deref().map(size).transpose();
        let board = board.map_err(|why| Failure::input(format!("--size: {why}")))?;
        let goal = goal(args.goal.as_deref(), board)?;
        let Named { name, partition } = Named::parse(&args.target, board, goal.as_ref())?;
        let (size, blank) = (partition.size(), partition.blank());
        let goal = goal.and_then(|goal| goal.position(size));
        let goal = goal.unwrap_or_else(|| default_goal(size, blank));
        Ok(Self { name, partition, goal })
    }

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

fn goal(text: Option<&str>, size: Option<Size>) -> Result<Option<Goal>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let goal = parse_goal(text, size);
    goal.map(Some).map_err(|why| Failure::input(format!("the goal: {why}")))
}

/// The default goal with the blank on this cell.
fn default_goal(size: Size, blank: usize) -> Position {
    if blank == 0 { Position::blank_first(size) } else { Position::blank_on(size, blank) }
}

/// The tiles of a pattern, as `1,4,5`.
fn tiles(pattern: &Pattern, goal: &Position) -> String {
    let mut tiles: Vec<u16> =
        pattern.cells().iter().map(|&cell| goal.tiles()[usize::from(cell)]).collect();
    tiles.sort_unstable();
    tiles.iter().map(u16::to_string).collect::<Vec<_>>().join(",")
}
