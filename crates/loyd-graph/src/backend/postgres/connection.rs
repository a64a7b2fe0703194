//! A connection to `PostgreSQL`: made again when it was dropped, and the statements prepared for it.

use super::super::server::{CONNECT, LOCK_SECONDS, reconnect};
use super::super::{Access, Backend};
use super::failure::{failed, unreachable};
use crate::error::{GraphError, Result};
use crate::key::Key;
use crate::url::ServerUrl;
use bytes::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Config, NoTls, Row, Statement};
use rustc_hash::FxHashMap;

/// A graph on a server.
pub struct PostgresGraph {
    pub(super) url: ServerUrl,
    pub(super) access: Access,
    /// `None` if the connection was lost.
    pub(super) client: Option<Client>,
    pub(super) statements: FxHashMap<String, Statement>,
    pub(super) in_transaction: bool,
    /// The last state taken from the queue: rows before it are deleted, but still in the way.
    pub(super) last_removed: i64,
    pub(super) durability: &'static str,
}

pub(super) type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

impl ToSql for Key {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Self::Number(number) => number.to_sql(ty, out),
            Self::Bytes(bytes) => (&**bytes).to_sql(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::INT8 | Type::BYTEA)
    }

    to_sql_checked!();
}

impl PostgresGraph {
    /// Connects to a database.
    ///
    /// # Errors
    /// If it cannot be reached, or does not hold a graph.
    pub fn open(url: &ServerUrl, access: Access) -> Result<Self> {
        let mut graph = Self {
            url: url.clone(),
            access,
            client: None,
            statements: FxHashMap::default(),
            in_transaction: false,
            last_removed: 0,
            durability: "",
        };
        graph.connect()?;
        if graph.meta()?.is_none() && access == Access::Read {
            return Err(GraphError::Missing { place: graph.place() });
        }
        Ok(graph)
    }

    fn connect(&mut self) -> Result<()> {
        let mut config = Config::new();
        config.user(&self.url.user).dbname(&self.url.database).application_name("loyd");
        let socket = self.url.socket.as_ref().map(|folder| folder.to_string_lossy());
        config.host(socket.as_deref().unwrap_or(&self.url.host)).port(self.url.port());
        config.connect_timeout(CONNECT);
        if let Some(password) = &self.url.password {
            config.password(password.reveal());
        }
        let client = config.connect(NoTls).map_err(|why| unreachable(&self.url, &why))?;
        self.client = Some(client);
        self.statements.clear();
        // An index in the order of keys is read page by page; sorting for each page would not be.
        self.batch("SET enable_sort = off; SET client_min_messages = warning")?;
        if self.access == Access::Build {
            self.take_lock()?;
        } else {
            self.batch("SET default_transaction_read_only = on")?;
        }
        let fsync = self.text("SHOW fsync")?;
        let commit = self.text("SHOW synchronous_commit")?;
        self.durability = durability(fsync == "on", commit != "off");
        Ok(())
    }

    /// Takes the lock of builds for as long as the connection lasts; a connection may take it
    /// again. Waits some seconds for another connection, then fails with [`GraphError::Busy`].
    pub(super) fn take_lock(&mut self) -> Result<()> {
        self.batch(&format!("SET lock_timeout = '{LOCK_SECONDS}s'"))?;
        let number = i32::from_be_bytes(*b"loyd");
        let lock = format!(
            "SELECT pg_advisory_lock({number}, hashtext(coalesce(current_schema(), '')))::text"
        );
        self.text(&lock)?;
        self.batch("SET lock_timeout = 0")
    }

    /// The connection, made again if it was dropped; not within a transaction.
    pub(super) fn client(&mut self) -> Result<&mut Client> {
        if self.client.as_ref().is_none_or(Client::is_closed) {
            self.client = None;
            if self.in_transaction {
                let reason = "the transaction was taken back".to_owned();
                return Err(GraphError::Lost { place: self.place(), reason });
            }
            self.last_removed = 0;
            reconnect(|| self.connect())?;
        }
        let place = self.url.to_string();
        let reason = "it ended at once".to_owned();
        self.client.as_mut().ok_or(GraphError::Lost { place, reason })
    }

    pub(super) fn failed(&mut self, error: &postgres::Error) -> GraphError {
        let failure = failed(&self.url, error);
        if matches!(failure, GraphError::Lost { .. }) {
            self.client = None;
        }
        failure
    }

    /// Runs statements without parameters.
    pub(super) fn batch(&mut self, sql: &str) -> Result<()> {
        let result = self.client()?.batch_execute(sql);
        result.map_err(|why| self.failed(&why))
    }

    /// A text that a query returns.
    pub(super) fn text(&mut self, sql: &str) -> Result<String> {
        let row = self.client()?.query_one(sql, &[]);
        let text = row.and_then(|row| row.try_get(0));
        text.map_err(|why| self.failed(&why))
    }

    pub(super) fn prepared(&mut self, sql: &str) -> Result<Statement> {
        self.client()?;
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client()?.prepare(sql).map_err(|why| self.failed(&why))?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    pub(super) fn execute(&mut self, sql: &str, params: Params<'_>) -> Result<u64> {
        let statement = self.prepared(sql)?;
        let result = self.client()?.execute(&statement, params);
        result.map_err(|why| self.failed(&why))
    }

    pub(super) fn rows(&mut self, sql: &str, params: Params<'_>) -> Result<Vec<Row>> {
        let statement = self.prepared(sql)?;
        let result = self.client()?.query(&statement, params);
        result.map_err(|why| self.failed(&why))
    }

    pub(super) fn first(&mut self, sql: &str, params: Params<'_>) -> Result<Option<Row>> {
        Ok(self.rows(sql, params)?.into_iter().next())
    }

    /// A column of a row.
    pub(super) fn get<'a, T: FromSql<'a>>(&self, row: &'a Row, column: usize) -> Result<T> {
        row.try_get(column).map_err(|why| failed(&self.url, &why))
    }
}

/// The crashes that a committed transaction survives, by the settings of the server.
fn durability(fsync: bool, synchronous_commit: bool) -> &'static str {
    match (fsync, synchronous_commit) {
        (true, true) => {
            "fsync and synchronous_commit are on: a committed transaction survives a crash of loyd, of the \
             server and of the machine"
        }
        (true, false) => {
            "synchronous_commit is off: a crash of the server or the machine may lose the last \
             transactions, and leaves the database consistent"
        }
        (false, _) => {
            "fsync is off: a committed transaction survives a crash of loyd and of the server; a crash of \
             the machine may damage the database"
        }
    }
}
