//! Graphs against enumeration, resumed, traced, queried, refused and exported.

mod draw;
mod export;
mod levels;
mod parquet;
mod paths;
mod queries;
mod refused;
mod resume;

use loyd_graph::GraphPuzzle;
use loyd_graph::{Access, Backend, BuildRequest, Built, DatabaseUrl, Strategy, build, open};
use loyd_search::observe::Cancel;
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

fn opened(url: &DatabaseUrl) -> Box<dyn Backend> {
    open(url, Access::Build).expect("a database")
}

/// A request: shape, metric, depth and strategy.
fn request(shape: &str, metric: &str, depth: Option<u32>, strategy: Strategy) -> BuildRequest {
    let shape = Some(shape).filter(|shape| *shape != "cube2" && *shape != "cube3");
    let metric = Some(metric.to_owned());
    BuildRequest { metric, depth, strategy, threads: 2, ..BuildRequest::new(shape) }
}

fn built<P: GraphPuzzle>(request: &BuildRequest, backend: &mut dyn Backend) -> Built {
    build::<P>(request, backend, &Cancel::new(), &mut |_| ()).expect("a graph")
}
