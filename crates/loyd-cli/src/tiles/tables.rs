//! Tables of tiles for heuristics whose partitions the user wrote or drew.

use super::partitions::Named;
use crate::exit::Failure;
use loyd::{CachedTables, Listed, TableCache};
use loyd_search::solver::Settings;
use loyd_tiles::pdb::PatternTable;
use loyd_tiles::solver::{KnownTables, Tiles};
use loyd_tiles::{Goal, MetricName, Position};

/// Tables of the cache, and partitions by tiles or files.
pub(crate) struct TileTables(pub(super) CachedTables);

/// Solvers of boards with the tables of this program.
pub(super) type TileSolvers = loyd::Solvers<Tiles, TileTables>;

impl TableCache<Tiles> for TileTables {
    type Error = Failure;

    fn memory(&self) -> u64 {
        TableCache::<Tiles>::memory(&self.0)
    }

    fn is_cached(&self, table: &PatternTable, metric: MetricName) -> bool {
        TableCache::<Tiles>::is_cached(&self.0, table, metric)
    }

    fn find(
        &mut self,
        table: &PatternTable,
        metric: MetricName,
        made: &mut KnownTables,
    ) -> Result<(), Failure> {
        Ok(TableCache::<Tiles>::find(&mut self.0, table, metric, made)?)
    }

    /// Adds the partitions that a heuristic names by tiles or files.
    fn define(&self, settings: &mut Settings<Tiles>, goal: &Position) -> Result<(), Failure> {
        for (name, is_file) in settings.heuristic.iter().flat_map(Tiles::databases) {
            if is_file {
                let on = Goal::Board(goal.clone());
                let Named { name, partition } = Named::parse(&name, Some(goal.size()), Some(&on))?;
                settings.partitions.push((name, partition));
            }
        }
        Ok(())
    }
}
