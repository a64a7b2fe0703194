//! `loyd graph path`: a shortest solution traced through a stored graph.

use super::StoredArgs;
use crate::args::OutputArgs;
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::interrupt::on_interrupt;
use crate::quantity::parse_count;
use crate::render::Reporter;
use crate::render::solve::paragraph;
use crate::solution::Solution;
use clap::Args;
use loyd::{SolveResult, Status};
use loyd_graph::path;
use loyd_report::numbers::plural;

/// After the help of `graph path`.
const HELP: &str = "\
Examples:
  loyd graph path \"8 6 7 2 5 4 3 0 1\" --db sqlite:8.db
  loyd graph path \"8 6 7 2 5 4 3 0 1\" --db sqlite:8.db --all --format json
  loyd graph path \"R U F2\" --db sqlite:cube.db

Prints what `loyd solve` prints; `expanded` and `generated` are the lookups in the database. The
solution is replayed before it is printed. Exits with 1 if the board cannot reach the goal of the
graph, and with 3 if it is deeper than the stored levels.";

/// `loyd graph path`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct PathArgs {
    /// The board, or a cube as stickers or as the moves that scramble it.
    #[arg(value_name = "BOARD", required = true)]
    board: Vec<String>,
    #[command(flatten)]
    stored: StoredArgs,
    /// Count the shortest solutions, and list up to N of them.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "100", value_parser = parse_count)]
    all: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &PathArgs) -> Result<Exit, Failure> {
    let mut backend = args.stored.open()?;
    let mut reporter = Reporter::open(&args.output)?;
    let limit = args.all.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
    on_interrupt();
    let result = path(&mut *backend, &args.board.join(" "), limit).map_err(faults::of_graph)?;
    let solution = advised(result);
    reporter.record(&solution.record(&[]), || paragraph(&solution))?;
    reporter.finish()?;
    Ok(solution.exit)
}

/// The result in the words of the command line.
fn advised(result: SolveResult) -> Solution {
    let solution = Solution::of_result(result);
    if solution.result.status != Status::Stopped || solution.message.is_some() {
        return solution;
    }
    let levels = solution.result.lower_bound.unwrap_or(1);
    let message = format!(
        "deeper than the stored levels, which end at {}; to find it, build more with --depth",
        plural(u64::from(levels).saturating_sub(1), "move")
    );
    Solution { exit: Exit::Stopped, message: Some(message), ..solution }
}
