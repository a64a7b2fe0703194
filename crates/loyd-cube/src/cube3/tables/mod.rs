//! Tables that take seconds or minutes to build and that a cache can store.
//!
//! | file | idea |
//! |---|---|
//! | `key` | [`TableKey`]: the list of tables |
//! | `cached` | [`CachedTable`]: a table in memory, built or read; [`Tables`]: those of a process |
//! | `pattern` | [`PatternTable`]: complete tables of all corners, or of six edges |
//! | `audit` | a sample of entries compared with searches that share no code with the tables |

mod audit;
mod cached;
mod key;
pub(super) mod pattern;

pub use audit::{TableAudit, TableFinding};
pub use cached::{CachedTable, Tables};
pub use key::TableKey;
pub use pattern::{PatternName, PatternTable};
