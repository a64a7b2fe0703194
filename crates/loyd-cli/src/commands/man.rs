//! `loyd man`: the manual pages, from the same definition as the help.

use crate::exit::{Exit, Failure};
use crate::help;
use crate::output::Output;
use clap::{Args, Command};
use clap_mangen::Man;
use loyd_search::names::did_you_mean;
use loyd_search::quote::quoted;

/// `loyd man`.
#[derive(Args, Debug)]
#[command(after_help = help::MAN)]
pub(crate) struct ManArgs {
    /// The command to describe; without it, loyd as a whole.
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

/// Runs the command; `program` is the definition of the whole.
pub(crate) fn run(args: &ManArgs, mut program: Command) -> Result<Exit, Failure> {
    program.build();
    let mut page = program;
    for name in &args.command {
        page = page.find_subcommand(name).cloned().ok_or_else(|| {
            let commands: Vec<&str> = page.get_subcommands().map(Command::get_name).collect();
            let hint = did_you_mean(name, commands.iter().copied());
            Failure::input(format!("{} is not a command: {hint}", quoted(name)))
        })?;
    }
    let title = std::iter::once("loyd").chain(args.command.iter().map(String::as_str));
    let title = title.collect::<Vec<_>>().join("-");
    let more = page.get_after_long_help().or(page.get_after_help()).map(ToString::to_string);
    // The texts after the options have tables, which clap_mangen would run together.
    let page = page.after_help("").after_long_help("");
    let mut text = Vec::new();
    Man::new(page)
        .title(title)
        .source(concat!("loyd ", env!("CARGO_PKG_VERSION")))
        .render(&mut text)
        .map_err(|error| Failure::write("memory", &error))?;
    let text = help::ascii(&String::from_utf8_lossy(&text));
    let mut output = Output::open(None)?;
    // The version is the last section.
    let (before, version) = text.split_at(text.find(".SH VERSION").unwrap_or(text.len()));
    output.write(before)?;
    output.write(&more.map_or_else(String::new, |more| help::roff(&more)))?;
    output.write(version)?;
    output.commit()?;
    Ok(Exit::Done)
}
