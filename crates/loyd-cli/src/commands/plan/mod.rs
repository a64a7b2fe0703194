//! `loyd plan` predicts the needs and the time of a run.
//!
//! | file | idea |
//! |---|---|
//! | `enumerate` | engine, memory, disk and time of an enumeration |
//! | `several` | the same of a run that several processes share |
//! | `crate::tiles::plan` | tables, and expected nodes and time of each board |
//! | `pdb` | building the tables of a pattern database, as each puzzle plans it |

mod enumerate;
#[cfg(feature = "cluster")]
mod several;

use crate::exit::{Exit, Failure};
use crate::help;
use crate::pdb::{self, arguments::PlanPdbArgs};
use crate::tiles::plan as solve;
use clap::{Args, Subcommand};

/// `loyd plan`.
#[derive(Args, Debug)]
pub(crate) struct PlanArgs {
    /// The command to plan.
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Predict the memory, disk space and time of an enumeration; takes the options of `loyd enumerate`.
    #[command(after_help = help::PLAN_ENUMERATE, after_long_help = help::PLAN_ENUMERATE)]
    Enumerate(Box<enumerate::PlanEnumerateArgs>),
    /// Predict the tables of a search, and the expanded states and time of each board.
    Solve(solve::PlanSolveArgs),
    /// Predict the memory, disk space and time of building pattern databases.
    Pdb(PlanPdbArgs),
}

pub(crate) fn run(args: &PlanArgs) -> Result<Exit, Failure> {
    match &args.what {
        What::Enumerate(args) => enumerate::run(args),
        What::Solve(args) => solve::run(args),
        What::Pdb(args) => pdb::plan(args),
    }
}
