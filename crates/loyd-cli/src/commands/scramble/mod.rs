//! `loyd scramble`: random solvable positions.

mod difficulty;
mod exact;

use crate::args::{OutputArgs, ShapeArgs, refuse};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::input::{self, located};
use crate::interrupt::on_interrupt;
use crate::platform;
use crate::position_list::PositionList;
use crate::puzzle_args::PuzzleArgs;
use crate::quantity::{parse_count, parse_seed};
use crate::set_args::SetArgs;
use clap::Args;
use difficulty::{Difficult, Difficulty};
use exact::Exact;
use loyd::erased::AnyTask;
use loyd_search::observe::{Cancel, Limit};
use loyd_search::random::Numbers;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::sync::Arc;

/// `loyd scramble`.
#[derive(Args, Debug)]
#[command(after_help = help::SCRAMBLE)]
pub(crate) struct ScrambleArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    shape: ShapeArgs,
    /// The number of positions [default: 1, or all of a set].
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_count)]
    count: Option<u64>,
    /// The seed; equal seeds give equal positions [default: a new one, printed on standard error].
    #[arg(long, value_name = "N", value_parser = parse_seed)]
    seed: Option<u64>,
    /// Only positions whose shortest solution has exactly N moves; of small spaces all of them are equally
    /// likely, of large ones (above 2^28 states) they are met by random walks.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    length: Option<u32>,
    /// Only positions near the goal: of small spaces the nearest quarter, of large ones the position with the
    /// lowest estimate of 16 random ones.
    #[arg(long, conflicts_with_all = ["length", "hard"])]
    easy: bool,
    /// Only positions far from the goal: of small spaces the farthest quarter, of large ones the position with
    /// the highest estimate of 16 random ones.
    #[arg(long, conflicts_with = "length")]
    hard: bool,
    /// Print the moves that make each board too, from the goal; other puzzles always have them.
    #[arg(long)]
    moves: bool,
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A source of random positions for a goal.
enum Source {
    /// All positions.
    Uniform(loyd::erased::RandomTasks),
    Exact(Exact, u32, Box<Numbers>),
    Difficult(Difficult),
}

impl Source {
    fn new(
        args: &ScrambleArgs,
        goal: &dyn AnyTask,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<Self, Failure> {
        if let Some(length) = args.length {
            let exact = Exact::new(goal, length, (cancel, args.output.quiet))?;
            return Ok(Self::Exact(exact, length, Box::new(Numbers::new(seed))));
        }
        let difficulty = match (args.easy, args.hard) {
            (true, _) => Difficulty::Easy,
            (_, true) => Difficulty::Hard,
            _ => return Ok(Self::Uniform(goal.puzzle().puzzle().random(seed))),
        };
        Ok(Self::Difficult(Difficult::new(goal, difficulty, seed, (cancel, args.output.quiet))?))
    }

    fn position(
        &mut self,
        goal: &Arc<dyn AnyTask>,
        cancel: &Cancel,
    ) -> Result<Arc<dyn AnyTask>, Failure> {
        match self {
            Self::Uniform(random) => Ok(random(&**goal)),
            Self::Exact(exact, length, numbers) => exact.position((goal, *length), numbers, cancel),
            Self::Difficult(difficult) => Ok(difficult.position(&**goal)),
        }
    }
}

pub(crate) fn run(args: &ScrambleArgs) -> Result<Exit, Failure> {
    if args.set.is_given() {
        return of_set(args);
    }
    refuse(&[("--ids", !args.set.ids.is_empty())], "chooses from published positions: add --set")?;
    let puzzle = args.puzzle.puzzle();
    let goal = puzzle.puzzle().goal(
        args.puzzle.shape(args.shape.size.as_deref()).as_deref(),
        args.shape.goal().as_deref(),
    )?;
    let mut list = PositionList::open(&args.output, puzzle, args.moves)?;
    let generator = puzzle.puzzle().facts().generator;
    let seed = args.seed.unwrap_or_else(|| fresh_seed(generator, args.output.quiet));
    let cancel = on_interrupt();
    let mut source = Source::new(args, &*goal, seed, &cancel)?;
    for id in 1..=args.count.unwrap_or(1) {
        let is_written = !cancel.is_cancelled() && {
            let task = source.position(&goal, &cancel)?;
            list.write((&id.to_string(), &*task, &goal.goal_name()), &cancel, |record| {
                record.note("seed", seed);
                record.note("generator", generator);
            })?
        };
        if !is_written {
            list.finish()?;
            return Ok(Exit::Stopped);
        }
    }
    list.finish()?;
    Ok(Exit::Done)
}

/// Prints positions of a set with their published lengths.
fn of_set(args: &ScrambleArgs) -> Result<Exit, Failure> {
    refuse(
        &[
            ("--size", args.shape.size.is_some()),
            ("--goal", !args.shape.goals.is_empty()),
            ("--seed", args.seed.is_some()),
            ("--length", args.length.is_some()),
            ("--easy", args.easy),
            ("--hard", args.hard),
        ],
        "is for random positions, and --set names published ones: remove one of them",
    )?;
    let puzzle = args.puzzle.puzzle();
    let batch = input::of_set(puzzle, &args.set)?;
    let mut list = PositionList::open(&args.output, puzzle, args.moves)?;
    let cancel = on_interrupt();
    let count = args.count.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
    for item in batch.items.iter().take(count) {
        let task = item.task.as_ref();
        let task = task.map_err(|why| Failure::input(located(&item.place, why)))?;
        let is_written = !cancel.is_cancelled()
            && list.write((&item.id, &**task, &task.goal_name()), &cancel, |record| {
                for (column, value) in batch.columns.iter().zip(&item.passed) {
                    record.pass(column, value);
                }
            })?;
        if !is_written {
            list.finish()?;
            return Ok(Exit::Stopped);
        }
    }
    list.finish()?;
    Ok(Exit::Done)
}

/// The limit of work on distances.
fn limit(cancel: &Cancel) -> Limit {
    let memory = Some(platform::default_memory());
    Limit { memory, cancel: Some(cancel.clone()), ..Limit::none() }
}

/// A random seed, from the one source of randomness in the standard library.
fn fresh_seed(generator: &str, quiet: bool) -> u64 {
    let seed = RandomState::new().hash_one(std::process::id()) >> 32;
    if !quiet {
        let _ = writeln!(std::io::stderr(), "seed {seed} (generator {generator})");
    }
    seed
}
