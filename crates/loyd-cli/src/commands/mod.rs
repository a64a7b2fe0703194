//! The commands, one file each.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod enumerate;
pub(crate) mod man;
pub(crate) mod scramble;
pub(crate) mod solve;
pub(crate) mod verify;

use crate::args::{Cli, Command};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use clap::CommandFactory;

/// Runs what the command line says.
pub(crate) fn run(cli: Cli) -> Result<Exit, Failure> {
    match cli.command {
        None => help(),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Enumerate(args)) => enumerate::run(&args),
        Some(Command::Scramble(args)) => scramble::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Man(args)) => man::run(&args),
    }
}

/// `loyd` alone.
fn help() -> Result<Exit, Failure> {
    let mut output = Output::open(None)?;
    output.write(&Cli::command().render_help().to_string())?;
    output.commit()?;
    Ok(Exit::Done)
}
