//! A connection to `MariaDB` or `MySQL`.
//!
//! Rows are loaded by `LOAD DATA LOCAL` from memory, or by `INSERT` of many rows where the server
//! refuses that. The driver prepares other statements once.

mod failure;
mod load;

use super::Access;
use super::cell::Cell;
use super::connection::Connection;
use super::server::{self, CONNECT, LOCK_SECONDS, check_stored};
use crate::error::{GraphError, Result};
use crate::key::Rows;
use crate::schema::{self, Dialect};
use crate::url::{Password, ServerUrl};
use failure::{failed, refuses_local_files, unreachable};
use load::RowFile;
use mysql::prelude::Queryable;
use mysql::{Conn, OptsBuilder, Params, Value};

/// A connection to a server.
pub(super) struct MysqlConnection {
    url: ServerUrl,
    connection: Conn,
    /// The rows that `LOAD DATA LOCAL` reads; `None` if the server refuses it.
    file: Option<RowFile>,
    /// Bytes of the longest statement.
    longest: usize,
}

/// Names in double quotes, and errors for values that do not fit.
const MODE: &str = "SET SESSION sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', \
                    default_storage_engine = InnoDB, autocommit = 1";

/// Bytes of an `INSERT` beyond which longer ones are not faster.
const LONG: usize = 1 << 20;

/// Parameters that a statement can have.
const MAX_PARAMETERS: usize = 65_535;

/// The tables and views of the database with their comments.
const TABLES: &str = "SELECT table_name, table_comment FROM information_schema.tables \
                      WHERE table_schema = database()";

impl MysqlConnection {
    fn failed(&self, error: &mysql::Error) -> GraphError {
        failed(&self.url, error)
    }

    /// Loads rows from memory; returns false if the server refuses that.
    fn load_file(&mut self, rows: &Rows) -> Result<bool> {
        let Some(file) = &self.file else { return Ok(false) };
        file.fill(rows);
        match self.connection.query_drop(load::statement(rows)) {
            // It skips rows that do not fit, with a warning.
            Ok(()) => check_stored(&self.url, self.connection.affected_rows(), rows.len())?,
            Err(why) if refuses_local_files(&why) => self.file = None,
            Err(why) => return Err(self.failed(&why)),
        }
        Ok(self.file.is_some())
    }

    /// Inserts rows by statements of many rows each, as long as the server takes them.
    fn insert_rows(&mut self, rows: &Rows) -> Result<()> {
        let all: Vec<_> = (0..rows.len()).map(|row| Cell::state(rows, row)).collect();
        let Some(&(_, columns)) = all.first() else { return Ok(()) };
        let bytes =
            all.iter().flat_map(|(cells, _)| cells).map(Cell::bytes).sum::<usize>() / all.len();
        let count = self.longest.min(LONG) / bytes / 2;
        for rows in all.chunks(count.clamp(1, MAX_PARAMETERS / 4)) {
            let values = vec![format!("({})", vec!["?"; columns].join(",")); rows.len()];
            let cells: Vec<_> =
                rows.iter().flat_map(|(cells, _)| &cells[..columns]).copied().collect();
            self.execute(&format!("INSERT INTO state VALUES {}", values.join(",")), &cells)?;
        }
        Ok(())
    }
}

impl Connection for MysqlConnection {
    type Address = ServerUrl;

    const DIALECT: &'static Dialect = &schema::MYSQL;

    fn connect(url: &ServerUrl, access: Access) -> Result<Self> {
        let file = RowFile::default();
        let options = OptsBuilder::new()
            .ip_or_hostname(Some(url.host.as_str()))
            .tcp_port(url.port())
            .socket(url.socket.as_ref().map(|socket| socket.to_string_lossy()))
            .prefer_socket(url.socket.is_some())
            .user(Some(url.user.as_str()))
            .pass(url.password.as_ref().map(Password::reveal))
            .db_name(Some(url.database.as_str()))
            .tcp_connect_timeout(Some(CONNECT))
            .local_infile_handler(Some(file.handler()));
        let connection = Conn::new(options).map_err(|why| unreachable(url, &why))?;
        let mut new = Self { url: url.clone(), connection, file: Some(file), longest: 1 << 20 };
        new.run(MODE)?;
        if access == Access::Read {
            new.run("SET SESSION TRANSACTION READ ONLY")?;
        } else if !new.lock()? {
            return Err(GraphError::Busy { place: url.to_string() });
        }
        let sql = "SELECT CAST(@@max_allowed_packet AS SIGNED)";
        new.longest = new.rows(sql, &[], |[bytes]| bytes.integer())?.pop().unwrap_or(new.longest);
        Ok(new)
    }

    fn address(&self) -> &ServerUrl {
        &self.url
    }

    fn durability(&mut self) -> Result<&'static str> {
        let sql = "SELECT CAST(@@innodb_flush_log_at_trx_commit AS SIGNED)";
        Ok(match self.rows(sql, &[], |[flush]| flush.integer::<i64>())?.pop() {
            None | Some(1 | 3) => {
                "innodb_flush_log_at_trx_commit is 1: a committed transaction survives a crash of loyd, of the \
                 server and of the machine"
            }
            Some(2) => {
                "innodb_flush_log_at_trx_commit is 2: a committed transaction survives a crash of loyd and of the \
                 server; a crash of the machine may lose the last second, and leaves the database consistent"
            }
            Some(_) => {
                "innodb_flush_log_at_trx_commit is 0: a crash of the server or the machine may lose the last \
                 second, and leaves the database consistent"
            }
        })
    }

    /// Waits some seconds for another connection: the one of a killed process is closed by the server a
    /// moment later.
    fn lock(&mut self) -> Result<bool> {
        // Names of locks hold for the whole server, and have at most 64 characters.
        let sql = format!("SELECT GET_LOCK(CONCAT('loyd ', MD5(DATABASE())), {LOCK_SECONDS})");
        let lock = self.rows(&sql, &[], |[lock]| lock.nullable())?;
        Ok(lock == [Some(1)])
    }

    fn holds_graph(&mut self) -> Result<bool> {
        server::holds_graph(self, TABLES)
    }

    fn run(&mut self, sql: &str) -> Result<()> {
        self.connection.query_drop(sql).map_err(|why| self.failed(&why))
    }

    fn execute(&mut self, sql: &str, params: &[Cell<'_>]) -> Result<u64> {
        let result = self.connection.exec_drop(sql, values(params));
        result.map_err(|why| self.failed(&why))?;
        Ok(self.connection.affected_rows())
    }

    fn query<const N: usize>(
        &mut self,
        sql: &str,
        params: &[Cell<'_>],
        each: &mut dyn FnMut([Cell<'_>; N]),
    ) -> Result<()> {
        let rows = self.connection.exec::<mysql::Row, _, _>(sql, values(params));
        for row in rows.map_err(|why| self.failed(&why))? {
            each(std::array::from_fn(|column| row.as_ref(column).map_or(Cell::Other, cell)));
        }
        Ok(())
    }

    fn load(&mut self, rows: &Rows) -> Result<()> {
        if self.load_file(rows)? {
            return Ok(());
        }
        self.insert_rows(rows)
    }
}

/// The parameters of a statement.
fn values(params: &[Cell<'_>]) -> Params {
    let value = |cell: &Cell<'_>| match *cell {
        Cell::Null | Cell::Other => Value::NULL,
        Cell::Integer(number) => Value::Int(number),
        Cell::Text(text) => Value::from(text),
        Cell::Bytes(bytes) => Value::from(bytes),
    };
    params.iter().map(value).collect::<Vec<_>>().into()
}

/// The cell of a column.
fn cell(value: &Value) -> Cell<'_> {
    match value {
        Value::NULL => Cell::Null,
        Value::Int(number) => Cell::Integer(*number),
        Value::Bytes(bytes) => Cell::Bytes(bytes),
        _ => Cell::Other,
    }
}
