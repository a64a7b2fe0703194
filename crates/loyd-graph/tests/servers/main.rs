//! Graphs on private servers of `PostgreSQL` and `MariaDB`.
#![cfg(unix)]

mod crashes;
mod levels;
mod queries;
mod rates;
mod refused;
mod server;
mod views;

use loyd::PuzzleName;
use loyd_graph::url::Server as Kind;
use loyd_graph::{Access, Backend, BuildRequest, Built, DatabaseUrl, Strategy, build, open};
use loyd_search::observe::Limit;

/// The kinds of servers.
const KINDS: [Kind; 2] = [Kind::Postgres, Kind::Mysql];

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
