//! A connection to `MariaDB` or `MySQL`: made again when it was dropped.

use super::super::server::{CONNECT, LOCK_SECONDS, holds_graph, reconnect};
use super::super::{Access, Backend};
use super::failure::{failed, unreachable};
use super::load::RowFile;
use crate::error::{GraphError, Result};
use crate::key::Key;
use crate::url::{Password, ServerUrl};
use mysql::prelude::{FromRow, Queryable};
use mysql::{Conn, OptsBuilder, Params, Value};

/// A graph on a server.
pub struct MysqlGraph {
    pub(super) url: ServerUrl,
    pub(super) access: Access,
    /// `None` if the connection was lost.
    pub(super) connection: Option<Conn>,
    pub(super) in_transaction: bool,
    /// The last state taken from the queue: rows before it are deleted, but still in the way.
    pub(super) last_removed: i64,
    /// The rows that `LOAD DATA LOCAL` reads; `None` if the server refuses it.
    pub(super) file: Option<RowFile>,
    /// Bytes of the longest statement.
    pub(super) longest: usize,
    pub(super) durability: &'static str,
}

/// Names in double quotes, and errors for values that do not fit.
const MODE: &str = "SET SESSION sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', \
                    default_storage_engine = InnoDB, autocommit = 1";

pub(super) fn value(key: &Key) -> Value {
    match key {
        Key::Number(number) => Value::Int(*number),
        Key::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
    }
}

impl MysqlGraph {
    /// Connects to a database.
    ///
    /// # Errors
    /// If it cannot be reached, or does not hold a graph.
    pub fn open(url: &ServerUrl, access: Access) -> Result<Self> {
        let mut graph = Self {
            url: url.clone(),
            access,
            connection: None,
            in_transaction: false,
            last_removed: 0,
            file: Some(RowFile::default()),
            longest: 0,
            durability: "",
        };
        graph.connect()?;
        if graph.meta()?.is_none() && access == Access::Read {
            return Err(GraphError::Missing { place: graph.place() });
        }
        Ok(graph)
    }

    fn connect(&mut self) -> Result<()> {
        let url = &self.url;
        let options = OptsBuilder::new()
            .ip_or_hostname(Some(url.host.as_str()))
            .tcp_port(url.port())
            .socket(url.socket.as_ref().map(|socket| socket.to_string_lossy()))
            .prefer_socket(url.socket.is_some())
            .user(Some(url.user.as_str()))
            .pass(url.password.as_ref().map(Password::reveal))
            .db_name(Some(url.database.as_str()))
            .tcp_connect_timeout(Some(CONNECT))
            .local_infile_handler(self.file.as_ref().map(RowFile::handler));
        let connection = Conn::new(options).map_err(|why| unreachable(url, &why))?;
        self.connection = Some(connection);
        self.run(MODE)?;
        if self.access == Access::Build {
            if !self.take_lock()? {
                return Err(GraphError::Busy { place: self.place() });
            }
        } else {
            self.run("SET SESSION TRANSACTION READ ONLY")?;
        }
        let settings = "SELECT CAST(@@max_allowed_packet AS SIGNED), \
                        CAST(@@innodb_flush_log_at_trx_commit AS SIGNED)";
        let (longest, flush): (i64, _) =
            self.first(settings, Params::Empty)?.unwrap_or((1 << 20, 1));
        self.longest = usize::try_from(longest).unwrap_or(1 << 20);
        self.durability = durability(flush);
        Ok(())
    }

    /// Takes the lock of builds for as long as the connection lasts; a connection may take it
    /// again. Waits some seconds for another connection: the one of a killed process is closed
    /// by the server a moment later.
    pub(super) fn take_lock(&mut self) -> Result<bool> {
        // Names of locks hold for the whole server, and have at most 64 characters.
        let sql = format!("SELECT GET_LOCK(CONCAT('loyd ', MD5(DATABASE())), {LOCK_SECONDS})");
        Ok(self.first::<Option<i64>>(&sql, Params::Empty)?.flatten() == Some(1))
    }

    /// The connection, made again if it was dropped; not within a transaction.
    pub(super) fn connection(&mut self) -> Result<&mut Conn> {
        if self.connection.is_none() {
            if self.in_transaction {
                let reason = "the transaction was taken back".to_owned();
                return Err(GraphError::Lost { place: self.place(), reason });
            }
            self.last_removed = 0;
            reconnect(|| self.connect())?;
        }
        let place = self.url.to_string();
        let reason = "it ended at once".to_owned();
        self.connection.as_mut().ok_or(GraphError::Lost { place, reason })
    }

    pub(super) fn failed(&mut self, error: &mysql::Error) -> GraphError {
        let failure = failed(&self.url, error);
        if matches!(failure, GraphError::Lost { .. }) {
            self.connection = None;
        }
        failure
    }

    /// Runs a statement that cannot be prepared.
    pub(super) fn run(&mut self, sql: &str) -> Result<()> {
        let result = self.connection()?.query_drop(sql);
        result.map_err(|why| self.failed(&why))
    }

    /// Runs a prepared statement; returns the number of rows that it changed.
    pub(super) fn execute(&mut self, sql: &str, params: impl Into<Params>) -> Result<u64> {
        let params = params.into();
        let connection = self.connection()?;
        let result = connection.exec_drop(sql, params).map(|()| connection.affected_rows());
        result.map_err(|why| self.failed(&why))
    }

    pub(super) fn rows<T: FromRow>(
        &mut self,
        sql: &str,
        params: impl Into<Params>,
    ) -> Result<Vec<T>> {
        let rows = self.connection()?.exec_opt(sql, params.into());
        let rows =
            rows.and_then(|rows| Ok(rows.into_iter().collect::<std::result::Result<_, _>>()?));
        rows.map_err(|why| self.failed(&why))
    }

    pub(super) fn first<T: FromRow>(
        &mut self,
        sql: &str,
        params: impl Into<Params>,
    ) -> Result<Option<T>> {
        Ok(self.rows(sql, params)?.into_iter().next())
    }

    /// Returns true if the database holds a graph, though its creation may have been interrupted.
    pub(super) fn holds_graph(&mut self) -> Result<bool> {
        let sql = "SELECT table_name, table_comment FROM information_schema.tables \
                   WHERE table_schema = database()";
        let tables: Vec<(String, String)> = self.rows(sql, Params::Empty)?;
        holds_graph(&self.place(), &tables)
    }
}

/// The crashes that a committed transaction survives, by the setting of the server.
fn durability(flush_log: i64) -> &'static str {
    match flush_log {
        1 | 3 => {
            "innodb_flush_log_at_trx_commit is 1: a committed transaction survives a crash of loyd, of the \
             server and of the machine"
        }
        2 => {
            "innodb_flush_log_at_trx_commit is 2: a committed transaction survives a crash of loyd and of the \
             server; a crash of the machine may lose the last second, and leaves the database consistent"
        }
        _ => {
            "innodb_flush_log_at_trx_commit is 0: a crash of the server or the machine may lose the last \
             second, and leaves the database consistent"
        }
    }
}
