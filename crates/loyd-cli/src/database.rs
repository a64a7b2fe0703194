//! Addresses of databases on the command line.

use loyd_graph::GraphError;
pub(crate) use loyd_graph::{DatabaseUrl, url::ServerUrl};

/// A value parser for addresses of databases; passwords come from the environment too.
pub(crate) fn database(text: &str) -> Result<DatabaseUrl, String> {
    let url: DatabaseUrl = text.parse().map_err(|why: GraphError| why.to_string())?;
    Ok(url.with_password(|name| std::env::var(name).ok()))
}

/// A value parser for the addresses of servers.
pub(crate) fn server(text: &str) -> Result<ServerUrl, String> {
    match database(text)? {
        DatabaseUrl::Server(url) => Ok(url),
        DatabaseUrl::Sqlite(_) | DatabaseUrl::Memory => Err(format!(
            "{text} is on no server; SQLite and memory are measured anyway: name \
             mysql://USER@HOST/DATABASE or postgres://USER@HOST/DATABASE"
        )),
    }
}
