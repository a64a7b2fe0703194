//! The command line as a whole. Help, manual page and completions are generated from here.

#[cfg(feature = "graph")]
use crate::commands::graph;
use crate::commands::{
    audit, bench, cache, check, compare, completions, distance, enumerate, man, merge, plan, play,
    replay, scramble, serve, show, solve, verify,
};
use crate::exit::{Exit, Failure};
use crate::help;
#[cfg(not(all(feature = "gpu", feature = "graph")))]
use crate::left_out;
use crate::output::Output;
use crate::pdb;
use crate::platform::{self, Colour, Cpu};
use crate::tiles::diameter;
#[cfg(feature = "gpu")]
use crate::tiles::gpu;
use clap::{CommandFactory, Parser, Subcommand};

/// Sliding-tile puzzles and Rubik's cubes: solve, enumerate, compare algorithms.
#[derive(Parser)]
#[command(name = "loyd", version, after_help = help::PROGRAM)]
#[command(override_usage = "loyd [COMMAND]\n       loyd BOARD...")]
pub(crate) struct Cli {
    /// The command; a bare `loyd BOARD` means `loyd solve BOARD`.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Colours in the output.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t, alias = "colour")]
    pub(crate) color: Colour,
    /// Fastest instruction set that kernels may use [default: the variable `LOYD_CPU`, else auto].
    #[arg(long, global = true, value_enum, value_name = "SET", hide_short_help = true)]
    pub(crate) cpu: Option<Cpu>,
}

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find a shortest solution of one or many boards.
    Solve(solve::SolveArgs),
    /// Put together the results of boards that were solved in parts.
    Merge(merge::MergeArgs),
    /// Count the states at every distance from a start.
    Enumerate(enumerate::EnumerateArgs),
    /// Look up shortest lengths in a small space or a stored graph.
    Distance(distance::DistanceArgs),
    /// Find the largest distance between any two states of a board.
    Diameter(diameter::DiameterArgs),
    /// Predict the memory, disk space and time of a run.
    Plan(plan::PlanArgs),
    /// Print random solvable positions.
    Scramble(scramble::ScrambleArgs),
    /// Check if positions can be solved, and print their estimates.
    Check(check::CheckArgs),
    /// Replay a solution, or check the folder of a run.
    Verify(verify::VerifyArgs),
    /// Build, list, describe and verify pattern databases.
    Pdb(pdb::PdbArgs),
    /// List or remove the tables that searches have built and stored.
    Cache(cache::TableCacheArgs),
    /// Check if a heuristic is admissible and consistent.
    Audit(audit::AuditArgs),
    /// Play a puzzle on the terminal, with hints.
    Play(play::PlayArgs),
    /// Show moves on a position one by one, or draw them.
    Show(show::ShowArgs),
    /// Show a recorded search step by step.
    Replay(replay::ReplayArgs),
    /// Measure speed on problems with known answers.
    Bench(bench::BenchArgs),
    /// Compare algorithms and heuristics on the same boards.
    Compare(Box<compare::CompareArgs>),
    /// List the graphics cards that `enumerate --engine gpu` can use.
    #[cfg(feature = "gpu")]
    Gpu(gpu::GpuArgs),
    /// List the graphics cards of this machine (not in this build).
    #[cfg(not(feature = "gpu"))]
    Gpu(left_out::AnyArgs),
    /// Store the solution graph of a puzzle in a database.
    #[cfg(feature = "graph")]
    Graph(Box<graph::GraphArgs>),
    /// Store the solution graph of a puzzle in a database (not in this build).
    #[cfg(not(feature = "graph"))]
    Graph(left_out::AnyArgs),
    /// Serve the web page and an API for programs over HTTP.
    Serve(Box<serve::ServeArgs>),
    /// Print completions for a shell.
    Completions(completions::CompletionsArgs),
    /// Print the manual page of loyd or of one command.
    Man(man::ManArgs),
}

/// The definition of the whole, with its texts laid out.
pub(crate) fn program() -> clap::Command {
    help::laid_out(Cli::command())
}

/// Runs the command of the command line.
pub(crate) fn run(cli: Cli) -> Result<Exit, Failure> {
    platform::set_colour(cli.color);
    platform::limit_kernels(cli.cpu)?;
    match cli.command {
        None => short_help(),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Merge(args)) => merge::run(&args),
        Some(Command::Enumerate(args)) => enumerate::run(&args),
        Some(Command::Distance(args)) => distance::run(&args),
        Some(Command::Diameter(args)) => diameter::run(&args, &enumerate::one_run::of_cell),
        Some(Command::Plan(args)) => plan::run(&args),
        Some(Command::Scramble(args)) => scramble::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Pdb(args)) => pdb::run(&args),
        Some(Command::Cache(args)) => cache::run(&args),
        Some(Command::Audit(args)) => audit::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Compare(args)) if args.counts_levels() => compare::count_levels(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        #[cfg(feature = "gpu")]
        Some(Command::Gpu(args)) => gpu::run(&args),
        #[cfg(not(feature = "gpu"))]
        Some(Command::Gpu(_)) => Err(left_out::failure("enumeration on graphics cards", "gpu")),
        #[cfg(feature = "graph")]
        Some(Command::Graph(args)) => graph::run(&args),
        #[cfg(not(feature = "graph"))]
        Some(Command::Graph(_)) => Err(left_out::failure("graphs in databases", "graph")),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Completions(args)) => completions::run(&args, &mut program()),
        Some(Command::Man(args)) => man::run(&args, program()),
    }
}

/// `loyd` alone.
fn short_help() -> Result<Exit, Failure> {
    let mut output = Output::open(None)?;
    output.write(&help::shortened(program(), &[]).render_help().to_string())?;
    output.commit()?;
    Ok(Exit::Done)
}
