//! `loyd graph`: the solution graph of a puzzle in a database.

mod build;
mod draw;
mod export;
mod paper;
mod path;
mod stats;

use crate::database::database;
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::names;
use crate::puzzle_args::{self, Which};
use crate::quantity::parse_depth;
use clap::{Args, Subcommand};
use loyd::PuzzleName;
use loyd_graph::meta::Meta;
use loyd_graph::{Access, Backend, BuildRequest, DatabaseUrl, GraphError};

/// After the help of `graph`.
const HELP: &str = "\
Examples:
  loyd graph build 3x3 --db sqlite:8.db
  loyd graph path \"8 6 7 2 5 4 3 0 1\" --db sqlite:8.db
  loyd graph stats --db sqlite:8.db
  loyd graph export --db sqlite:8.db -o 8.parquet
  loyd graph draw 3x2 -o 3x2.svg
  sqlite3 8.db \"SELECT * FROM levels\"

The tables and views are described in docs/graph.md.";

/// `loyd graph`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct GraphArgs {
    /// The task.
    #[command(subcommand)]
    what: Graph,
}

#[derive(Subcommand, Debug)]
enum Graph {
    /// Store every state of a puzzle with its level and the move that led to it.
    Build(build::BuildArgs),
    /// Print a shortest solution traced through a stored graph.
    Path(path::PathArgs),
    /// Print the levels of a stored graph and the space that it takes.
    Stats(stats::StatsArgs),
    /// Write the states of a stored graph to a file.
    Export(export::ExportArgs),
    /// Draw the graph of a small puzzle.
    Draw(draw::DrawArgs),
}

/// The metric of a graph within a sentence, such as "single-tile metric".
fn metric_title(meta: &Meta) -> String {
    let metric = |puzzle: PuzzleName| puzzle.puzzle().metric(Some(&meta.metric));
    PuzzleName::named(&meta.puzzle)
        .and_then(metric)
        .map_or_else(|_| format!("{} metric", meta.metric), |metric| metric.title)
}

pub(crate) fn run(args: &GraphArgs) -> Result<Exit, Failure> {
    match &args.what {
        Graph::Build(args) => build::run(args),
        Graph::Path(args) => path::run(args),
        Graph::Stats(args) => stats::run(args),
        Graph::Export(args) => export::run(args),
        Graph::Draw(args) => draw::run(args),
    }
}

/// The puzzle, the metric, the goal and the levels of a graph.
#[derive(Args, Debug)]
struct GraphOf {
    /// Columns x rows of a board of tiles, the name of a puzzle, or the definition of a twisty puzzle,
    /// FILE.json, FILE.def or FILE.tws.
    #[arg(value_name = "WxH|PUZZLE|FILE", value_parser = which)]
    which: Which,
    /// The metric. Tiles: `single`, or `multi` (several tiles of a line slide at once); other puzzles:
    /// `half` (any turn) or `quarter` [default: single, half].
    #[arg(short, long, value_name = "METRIC", value_parser = names::metrics(),
          hide_possible_values = true)]
    metric: Option<String>,
    /// The goal, level 0 of the graph: `blank-last` (1 2 … n 0), `blank-first` (0 1 … n), or a position
    /// [default: blank-last, solved].
    #[arg(short, long, value_name = "GOAL", value_parser = names::goals(),
          hide_possible_values = true)]
    goal: Option<String>,
    /// Stop after this level.
    #[arg(short, long, value_name = "N", value_parser = parse_depth)]
    depth: Option<u32>,
}

/// A value parser for the puzzle of a graph.
fn which(text: &str) -> Result<Which, String> {
    Which::parse(text, "3x3")
}

impl GraphOf {
    /// A request to build it in bulk.
    fn request(&self) -> BuildRequest {
        BuildRequest {
            goal: self.goal.clone(),
            metric: self.metric.clone(),
            depth: self.depth,
            ..BuildRequest::new(self.which.puzzle, self.which.shape.as_deref())
        }
    }
}

/// Opens the graph of a database; returns its puzzle and its facts too.
///
/// # Errors
/// If the database holds no graph, or one of an unknown puzzle.
pub(crate) fn open_stored(
    url: &DatabaseUrl,
) -> Result<(Box<dyn Backend>, PuzzleName, Meta), Failure> {
    let open = || -> Result<_, GraphError> {
        let mut backend = loyd_graph::open(url, Access::Read)?;
        let place = backend.place();
        let meta = backend.meta()?.ok_or(GraphError::Missing { place })?;
        Ok((backend, meta))
    };
    let (backend, meta) = open().map_err(faults::of_graph)?;
    let puzzle = puzzle_args::named(&meta.puzzle)?;
    Ok((backend, puzzle, meta))
}

/// The stored graph that is read.
#[derive(Args, Debug)]
struct StoredArgs {
    /// The database: `sqlite:FILE`, `mysql://USER@HOST/DATABASE` or `postgres://USER@HOST/DATABASE`.
    #[arg(long, value_name = "URL", value_parser = database)]
    db: DatabaseUrl,
    /// The definition of the twisty puzzle, if the graph was built from a file.
    #[arg(long, value_name = "NAME|FILE", value_parser = puzzle_args::parser(),
          hide_possible_values = true)]
    puzzle: Option<Which>,
}

impl StoredArgs {
    /// The database, if its graph is of the puzzle that is named.
    fn open(&self) -> Result<Box<dyn Backend>, Failure> {
        let (backend, puzzle, _) = open_stored(&self.db)?;
        if let Some(requested) = self.puzzle.as_ref().filter(|requested| requested.puzzle != puzzle)
        {
            return Err(Failure::input(format!(
                "the graph is of the puzzle {}, not of --puzzle {requested}",
                puzzle.name()
            )));
        }
        Ok(backend)
    }
}
