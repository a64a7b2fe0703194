//! A file of `SQLite`.
//!
//! Keys that are integers are the row numbers of the table of states, so that there is one B-tree;
//! keys in bytes are the key of a table without row numbers. Transactions go to a write-ahead log.

use super::Access;
use super::cell::Cell;
use super::connection::Connection;
use crate::error::{GraphError, Result};
use crate::key::Rows;
use crate::schema::{self, Dialect};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{ErrorCode, OpenFlags, Statement, ToSql};
use std::fmt;
use std::fs;
use std::path::PathBuf;

/// Marks the files of loyd in their header: "loyd".
const APPLICATION: i64 = 0x6C6F_7964;

/// Bytes of the page cache.
const CACHE_BYTES: u64 = 256 << 20;

/// The path of a file.
#[derive(Clone)]
pub(super) struct File(pub(super) PathBuf);

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sqlite:{}", self.0.display())
    }
}

/// An open file.
pub(super) struct SqliteConnection {
    file: File,
    connection: rusqlite::Connection,
}

/// The error of a file.
fn failed(file: &File, error: &rusqlite::Error) -> GraphError {
    let (place, reason) = (file.to_string(), error.to_string());
    let Some(code) = error.sqlite_error_code() else {
        return GraphError::Damaged { place, reason };
    };
    match code {
        ErrorCode::DiskFull => GraphError::Full { place },
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => GraphError::Busy { place },
        ErrorCode::NotADatabase => {
            GraphError::Foreign { place, reason: "is not a file of SQLite".to_owned() }
        }
        ErrorCode::DatabaseCorrupt | ErrorCode::TypeMismatch => {
            GraphError::Damaged { place, reason }
        }
        ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly => {
            GraphError::Unreachable { place, reason }
        }
        _ => GraphError::Database { place, reason },
    }
}

impl SqliteConnection {
    fn failed(&self, error: &rusqlite::Error) -> GraphError {
        failed(&self.file, error)
    }

    fn number(&mut self, sql: &str) -> Result<i64> {
        Ok(self.rows(sql, &[], |[number]| number.integer())?.pop().unwrap_or_default())
    }

    fn insert_rows(&self, rows: &Rows) -> rusqlite::Result<()> {
        let values = if rows.positions.is_empty() { "?, ?, ?" } else { "?, ?, ?, ?" };
        let sql = format!("INSERT INTO state VALUES ({values})");
        let mut insert = self.connection.prepare_cached(&sql)?;
        for row in 0..rows.len() {
            let (cells, columns) = Cell::state(rows, row);
            bind(&mut insert, &cells[..columns])?;
            insert.raw_execute()?;
        }
        Ok(())
    }
}

impl Connection for SqliteConnection {
    type Address = File;

    const DIALECT: &'static Dialect = &schema::SQLITE;

    fn connect(file: &File, access: Access) -> Result<Self> {
        let place = file.to_string();
        let metadata = fs::metadata(&file.0);
        if access == Access::Read && !metadata.as_ref().is_ok_and(fs::Metadata::is_file) {
            return Err(GraphError::Missing { place });
        }
        if metadata.as_ref().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(GraphError::Foreign { place, reason: "is not a file".to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let create = OpenFlags::SQLITE_OPEN_CREATE;
        let flags = if access == Access::Build { flags | create } else { flags };
        let connection = rusqlite::Connection::open_with_flags(&file.0, flags);
        let connection = connection.map_err(|why| failed(file, &why))?;
        connection.set_prepared_statement_cache_capacity(32);
        Ok(Self { file: file.clone(), connection })
    }

    fn address(&self) -> &File {
        &self.file
    }

    fn configure(&mut self, access: Access) -> Result<()> {
        self.run(&format!("PRAGMA cache_size = -{}", CACHE_BYTES >> 10))?;
        if access == Access::Build {
            self.run("PRAGMA journal_mode = WAL")?;
            self.run("PRAGMA synchronous = NORMAL")?;
            self.run("PRAGMA temp_store = FILE")?;
        }
        Ok(())
    }

    fn durability(&mut self) -> Result<&'static str> {
        Ok(
            "write-ahead log, synchronous NORMAL: a killed program loses no committed transaction; a power \
            failure may lose the last ones, and leaves the file consistent",
        )
    }

    /// The lock of the first transaction is not given back: readers wait too.
    fn lock(&mut self) -> Result<bool> {
        self.run("PRAGMA locking_mode = EXCLUSIVE")?;
        match self.run(Self::DIALECT.begin) {
            Err(GraphError::Busy { .. }) => return Ok(false),
            result => result?,
        }
        self.run("COMMIT")?;
        Ok(true)
    }

    fn holds_graph(&mut self) -> Result<bool> {
        let application = self.number("PRAGMA application_id")?;
        let sql = "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'";
        let tables = self.number(sql)?;
        if application != APPLICATION && (application, tables) != (0, 0) {
            let reason = "is a database of another program".to_owned();
            return Err(GraphError::Foreign { place: self.file.to_string(), reason });
        }
        Ok(tables > 0)
    }

    fn run(&mut self, sql: &str) -> Result<()> {
        let run = || {
            let mut statement = self.connection.prepare(sql)?;
            let mut rows = statement.query([])?;
            while rows.next()?.is_some() {}
            Ok(())
        };
        run().map_err(|why: rusqlite::Error| self.failed(&why))
    }

    fn execute(&mut self, sql: &str, params: &[Cell<'_>]) -> Result<u64> {
        let execute = || {
            let mut statement = self.connection.prepare_cached(sql)?;
            bind(&mut statement, params)?;
            statement.raw_execute()
        };
        execute().map(|changed| changed as u64).map_err(|why| self.failed(&why))
    }

    fn query<const N: usize>(
        &mut self,
        sql: &str,
        params: &[Cell<'_>],
        each: &mut dyn FnMut([Cell<'_>; N]),
    ) -> Result<()> {
        let mut query = || {
            let mut statement = self.connection.prepare_cached(sql)?;
            bind(&mut statement, params)?;
            let mut rows = statement.raw_query();
            while let Some(row) = rows.next()? {
                let cell = |column| row.get_ref(column).map_or(Cell::Other, cell);
                each(std::array::from_fn(cell));
            }
            Ok(())
        };
        query().map_err(|why: rusqlite::Error| self.failed(&why))
    }

    fn load(&mut self, rows: &Rows) -> Result<()> {
        self.insert_rows(rows).map_err(|why| self.failed(&why))
    }

    /// After some errors `SQLite` has taken the transaction back already.
    fn rollback(&mut self) -> Result<()> {
        if self.connection.is_autocommit() { Ok(()) } else { self.run("ROLLBACK") }
    }

    fn remove_traces(&mut self) -> Result<()> {
        self.run("PRAGMA application_id = 0")
    }
}

/// The log is taken into the file, so that the file alone is the graph.
impl Drop for SqliteConnection {
    fn drop(&mut self) {
        let _ = self.rollback();
        let _ = self.run("PRAGMA journal_mode = DELETE");
    }
}

/// Sets the parameters of a statement.
fn bind(statement: &mut Statement<'_>, params: &[Cell<'_>]) -> rusqlite::Result<()> {
    (1..).zip(params).try_for_each(|(place, cell)| statement.raw_bind_parameter(place, cell))
}

impl ToSql for Cell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Self::Null | Self::Other => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// The cell of a column.
fn cell(value: ValueRef<'_>) -> Cell<'_> {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Integer(number),
        ValueRef::Text(text) => std::str::from_utf8(text).map_or(Cell::Other, Cell::Text),
        ValueRef::Blob(bytes) => Cell::Bytes(bytes),
        ValueRef::Real(_) => Cell::Other,
    }
}
