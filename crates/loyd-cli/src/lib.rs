//! The command `loyd`: parse → plan → run → report, one way.
//!
//! | file | idea |
//! |---|---|
//! | `cli`, `args` | the command line as types; help, man page and completions are generated from it |
//! | `shorthand` | a bare `loyd BOARD` means `loyd solve BOARD` |
//! | `usage` | errors of the command line, with long arguments shortened |
//! | `quantity` | `8GiB`, `1e9`, `1h30m` |
//! | `input` | boards from arguments, files and CSV, with the line each came from |
//! | `commands` | one file a command |
//! | `puzzle_args`, `set_args`, `definition_file`, `position_file` | the options `--puzzle` and `--set`; definitions and positions of twisty puzzles in files |
//! | `texts`, `registry`, `puzzles`, `tiles` | the part of a puzzle that a command line needs; the list of puzzles; the puzzles; the commands of tiles alone |
//! | `pdb` | `loyd pdb`, for any puzzle with tables |
//! | `distance_table`, `position_list` | the distances of all positions of a small space; positions as `scramble` prints them |
//! | `batch`, `solution` | boards in parallel; results in the words of the command line |
//! | `enumerations`, `counting`, `published` | runs of enumeration; published tables to compare with afterwards |
//! | `tables` | tables from the cache, or built and stored there |
//! | `database` | addresses of databases |
//! | `plot` | the picture of an enumeration |
//! | `cluster` | runs of several processes: started, connected |
//! | `run_folder`, `run_in_folder`, `solve_folder` | enumerations and solves in folders, resumed later |
//! | `render` | records as JSON and CSV, numbers and results as text |
//! | `output`, `progress` | results to stdout or a file, everything else to stderr |
//! | `help`, `pager` | examples, lists and notes; the short help; long help on a terminal |
//! | `trace_file`, `hardware` | searches recorded as traces; the machine in a line |
//! | `left_out` | the answer of a build without a part |
//! | `files`, `rows` | protection of input files from the output; tables of CSV and Parquet as rows |
//! | `exit`, `faults`, `interrupt`, `platform` | exit codes, also of errors of the libraries; Ctrl-C; differences between systems |
#![deny(unsafe_code)]

mod args;
mod batch;
mod cli;
mod cluster;
mod commands;
mod counting;
#[cfg_attr(not(feature = "graph"), path = "database_left_out.rs")]
mod database;
mod definition_file;
mod distance_table;
mod enumerations;
mod exit;
mod external;
mod faults;
mod files;
mod hardware;
mod help;
mod input;
mod interrupt;
mod left_out;
mod names;
mod output;
mod pager;
mod pdb;
mod picture;
mod platform;
mod plot;
mod position_file;
mod position_list;
mod progress;
mod published;
mod puzzle_args;
mod puzzles;
mod quantity;
mod registry;
mod render;
mod rows;
mod run_folder;
mod run_in_folder;
mod screen;
mod set_args;
mod shorthand;
mod solution;
mod solve_folder;
mod tables;
mod texts;
mod tiles;
mod trace_file;
mod usage;

use clap::FromArgMatches;
use exit::{Exit, Failure};
use loyd::PuzzleName;
use output::Output;
use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        let _ = writeln!(
            std::io::stderr(),
            "internal error: {panic}\nThis is a bug in loyd {}, not in your input. Please report \
             it with the command you ran.",
            env!("CARGO_PKG_VERSION")
        );
    }));
    platform::arenas::share_if_limited();
    platform::abort::explain();
    interrupt::listen();
    let exit = catch_unwind(AssertUnwindSafe(run)).unwrap_or(Exit::Environment);
    exit.into()
}

/// Reads a text as `solve --input` reads a file: the number of boards in it and of its bad lines.
///
/// # Errors
/// If it can be read neither as CSV nor as lines of boards.
pub fn read_boards(text: &str) -> Result<(usize, usize), String> {
    let batch = input::from_any_text(PuzzleName::default(), text);
    let batch = batch.map_err(|failure| failure.to_string())?;
    let good = batch.items.iter().filter(|item| item.task.is_ok()).count();
    Ok((good, batch.items.len() - good))
}

/// The text of `loyd --version`: the version on the first line, the build below it.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit    ",
    env!("LOYD_COMMIT"),
    "\ntarget    ",
    env!("LOYD_TARGET"),
    "\nfeatures  ",
    env!("LOYD_FEATURES"),
);

fn run() -> Exit {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let as_json = usage::wants_json(&arguments);
    if let Some(commands) = shorthand::commands_for(&arguments) {
        return failed(&Failure::input(commands), as_json);
    }
    let arguments = shorthand::expand(arguments.into_iter());
    let program = match usage::words_before_short_help(&arguments) {
        Some(words) => help::shortened(cli::program(), &words),
        None => cli::program(),
    };
    let parsed = program.long_version(VERSION).try_get_matches_from(&arguments);
    let quiet = parsed.as_ref().is_ok_and(usage::is_quiet);
    let cli = match parsed.and_then(|matches| cli::Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let error = usage::shortened(error);
            let _ = error.print();
            if let Some(hint) = usage::hint(&error) {
                let _ = writeln!(std::io::stderr(), "{hint}");
            }
            if as_json {
                usage::print_as_json(&error.to_string());
            }
            return Exit::BadInput;
        }
        // Help and version are such errors too.
        Err(help) => {
            return print(&help.render()).map_or_else(|why| failed(&why, as_json), |()| Exit::Done);
        }
    };
    definition_file::print_notes(quiet);
    cli::run(cli).unwrap_or_else(|failure| failed(&failure, as_json))
}

/// Prints help or the version, in colour where that is enabled.
fn print(text: &clap::builder::StyledStr) -> Result<(), Failure> {
    let text = if platform::colour() { text.ansi().to_string() } else { text.to_string() };
    if pager::show(&text) {
        return Ok(());
    }
    let mut output = Output::open(None)?;
    output.write(&text)?;
    output.commit()
}

/// Reports a failure; bad input also to programs that read JSON from standard output.
fn failed(failure: &Failure, as_json: bool) -> Exit {
    if let Failure::Message { text, .. } = failure {
        let _ = writeln!(std::io::stderr(), "error: {}", usage::clipped(text));
        // An error of the environment may follow results.
        if as_json && failure.exit() == Exit::BadInput {
            usage::print_as_json(text);
        }
    }
    failure.exit()
}
