//! A connection to `PostgreSQL`.
//!
//! Rows are loaded by `COPY` in its binary form. Other statements are prepared once.

mod copy;
mod failure;

use super::Access;
use super::cell::Cell;
use super::connection::Connection;
use super::server::{self, CONNECT, LOCK_SECONDS, check_stored};
use crate::error::{GraphError, Result};
use crate::key::Rows;
use crate::schema::{self, Dialect};
use crate::url::ServerUrl;
use bytes::BytesMut;
use failure::{failed, unreachable};
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Config, NoTls, Statement};
use rustc_hash::FxHashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// A connection to a server.
pub(super) struct PostgresConnection {
    url: ServerUrl,
    client: Client,
    statements: FxHashMap<String, Statement>,
}

/// The tables and views of the database with their comments.
const TABLES: &str = "SELECT c.relname::text, coalesce(obj_description(c.oid, 'pg_class'), '') \
                      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
                      WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f')";

impl PostgresConnection {
    fn failed(&self, error: &postgres::Error) -> GraphError {
        failed(&self.url, error)
    }

    /// A statement, prepared once.
    fn prepared(&mut self, sql: &str) -> Result<Statement> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(&numbered(sql)).map_err(|why| self.failed(&why))?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Returns true unless a setting of the server is off.
    fn setting(&mut self, sql: &str) -> Result<bool> {
        Ok(self.rows(sql, &[], |[value]| value.text())? != ["off"])
    }
}

/// A statement with its parameters numbered.
fn numbered(sql: &str) -> String {
    let mut parts = sql.split('?');
    let first = parts.next().unwrap_or_default().to_owned();
    (1..).zip(parts).fold(first, |mut text, (number, part)| {
        // Writing to a text cannot fail.
        let _ = write!(text, "${number}{part}");
        text
    })
}

impl Connection for PostgresConnection {
    type Address = ServerUrl;

    const DIALECT: &'static Dialect = &schema::POSTGRES;

    fn connect(url: &ServerUrl, access: Access) -> Result<Self> {
        let mut config = Config::new();
        config.user(&url.user).dbname(&url.database).application_name("loyd");
        let socket = url.socket.as_ref().map(|folder| folder.to_string_lossy());
        config.host(socket.as_deref().unwrap_or(&url.host)).port(url.port());
        config.connect_timeout(CONNECT);
        if let Some(password) = &url.password {
            config.password(password.reveal());
        }
        let client = config.connect(NoTls).map_err(|why| unreachable(url, &why))?;
        let mut new = Self { url: url.clone(), client, statements: FxHashMap::default() };
        // An index in the order of keys is read page by page; sorting for each page would not be.
        new.run("SET enable_sort = off; SET client_min_messages = warning")?;
        if access == Access::Read {
            new.run("SET default_transaction_read_only = on")?;
        } else {
            new.lock()?;
        }
        Ok(new)
    }

    fn address(&self) -> &ServerUrl {
        &self.url
    }

    fn durability(&mut self) -> Result<&'static str> {
        Ok(match (self.setting("SHOW fsync")?, self.setting("SHOW synchronous_commit")?) {
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
        })
    }

    fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Waits some seconds for another connection, then fails with [`GraphError::Busy`].
    fn lock(&mut self) -> Result<bool> {
        self.run(&format!("SET lock_timeout = '{LOCK_SECONDS}s'"))?;
        let number = i32::from_be_bytes(*b"loyd");
        self.run(&format!(
            "SELECT pg_advisory_lock({number}, hashtext(coalesce(current_schema(), '')))"
        ))?;
        self.run("SET lock_timeout = 0")?;
        Ok(true)
    }

    fn holds_graph(&mut self) -> Result<bool> {
        server::holds_graph(self, TABLES)
    }

    fn run(&mut self, sql: &str) -> Result<()> {
        self.client.batch_execute(sql).map_err(|why| self.failed(&why))
    }

    fn execute(&mut self, sql: &str, params: &[Cell<'_>]) -> Result<u64> {
        let statement = self.prepared(sql)?;
        let result = self.client.execute(&statement, &values(params));
        result.map_err(|why| self.failed(&why))
    }

    fn query<const N: usize>(
        &mut self,
        sql: &str,
        params: &[Cell<'_>],
        each: &mut dyn FnMut([Cell<'_>; N]),
    ) -> Result<()> {
        let statement = self.prepared(sql)?;
        let rows = self.client.query(&statement, &values(params));
        for row in rows.map_err(|why| self.failed(&why))? {
            let mut cells = [Cell::Null; N];
            for (column, cell) in cells.iter_mut().enumerate() {
                *cell = row.try_get(column).map_err(|why| self.failed(&why))?;
            }
            each(cells);
        }
        Ok(())
    }

    fn load(&mut self, rows: &Rows) -> Result<()> {
        let statement = self.prepared("COPY state FROM STDIN (FORMAT binary)")?;
        let bytes = copy::encode(rows);
        let mut copy = || {
            let mut writer = self.client.copy_in(&statement).map_err(io::Error::other)?;
            writer.write_all(&bytes)?;
            writer.finish().map_err(io::Error::other)
        };
        match copy() {
            Ok(stored) => check_stored(&self.url, stored, rows.len()),
            Err(why) => Err(match why.get_ref().and_then(|why| why.downcast_ref()) {
                Some(why) => self.failed(why),
                None => GraphError::Lost { place: self.url.to_string(), reason: why.to_string() },
            }),
        }
    }

    /// Statements were prepared for columns that the next graph may have with other types.
    fn remove_traces(&mut self) -> Result<()> {
        self.statements.clear();
        Ok(())
    }
}

/// The parameters of a statement.
fn values<'a>(params: &'a [Cell<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    params.iter().map(|cell| cell as _).collect()
}

/// A value in the types of the other side.
type Converted<T> = std::result::Result<T, Box<dyn Error + Sync + Send>>;

impl ToSql for Cell<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Converted<IsNull> {
        match *self {
            Self::Null | Self::Other => Ok(IsNull::Yes),
            Self::Integer(number) if *ty == Type::INT4 => i32::try_from(number)?.to_sql(ty, out),
            Self::Integer(number) => number.to_sql(ty, out),
            Self::Text(text) => text.to_sql(ty, out),
            Self::Bytes(bytes) => bytes.to_sql(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::INT4 | Type::INT8 | Type::TEXT | Type::BYTEA)
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Cell<'a> {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Converted<Self> {
        Ok(match *ty {
            Type::INT4 => Self::Integer(i32::from_sql(ty, raw)?.into()),
            Type::INT8 => Self::Integer(i64::from_sql(ty, raw)?),
            Type::TEXT => Self::Text(FromSql::from_sql(ty, raw)?),
            Type::BYTEA => Self::Bytes(raw),
            _ => Self::Other,
        })
    }

    fn from_sql_null(_: &Type) -> Converted<Self> {
        Ok(Self::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
