//! Tables in memory, built or read from their bytes.

use super::{PatternName, PatternTable, TableKey};
use crate::cube3::{BuildError, Building, Rows, SubgroupTable, TwoPhaseTables};
use crate::{Half, MetricName, Quarter};
use loyd_search::solver::Unavailable;
use std::sync::Arc;

/// A table in memory; clones share it.
#[derive(Clone)]
pub enum CachedTable {
    /// Distances to a subgroup.
    Subgroup(Arc<SubgroupTable>),
    /// The tables of the two-phase algorithm.
    TwoPhase(Arc<TwoPhaseTables>),
    /// Distances of a part of the cube.
    Pattern(Arc<PatternTable>),
}

impl CachedTable {
    /// Builds a table.
    ///
    /// # Errors
    /// If this metric has no such table, memory is insufficient, or the build was stopped.
    pub fn build(
        key: TableKey,
        metric: MetricName,
        building: &Building<'_>,
    ) -> Result<Self, BuildError> {
        key.check(metric)?;
        let name = key.user();
        Ok(match key {
            TableKey::TwoPhase => {
                Self::TwoPhase(Arc::new(TwoPhaseTables::build_watched(building)?))
            }
            TableKey::Subgroup(rows) => Self::Subgroup(Arc::new(match metric {
                MetricName::Half => SubgroupTable::build::<Half>(rows, name, building)?,
                MetricName::Quarter => SubgroupTable::build::<Quarter>(rows, name, building)?,
            })),
            TableKey::Pattern(of) => {
                Self::Pattern(Arc::new(PatternTable::build(of, metric, building, name)?))
            }
        })
    }

    /// The table of stored bytes, those of [`read_bytes`](Self::read_bytes), and of the numbers of
    /// entries by distance. Both must be those of the same [`TableKey::layout`].
    ///
    /// # Errors
    /// If they are too few or too many, or memory is insufficient.
    pub fn from_bytes(
        key: TableKey,
        metric: MetricName,
        levels: Vec<u64>,
        bytes: &[u8],
    ) -> Result<Self, Unavailable> {
        key.check(metric)?;
        let name = key.user();
        Ok(match key {
            TableKey::TwoPhase => {
                Self::TwoPhase(Arc::new(TwoPhaseTables::from_bytes(levels, bytes)?))
            }
            TableKey::Subgroup(rows) => Self::Subgroup(Arc::new(match metric {
                MetricName::Half => SubgroupTable::from_bytes::<Half>(rows, name, levels, bytes)?,
                MetricName::Quarter => {
                    SubgroupTable::from_bytes::<Quarter>(rows, name, levels, bytes)?
                }
            })),
            TableKey::Pattern(of) => {
                Self::Pattern(Arc::new(PatternTable::from_bytes(of, name, levels, bytes)?))
            }
        })
    }

    /// Fills a buffer with the stored bytes from an offset on, a multiple of 8. There are
    /// [`TableKey::bytes`] of them.
    pub fn read_bytes(&self, offset: usize, buffer: &mut [u8]) {
        match self {
            Self::Subgroup(table) => table.read_bytes(offset, buffer),
            Self::TwoPhase(tables) => tables.read_bytes(offset, buffer),
            Self::Pattern(pattern) => pattern.table().read_bytes(offset, buffer),
        }
    }

    /// Entries by distance. The last are those at this distance or farther; those of a pattern are at
    /// this distance, unless it is the largest that an entry holds.
    pub fn levels(&self) -> Vec<u64> {
        match self {
            Self::Subgroup(table) => table.levels().to_vec(),
            Self::TwoPhase(tables) => tables.levels().to_vec(),
            Self::Pattern(pattern) => pattern.table().levels(),
        }
    }
}

/// The tables that a process has.
#[derive(Clone, Default)]
pub struct Tables(Vec<(TableKey, MetricName, CachedTable)>);

impl Tables {
    /// The table of a key and a metric, if it is there.
    pub fn get(&self, key: TableKey, metric: MetricName) -> Option<&CachedTable> {
        let entry = self.0.iter().find(|&&(of, its, _)| (of, its) == (key, metric));
        entry.map(|(_, _, table)| table)
    }

    /// Adds a table.
    pub fn insert(&mut self, key: TableKey, metric: MetricName, table: CachedTable) {
        self.0.retain(|&(of, its, _)| (of, its) != (key, metric));
        self.0.push((key, metric, table));
    }

    /// The distances to a subgroup, if they are there.
    pub(in crate::cube3) fn subgroup(
        &self,
        rows: Rows,
        metric: MetricName,
    ) -> Option<Arc<SubgroupTable>> {
        match self.get(TableKey::Subgroup(rows), metric)? {
            CachedTable::Subgroup(table) => Some(table.clone()),
            _ => None,
        }
    }

    /// The tables of the two-phase algorithm, if they are there.
    pub(in crate::cube3) fn two_phase(&self) -> Option<Arc<TwoPhaseTables>> {
        match self.get(TableKey::TwoPhase, MetricName::Half)? {
            CachedTable::TwoPhase(tables) => Some(tables.clone()),
            _ => None,
        }
    }

    /// The distances of a part of the cube, if they are there.
    pub(in crate::cube3) fn pattern(
        &self,
        name: PatternName,
        metric: MetricName,
    ) -> Option<Arc<PatternTable>> {
        match self.get(TableKey::Pattern(name), metric)? {
            CachedTable::Pattern(table) => Some(table.clone()),
            _ => None,
        }
    }
}
