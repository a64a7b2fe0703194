//! A graph in a database of `PostgreSQL`.
//!
//! Rows are loaded by `COPY` in its binary form. Everything else is prepared once for each
//! connection. A connection that was dropped between two transactions is made again; within one,
//! [`GraphError::Lost`] reports that its changes are lost.

mod connection;
mod copy;
mod failure;

use super::server::{MARK, holds_graph};
use super::{Backend, Layout, Open, Sizes, gapless};
use crate::error::{GraphError, Result};
use crate::key::{Key, Keys, Rows};
use crate::meta::Meta;
use crate::schema;
use connection::Params;
pub use connection::PostgresGraph;
use postgres::types::Type;
use std::io::{self, Write};

impl PostgresGraph {
    fn create_tables(&mut self, layout: &Layout) -> Result<()> {
        for statement in schema::statements(&schema::POSTGRES, layout) {
            self.batch(&statement)?;
        }
        self.batch(&format!("COMMENT ON TABLE meta IS '{MARK}'"))?;
        for (name, value) in layout.meta.values() {
            self.execute("INSERT INTO meta VALUES ($1, $2)", &[&name, &value])?;
        }
        for (number, mv) in layout.moves.iter().enumerate() {
            let row: Params<'_> = &[&(number as i32), &mv.name, &i32::from(mv.inverse)];
            self.execute("INSERT INTO move VALUES ($1, $2, $3)", row)?;
        }
        for s in &layout.slides {
            let (blank, number) = (i32::from(s.blank), i32::from(s.number));
            let (up, down) = (s.up as i32, s.down as i32);
            let row: Params<'_> = &[&blank, &number, &s.at_blank, &s.mask, &s.target, &up, &down];
            self.execute("INSERT INTO slide VALUES ($1, $2, $3, $4, $5, $6, $7)", row)?;
        }
        Ok(())
    }

    fn copy(&mut self, rows: &Rows) -> Result<()> {
        let statement = self.prepared("COPY state FROM STDIN (FORMAT binary)")?;
        let bytes = copy::encode(rows);
        let client = self.client()?;
        let mut copy = || {
            let mut writer = client.copy_in(&statement).map_err(io::Error::other)?;
            writer.write_all(&bytes)?;
            writer.finish().map_err(io::Error::other)
        };
        match copy() {
            Ok(stored) if stored == rows.len() as u64 => Ok(()),
            Ok(stored) => Err(GraphError::Database {
                place: self.place(),
                reason: format!("it stored {stored} rows of {}", rows.len()),
            }),
            Err(why) => match why.get_ref().and_then(|why| why.downcast_ref()) {
                Some(why) => Err(self.failed(why)),
                None => Err(GraphError::Lost { place: self.place(), reason: why.to_string() }),
            },
        }
    }
}

impl Backend for PostgresGraph {
    fn place(&self) -> String {
        self.url.to_string()
    }

    fn durability(&self) -> &'static str {
        self.durability
    }

    fn lock(&mut self) -> Result<bool> {
        // The connection holds the lock already, unless the server dropped it.
        match self.take_lock() {
            Err(GraphError::Lost { .. }) => self.take_lock()?,
            acquired => acquired?,
        }
        Ok(true)
    }

    fn meta(&mut self) -> Result<Option<Meta>> {
        let sql = "SELECT c.relname::text, coalesce(obj_description(c.oid, 'pg_class'), '') \
                   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
                   WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f')";
        let mut tables = Vec::new();
        for row in self.rows(sql, &[])? {
            tables.push((self.get(&row, 0)?, self.get(&row, 1)?));
        }
        let place = self.place();
        if !holds_graph(&place, &tables)? {
            return Ok(None);
        }
        let mut values = Vec::new();
        for row in self.rows("SELECT name, value FROM meta", &[])? {
            values.push((self.get(&row, 0)?, self.get(&row, 1)?));
        }
        Meta::read(&place, &values).map(Some)
    }

    fn create(&mut self, layout: &Layout) -> Result<()> {
        self.begin()?;
        self.create_tables(layout)?;
        self.commit()
    }

    fn remove(&mut self) -> Result<()> {
        self.begin()?;
        schema::removals().try_for_each(|statement| self.batch(&statement))?;
        self.commit()?;
        self.statements.clear();
        Ok(())
    }

    fn set_meta(&mut self, name: &str, value: &str) -> Result<()> {
        self.execute("UPDATE meta SET value = $2 WHERE name = $1", &[&name, &value]).map(drop)
    }

    fn begin(&mut self) -> Result<()> {
        match self.batch("BEGIN") {
            Err(GraphError::Lost { .. }) => self.batch("BEGIN")?,
            result => result?,
        }
        self.in_transaction = true;
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        self.batch("COMMIT")?;
        self.in_transaction = false;
        Ok(())
    }

    fn rollback(&mut self) -> Result<()> {
        let was = std::mem::take(&mut self.in_transaction);
        self.last_removed = 0;
        if was && self.client.is_some() { self.batch("ROLLBACK") } else { Ok(()) }
    }

    fn load(&mut self, rows: &Rows) -> Result<()> {
        self.copy(rows)
    }

    fn insert(&mut self, row: &Rows) -> Result<bool> {
        let (key, level) = (Key::at(&row.keys, 0), row.levels[0] as i32);
        let mv = row.moves[0].map(i32::from);
        let stored = match row.positions.first() {
            None => self.execute(
                "INSERT INTO state VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                &[&key, &level, &mv],
            ),
            Some(position) => self.execute(
                "INSERT INTO state VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                &[&key, &level, &mv, position],
            ),
        };
        Ok(stored? == 1)
    }

    fn find(&mut self, key: &Key) -> Result<Option<(u32, Option<u16>)>> {
        let row = self.first("SELECT level, move FROM state WHERE key = $1", &[key])?;
        let Some(row) = row else { return Ok(None) };
        let (level, mv) = (self.get::<i32>(&row, 0)?, self.get::<Option<i32>>(&row, 1)?);
        Ok(Some((level as u32, mv.map(|mv| mv as u16))))
    }

    fn page(
        &mut self,
        level: Option<u32>,
        after: Option<&Key>,
        limit: usize,
        rows: &mut Rows,
    ) -> Result<()> {
        rows.clear();
        let (level, limit) = (level.map(|level| level as i32), limit as i64);
        let select = "SELECT key, level, move FROM state";
        let rows_found = match (&level, &after) {
            (None, None) => self.rows(&format!("{select} ORDER BY key LIMIT $1"), &[&limit]),
            (Some(level), None) => {
                let sql = format!("{select} WHERE level = $2 ORDER BY key LIMIT $1");
                self.rows(&sql, &[&limit, level])
            }
            (None, Some(after)) => {
                let sql = format!("{select} WHERE key > $2 ORDER BY key LIMIT $1");
                self.rows(&sql, &[&limit, after])
            }
            (Some(level), Some(after)) => {
                let sql = format!("{select} WHERE level = $2 AND key > $3 ORDER BY key LIMIT $1");
                self.rows(&sql, &[&limit, level, after])
            }
        };
        for row in rows_found? {
            match &mut rows.keys {
                Keys::Numbers(numbers) => numbers.push(self.get(&row, 0)?),
                Keys::Bytes { length, bytes } => {
                    let key: &[u8] = self.get(&row, 0)?;
                    if key.len() != *length {
                        let reason = "a key has another form".to_owned();
                        return Err(GraphError::Damaged { place: self.place(), reason });
                    }
                    bytes.extend_from_slice(key);
                }
            }
            rows.levels.push(self.get::<i32>(&row, 1)? as u32);
            rows.moves.push(self.get::<Option<i32>>(&row, 2)?.map(|mv| mv as u16));
        }
        Ok(())
    }

    fn levels(&mut self) -> Result<Vec<u64>> {
        let mut levels = Vec::new();
        for row in self.rows("SELECT level::bigint, states FROM level ORDER BY 1", &[])? {
            levels.push((self.get(&row, 0)?, self.get(&row, 1)?));
        }
        gapless(&self.place(), levels)
    }

    fn add_level(&mut self, level: u32, states: u64) -> Result<()> {
        let row: Params<'_> = &[&(level as i32), &(states as i64)];
        self.execute("INSERT INTO level VALUES ($1, $2)", row).map(drop)
    }

    fn count(&mut self, level: u32) -> Result<u64> {
        let sql = "SELECT count(*) FROM state WHERE level = $1";
        let row = self.first(sql, &[&(level as i32)])?;
        row.map_or(Ok(0), |row| self.get::<i64>(&row, 0).map(|count| count as u64))
    }

    fn counts(&mut self) -> Result<Vec<u64>> {
        let mut counts = Vec::new();
        let sql = "SELECT level::bigint, count(*) FROM state GROUP BY level ORDER BY 1";
        for row in self.rows(sql, &[])? {
            counts.push((self.get(&row, 0)?, self.get(&row, 1)?));
        }
        gapless(&self.place(), counts)
    }

    fn next_open(&mut self) -> Result<Option<Open>> {
        let sql = "SELECT id, key, level FROM open WHERE id > $1 ORDER BY id LIMIT 1";
        let last_removed = self.last_removed;
        let Some(row) = self.first(sql, &[&last_removed])? else { return Ok(None) };
        let key = match *row.columns()[1].type_() {
            Type::BYTEA => Key::Bytes(self.get::<&[u8]>(&row, 1)?.into()),
            _ => Key::Number(self.get(&row, 1)?),
        };
        let (id, level) = (self.get(&row, 0)?, self.get::<i32>(&row, 2)? as u32);
        Ok(Some(Open { id, key, level }))
    }

    fn last_open_level(&mut self) -> Result<Option<u32>> {
        let row = self.first("SELECT level FROM open ORDER BY id DESC LIMIT 1", &[])?;
        row.map(|row| Ok(self.get::<i32>(&row, 0)? as u32)).transpose()
    }

    fn push_open(&mut self, key: &Key, level: u32) -> Result<()> {
        let sql = "INSERT INTO open (key, level) VALUES ($1, $2)";
        self.execute(sql, &[key, &(level as i32)]).map(drop)
    }

    fn remove_open(&mut self, id: Option<i64>) -> Result<()> {
        let Some(id) = id else { return self.batch("DELETE FROM open") };
        self.execute("DELETE FROM open WHERE id = $1", &[&id])?;
        self.last_removed = id;
        Ok(())
    }

    fn rebuild(&mut self) -> Result<()> {
        self.batch("REINDEX TABLE state")?;
        self.batch("VACUUM (ANALYZE) state")
    }

    fn sizes(&mut self) -> Result<Sizes> {
        let sql = "SELECT pg_table_size('state') + pg_relation_size('state_pkey'), \
                   pg_indexes_size('state') - pg_relation_size('state_pkey'), \
                   (SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c \
                   JOIN pg_namespace n ON n.oid = c.relnamespace \
                   WHERE n.nspname = current_schema() AND c.relkind = 'r')";
        let Some(row) = self.first(sql, &[])? else { return Ok(Sizes::default()) };
        let bytes = |column| self.get::<i64>(&row, column).map(|bytes| bytes as u64);
        Ok(Sizes { table: bytes(0)?, index: bytes(1)?, total: bytes(2)? })
    }
}
