//! Graphs against enumeration, resumed, traced, queried, refused and exported.

mod draw;
mod export;
mod levels;
mod parquet;
mod paths;
mod queries;
mod refused;
mod resume;

use loyd::PuzzleName;
use loyd_graph::{Access, Backend, BuildRequest, Built, DatabaseUrl, Strategy, build, open};
use loyd_search::observe::Limit;
use std::path::Path;
use tempfile::TempDir;

/// A folder for databases.
fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The address of a file in a folder.
fn file(folder: &TempDir, name: &str) -> DatabaseUrl {
    DatabaseUrl::Sqlite(folder.path().join(name))
}

fn path_of(url: &DatabaseUrl) -> &Path {
    let DatabaseUrl::Sqlite(file) = url else { panic!("a file") };
    file
}

fn connect(url: &DatabaseUrl) -> Box<dyn Backend> {
    open(url, Access::Build).expect("a database")
}

/// The puzzle of a shape, and the shape if the puzzle has several.
fn puzzle_of(shape: &str) -> (PuzzleName, Option<&str>) {
    match PuzzleName::named(shape) {
        Ok(puzzle) => (puzzle, None),
        Err(_) => (loyd::shape(shape).expect("a shape").0, Some(shape)),
    }
}

/// A request: shape, metric, depth and strategy.
fn request(shape: &str, metric: &str, depth: Option<u32>, strategy: Strategy) -> BuildRequest {
    let (puzzle, shape) = puzzle_of(shape);
    let metric = Some(metric.to_owned());
    BuildRequest { metric, depth, strategy, threads: 2, ..BuildRequest::new(puzzle, shape) }
}

fn build_graph(request: &BuildRequest, backend: &mut dyn Backend) -> Built {
    build(request, backend, &Limit::none(), &mut |_| ()).expect("a graph")
}
