//! Graphs on private servers of `PostgreSQL` and `MariaDB`.
#![cfg(unix)]

#[path = "../builds/mod.rs"]
mod builds;
mod crashes;
mod levels;
mod queries;
mod rates;
mod refused;
mod server;
mod views;

use builds::{
    NEGATIVE, all_rows, build_graph, built, check_documentation, check_views, connect, in_memory,
    reference, request, tiles, try_build,
};
use loyd_graph::url::Server as Kind;
use server::{Server, shared};

/// The kinds of servers.
const KINDS: [Kind; 2] = [Kind::Postgres, Kind::Mysql];

/// A server of each kind that is installed.
fn servers() -> impl Iterator<Item = &'static Server> {
    KINDS.into_iter().filter_map(shared)
}
