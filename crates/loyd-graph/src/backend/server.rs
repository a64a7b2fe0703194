//! Functions for all servers: waiting for a connection, recognizing a graph.

use crate::error::{GraphError, Result};
use loyd_search::clock::Stopwatch;
use std::thread;
use std::time::Duration;

/// The comment of the table `meta`, which marks a database as a graph.
pub(super) const MARK: &str = "loyd graph";

/// Time to connect.
pub(super) const CONNECT: Duration = Duration::from_secs(10);

/// Time in which a server that is being restarted should be back.
const RESTART: Duration = Duration::from_secs(15);

/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(250);

/// Seconds to wait until another program gives the database free: one that was killed may hold it
/// until the server has noticed.
pub(super) const LOCK_SECONDS: u32 = 5;

/// Connects to a server that was there before, and may be being restarted.
pub(super) fn reconnect<T>(mut connect: impl FnMut() -> Result<T>) -> Result<T> {
    let began = Stopwatch::start();
    loop {
        match connect() {
            Err(GraphError::Unreachable { .. }) if began.elapsed() < RESTART => {
                thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}

/// Returns true if a database with these tables and views, each with its comment, holds a graph.
///
/// # Errors
/// If it holds something else.
pub(super) fn holds_graph(place: &str, tables: &[(String, String)]) -> Result<bool> {
    let marked = tables.iter().any(|(name, comment)| name == "meta" && comment == MARK);
    match tables.first() {
        Some((name, _)) if !marked => Err(GraphError::Foreign {
            place: place.to_owned(),
            reason: format!("has tables of another program, such as `{name}`"),
        }),
        table => Ok(table.is_some()),
    }
}
