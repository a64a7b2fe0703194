//! The typed part of a puzzle on the command line: its tables in the cache. Its texts are
//! [`PuzzleTexts`](crate::texts::PuzzleTexts).

use crate::exit::Failure;
use crate::level_audit::LevelAudit;
use loyd::{CachedTables, Listed, TableCache};
use loyd_search::solver::Engine;

/// The typed part of a puzzle that the commands need beside [`Listed`]: its tables in the cache.
pub(crate) trait Family: Listed {
    /// The source of its tables.
    type Cache: TableCache<Self, Error: Into<Failure>> + From<CachedTables> + Send + 'static;

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
