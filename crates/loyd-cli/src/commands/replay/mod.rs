//! `loyd replay`: a recorded search, step by step.
//!
//! On a terminal, forward and back with the keyboard; elsewhere, or with `--print`, as a table.

mod player;
mod print;
#[cfg(test)]
mod tests;
mod view;

use crate::args::OutputArgs;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::help;
use crate::puzzle_args::{self, Which};
use crate::quantity::{parse_count, parse_step};
use crate::screen::{self, Playback, Screen};
use clap::Args;
use loyd::erased::{self, AnyTrace};
use loyd_report::format::Form;
use loyd_report::numbers::plural;
use loyd_search::trace::puzzle_of;
use player::TracePlayer;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

/// `loyd replay`.
#[derive(Args, Debug)]
#[command(after_help = help::REPLAY)]
pub(crate) struct ReplayArgs {
    /// A trace recorded by `loyd solve --trace FILE`, at most 4 GiB.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The definition of the puzzle, if the trace is of a puzzle from a file.
    #[arg(long, value_name = "FILE", value_parser = puzzle_args::parser(), hide_possible_values = true)]
    puzzle: Option<Which>,
    /// Print the steps instead of showing them one by one.
    #[arg(long)]
    print: bool,
    /// The first step to show.
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_step)]
    from: u64,
    /// Greatest number of steps to print.
    #[arg(long, value_name = "N", value_parser = parse_count)]
    count: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &ReplayArgs) -> Result<Exit, Failure> {
    /// Bytes of the longest trace.
    const MAX_TRACE: u64 = 4 << 30;
    let name = args.file.display();
    let bytes = files::read(&args.file, MAX_TRACE)?;
    let puzzle = puzzle_of(&bytes).map_err(|why| Failure::input(format!("{name}: {why}")))?;
    let puzzle = puzzle_args::named(puzzle)?;
    // The option has registered its definition.
    if let Some(which) = args.puzzle.as_ref().filter(|which| which.puzzle != puzzle) {
        return Err(Failure::input(format!(
            "{name} is of the puzzle {}, not of --puzzle {which}",
            puzzle.name()
        )));
    }
    let trace = erased::trace(puzzle, &bytes);
    let trace = trace.map_err(|why| Failure::input(format!("{name}: {why}")))?;
    drop(bytes);
    show(args, trace)
}

fn show(args: &ReplayArgs, trace: Box<dyn AnyTrace>) -> Result<Exit, Failure> {
    let name = args.file.display();
    if trace.end().is_none() && !args.output.quiet {
        let _ = writeln!(
            std::io::stderr(),
            "note: {name} has no end: recording was interrupted; the recorded steps follow"
        );
    }
    let first = usize::try_from(args.from).unwrap_or(usize::MAX);
    let steps = trace.steps();
    if first > 0 && first >= steps {
        return Err(Failure::input(match steps {
            0 => format!("--from {first} is beyond the end: {name} has no steps"),
            _ => format!(
                "--from {first} is beyond the end: {name} has {}, the last of them step {}",
                plural(steps as u64, "step"),
                steps - 1
            ),
        }));
    }
    let printed = args.print
        || args.count.is_some()
        || args.output.output.is_some()
        || args.output.format.is_some_and(|format| format.form() != Form::Text)
        || !std::io::stdout().is_terminal()
        || !std::io::stdin().is_terminal();
    if printed {
        print::run(args, &*trace, first)
    } else {
        let player = TracePlayer::new(trace, first);
        screen::run(&mut TraceScreen { player, playback: Playback::new() })
    }
}

/// A trace on the terminal.
struct TraceScreen {
    player: TracePlayer,
    playback: Playback,
}

impl Screen for TraceScreen {
    fn draw(&self, frame: &mut Frame<'_>) {
        view::draw(frame, &self.player, &self.playback);
    }

    fn press(&mut self, key: KeyCode, control: bool) -> bool {
        match key {
            KeyCode::Char('n') => self.player.go_to_event(true),
            KeyCode::Char('p') => self.player.go_to_event(false),
            KeyCode::Tab => self.player.switch(),
            _ => return screen::pressed(&mut self.player, &mut self.playback, key, control),
        }
        self.playback.on = false;
        true
    }

    fn interval(&self) -> Option<Duration> {
        self.playback.interval()
    }

    fn tick(&mut self) -> bool {
        self.playback.advance(&mut self.player);
        true
    }
}
