//! `loyd completions`: scripts that let a shell complete commands, options and names.

use crate::exit::{Exit, Failure};
use crate::help;
use crate::output::Output;
use clap::{Args, Command};
use clap_complete::Shell;

/// `loyd completions`.
#[derive(Args, Debug)]
#[command(after_help = help::COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command; `program` is the definition of the whole.
pub(crate) fn run(args: &CompletionsArgs, program: &mut Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, program, "loyd", &mut script);
    let mut output = Output::open(None)?;
    output.write(&String::from_utf8_lossy(&script))?;
    output.commit()?;
    Ok(Exit::Done)
}
