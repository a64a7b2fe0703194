//! Tables of pattern databases: one file for each table, and a folder of them.
//!
//! | file | contents |
//! |---|---|
//! | [`mod@file`] | [`TableFile`]: a header with checksums and the table as it lies in memory |
//! | `check` | verification of all parts of a table |
//! | [`info`] | [`TableInfo`]: the description of a table |
//! | [`cache`] | [`Cache`]: a folder with a file for each pattern |
//!
//! A table is never changed in place: it is written under another name, synchronised and renamed,
//! so that processes with an older file mapped keep it, and the file of a name is always complete.

pub mod cache;
mod check;
pub mod file;
pub mod info;

pub use cache::Cache;
pub use file::{Loaded, TableFile};
pub use info::{Encoding, TableInfo};
