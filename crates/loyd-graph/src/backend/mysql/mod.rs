//! A graph in a database of `MariaDB` or `MySQL`.
//!
//! Rows are loaded by `LOAD DATA LOCAL` from memory, or by `INSERT` of many rows where the server
//! refuses that. Everything else is prepared once for each connection. A connection that was dropped
//! between two transactions is made again; within one, [`GraphError::Lost`] reports that its changes
//! are lost.

mod connection;
mod failure;
mod load;

use super::{Backend, Layout, Open, Sizes, gapless};
use crate::error::{GraphError, Result};
use crate::key::{Key, Keys, Rows};
use crate::meta::Meta;
use crate::schema;
pub use connection::MysqlGraph;
use connection::value;
use failure::refuses_local_files;
use mysql::prelude::Queryable;
use mysql::{Params, Value};

impl MysqlGraph {
    /// Creates tables and views, and removes the remains of an interrupted creation: they cannot be
    /// part of a transaction.
    fn create_tables(&mut self, layout: &Layout) -> Result<()> {
        self.remove()?;
        let statements = schema::statements(&schema::MYSQL, layout);
        statements.iter().try_for_each(|statement| self.run(statement))
    }

    fn describe(&mut self, layout: &Layout) -> Result<()> {
        for (number, mv) in layout.moves.iter().enumerate() {
            self.execute("INSERT INTO move VALUES (?, ?, ?)", (number, &mv.name, mv.inverse))?;
        }
        for s in &layout.slides {
            let row = (s.blank, s.number, s.at_blank, s.mask, s.target, s.up, s.down);
            self.execute("INSERT INTO slide VALUES (?, ?, ?, ?, ?, ?, ?)", row)?;
        }
        // The facts are last: a graph that has some is whole.
        for (name, value) in layout.meta.values() {
            self.execute("INSERT INTO meta VALUES (?, ?)", (name, value))?;
        }
        Ok(())
    }

    /// Loads rows from memory; returns false if the server refuses that.
    fn load_file(&mut self, rows: &Rows) -> Result<bool> {
        let Some(file) = &self.file else { return Ok(false) };
        file.fill(rows);
        let connection = self.connection()?;
        let result =
            connection.query_drop(load::statement(rows)).map(|()| connection.affected_rows());
        match result {
            Ok(stored) if stored == rows.len() as u64 => Ok(true),
            // It skips rows that do not fit, with a warning.
            Ok(stored) => Err(GraphError::Database {
                place: self.place(),
                reason: format!("it stored {stored} rows of {}", rows.len()),
            }),
            Err(why) if refuses_local_files(&why) => {
                self.file = None;
                Ok(false)
            }
            Err(why) => Err(self.failed(&why)),
        }
    }
}

impl Backend for MysqlGraph {
    fn place(&self) -> String {
        self.url.to_string()
    }

    fn durability(&self) -> &'static str {
        self.durability
    }

    fn lock(&mut self) -> Result<bool> {
        // The connection holds the lock already, unless the server dropped it.
        match self.take_lock() {
            Err(GraphError::Lost { .. }) => self.take_lock(),
            acquired => acquired,
        }
    }

    fn meta(&mut self) -> Result<Option<Meta>> {
        if !self.holds_graph()? {
            return Ok(None);
        }
        let values = self.rows("SELECT name, value FROM meta", Params::Empty)?;
        if values.is_empty() {
            return Ok(None);
        }
        Meta::read(&self.place(), &values).map(Some)
    }

    fn create(&mut self, layout: &Layout) -> Result<()> {
        self.create_tables(layout)?;
        self.begin()?;
        self.describe(layout)?;
        self.commit()
    }

    fn remove(&mut self) -> Result<()> {
        if !self.holds_graph()? {
            return Ok(());
        }
        // A graph without facts is not whole, if this is interrupted.
        self.run("DELETE FROM meta")?;
        schema::removals().try_for_each(|statement| self.run(&statement))
    }

    fn set_meta(&mut self, name: &str, value: &str) -> Result<()> {
        self.execute("UPDATE meta SET value = ? WHERE name = ?", (value, name)).map(drop)
    }

    fn begin(&mut self) -> Result<()> {
        match self.run("START TRANSACTION") {
            Err(GraphError::Lost { .. }) => self.run("START TRANSACTION")?,
            result => result?,
        }
        self.in_transaction = true;
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        self.run("COMMIT")?;
        self.in_transaction = false;
        Ok(())
    }

    fn rollback(&mut self) -> Result<()> {
        let was = std::mem::take(&mut self.in_transaction);
        self.last_removed = 0;
        if was && self.connection.is_some() { self.run("ROLLBACK") } else { Ok(()) }
    }

    fn load(&mut self, rows: &Rows) -> Result<()> {
        if self.load_file(rows)? {
            return Ok(());
        }
        for statement in load::inserts(rows, self.longest) {
            self.run(&statement)?;
        }
        Ok(())
    }

    fn insert(&mut self, row: &Rows) -> Result<bool> {
        let (key, level, mv) = (value(&Key::at(&row.keys, 0)), row.levels[0], row.moves[0]);
        let stored = match row.positions.first() {
            None => self.execute("INSERT IGNORE INTO state VALUES (?, ?, ?)", (key, level, mv)),
            Some(position) => {
                let sql = "INSERT IGNORE INTO state VALUES (?, ?, ?, ?)";
                self.execute(sql, (key, level, mv, position))
            }
        };
        Ok(stored? == 1)
    }

    fn find(&mut self, key: &Key) -> Result<Option<(u32, Option<u16>)>> {
        let sql = "SELECT s.level, s.move FROM state s WHERE s.key = ?";
        self.first(sql, (value(key),))
    }

    fn page(
        &mut self,
        level: Option<u32>,
        after: Option<&Key>,
        limit: usize,
        rows: &mut Rows,
    ) -> Result<()> {
        rows.clear();
        let (mut conditions, mut params) = (Vec::new(), Vec::new());
        if let Some(level) = level {
            conditions.push("s.level = ?");
            params.push(Value::from(level));
        }
        if let Some(after) = after {
            conditions.push("s.key > ?");
            params.push(value(after));
        }
        let all = if conditions.is_empty() { "true".to_owned() } else { conditions.join(" AND ") };
        params.push(Value::from(limit));
        let sql = format!(
            "SELECT s.key, s.level, s.move FROM state s WHERE {all} ORDER BY s.key LIMIT ?"
        );
        for (key, level, mv) in self.rows::<(Value, u32, Option<u16>)>(&sql, params)? {
            match (&mut rows.keys, key) {
                (Keys::Numbers(numbers), Value::Int(number)) => numbers.push(number),
                (Keys::Bytes { length, bytes }, Value::Bytes(key)) if key.len() == *length => {
                    bytes.extend_from_slice(&key);
                }
                _ => {
                    let reason = "a key has another form".to_owned();
                    return Err(GraphError::Damaged { place: self.place(), reason });
                }
            }
            rows.levels.push(level);
            rows.moves.push(mv);
        }
        Ok(())
    }

    fn levels(&mut self) -> Result<Vec<u64>> {
        let rows = self.rows("SELECT level, states FROM level ORDER BY 1", Params::Empty)?;
        gapless(&self.place(), rows)
    }

    fn add_level(&mut self, level: u32, states: u64) -> Result<()> {
        self.execute("INSERT INTO level VALUES (?, ?)", (level, states)).map(drop)
    }

    fn count(&mut self, level: u32) -> Result<u64> {
        let count = self.first("SELECT count(*) FROM state WHERE level = ?", (level,))?;
        Ok(count.unwrap_or(0))
    }

    fn counts(&mut self) -> Result<Vec<u64>> {
        let sql = "SELECT CAST(level AS SIGNED), count(*) FROM state GROUP BY level ORDER BY 1";
        let counts = self.rows(sql, Params::Empty)?;
        gapless(&self.place(), counts)
    }

    fn next_open(&mut self) -> Result<Option<Open>> {
        let sql = "SELECT o.id, o.key, o.level FROM open o WHERE o.id > ? ORDER BY o.id LIMIT 1";
        let row: Option<(i64, Value, u32)> = self.first(sql, (self.last_removed,))?;
        let Some((id, key, level)) = row else { return Ok(None) };
        let key = match key {
            Value::Int(number) => Key::Number(number),
            Value::Bytes(bytes) => Key::Bytes(bytes.into()),
            _ => {
                let reason = "a key of the queue has another form".to_owned();
                return Err(GraphError::Damaged { place: self.place(), reason });
            }
        };
        Ok(Some(Open { id, key, level }))
    }

    fn last_open_level(&mut self) -> Result<Option<u32>> {
        self.first("SELECT level FROM open ORDER BY id DESC LIMIT 1", Params::Empty)
    }

    fn push_open(&mut self, key: &Key, level: u32) -> Result<()> {
        let sql = "INSERT INTO open (\"key\", level) VALUES (?, ?)";
        self.execute(sql, (value(key), level)).map(drop)
    }

    fn remove_open(&mut self, id: Option<i64>) -> Result<()> {
        let Some(id) = id else { return self.run("DELETE FROM open") };
        self.execute("DELETE FROM open WHERE id = ?", (id,))?;
        self.last_removed = id;
        Ok(())
    }

    fn rebuild(&mut self) -> Result<()> {
        self.run("ALTER TABLE state FORCE")?;
        self.run("ANALYZE TABLE state")
    }

    fn sizes(&mut self) -> Result<Sizes> {
        let sql = "SELECT CAST(sum(if(table_name = 'state', data_length, 0)) AS UNSIGNED), \
                   CAST(sum(if(table_name = 'state', index_length, 0)) AS UNSIGNED), \
                   CAST(sum(data_length + index_length) AS UNSIGNED) \
                   FROM information_schema.tables \
                   WHERE table_schema = database() AND table_type = 'BASE TABLE'";
        let (table, index, total) = self.first(sql, Params::Empty)?.unwrap_or_default();
        Ok(Sizes { table, index, total })
    }
}
