//! `loyd play`: a puzzle on the terminal, with hints and the shortest length from every position.
//!
//! | file | contents |
//! |---|---|
//! | `game` | the positions so far, and the keys |
//! | `adviser` | the thread that solves the current position |
//! | `view` | one frame |

mod adviser;
mod game;
#[cfg(test)]
mod tests;
mod view;

use crate::exit::{Exit, Failure};
use crate::help;
use crate::interrupt::on_interrupt;
use crate::platform;
use crate::puzzle_args::Which;
use crate::quantity::parse_seed;
use crate::registry::texts;
use crate::screen;
use crate::tables::CacheArgs;
use adviser::Adviser;
use clap::Args;
use game::Game;
use loyd::choices::Choices;
use std::hash::{BuildHasher, RandomState};
use std::io::IsTerminal;

/// `loyd play`.
#[derive(Args, Debug)]
#[command(after_help = help::PLAY)]
pub(crate) struct PlayArgs {
    /// The size of a board, such as 4x4, or the name of a puzzle, such as cube3.
    #[arg(value_name = "SIZE|PUZZLE", default_value = "4x4", value_parser = which)]
    which: Which,
    /// The position to begin with [default: a random one].
    #[arg(long, value_name = "POSITION")]
    board: Option<String>,
    /// The seed of the random positions.
    #[arg(long, value_name = "N", value_parser = parse_seed)]
    seed: Option<u64>,
    #[command(flatten)]
    cache: CacheArgs,
}

fn which(text: &str) -> Result<Which, String> {
    Which::parse(text, "4x4")
}

pub(crate) fn run(args: &PlayArgs) -> Result<Exit, Failure> {
    let Which { puzzle, shape } = &args.which;
    let puzzle = *puzzle;
    let start = match &args.board {
        Some(board) => Some(puzzle.puzzle().read(board, shape.as_deref(), None)?),
        None => None,
    };
    let shape = start.as_ref().map(|start| start.shape()).or_else(|| shape.clone());
    let shape = shape.unwrap_or_else(|| puzzle.puzzle().facts().shape.to_owned());
    let goal = puzzle.puzzle().goal(Some(&shape), None)?;
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return Err(Failure::input(
            "play needs a terminal: `loyd show` prints moves, `loyd scramble` positions",
        ));
    }
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(std::process::id()) >> 32);
    let cancel = on_interrupt();
    let tables = args.cache.cached().threads(platform::cores());
    let tables = tables.memory(platform::default_memory()).cancel(&cancel);
    let adviser = Adviser::start(move || {
        let choices = Choices::default();
        Ok(texts(puzzle).solvers(&choices, tables, (1, &[]))?)
    });
    let random = puzzle.puzzle().random(seed);
    screen::run(&mut Game::new(start, goal, random, adviser))
}
