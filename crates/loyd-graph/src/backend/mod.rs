//! Databases behind one trait: the memory of the process, and those that speak SQL.

pub use crate::schema::Layout;

mod cell;
mod connection;
pub mod memory;
#[cfg(feature = "mysql")]
mod mysql;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(any(feature = "mysql", feature = "postgres"))]
mod server;
mod sql;
mod sqlite;

use crate::error::{GraphError, Result};
use crate::key::{Key, Rows};
use crate::meta::Meta;
use crate::url::DatabaseUrl;
#[cfg(any(feature = "mysql", feature = "postgres"))]
use crate::url::Server;
use connection::Connection;
use memory::MemoryGraph;
use sql::SqlGraph;
use sqlite::{File, SqliteConnection};

/// A state whose successors are not stored yet, for builds state by state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// Its number in the queue.
    pub id: i64,
    /// Its key.
    pub key: Key,
    /// Its level.
    pub level: u32,
}

/// The space that a graph takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// Bytes of the table of states with its primary key.
    pub table: u64,
    /// Bytes of indexes of that table beside the primary key.
    pub index: u64,
    /// Bytes of the whole database.
    pub total: u64,
}

/// A database that stores a graph.
///
/// Between [`begin`](Backend::begin) and [`commit`](Backend::commit) no change is permanent: after a crash, or
/// after [`rollback`](Backend::rollback), the database is as it was before. Rows of one level are
/// given in ascending order of their keys, and are returned so.
///
/// # Errors
/// Every method fails if the database does, or if its contents are not a graph.
#[allow(clippy::missing_errors_doc)] // documented in the head
pub trait Backend: Send {
    /// The database in words of an error: its address without a password.
    fn place(&self) -> String;

    /// The crashes that a committed transaction survives, as a sentence.
    fn durability(&self) -> &'static str;

    /// Takes the lock of builds, which ends with the connection; returns false if another connection holds it.
    /// Reads the facts again: an earlier build may have changed them.
    fn lock(&mut self) -> Result<bool>;

    /// The facts about the stored graph; `None` if the database is empty.
    fn meta(&mut self) -> Result<Option<Meta>>;

    /// Creates tables and views in an empty database, in a separate transaction.
    fn create(&mut self, layout: &Layout) -> Result<()>;

    /// Removes the graph: the database is empty again.
    fn remove(&mut self) -> Result<()>;

    /// Replaces a value of the table of facts.
    fn set_meta(&mut self, name: &str, value: &str) -> Result<()>;

    /// Begins a transaction.
    fn begin(&mut self) -> Result<()>;

    /// Makes the changes of the transaction last.
    fn commit(&mut self) -> Result<()>;

    /// Takes back the changes of the transaction, if one is open.
    fn rollback(&mut self) -> Result<()>;

    /// Inserts new states in bulk, in ascending order of keys.
    fn load(&mut self, rows: &Rows) -> Result<()>;

    /// Inserts a state unless it is stored already; returns true if it was new. `row` has one row.
    fn insert(&mut self, row: &Rows) -> Result<bool>;

    /// The level of a state and the move that led to it; `None` if it is not stored.
    fn find(&mut self, key: &Key) -> Result<Option<(u32, Option<u16>)>>;

    /// Replaces `rows` by the next states after a key, at most `limit`, of one level or of all, in
    /// ascending order of keys. The position column is left out.
    fn page(
        &mut self,
        level: Option<u32>,
        after: Option<&Key>,
        limit: usize,
        rows: &mut Rows,
    ) -> Result<()>;

    /// The number of states of each complete level.
    fn levels(&mut self) -> Result<Vec<u64>>;

    /// Records a complete level.
    fn add_level(&mut self, level: u32, states: u64) -> Result<()>;

    /// The number of states stored at a level.
    fn count(&mut self, level: u32) -> Result<u64>;

    /// The number of states stored at each level, from 0. Reads all states.
    fn counts(&mut self) -> Result<Vec<u64>>;

    /// The first state of the queue.
    fn next_open(&mut self) -> Result<Option<Open>>;

    /// The level of the last state of the queue.
    fn last_open_level(&mut self) -> Result<Option<u32>>;

    /// Appends a state to the queue.
    fn push_open(&mut self, key: &Key, level: u32) -> Result<()>;

    /// Removes a state from the queue, or all of them.
    fn remove_open(&mut self, id: Option<i64>) -> Result<()>;

    /// Rebuilds the table of states in less space, where that is possible.
    fn rebuild(&mut self) -> Result<()>;

    /// The space that the graph takes.
    fn sizes(&mut self) -> Result<Sizes>;
}

/// The states of complete levels in the order of their rows.
///
/// # Errors
/// If a level is missing, or has a number of states that no graph has.
fn gapless(place: &str, rows: Vec<(i64, i64)>) -> Result<Vec<u64>> {
    let reason = if rows.iter().zip(0..).any(|(row, level)| row.0 != level) {
        "its table level has gaps"
    } else if rows.iter().try_fold(0i64, |sum, row| sum.checked_add(row.1)).is_none()
        || rows.iter().any(|row| row.1 < 1)
    {
        "its table level has numbers of states that no graph has"
    } else {
        return Ok(rows.into_iter().map(|(_, states)| states as u64).collect());
    };
    Err(GraphError::Damaged { place: place.to_owned(), reason: reason.to_owned() })
}

/// Compares the levels of the table `level` with the number of stored states of each level; `complete` means
/// that the last level of the space is recorded.
///
/// # Errors
/// [`GraphError::Damaged`] if a level differs.
pub(crate) fn check_levels(
    backend: &mut dyn Backend,
    levels: &[u64],
    complete: bool,
    counts: &[u64],
) -> Result<()> {
    let differs = (0..levels.len()).find(|&level| counts.get(level) != Some(&levels[level]));
    let level = match differs {
        Some(level) => level,
        None if complete && counts.len() > levels.len() => levels.len(),
        None => return Ok(()),
    };
    let number = |of: &[u64]| of.get(level).map_or_else(|| "none".to_owned(), u64::to_string);
    let (recorded, stored) = (number(levels), number(counts));
    let reason = format!("level {level} has {stored} states, and its table level says {recorded}");
    Err(GraphError::Damaged { place: backend.place(), reason })
}

/// The use that is made of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A graph is read.
    Read,
    /// A graph is built; a missing database is created.
    Build,
}

/// Opens a database.
///
/// # Errors
/// If it cannot be opened, or does not hold a graph.
pub fn open(url: &DatabaseUrl, access: Access) -> Result<Box<dyn Backend>> {
    match url {
        DatabaseUrl::Sqlite(file) => open_sql::<SqliteConnection>(File(file.clone()), access),
        DatabaseUrl::Memory => Ok(Box::new(MemoryGraph::default())),
        DatabaseUrl::Server(url) => match url.server {
            #[cfg(feature = "mysql")]
            Server::Mysql => open_sql::<mysql::MysqlConnection>(url.clone(), access),
            #[cfg(feature = "postgres")]
            Server::Postgres => open_sql::<postgres::PostgresConnection>(url.clone(), access),
            #[cfg(not(all(feature = "mysql", feature = "postgres")))]
            server => Err(GraphError::Unsupported {
                place: url.to_string(),
                server: server.name(),
                feature: server.scheme(),
            }),
        },
    }
}

fn open_sql<C: Connection + 'static>(
    address: C::Address,
    access: Access,
) -> Result<Box<dyn Backend>> {
    Ok(Box::new(SqlGraph::<C>::open(address, access)?))
}
