//! The source of pattern databases, as a program provides them.

use crate::listed::Listed;
use loyd_search::clock::Stopwatch;
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::Settings;
use serde::Serialize;
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

    /// Memory limit for the tables of one search, in bytes.
    fn memory(&self) -> u64;

    /// True if a table is stored and need not be built.
    fn is_cached(&self, _key: &P::TableKey, _metric: P::Metric) -> bool {
        false
    }

    /// Adds a table to `tables`, unless it is one of them.
    ///
    /// # Errors
    /// If the table is unavailable and cannot be built.
    fn find(
        &mut self,
        _key: &P::TableKey,
        _metric: P::Metric,
        _tables: &mut P::Tables,
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

/// A source without tables: each solver builds the tables that it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoTables {
    /// Memory limit for the tables of one search, in bytes.
    pub memory: u64,
}

impl<P: Puzzle> TableCache<P> for NoTables {
    type Error = Infallible;

    fn memory(&self) -> u64 {
        self.memory
    }
}

/// The progress of building a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableProgress {
    /// The table in a few words: `6 tiles of a 4x4 board`.
    pub table: String,
    /// The share of its entries that are computed, from 0 to 1.
    pub share: f64,
    /// Seconds since the table was started.
    pub seconds: f64,
}

/// Tables built in memory for each solver, with reports of the progress.
#[derive(Clone)]
pub struct WatchedTables {
    /// Memory limit for the tables of one search, in bytes.
    pub memory: u64,
    /// Receives the progress at the start of a table and then several times a second.
    pub watch: Arc<dyn Fn(&TableProgress) + Send + Sync>,
}

impl<P: Listed> TableCache<P> for WatchedTables {
    type Error = Infallible;

    fn memory(&self) -> u64 {
        self.memory
    }

    /// Skips a table that cannot be built; the solver reports the reason when it needs the table.
    fn find(
        &mut self,
        key: &P::TableKey,
        metric: P::Metric,
        tables: &mut P::Tables,
    ) -> Result<(), Infallible> {
        /// The time between two reports.
        const INTERVAL: Duration = Duration::from_millis(100);
        let clock = Stopwatch::start();
        let last_report = Mutex::new(None::<Duration>);
        P::build_table(key, metric, tables, &|table, share| {
            let mut last_report = last_report.lock().unwrap_or_else(PoisonError::into_inner);
            let now = clock.elapsed();
            if last_report.is_none_or(|last| now.saturating_sub(last) >= INTERVAL) {
                *last_report = Some(now);
                let (table, share) = (table.to_owned(), share.clamp(0.0, 1.0));
                (self.watch)(&TableProgress { table, share, seconds: now.as_secs_f64() });
            }
        });
        Ok(())
    }
}
