//! Enumerations on graphics cards: the choice of a card, plans, `loyd gpu`, `loyd bench gpu`.

pub(crate) mod bench;
pub(crate) mod list;
mod plan;

pub(crate) use plan::{for_large_space, plan};

use crate::exit::{Exit, Failure};
use clap::{Args, Subcommand};
use loyd_gpu::{AdapterChoice, GpuError};

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

/// Runs the command.
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

/// The options that help, as the end of a sentence.
pub(crate) fn advice(error: &GpuError) -> &'static str {
    match error {
        GpuError::NoAdapter { .. } => ": leave --engine out, or install the driver of the card",
        GpuError::OnlySoftware { .. } => {
            ": leave --engine out, or allow this driver with --adapter software"
        }
        GpuError::NoSoftware => ": leave --adapter out, or install Mesa's drivers for Vulkan",
        GpuError::NoSuchAdapter { .. } => ": see loyd gpu list",
        GpuError::TooSmall { .. } | GpuError::OutOfMemory { .. } => {
            ": leave --engine out, or count on disk with --dir FOLDER"
        }
        GpuError::Lost { .. } => ": continue it with --resume if the run has a folder",
        _ => "",
    }
}

/// The failure for an error without a run.
fn failure(error: &GpuError) -> Failure {
    let exit = match error {
        GpuError::WrongCount { .. } => Exit::Failed,
        GpuError::Bitmaps(_) | GpuError::Store(_) => Exit::BadInput,
        _ => Exit::Environment,
    };
    Failure::Message { exit, text: format!("{error}{}", advice(error)) }
}
