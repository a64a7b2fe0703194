//! Graphs against enumeration, resumed, traced, queried, refused and exported.

#[path = "../builds/mod.rs"]
mod builds;
mod draw;
mod export;
mod levels;
mod parquet;
mod paths;
mod queries;
mod refused;
mod resume;

use builds::{
    NEGATIVE, all_rows, build_graph, built, check_documentation, check_views, connect, in_memory,
    reference, request, tiles, try_build,
};
use loyd_graph::DatabaseUrl;
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

/// Runs statements in a file without the tested code.
fn change(url: &DatabaseUrl, sql: &str) {
    let connection = rusqlite::Connection::open(path_of(url)).expect("a file");
    connection.execute_batch(sql).expect("a change");
}
