//! `loyd pdb`: builds, lists, describes and verifies tables of pattern databases.
//!
//! | file | idea |
//! |---|---|
//! | `arguments` | the command line |
//! | `tabled` | the contract between the commands and a puzzle |
//! | `build`, `list`, `verify` | the commands, for any puzzle |
//! | `files` | a table in a file that the user names |
//!
//! Descriptions and plans are up to each puzzle.

pub(crate) mod arguments;
pub(crate) mod build;
pub(crate) mod files;
pub(crate) mod list;
mod tabled;
pub(crate) mod verify;

pub(crate) use tabled::{Checked, Facts, InCatalogue, Part, TableCommands, Tabled, Target};

use crate::exit::{Exit, Failure};
use crate::registry::texts;
use arguments::{BuildArgs, InfoArgs, ListArgs, PlanPdbArgs, VerifyArgs};
use clap::{Args, Subcommand};
use loyd::PuzzleName;

/// `loyd pdb`.
#[derive(Args, Debug)]
pub(crate) struct PdbArgs {
    /// The subcommand.
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Build the tables of a partition or of the cube, and store them in the cache.
    Build(BuildArgs),
    /// List the tables with a name, and those in the cache.
    List(ListArgs),
    /// Describe a partition, a table of the cube, or a table in a file.
    Info(InfoArgs),
    /// Check the checksums of tables, and their entries by search.
    Verify(VerifyArgs),
}

pub(crate) fn run(args: &PdbArgs) -> Result<Exit, Failure> {
    match &args.what {
        What::Build(args) => tables(args.target.puzzle())?.build(args),
        What::List(args) => tables(args.puzzle.puzzle())?.list(args),
        What::Info(args) => tables(args.target.puzzle())?.describe(args),
        What::Verify(args) => tables(args.target.puzzle())?.verify(args),
    }
}

/// Runs `loyd plan pdb`.
pub(crate) fn plan(args: &PlanPdbArgs) -> Result<Exit, Failure> {
    tables(args.target.puzzle())?.plan(args)
}

fn tables(puzzle: PuzzleName) -> Result<&'static dyn TableCommands, Failure> {
    texts(puzzle).tables().ok_or_else(|| {
        Failure::input(format!(
            "--puzzle {}: its databases are built in milliseconds and never stored",
            puzzle.name()
        ))
    })
}
