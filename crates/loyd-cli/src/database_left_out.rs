//! Addresses of databases in a build without graphs, which accepts none.

use crate::left_out;

/// The address of a server, which this build cannot have.
pub(crate) type ServerUrl = std::convert::Infallible;

/// The address of a database, which this build cannot have.
pub(crate) type DatabaseUrl = std::convert::Infallible;

/// A value parser that answers how to build this part.
pub(crate) fn database(text: &str) -> Result<DatabaseUrl, String> {
    server(text)
}

/// A value parser that answers how to build this part.
pub(crate) fn server(_text: &str) -> Result<ServerUrl, String> {
    Err(left_out::message("graphs in databases", "graph"))
}
