//! An HTTP server for the puzzles of loyd: the web page, and an API for programs.
//!
//! The page is embedded from the folder `page/` of this crate. The API returns the JSON that the command
//! line prints; `docs/http-api.md` describes it. A class can share the server: every request has limits of
//! time, memory and nodes, every client has a limit of jobs, and easy boards do not wait for hard boards.
//!
//! ```no_run
//! use loyd_search::observe::Cancel;
//! use loyd::NoTables;
//! use loyd_serve::{Options, Server, TableBudget};
//!
//! let server = Server::bind(Options::default())?;
//! eprintln!("listening on http://{}", server.address());
//! let tables = |budget: &TableBudget| NoTables { memory: budget.memory };
//! server.run(tables, &Cancel::new())?;
//! # Ok::<(), loyd_serve::ServeError>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `server`, `connection`, `write_timeout` | the life of the server; one connection; clients that do not read |
//! | `origin`, `headers` | requests for other servers are refused; security headers |
//! | `routes/` | the addresses |
//! | `fields`, `allowed` | fields of bodies and queries; permitted names and sizes |
//! | `solving/` | searches in stages; solvers shared by requests |
//! | `jobs`, `pool/` | jobs and their answers; threads and queues |
//! | `page`, `encoding` | the files of the page; brotli, gzip or plain bytes |
//! | `log`, `error`, `options` | the access log; errors as clients see them; options |
#![forbid(unsafe_code)]

mod allowed;
mod connection;
mod encoding;
mod error;
mod fields;
mod headers;
mod jobs;
mod log;
mod options;
mod origin;
mod page;
mod pool;
mod routes;
mod server;
mod solving;
mod write_timeout;

pub use options::{Options, Preparation, ServeError, TableBudget};
pub use server::Server;
