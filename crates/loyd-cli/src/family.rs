//! The typed part of a puzzle on the command line: its tables in the cache. Its texts are
//! [`PuzzleTexts`](crate::texts::PuzzleTexts).

use crate::exit::Failure;
use crate::level_audit::LevelAudit;
use loyd::{Listed, TableCache};
use loyd_search::observe::Cancel;
use loyd_search::solver::Engine;
use std::path::PathBuf;
use std::time::Duration;

/// The resources for tables, and the folder that keeps them.
pub(crate) struct TableMeans {
    /// The folder that keeps them, if any.
    pub(crate) folder: Option<PathBuf>,
    /// Threads that build them.
    pub(crate) threads: usize,
    /// Bytes that building one may take.
    pub(crate) memory: u64,
    /// No progress and no warnings.
    pub(crate) quiet: bool,
    /// Stops building.
    pub(crate) cancel: Cancel,
    /// The time in which a table must be built, if it is limited.
    pub(crate) time: Option<Duration>,
}

/// The typed part of a puzzle that the commands need beside [`Listed`]: its tables in the cache.
pub(crate) trait Family: Listed {
    /// The source of its tables.
    type Cache: TableCache<Self, Error: Into<Failure>> + Send + 'static;

    /// A source of tables.
    fn cache(means: TableMeans) -> Self::Cache;

    /// The width and height of a position, where it has them.
    fn size(_position: &Self::Position) -> Option<(usize, usize)> {
        None
    }

    /// The audit of an engine's heuristic level by level, where an engine of enumeration makes the
    /// levels.
    fn level_audit(
        _engine: &dyn Engine<Self>,
        _threads: usize,
        _memory: u64,
    ) -> Option<LevelAudit<'_, Self>> {
        None
    }
}

/// Solvers with the tables of this program.
pub(crate) type Solvers<P> = loyd::Solvers<P, <P as Family>::Cache>;
