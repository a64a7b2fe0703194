//! `loyd scramble`: random solvable positions.

mod exact;

use crate::args::{OutputArgs, ShapeArgs};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::interrupt::on_interrupt;
use crate::puzzle_args::PuzzleArgs;
use crate::quantity::{parse_count, parse_seed};
use crate::registry::texts;
use crate::render::Reporter;
use clap::Args;
use exact::Exact;
use loyd::NoMoves;
use loyd_report::format::{Csv, Format, Text};
use loyd_report::record::Record;
use loyd_search::random::Numbers;
use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, Write};

/// `loyd scramble`.
#[derive(Args, Debug)]
#[command(after_help = help::SCRAMBLE)]
pub(crate) struct ScrambleArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    shape: ShapeArgs,
    /// The number of positions.
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = parse_count)]
    count: u64,
    /// The seed; equal seeds give equal positions [default: a new one, printed on standard error].
    #[arg(long, value_name = "N", value_parser = parse_seed)]
    seed: Option<u64>,
    /// Only positions whose shortest solution has exactly N moves; of small spaces all of them are equally
    /// likely, of large ones (above 2^28 states) they are met by random walks.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    length: Option<u32>,
    /// Print the moves that make each board too, from the goal; other puzzles always have them.
    #[arg(long)]
    moves: bool,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &ScrambleArgs) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle();
    let goal = puzzle.puzzle().goal(
        args.puzzle.shape(args.shape.size.as_deref()).as_deref(),
        args.shape.goal().as_deref(),
    )?;
    // A person wants to see the position, a program to read it.
    let drawn = args.output.format.is_none() && args.output.output.is_none();
    let drawn = drawn && std::io::stdout().is_terminal();
    let default: &'static dyn Format = if drawn { &Text } else { &Csv };
    let mut reporter = Reporter::open_with(&args.output, default)?;
    let colour = reporter.may_colour();
    let generator = puzzle.puzzle().facts().generator;
    let seed = args.seed.unwrap_or_else(|| fresh_seed(generator, args.output.quiet));
    let mut random = puzzle.puzzle().random(seed);
    // Positions of these puzzles are written as moves.
    let as_moves = puzzle.puzzle().facts().columns.contains(&SCRAMBLE);
    let mut moves_to = puzzle.puzzle().scrambles();
    let mut noted = args.output.quiet;
    let cancel = on_interrupt();
    let exact =
        args.length.map(|length| Exact::new(&*goal, length, &cancel).map(|it| (it, length)));
    let exact = exact.transpose()?;
    let mut numbers = Numbers::new(seed);
    for id in 1..=args.count {
        if cancel.is_cancelled() {
            reporter.finish()?;
            return Ok(Exit::Stopped);
        }
        let task = match &exact {
            None => random(&*goal),
            Some((exact, length)) => exact.position((&goal, *length), &mut numbers, &cancel)?,
        };
        let mut record = Record::new();
        record.push("id", id.to_string());
        record.push("puzzle", task.shape());
        let mut moves = None;
        if as_moves || args.moves {
            match moves_to(&*task, &cancel) {
                Ok(found) => moves = Some(found),
                Err(_) if cancel.is_cancelled() => {
                    reporter.finish()?;
                    return Ok(Exit::Stopped);
                }
                Err(NoMoves::Unavailable(why)) => {
                    return Err(Failure::environment(why.to_string()));
                }
                Err(why) => note_missing(&why, &mut noted),
            }
            record.push(SCRAMBLE, moves.clone());
        }
        for (name, value) in task.list_fields(&goal.goal_name()) {
            record.push(name, value);
        }
        record.note("seed", seed);
        record.note("generator", generator);
        reporter.record(&record, || {
            let line = match moves {
                Some(moves) if as_moves => moves,
                // The moves are a comment, so that the line is still a board.
                Some(moves) => format!("{} # {moves}", task.start()),
                None => task.start(),
            };
            let line = line + "\n";
            let drawing = texts(puzzle).as_text(&*task, colour);
            if drawn && drawing != line { format!("{line}\n{drawing}\n") } else { line }
        })?;
    }
    reporter.finish()?;
    Ok(Exit::Done)
}

/// The column of moves that make a position.
const SCRAMBLE: &str = "scramble";

/// Says once why a position is printed without moves.
fn note_missing(why: &NoMoves, noted: &mut bool) {
    if !std::mem::replace(noted, true) {
        let _ = writeln!(std::io::stderr(), "note: positions without moves: {why}");
    }
}

/// A random seed, from the one source of randomness in the standard library.
fn fresh_seed(generator: &str, quiet: bool) -> u64 {
    let seed = RandomState::new().hash_one(std::process::id()) >> 32;
    if !quiet {
        let _ = writeln!(std::io::stderr(), "seed {seed} (generator {generator})");
    }
    seed
}
