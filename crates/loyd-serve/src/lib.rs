//! An HTTP server for the puzzles of loyd: the web page, and an API for programs.
//!
//! The page is embedded from the folder `page/` of this crate. The API answers what the
//! command line prints as JSON; `docs/http-api.md` describes it. The server is made to be shared by a
//! class: every request has limits of time, memory and nodes, every client a number of jobs, and easy
//! boards do not wait for hard ones.
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
//! | `server`, `connection`, `patient` | bound, run, stopped; one connection; clients that do not read |
//! | `origin`, `headers` | requests that mean another server; what a browser may do with an answer |
//! | `routes/` | the addresses |
//! | `fields`, `allowed` | fields of requests with their types; names and sizes that they may use |
//! | `solving/` | searches in stages, with solvers that requests share |
//! | `jobs`, `pool/` | work and its answers; threads, queues, and why easy boards do not wait |
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
mod patient;
mod pool;
mod routes;
mod server;
mod solving;

pub use options::{Options, Preparation, ServeError, TableBudget};
pub use server::Server;
