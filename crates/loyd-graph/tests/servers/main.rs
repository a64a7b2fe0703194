//! Graphs on private servers of `PostgreSQL` and `MariaDB`.
#![cfg(unix)]

mod crashes;
mod levels;
mod queries;
mod rates;
mod refused;
mod server;
mod views;

use loyd_graph::GraphPuzzle;
use loyd_graph::url::Server as Kind;
use loyd_graph::{Access, Backend, BuildRequest, Built, DatabaseUrl, Strategy, build, open};
use loyd_search::observe::Cancel;

/// The kinds of servers.
const KINDS: [Kind; 2] = [Kind::Postgres, Kind::Mysql];

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
