//! Enumerations on graphics cards: the choice of a card, plans, `loyd gpu`, `loyd bench gpu`.

pub(crate) mod bench;
pub(crate) mod list;
mod plan;

pub(crate) use plan::{for_large_space, plan};

use crate::exit::{Exit, Failure};
use clap::{Args, Subcommand};
use loyd_gpu::AdapterChoice;

/// `loyd gpu`.
#[derive(Args, Debug)]
pub(crate) struct GpuArgs {
    /// The part of the command.
    #[command(subcommand)]
    what: Gpu,
}

#[derive(Subcommand, Debug)]
enum Gpu {
    /// List the graphics cards and drivers of this machine, and the boards that they can hold.
    List(list::GpuListArgs),
}

pub(crate) fn run(args: &GpuArgs) -> Result<Exit, Failure> {
    match &args.what {
        Gpu::List(args) => list::run(args),
    }
}

/// The adapter that a name means: `software`, or a part of the name of a card.
fn choice(name: Option<&str>) -> AdapterChoice {
    match name {
        None => AdapterChoice::Card,
        Some(name) if name.trim().eq_ignore_ascii_case("software") => AdapterChoice::Software,
        Some(name) => AdapterChoice::Named(name.trim().to_owned()),
    }
}
