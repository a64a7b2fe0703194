//! `loyd verify`: checks a solution, or a run that was kept in a folder.

mod folder;
mod moves;

use crate::args::{MetricArgs, OutputArgs, ResourceArgs, ShapeArgs};
use crate::exit::{Exit, Failure};
use crate::help;
use clap::Args;

/// `loyd verify`.
#[derive(Args, Debug)]
#[command(after_help = help::VERIFY)]
pub(crate) struct VerifyArgs {
    /// The folder of a run; or, with --moves, a board, its tiles in reading order.
    #[arg(value_name = "FOLDER|BOARD", required = true)]
    what: Vec<String>,
    /// The moves to replay.
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    shape: ShapeArgs,
    #[command(flatten)]
    metric: MetricArgs,
    #[command(flatten)]
    resources: ResourceArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    match (&args.moves, args.what.as_slice()) {
        (Some(moves), _) => moves::run(args, moves),
        (None, [folder]) => folder::run(args, folder.as_ref()),
        (None, _) => Err(Failure::input(
            "verify the folder of one run, or give a board and the --moves to replay on it",
        )),
    }
}
