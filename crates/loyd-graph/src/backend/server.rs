//! Functions for all servers: recognizing a graph, the errors of connections.

use super::connection::Connection;
use crate::error::{GraphError, Result};
use crate::url::ServerUrl;
use std::time::Duration;

/// The comment of the table `meta`, which marks a database as a graph.
const MARK: &str = "loyd graph";

/// Time to connect.
pub(super) const CONNECT: Duration = Duration::from_secs(10);

/// Seconds to wait until another program gives the database free: one that was killed may hold it
/// until the server has noticed.
pub(super) const LOCK_SECONDS: u32 = 5;

/// Returns true if a database holds a graph. `sql` gives its tables and views, each with its comment.
///
/// # Errors
/// If it holds something else.
pub(super) fn holds_graph(connection: &mut impl Connection, sql: &str) -> Result<bool> {
    let tables =
        connection.rows(sql, &[], |[name, comment]| Some((name.text()?, comment.text()?)))?;
    let marked = tables.iter().any(|(name, comment)| name == "meta" && comment == MARK);
    match tables.first() {
        Some((name, _)) if !marked => Err(GraphError::Foreign {
            place: connection.address().to_string(),
            reason: format!("has tables of another program, such as `{name}`"),
        }),
        table => Ok(table.is_some()),
    }
}

/// Fails if a server stored another number of rows than it was given.
pub(super) fn check_stored(url: &ServerUrl, stored: u64, rows: usize) -> Result<()> {
    if stored == rows as u64 {
        return Ok(());
    }
    let reason = format!("it stored {stored} rows of {rows}");
    Err(GraphError::Database { place: url.to_string(), reason })
}

/// The error of a connection to a database that the server does not have.
pub(super) fn missing_database(url: &ServerUrl) -> GraphError {
    let reason =
        format!("the database `{0}` does not exist; create it: CREATE DATABASE {0}", url.database);
    GraphError::Unreachable { place: url.to_string(), reason }
}

/// The error of a failed connection that would be `failure` in a statement.
pub(super) fn unreachable(failure: GraphError) -> GraphError {
    match failure {
        GraphError::Lost { place, reason } | GraphError::Database { place, reason } => {
            GraphError::Unreachable { place, reason }
        }
        other => other,
    }
}
