//! `loyd show`: moves on a position, one by one.
//!
//! On a terminal, forward and back with the keyboard; elsewhere, or with `--print`, all positions as text; with
//! `--export`, as a picture.

mod screen;
#[cfg(test)]
mod tests;

pub(crate) use screen::PathScreen;

use crate::args::ShapeArgs;
use crate::exit::{Exit, Failure};
use crate::help;
use crate::output::Output;
use crate::picture::ExportArgs;
use crate::puzzle_args::PuzzleArgs;
use crate::registry::texts;
use crate::screen as terminal;
use clap::Args;
use loyd::erased::Path;
use loyd::for_goal;
use loyd_report::numbers::plural;
use std::io::IsTerminal;

/// `loyd show`.
#[derive(Args, Debug)]
#[command(after_help = help::SHOW)]
pub(crate) struct ShowArgs {
    /// The position: tiles in reading order, 0 for the blank; or a cube, as stickers or as the moves that
    /// scramble it.
    #[arg(value_name = "BOARD", required = true)]
    boards: Vec<String>,
    /// The moves, separated by spaces.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    shape: ShapeArgs,
    /// Print all positions instead of showing them one by one.
    #[arg(long, help_heading = "Output")]
    print: bool,
    #[command(flatten)]
    picture: ExportArgs,
}

pub(crate) fn run(args: &ShowArgs) -> Result<Exit, Failure> {
    let (shape, goal) = (args.puzzle.shape(args.shape.size.as_deref()), args.shape.goal());
    let (puzzle, shape) = for_goal(args.puzzle.puzzle(), shape, goal.as_deref());
    let task = puzzle.puzzle().read(&args.boards.join(" "), shape.as_deref(), goal.as_deref())?;
    let path = task.path(&args.moves)?;
    if let Some(reason) = &path.illegal {
        return Err(Failure::input(format!("move {}: {reason}", path.steps.len())));
    }
    match args.picture.open(None, Some(&*task))? {
        Some(picture) if args.print => {
            picture.write(&path)?;
            show(path, true)
        }
        Some(picture) => picture.write(&path).map(|()| Exit::Done),
        None => show(path, args.print),
    }
}

/// Shows positions on a terminal; prints them elsewhere.
pub(crate) fn show(path: Path, print: bool) -> Result<Exit, Failure> {
    if !print && std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        return terminal::run(&mut PathScreen::new(path));
    }
    let mut output = Output::open(None)?;
    let moves = path.steps.len() - 1;
    for (number, (text, task)) in path.steps.iter().enumerate() {
        let title = match number {
            0 => format!("start, {}", plural(moves as u64, "move")),
            _ => format!("move {number} of {moves}: {text}"),
        };
        let drawing = texts(task.puzzle()).as_text(&**task, false);
        output.write(&format!("{title}\n{drawing}\n"))?;
    }
    output.commit()?;
    Ok(Exit::Done)
}
