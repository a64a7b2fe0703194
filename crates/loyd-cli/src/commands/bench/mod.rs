//! `loyd bench` measures speed, with signatures that change if the work does.

#[cfg(feature = "graph")]
mod graph;
mod solve;

use crate::exit::{Exit, Failure};
#[cfg(not(all(feature = "gpu", feature = "graph")))]
use crate::left_out;
use crate::tiles::bench::{codec, enumerate, pdb};
#[cfg(feature = "gpu")]
use crate::tiles::gpu::bench as gpu;
use clap::{Args, Subcommand};

/// `loyd bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// The measurement.
    #[command(subcommand)]
    what: Bench,
}

#[derive(Subcommand, Debug)]
enum Bench {
    /// Solve a set of boards with each algorithm and heuristic named.
    Solve(solve::BenchSolveArgs),
    /// Enumerate boards in memory, and compare with the copying speed of the machine.
    Enumerate(enumerate::BenchEnumerateArgs),
    /// Enumerate boards on a graphics card, and compare with its copying speed.
    #[cfg(feature = "gpu")]
    Gpu(gpu::BenchGpuArgs),
    /// Enumerate boards on a graphics card (not in this build).
    #[cfg(not(feature = "gpu"))]
    Gpu(left_out::AnyArgs),
    /// Encode the level bitmaps of an enumeration with each codec.
    Codec(codec::BenchCodecArgs),
    /// Build the tables of well-known pattern databases.
    Pdb(pdb::BenchPdbArgs),
    /// Build the graph of a puzzle in databases, by each strategy.
    #[cfg(feature = "graph")]
    Graph(graph::BenchGraphArgs),
    /// Build the graph of a puzzle in databases (not in this build).
    #[cfg(not(feature = "graph"))]
    Graph(left_out::AnyArgs),
}

pub(crate) fn run(args: &BenchArgs) -> Result<Exit, Failure> {
    match &args.what {
        Bench::Solve(args) => solve::run(args),
        Bench::Enumerate(args) => enumerate::run(args),
        #[cfg(feature = "gpu")]
        Bench::Gpu(args) => gpu::run(args),
        #[cfg(not(feature = "gpu"))]
        Bench::Gpu(_) => Err(left_out::failure("enumeration on graphics cards", "gpu")),
        Bench::Codec(args) => codec::run(args),
        Bench::Pdb(args) => pdb::run(args),
        #[cfg(feature = "graph")]
        Bench::Graph(args) => graph::run(args),
        #[cfg(not(feature = "graph"))]
        Bench::Graph(_) => Err(left_out::failure("graphs in databases", "graph")),
    }
}
