//! A graph in a file of `SQLite`.
//!
//! Keys that are integers are the row numbers of the table of states, so that there is one B-tree;
//! keys in bytes are the key of a table without row numbers. Transactions go to a write-ahead log.

use super::{Access, Backend, Layout, Open, Sizes, gapless};
use crate::error::{GraphError, Result};
use crate::key::{Key, Keys, Rows};
use crate::meta::Meta;
use crate::schema;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, ToSql, params};
use std::fs;
use std::path::{Path, PathBuf};

/// Marks the files of loyd in their header: "loyd".
const APPLICATION: i32 = 0x6C6F_7964;

/// Bytes of the page cache.
const CACHE_BYTES: u64 = 256 << 20;

/// A graph in a file.
#[derive(Debug)]
pub struct SqliteGraph {
    file: PathBuf,
    connection: Connection,
    meta: Option<Meta>,
}

impl ToSql for Key {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Number(number) => (*number).into(),
            Self::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}

/// The key in a column.
fn key_of(value: ValueRef<'_>) -> rusqlite::Result<Key> {
    match value {
        ValueRef::Integer(number) => Ok(Key::Number(number)),
        ValueRef::Blob(bytes) => Ok(Key::Bytes(bytes.into())),
        _ => Err(rusqlite::Error::InvalidQuery),
    }
}

/// The error of a file.
fn failed(file: &Path, error: &rusqlite::Error) -> GraphError {
    let place = name(file);
    let Some(code) = error.sqlite_error_code() else {
        return GraphError::Damaged { place, reason: error.to_string() };
    };
    match code {
        ErrorCode::DiskFull => GraphError::Full { place },
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => GraphError::Busy { place },
        ErrorCode::NotADatabase => {
            GraphError::Foreign { place, reason: "is not a file of SQLite".to_owned() }
        }
        ErrorCode::DatabaseCorrupt | ErrorCode::TypeMismatch => {
            GraphError::Damaged { place, reason: error.to_string() }
        }
        ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly => {
            GraphError::Unreachable { place, reason: error.to_string() }
        }
        _ => GraphError::Database { place, reason: error.to_string() },
    }
}

fn name(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

impl SqliteGraph {
    /// Opens a file.
    ///
    /// # Errors
    /// If a file to be read is missing, cannot be opened, or is not a graph.
    pub fn open(file: &Path, access: Access) -> Result<Self> {
        let place = name(file);
        let metadata = fs::metadata(file);
        if access == Access::Read && !metadata.as_ref().is_ok_and(fs::Metadata::is_file) {
            return Err(GraphError::Missing { place });
        }
        if metadata.as_ref().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(GraphError::Foreign { place, reason: "is not a file".to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let create = OpenFlags::SQLITE_OPEN_CREATE;
        let flags = if access == Access::Build { flags | create } else { flags };
        let open = Connection::open_with_flags(file, flags).map_err(|why| failed(file, &why))?;
        let mut graph = Self { file: file.to_owned(), connection: open, meta: None };
        graph.meta = graph.read_meta()?;
        if graph.meta.is_none() && access == Access::Read {
            return Err(GraphError::Missing { place });
        }
        graph.configure(access)?;
        Ok(graph)
    }

    fn configure(&mut self, access: Access) -> Result<()> {
        self.connection.set_prepared_statement_cache_capacity(32);
        self.run(&format!("PRAGMA cache_size = -{}", CACHE_BYTES >> 10))?;
        if access == Access::Build {
            self.run("PRAGMA journal_mode = WAL")?;
            self.run("PRAGMA synchronous = NORMAL")?;
            self.run("PRAGMA temp_store = FILE")?;
        }
        Ok(())
    }

    /// Runs a statement and ignores its rows.
    fn run(&self, sql: &str) -> Result<()> {
        let run = || {
            let mut statement = self.connection.prepare(sql)?;
            let mut rows = statement.query([])?;
            while rows.next()?.is_some() {}
            Ok(())
        };
        run().map_err(|why: rusqlite::Error| self.failed(&why))
    }

    fn failed(&self, error: &rusqlite::Error) -> GraphError {
        failed(&self.file, error)
    }

    fn number(&self, sql: &str) -> Result<i64> {
        let mut statement = self.connection.prepare_cached(sql).map_err(|why| self.failed(&why))?;
        statement.query_row([], |row| row.get(0)).map_err(|why| self.failed(&why))
    }

    fn read_meta(&self) -> Result<Option<Meta>> {
        let (application, tables) = (
            self.number("PRAGMA application_id")?,
            self.number("SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'")?,
        );
        if application != i64::from(APPLICATION) {
            if application == 0 && tables == 0 {
                return Ok(None);
            }
            let reason = "is a database of another program".to_owned();
            return Err(GraphError::Foreign { place: name(&self.file), reason });
        }
        if tables == 0 {
            return Ok(None);
        }
        let read = || {
            let mut statement = self.connection.prepare("SELECT name, value FROM meta")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<(String, String)>>>()
        };
        let rows = read().map_err(|why| self.failed(&why))?;
        Meta::read(&name(&self.file), &rows).map(Some)
    }

    fn create_tables(&self, layout: &Layout) -> rusqlite::Result<()> {
        for statement in schema::statements(&schema::SQLITE, layout) {
            self.connection.execute(&statement, [])?;
        }
        let mut meta = self.connection.prepare("INSERT INTO meta VALUES (?, ?)")?;
        for (name, value) in layout.meta.values() {
            meta.execute(params![name, value])?;
        }
        let mut moves = self.connection.prepare("INSERT INTO move VALUES (?, ?, ?)")?;
        for (number, mv) in layout.moves.iter().enumerate() {
            moves.execute(params![number as i64, mv.name, mv.inverse])?;
        }
        if !layout.slides.is_empty() {
            let insert = "INSERT INTO slide VALUES (?, ?, ?, ?, ?, ?, ?)";
            let mut slides = self.connection.prepare(insert)?;
            for s in &layout.slides {
                let row = params![s.blank, s.number, s.at_blank, s.mask, s.target, s.up, s.down];
                slides.execute(row)?;
            }
        }
        self.connection.pragma_update(None, "application_id", APPLICATION)
    }

    fn insert_rows(&self, rows: &Rows) -> rusqlite::Result<()> {
        let values = if rows.positions.is_empty() { "?, ?, ?" } else { "?, ?, ?, ?" };
        let sql = format!("INSERT INTO state VALUES ({values})");
        let mut insert = self.connection.prepare_cached(&sql)?;
        for row in 0..rows.len() {
            match &rows.keys {
                Keys::Numbers(numbers) => insert.raw_bind_parameter(1, numbers[row])?,
                Keys::Bytes { length, bytes } => {
                    let key = ValueRef::Blob(&bytes[row * length..][..*length]);
                    insert.raw_bind_parameter(1, ToSqlOutput::Borrowed(key))?;
                }
            }
            insert.raw_bind_parameter(2, rows.levels[row])?;
            insert.raw_bind_parameter(3, rows.moves[row])?;
            if let Some(position) = rows.positions.get(row) {
                insert.raw_bind_parameter(4, position)?;
            }
            insert.raw_execute()?;
        }
        Ok(())
    }

    fn read_page(
        &self,
        level: Option<u32>,
        after: Option<&Key>,
        limit: usize,
        rows: &mut Rows,
    ) -> rusqlite::Result<()> {
        let mut conditions = Vec::new();
        conditions.extend(after.map(|_| "key > ?1"));
        conditions.extend(level.map(|_| "level = ?2"));
        let condition = if conditions.is_empty() {
            String::new()
        } else {
            format!("WHERE {}", conditions.join(" AND "))
        };
        let sql = format!("SELECT key, level, move FROM state {condition} ORDER BY key LIMIT ?3");
        let mut select = self.connection.prepare_cached(&sql)?;
        if let Some(after) = after {
            select.raw_bind_parameter(1, after)?;
        }
        if let Some(level) = level {
            select.raw_bind_parameter(2, level)?;
        }
        select.raw_bind_parameter(3, limit as i64)?;
        let mut page = select.raw_query();
        while let Some(row) = page.next()? {
            match (&mut rows.keys, row.get_ref(0)?) {
                (Keys::Numbers(numbers), ValueRef::Integer(number)) => numbers.push(number),
                (Keys::Bytes { length, bytes }, ValueRef::Blob(key)) if key.len() == *length => {
                    bytes.extend_from_slice(key);
                }
                _ => return Err(rusqlite::Error::InvalidQuery),
            }
            rows.levels.push(row.get(1)?);
            rows.moves.push(row.get(2)?);
        }
        Ok(())
    }
}

impl Backend for SqliteGraph {
    fn place(&self) -> String {
        name(&self.file)
    }

    fn durability(&self) -> &'static str {
        "write-ahead log, synchronous NORMAL: a killed program loses no committed transaction; a power \
         failure may lose the last ones, and leaves the file consistent"
    }

    /// The lock of the first transaction is not given back: readers wait too.
    fn lock(&mut self) -> Result<bool> {
        self.run("PRAGMA locking_mode = EXCLUSIVE")?;
        match self.begin() {
            Err(GraphError::Busy { .. }) => return Ok(false),
            result => result?,
        }
        self.commit()?;
        // Another process may have built it before.
        self.meta = self.read_meta()?;
        Ok(true)
    }

    fn meta(&mut self) -> Result<Option<Meta>> {
        Ok(self.meta.clone())
    }

    fn create(&mut self, layout: &Layout) -> Result<()> {
        self.begin()?;
        self.create_tables(layout).map_err(|why| self.failed(&why))?;
        self.commit()?;
        self.meta = Some(layout.meta.clone());
        Ok(())
    }

    fn remove(&mut self) -> Result<()> {
        self.begin()?;
        schema::removals().try_for_each(|statement| self.run(&statement))?;
        self.run("PRAGMA application_id = 0")?;
        self.commit()?;
        self.meta = None;
        Ok(())
    }

    fn set_meta(&mut self, name: &str, value: &str) -> Result<()> {
        let sql = "UPDATE meta SET value = ?2 WHERE name = ?1";
        let result = self.connection.execute(sql, params![name, value]);
        result.map_err(|why| self.failed(&why))?;
        self.meta = self.read_meta()?;
        Ok(())
    }

    fn begin(&mut self) -> Result<()> {
        self.run("BEGIN IMMEDIATE")
    }

    fn commit(&mut self) -> Result<()> {
        self.run("COMMIT")
    }

    fn rollback(&mut self) -> Result<()> {
        if self.connection.is_autocommit() { Ok(()) } else { self.run("ROLLBACK") }
    }

    fn load(&mut self, rows: &Rows) -> Result<()> {
        self.insert_rows(rows).map_err(|why| self.failed(&why))
    }

    fn insert(&mut self, row: &Rows) -> Result<bool> {
        let values = if row.positions.is_empty() { "?, ?, ?" } else { "?, ?, ?, ?" };
        let sql = format!("INSERT OR IGNORE INTO state VALUES ({values})");
        let insert = || {
            let mut insert = self.connection.prepare_cached(&sql)?;
            let (key, level, mv) = (Key::at(&row.keys, 0), row.levels[0], row.moves[0]);
            match row.positions.first() {
                None => insert.execute(params![key, level, mv]),
                Some(position) => insert.execute(params![key, level, mv, position]),
            }
        };
        insert().map(|inserted| inserted == 1).map_err(|why| self.failed(&why))
    }

    fn find(&mut self, key: &Key) -> Result<Option<(u32, Option<u16>)>> {
        let find = || {
            let sql = "SELECT level, move FROM state WHERE key = ?";
            let mut select = self.connection.prepare_cached(sql)?;
            select.query_row([key], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        };
        find().map_err(|why| self.failed(&why))
    }

    fn page(
        &mut self,
        level: Option<u32>,
        after: Option<&Key>,
        limit: usize,
        rows: &mut Rows,
    ) -> Result<()> {
        rows.clear();
        self.read_page(level, after, limit, rows).map_err(|why| self.failed(&why))
    }

    fn levels(&mut self) -> Result<Vec<u64>> {
        let read = || {
            let mut select =
                self.connection.prepare("SELECT level, states FROM level ORDER BY 1")?;
            let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<(i64, i64)>>>()
        };
        let rows = read().map_err(|why| self.failed(&why))?;
        gapless(&self.place(), rows)
    }

    fn add_level(&mut self, level: u32, states: u64) -> Result<()> {
        let result = self
            .connection
            .execute("INSERT INTO level VALUES (?, ?)", params![level, states as i64]);
        result.map(drop).map_err(|why| self.failed(&why))
    }

    fn count(&mut self, level: u32) -> Result<u64> {
        let sql = "SELECT count(*) FROM state WHERE level = ?";
        let count = self.connection.query_row(sql, [level], |row| row.get::<_, i64>(0));
        count.map(|count| count as u64).map_err(|why| self.failed(&why))
    }

    fn counts(&mut self) -> Result<Vec<u64>> {
        let read = || {
            let sql = "SELECT level, count(*) FROM state GROUP BY level ORDER BY 1";
            let mut select = self.connection.prepare(sql)?;
            let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<(i64, i64)>>>()
        };
        let rows = read().map_err(|why| self.failed(&why))?;
        gapless(&self.place(), rows)
    }

    fn next_open(&mut self) -> Result<Option<Open>> {
        let next = || {
            let sql = "SELECT id, key, level FROM open ORDER BY id LIMIT 1";
            let mut select = self.connection.prepare_cached(sql)?;
            let open = |row: &rusqlite::Row<'_>| {
                Ok(Open { id: row.get(0)?, key: key_of(row.get_ref(1)?)?, level: row.get(2)? })
            };
            select.query_row([], open).optional()
        };
        next().map_err(|why| self.failed(&why))
    }

    fn last_open_level(&mut self) -> Result<Option<u32>> {
        let sql = "SELECT level FROM open ORDER BY id DESC LIMIT 1";
        let last = self.connection.query_row(sql, [], |row| row.get(0)).optional();
        last.map_err(|why| self.failed(&why))
    }

    fn push_open(&mut self, key: &Key, level: u32) -> Result<()> {
        let push = || {
            let sql = "INSERT INTO open (key, level) VALUES (?, ?)";
            self.connection.prepare_cached(sql)?.execute(params![key, level])
        };
        push().map(drop).map_err(|why| self.failed(&why))
    }

    fn remove_open(&mut self, id: Option<i64>) -> Result<()> {
        let remove = || match id {
            Some(id) => {
                self.connection.prepare_cached("DELETE FROM open WHERE id = ?")?.execute([id])
            }
            None => self.connection.execute("DELETE FROM open", []),
        };
        remove().map(drop).map_err(|why| self.failed(&why))
    }

    fn rebuild(&mut self) -> Result<()> {
        // In a log all pages would be written twice.
        self.run("PRAGMA journal_mode = DELETE")?;
        self.run("VACUUM")?;
        self.run("PRAGMA journal_mode = WAL")
    }

    fn sizes(&mut self) -> Result<Sizes> {
        let page = self.number("PRAGMA page_size")?;
        let (pages, free) =
            (self.number("PRAGMA page_count")?, self.number("PRAGMA freelist_count")?);
        // The primary key is the table itself; the other tables take a few pages.
        let (table, total) = ((pages - free) * page, pages * page);
        Ok(Sizes { table: table as u64, index: 0, total: total as u64 })
    }
}

/// The log is taken into the file, so that the file alone is the graph.
impl Drop for SqliteGraph {
    fn drop(&mut self) {
        let _ = self.rollback();
        let _ = self.run("PRAGMA journal_mode = DELETE");
    }
}
