//! A graph in a database that speaks SQL, by one connection at a time.
//!
//! A connection that is lost between two transactions is made again; within one, [`GraphError::Lost`]
//! reports that its changes are lost.

use super::cell::Cell;
use super::connection::Connection;
use super::{Access, Backend, Layout, Open, Sizes, gapless};
use crate::error::{GraphError, Result};
use crate::key::{Key, Rows};
use crate::meta::Meta;
use crate::schema;
use loyd_search::clock::Stopwatch;
use std::thread;
use std::time::Duration;

/// Time in which a server that is being restarted should be back.
const RESTART: Duration = Duration::from_secs(15);

/// Time between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(250);

/// A graph in a database that speaks SQL.
pub(super) struct SqlGraph<C: Connection> {
    address: C::Address,
    access: Access,
    /// `None` if the connection was lost.
    connection: Option<C>,
    in_transaction: bool,
    /// The last state taken from the queue: rows before it are deleted, but a server has them still in
    /// the way.
    last_removed: i64,
    durability: &'static str,
}

impl<C: Connection> SqlGraph<C> {
    /// Connects to a database.
    ///
    /// # Errors
    /// If it cannot be reached, does not hold a graph, or another connection builds in it.
    pub(super) fn open(address: C::Address, access: Access) -> Result<Self> {
        let (connection, durability) = connect::<C>(&address, access)?;
        let mut graph = Self {
            address,
            access,
            connection: Some(connection),
            in_transaction: false,
            last_removed: 0,
            durability,
        };
        if graph.meta()?.is_none() && access == Access::Read {
            return Err(GraphError::Missing { place: graph.place() });
        }
        graph.with(|connection| connection.configure(access))?;
        Ok(graph)
    }

    /// Uses the connection, which is made again if it was lost before; not within a transaction.
    fn with<T>(&mut self, run: impl FnOnce(&mut C) -> Result<T>) -> Result<T> {
        let connection = match &mut self.connection {
            Some(connection) if !connection.is_closed() => connection,
            lost => {
                *lost = None;
                if self.in_transaction {
                    let reason = "the transaction was taken back".to_owned();
                    return Err(GraphError::Lost { place: self.address.to_string(), reason });
                }
                self.last_removed = 0;
                let connection;
                (connection, self.durability) = reconnect(&self.address, self.access)?;
                lost.insert(connection)
            }
        };
        let result = run(connection);
        if matches!(result, Err(GraphError::Lost { .. })) {
            self.connection = None;
        }
        result
    }

    /// Uses the connection before a transaction: twice if it turns out to be lost.
    fn with_live<T>(&mut self, run: impl Fn(&mut C) -> Result<T>) -> Result<T> {
        match self.with(&run) {
            Err(GraphError::Lost { .. }) => self.with(&run),
            result => result,
        }
    }

    fn run(&mut self, sql: &str) -> Result<()> {
        self.with(|connection| connection.run(sql))
    }

    fn execute(&mut self, sql: &str, params: &[Cell<'_>]) -> Result<u64> {
        self.with(|connection| connection.execute(sql, params))
    }

    fn rows<const N: usize, T>(
        &mut self,
        sql: &str,
        params: &[Cell<'_>],
        read: impl FnMut([Cell<'_>; N]) -> Option<T>,
    ) -> Result<Vec<T>> {
        self.with(|connection| connection.rows(sql, params, read))
    }

    fn create_tables(&mut self, layout: &Layout) -> Result<()> {
        self.last_removed = 0;
        let statements = schema::statements(C::DIALECT, layout);
        statements.iter().try_for_each(|statement| self.run(statement))
    }

    fn describe(&mut self, layout: &Layout) -> Result<()> {
        for (number, mv) in (0i64..).zip(&layout.moves) {
            let row = [number.into(), Cell::Text(&mv.name), mv.inverse.into()];
            self.execute("INSERT INTO move VALUES (?, ?, ?)", &row)?;
        }
        for s in &layout.slides {
            let (blank, number) = (s.blank.into(), s.number.into());
            let (up, down) = (s.up.into(), s.down.into());
            let row = [blank, number, s.at_blank.into(), s.mask.into(), s.target.into(), up, down];
            self.execute("INSERT INTO slide VALUES (?, ?, ?, ?, ?, ?, ?)", &row)?;
        }
        // The facts are last: a graph that has some is whole.
        for (name, value) in layout.meta.values() {
            let row = [Cell::Text(name), Cell::Text(&value)];
            self.execute("INSERT INTO meta VALUES (?, ?)", &row)?;
        }
        Ok(())
    }
}

/// A connection, and the crashes that its transactions survive.
fn connect<C: Connection>(address: &C::Address, access: Access) -> Result<(C, &'static str)> {
    let mut connection = C::connect(address, access)?;
    let durability = connection.durability()?;
    Ok((connection, durability))
}

/// Connects to a server that was there before, and may be being restarted.
fn reconnect<C: Connection>(address: &C::Address, access: Access) -> Result<(C, &'static str)> {
    let began = Stopwatch::start();
    loop {
        match connect(address, access) {
            Err(GraphError::Unreachable { .. }) if began.elapsed() < RESTART => {
                thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}

impl<C: Connection> Backend for SqlGraph<C> {
    fn place(&self) -> String {
        self.address.to_string()
    }

    fn durability(&self) -> &'static str {
        self.durability
    }

    fn lock(&mut self) -> Result<bool> {
        // A connection to a server holds the lock already, unless the server dropped it.
        self.with_live(C::lock)
    }

    fn meta(&mut self) -> Result<Option<Meta>> {
        if !self.with(C::holds_graph)? {
            return Ok(None);
        }
        let sql = "SELECT name, value FROM meta";
        let values = self.rows(sql, &[], |[name, value]| Some((name.text()?, value.text()?)))?;
        if values.is_empty() && !C::DIALECT.tables_in_transactions {
            return Ok(None);
        }
        Meta::read(&self.place(), &values).map(Some)
    }

    fn create(&mut self, layout: &Layout) -> Result<()> {
        if C::DIALECT.tables_in_transactions {
            self.begin()?;
            self.create_tables(layout)?;
        } else {
            // An interrupted creation may have left tables.
            self.remove()?;
            self.create_tables(layout)?;
            self.begin()?;
        }
        self.describe(layout)?;
        self.commit()
    }

    fn remove(&mut self) -> Result<()> {
        if !self.with(C::holds_graph)? {
            return Ok(());
        }
        if C::DIALECT.tables_in_transactions {
            self.begin()?;
        } else {
            // A graph without facts is not whole, if this is interrupted.
            self.run("DELETE FROM meta")?;
        }
        schema::removals().try_for_each(|statement| self.run(&statement))?;
        self.with(C::remove_traces)?;
        if self.in_transaction { self.commit() } else { Ok(()) }
    }

    fn set_meta(&mut self, name: &str, value: &str) -> Result<()> {
        let sql = "UPDATE meta SET value = ? WHERE name = ?";
        self.execute(sql, &[Cell::Text(value), Cell::Text(name)]).map(drop)
    }

    fn begin(&mut self) -> Result<()> {
        self.with_live(|connection| connection.run(C::DIALECT.begin))?;
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
        if was && self.connection.is_some() { self.with(C::rollback) } else { Ok(()) }
    }

    fn load(&mut self, rows: &Rows) -> Result<()> {
        self.with(|connection| connection.load(rows))
    }

    fn insert(&mut self, row: &Rows) -> Result<bool> {
        let (cells, columns) = Cell::state(row, 0);
        let values = &"?, ?, ?, ?"[..3 * columns - 2];
        let sql = C::DIALECT.insert_new.replace('#', values);
        Ok(self.execute(&sql, &cells[..columns])? == 1)
    }

    fn find(&mut self, key: &Key) -> Result<Option<(u32, Option<u16>)>> {
        let sql = "SELECT s.level, s.move FROM state s WHERE s.key = ?";
        let read = |[level, mv]: [Cell<'_>; 2]| Some((level.integer()?, mv.nullable()?));
        Ok(self.rows(sql, &[key.into()], read)?.pop())
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
            params.push(Cell::from(level));
        }
        if let Some(after) = after {
            conditions.push("s.key > ?");
            params.push(after.into());
        }
        let all = if conditions.is_empty() { "true".to_owned() } else { conditions.join(" AND ") };
        params.push(Cell::Integer(limit as i64));
        let sql = format!(
            "SELECT s.key, s.level, s.move FROM state s WHERE {all} ORDER BY s.key LIMIT ?"
        );
        let push = |[key, level, mv]: [Cell<'_>; 3]| {
            key.push_key(&mut rows.keys)?;
            rows.levels.push(level.integer()?);
            rows.moves.push(mv.nullable()?);
            Some(())
        };
        self.rows(&sql, &params, push).map(drop)
    }

    fn levels(&mut self) -> Result<Vec<u64>> {
        let levels = self.rows("SELECT level, states FROM level ORDER BY 1", &[], pair)?;
        gapless(&self.place(), levels)
    }

    fn add_level(&mut self, level: u32, states: u64) -> Result<()> {
        let row = [level.into(), Cell::Integer(states as i64)];
        self.execute("INSERT INTO level VALUES (?, ?)", &row).map(drop)
    }

    fn count(&mut self, level: u32) -> Result<u64> {
        let sql = "SELECT count(*) FROM state WHERE level = ?";
        let mut count = self.rows(sql, &[level.into()], |[count]| count.integer())?;
        Ok(count.pop().unwrap_or(0))
    }

    fn counts(&mut self) -> Result<Vec<u64>> {
        let sql = "SELECT level, count(*) FROM state GROUP BY level ORDER BY 1";
        let counts = self.rows(sql, &[], pair)?;
        gapless(&self.place(), counts)
    }

    fn next_open(&mut self) -> Result<Option<Open>> {
        let sql = "SELECT o.id, o.key, o.level FROM open o WHERE o.id > ? ORDER BY o.id LIMIT 1";
        let last_removed = Cell::Integer(self.last_removed);
        let read = |[id, key, level]: [Cell<'_>; 3]| {
            Some(Open { id: id.integer()?, key: key.key()?, level: level.integer()? })
        };
        Ok(self.rows(sql, &[last_removed], read)?.pop())
    }

    fn last_open_level(&mut self) -> Result<Option<u32>> {
        let sql = "SELECT level FROM open ORDER BY id DESC LIMIT 1";
        Ok(self.rows(sql, &[], |[level]| level.integer())?.pop())
    }

    fn push_open(&mut self, key: &Key, level: u32) -> Result<()> {
        let sql = "INSERT INTO open (\"key\", level) VALUES (?, ?)";
        self.execute(sql, &[key.into(), level.into()]).map(drop)
    }

    fn remove_open(&mut self, id: Option<i64>) -> Result<()> {
        let Some(id) = id else { return self.run("DELETE FROM open") };
        self.execute("DELETE FROM open WHERE id = ?", &[id.into()])?;
        self.last_removed = id;
        Ok(())
    }

    fn rebuild(&mut self) -> Result<()> {
        C::DIALECT.rebuild.iter().try_for_each(|statement| self.run(statement))
    }

    fn sizes(&mut self) -> Result<Sizes> {
        let read =
            |cells: [Cell<'_>; 3]| Some(cells.map(|cell| cell.integer().unwrap_or_default()));
        let sizes = self.rows(C::DIALECT.sizes, &[], read)?.pop();
        let [table, index, total] = sizes.unwrap_or_default();
        Ok(Sizes { table, index, total })
    }
}

/// A level and its number of states.
fn pair([level, states]: [Cell<'_>; 2]) -> Option<(i64, i64)> {
    Some((level.integer()?, states.integer()?))
}
