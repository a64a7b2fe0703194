//! The build of a table: its resources, its observer and its errors.

use loyd_enumerate::checkpoint::StoreError;
use loyd_report::numbers::bytes;
use loyd_search::memory::granted;
use loyd_search::observe::Cancel;
use std::any::Any;
use std::time::{Duration, Instant};

/// The reason why a table is unavailable.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The build was cancelled.
    #[error("the build of a table was stopped; nothing of it is stored")]
    Stopped,
    /// The limit of time was reached.
    #[error("the limit of time was reached before a table was complete; nothing of it is stored")]
    OutOfTime,
    /// The build takes more memory than is allowed.
    #[error("building the table of {table} needs {} of memory, and {} are allowed: use {instead}",
            bytes(*.needs), bytes(*.allowed))]
    Memory {
        /// The table in a few words.
        table: String,
        /// Bytes of the build.
        needs: u64,
        /// The limit in bytes.
        allowed: u64,
        /// The tables that take less.
        instead: &'static str,
    },
    /// The system refused memory.
    #[error("the system did not grant {} of memory to build a table: use {instead}", bytes(*.needs))]
    Refused {
        /// Bytes of the build.
        needs: u64,
        /// The tables that take less.
        instead: &'static str,
    },
    /// The puzzle has no such table.
    #[error("{0}")]
    NoSuchTable(String),
    /// The build failed.
    #[error("{0}")]
    Failed(String),
    /// The entries of the table that was built are wrong.
    #[error("{0}")]
    Wrong(StoreError),
    /// The table cannot be stored, and [`must_store`](super::CachedTables::must_store) is set.
    #[error("{0}")]
    NotStored(StoreError),
}

/// A problem with stored tables that only costs time.
#[derive(Debug, thiserror::Error)]
pub enum TableWarning {
    /// A file of the folder is unusable: the table is built again.
    #[error("{0}; it is built again now")]
    Unusable(String),
    /// Another process builds the table.
    #[error("another loyd is building the table; waiting for it")]
    Waiting,
    /// The folder cannot be written to: tables are not stored.
    #[error("{0}; tables are not stored")]
    NotStored(StoreError),
}

/// The progress of a build.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableBuild<'a> {
    /// The table in a few words: `6 tiles`.
    pub table: &'a str,
    /// The distance whose entries are being found.
    pub distance: u32,
    /// Entries found.
    pub done: u64,
    /// Entries to be found, about.
    pub entries: u64,
    /// The kind of entries: `states`.
    pub unit: &'static str,
    /// Time since the build began.
    pub elapsed: Duration,
}

/// Observes how tables are found and built. `()` observes nothing.
pub trait TableObserver: Send + Sync {
    /// A problem.
    fn warning(&self, _warning: &TableWarning) {}

    /// The progress of a build, many times a second.
    fn progress(&self, _build: &TableBuild<'_>) {}

    /// The end of a build.
    fn ended(&self) {}
}

impl TableObserver for () {}

/// The resources of a build, and the receiver of its progress.
pub struct Building<'a> {
    /// Threads.
    pub threads: usize,
    /// Stops the build.
    pub cancel: Cancel,
    /// A part of the last build, for a similar one.
    pub shared: &'a mut Option<Box<dyn Any + Send>>,
    pub(super) memory: u64,
    pub(super) began: Instant,
    pub(super) observer: &'a dyn TableObserver,
}

impl Building<'_> {
    /// Checks that a build may take this number of bytes. `table` is its table in a sentence, `instead` names
    /// tables that take less.
    ///
    /// # Errors
    /// If they are more than allowed or granted.
    pub fn allow(&self, table: &str, needs: u64, instead: &'static str) -> Result<(), TableError> {
        let allowed = self.memory;
        if needs > allowed {
            return Err(TableError::Memory { table: table.to_owned(), needs, allowed, instead });
        }
        if granted(needs) { Ok(()) } else { Err(TableError::Refused { needs, instead }) }
    }

    /// A function for reports of the progress: distance, entries found, entries to be found.
    pub fn reports(
        &self,
        table: &str,
        unit: &'static str,
    ) -> impl Fn(u32, u64, u64) + Sync + use<'_> {
        let (table, began, observer) = (table.to_owned(), self.began, self.observer);
        move |distance, done, entries| {
            let (table, elapsed) = (&*table, began.elapsed());
            observer.progress(&TableBuild { table, distance, done, entries, unit, elapsed });
        }
    }
}
