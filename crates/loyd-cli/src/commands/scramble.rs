//! `loyd scramble`: random solvable boards.

use crate::args::{Format, OutputArgs, ShapeArgs};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::interrupt::on_interrupt;
use crate::quantity::{parse_count, parse_seed};
use crate::record::Record;
use crate::render::Reporter;
use clap::Args;
use loyd_tiles::{Goal, Scrambler, Size};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;

/// `loyd scramble`.
#[derive(Args, Debug)]
#[command(after_help = help::SCRAMBLE)]
pub(crate) struct ScrambleArgs {
    #[command(flatten)]
    shape: ShapeArgs,
    /// How many boards.
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = parse_count)]
    count: u64,
    /// The same seed gives the same boards [default: another one each time, said on standard error].
    #[arg(long, value_name = "N", value_parser = parse_seed)]
    seed: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(args: &ScrambleArgs) -> Result<Exit, Failure> {
    let goal = args.shape.goal()?;
    let size = match (args.shape.size, &goal) {
        (Some(size), _) => size,
        (None, Goal::Board(board)) => board.size(),
        (None, _) => Size::square(16).unwrap_or_else(|| unreachable!("16 is a square")),
    };
    let position = goal.position(size).ok_or_else(|| {
        Failure::input(format!("the goal is not a {size} board: they must be of one size"))
    })?;
    let mut reporter = Reporter::open(&args.output, Format::Csv)?;
    let seed = args.seed.unwrap_or_else(|| fresh_seed(args.output.quiet));
    let mut scrambler = Scrambler::new(seed);
    let cancel = on_interrupt();
    for id in 1..=args.count {
        if cancel.is_cancelled() {
            reporter.finish()?;
            return Ok(Exit::Stopped);
        }
        let board = scrambler.position(&position).to_line();
        let mut record = Record::new();
        record.push("id", id.to_string());
        record.push("width", size.width());
        record.push("height", size.height());
        record.push("goal", goal.to_string());
        record.push("tiles", board.clone());
        record.note("seed", seed);
        record.note("generator", Scrambler::GENERATOR);
        reporter.record(&record, || board + "\n")?;
    }
    reporter.finish()?;
    Ok(Exit::Done)
}

/// A seed that nobody chose: the one source of randomness in the standard library.
fn fresh_seed(quiet: bool) -> u64 {
    let seed = RandomState::new().hash_one(std::process::id()) >> 32;
    if !quiet {
        let _ = writeln!(std::io::stderr(), "seed {seed} (generator {})", Scrambler::GENERATOR);
    }
    seed
}
