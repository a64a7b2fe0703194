//! `loyd verify` checks a solution, or a run in a folder.

mod folder;
mod moves;

use crate::args::{OutputArgs, ResourceArgs, ShapeArgs, refuse};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::names;
use crate::puzzle_args::PuzzleArgs;
use clap::Args;
use loyd::PuzzleName;

/// `loyd verify`.
#[derive(Args, Debug)]
#[command(after_help = help::VERIFY)]
pub(crate) struct VerifyArgs {
    /// The folder of a run; or, with --moves, a position, such as tiles in reading order.
    #[arg(value_name = "FOLDER|BOARD", required = true)]
    what: Vec<String>,
    /// The moves to replay.
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    shape: ShapeArgs,
    /// The metric of --moves. Tiles: `single`, or `multi` (several tiles of a line slide at once);
    /// cubes: `half` (any turn of a face) or `quarter` [default: single, half].
    #[arg(short, long, value_name = "METRIC",
          value_parser = names::metrics(), hide_possible_values = true)]
    metric: Option<String>,
    #[command(flatten)]
    resources: ResourceArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl VerifyArgs {
    /// Refuses options of moves given for a folder, and the other way round.
    fn check_unused_options(&self) -> Result<(), Failure> {
        let ResourceArgs { threads, memory, max_time } = &self.resources;
        match &self.moves {
            Some(_) => refuse(
                &[
                    ("--threads", threads.is_some()),
                    ("--memory", memory.is_some()),
                    ("--max-time", max_time.is_some()),
                ],
                "is for the folder of a run: moves are replayed without it",
            ),
            None => refuse(
                &[
                    ("--puzzle", self.puzzle.puzzle() != PuzzleName::default()),
                    ("--size", self.shape.size.is_some()),
                    ("--goal", !self.shape.goals.is_empty()),
                    ("--metric", self.metric.is_some()),
                ],
                "is for boards: requires --moves",
            ),
        }
    }
}

pub(crate) fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    args.check_unused_options()?;
    match (&args.moves, args.what.as_slice()) {
        (Some(moves), _) => moves::run(args, moves),
        (None, [folder]) => folder::run(args, folder.as_ref()),
        (None, _) => Err(Failure::input(
            "verify the folder of one run, or give a board and the --moves to replay on it",
        )),
    }
}
