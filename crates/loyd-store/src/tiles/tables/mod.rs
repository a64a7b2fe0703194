//! The tables of pattern databases: one file a table, and a folder of them.
//!
//! | file | what |
//! |---|---|
//! | [`mod@file`] | [`TableFile`]: a header with checksums and the table as it lies in memory |
//! | `check` | its parts compared with their checksums, all of them, whenever it is loaded |
//! | [`info`] | [`TableInfo`]: what a table is of |
//! | [`cache`] | [`Cache`]: a folder in which every pattern has its file |
//!
//! A table is never changed in place: it is written under another name, synchronised and renamed,
//! so that processes that have an older file mapped keep it, and what has the name is whole.

pub mod cache;
mod check;
pub mod file;
pub mod info;

pub use cache::Cache;
pub use file::{Loaded, TableFile};
pub use info::{Encoding, TableInfo};
