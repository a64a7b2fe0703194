//! The source of pattern databases, as a program provides them.

use crate::listed::Listed;
use loyd_search::clock::Stopwatch;
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::Settings;
use std::convert::Infallible;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A source of the tables of a puzzle: files, an archive fetched by a page, or nothing.
///
/// The defaults are those of a source without tables: a solver then builds what it needs in memory.
pub trait TableCache<P: Puzzle> {
    /// The error type.
    type Error: Error + Send + Sync + 'static;

    /// Bytes that the tables of one search may take.
    fn memory(&self) -> u64;

    /// True if a table is there and need not be built.
    fn is_cached(&self, _key: &P::TableKey, _metric: P::Metric) -> bool {
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
    /// If a partition is unknown.
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

/// The progress of building a table.
#[derive(Clone, PartialEq, Debug)]
pub struct TableProgress {
    /// The table in a few words: `6 tiles of a 4x4 board`.
    pub table: String,
    /// The share of its entries that are found, from 0 to 1.
    pub share: f64,
    /// Seconds since it was begun.
    pub seconds: f64,
}

/// Tables built in memory for each solver, with reports of the progress.
#[derive(Clone)]
pub struct WatchedTables {
    /// Bytes that the tables of one search may take.
    pub memory: u64,
    /// Receives the progress: at the beginning of a table, and then some times a second.
    pub watch: Arc<dyn Fn(&TableProgress) + Send + Sync>,
}

impl<P: Listed> TableCache<P> for WatchedTables {
    type Error = Infallible;

    fn memory(&self) -> u64 {
        self.memory
    }

    /// A table that cannot be built is left out: the solver says why when it needs it.
    fn find(
        &mut self,
        key: &P::TableKey,
        metric: P::Metric,
        made: &mut P::Tables,
    ) -> Result<(), Infallible> {
        /// The time between two reports.
        const REPORTS: Duration = Duration::from_millis(100);
        let begun = Stopwatch::start();
        let told = Mutex::new(None::<Duration>);
        P::build_table(key, metric, made, &|table, share| {
            let (now, mut told) =
                (begun.elapsed(), told.lock().unwrap_or_else(PoisonError::into_inner));
            if told.is_none_or(|before| now.saturating_sub(before) >= REPORTS) {
                *told = Some(now);
                let (table, share) = (table.to_owned(), share.clamp(0.0, 1.0));
                (self.watch)(&TableProgress { table, share, seconds: now.as_secs_f64() });
            }
        });
        Ok(())
    }
}
