//! Tables of pattern databases: one file for each table, and a folder of them.
//!
//! | file | contents |
//! |---|---|
//! | [`subject`] | [`Subject`]: the description of a table, and [`TableInfo`]: subject and statistics |
//! | [`named`] | [`NamedTable`]: the subject of puzzles whose tables have names |
//! | [`mod@file`] | [`TableFile`]: a header with checksums and the table as it lies in memory |
//! | `writing` | [`write()`]: a file that appears when it is complete |
//! | `check` | checksums, and verification of all parts of a table |
//! | `fingerprint` | [`Fingerprint`]: expected fingerprints of the tables of the catalogues |
//! | [`cache`] | [`Cache`]: a folder with a file for each table |
//!
//! A table is never changed in place: it is written under another name, synchronised and renamed,
//! so that processes with an older file mapped keep it, and the file of a name is always complete.

pub mod cache;
mod check;
pub mod file;
mod fingerprint;
pub mod named;
pub mod subject;
mod writing;

pub use cache::Cache;
pub use file::TableFile;
pub use fingerprint::{Fingerprint, check_built, table_fingerprints};
pub use named::NamedTable;
pub use subject::{Subject, TableInfo};
pub use writing::{Contents, write};

/// The first bytes of a file.
pub const MAGIC: &[u8; 8] = b"loydtabl";

const VERSION: u32 = 1;

/// Bytes before the header.
const FIXED: usize = 16;

/// Bytes with a separate checksum.
const PART: usize = 256 << 10;

/// Tables begin at multiples of this.
const PAGE: u64 = 4096;

/// The maximum length of a header: a value for every level of a search.
const MAX_HEADER: u32 = 1 << 20;

/// The extension of unfinished files.
const NEW: &str = ".new";
