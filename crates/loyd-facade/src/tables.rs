//! The source of pattern databases, as a program provides them.

use loyd::puzzle::Puzzle;
use loyd::solver::Settings;
use std::convert::Infallible;
use std::error::Error;

/// A source of the tables of a puzzle: files, an archive fetched by a page, or nothing.
///
/// The defaults are those of a source without tables: a solver then builds what it needs in memory.
pub trait TableCache<P: Puzzle> {
    /// The error type.
    type Error: Error + Send + Sync + 'static;

    /// Bytes that the tables of one search may take.
    fn memory(&self) -> u64;

    /// True if a table is there and need not be built.
    fn is_at_hand(&self, _key: &P::TableKey, _metric: P::Metric) -> bool {
        false
    }

    /// Adds a table to those `made`, unless it is among them.
    ///
    /// # Errors
    /// If the table can be neither had nor built.
    fn find(
        &mut self,
        _key: &P::TableKey,
        _metric: P::Metric,
        _made: &mut P::Tables,
    ) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Adds the partitions that the heuristic of the settings names and the puzzle does not know.
    ///
    /// # Errors
    /// If there is no such partition.
    fn define(&self, _settings: &mut Settings<P>, _goal: &P::Position) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// No tables: each solver builds those that it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoTables {
    /// Bytes that the tables of one search may take.
    pub memory: u64,
}

impl<P: Puzzle> TableCache<P> for NoTables {
    type Error = Infallible;

    fn memory(&self) -> u64 {
        self.memory
    }
}
