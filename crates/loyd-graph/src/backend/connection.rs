//! A connection to a database that speaks SQL: the part that each database does in its own way.

use super::Access;
use super::cell::Cell;
use crate::error::{GraphError, Result};
use crate::key::Rows;
use crate::schema::Dialect;
use std::fmt::Display;

/// A connection to a database. Parameters of statements are written as `?`.
///
/// # Errors
/// Every method fails if the database does; [`GraphError::Lost`] means that the connection ended.
pub(super) trait Connection: Send + Sized {
    /// The address of the database; as text it has no password.
    type Address: Clone + Display + Send;

    /// The words in which the database differs from others.
    const DIALECT: &'static Dialect;

    /// Connects to a database. A server gives the lock of builds to a connection that builds.
    fn connect(address: &Self::Address, access: Access) -> Result<Self>;

    /// The address of the database.
    fn address(&self) -> &Self::Address;

    /// Prepares for the access a database that is empty or holds a graph.
    fn configure(&mut self, _access: Access) -> Result<()> {
        Ok(())
    }

    /// The crashes that a committed transaction survives, as a sentence.
    fn durability(&mut self) -> Result<&'static str>;

    /// Returns true if the connection has ended, as far as is known without a statement.
    fn is_closed(&self) -> bool {
        false
    }

    /// Takes the lock of builds for as long as the connection lasts; a connection may take it again.
    /// Returns false if another connection holds it.
    fn lock(&mut self) -> Result<bool>;

    /// Returns true if the database holds a graph, though its creation may have been interrupted.
    fn holds_graph(&mut self) -> Result<bool>;

    /// Runs a statement without parameters and ignores its rows.
    fn run(&mut self, sql: &str) -> Result<()>;

    /// Runs a prepared statement; returns the number of rows that it changed.
    fn execute(&mut self, sql: &str, params: &[Cell<'_>]) -> Result<u64>;

    /// Gives the rows of a prepared query, each with `N` columns, to `each`.
    fn query<const N: usize>(
        &mut self,
        sql: &str,
        params: &[Cell<'_>],
        each: &mut dyn FnMut([Cell<'_>; N]),
    ) -> Result<()>;

    /// Inserts new states in bulk, in ascending order of keys.
    fn load(&mut self, rows: &Rows) -> Result<()>;

    /// Takes back the changes of the open transaction.
    fn rollback(&mut self) -> Result<()> {
        self.run("ROLLBACK")
    }

    /// Removes what belongs to a graph beside its tables and views.
    fn remove_traces(&mut self) -> Result<()> {
        Ok(())
    }

    /// The rows of a prepared query; `read` returns `None` for one that no graph has.
    fn rows<const N: usize, T>(
        &mut self,
        sql: &str,
        params: &[Cell<'_>],
        mut read: impl FnMut([Cell<'_>; N]) -> Option<T>,
    ) -> Result<Vec<T>> {
        let (mut rows, mut damaged) = (Vec::new(), false);
        self.query(sql, params, &mut |cells| match read(cells) {
            Some(row) => rows.push(row),
            None => damaged = true,
        })?;
        if damaged {
            let (place, reason) = (self.address().to_string(), "a column has another type".into());
            return Err(GraphError::Damaged { place, reason });
        }
        Ok(rows)
    }
}
