//! The source of tables for requests, which never reads a heuristic as the name of a file.

use loyd::TableCache;
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::Settings;

/// A source of tables for listed heuristics only.
pub(super) struct ListedTables<C>(pub(super) C);

impl<P: Puzzle, C: TableCache<P>> TableCache<P> for ListedTables<C> {
    type Error = C::Error;

    fn memory(&self) -> u64 {
        self.0.memory()
    }

    fn is_cached(&self, key: &P::TableKey, metric: P::Metric) -> bool {
        self.0.is_cached(key, metric)
    }

    fn find(
        &mut self,
        key: &P::TableKey,
        metric: P::Metric,
        tables: &mut P::Tables,
    ) -> Result<(), C::Error> {
        self.0.find(key, metric, tables)
    }

    fn define(&self, _settings: &mut Settings<P>, _goal: &P::Position) -> Result<(), C::Error> {
        Ok(())
    }
}
