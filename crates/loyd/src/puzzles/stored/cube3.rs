//! The tables of the 3x3x3 cube.

use crate::cached_tables::{Building, StoredTables, TableError};
use loyd_cube::MetricName;
use loyd_cube::cube3::{
    BuildError, BuildProgress, Building as CubeBuilding, CachedTable, TableKey, Tables,
    ThreeByThree,
};
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::Unavailable;
use loyd_store::disk::Bytes;
use loyd_store::tables::Contents;
use loyd_store::{NamedTable, TableInfo};

/// A table of the cube, as a file stores it.
pub struct CubeTable {
    /// The key.
    pub key: TableKey,
    /// The metric.
    pub metric: MetricName,
    /// The table.
    pub table: CachedTable,
}

impl Contents for CubeTable {
    fn length(&self) -> usize {
        self.key.bytes() as usize
    }

    fn read(&self, offset: usize, buffer: &mut [u8]) {
        self.table.read_bytes(offset, buffer);
    }
}

impl CubeTable {
    /// The table that a subject names; `None` if this version has no such table.
    pub fn key_of(named: &NamedTable) -> Option<(TableKey, MetricName)> {
        let (key, metric) = (TableKey::named(&named.table)?, named.metric.parse().ok()?);
        (ThreeByThree::subject(&key, metric) == *named).then_some((key, metric))
    }

    fn known(named: &NamedTable) -> Result<(TableKey, MetricName), String> {
        let unknown = || format!("{} is not a table of this version of loyd", named.table);
        Self::key_of(named).ok_or_else(unknown)
    }
}

impl StoredTables for ThreeByThree {
    type Subject = NamedTable;
    type Table = CubeTable;

    fn subject(key: &TableKey, metric: MetricName) -> NamedTable {
        NamedTable {
            puzzle: Self::NAME.to_owned(),
            table: key.name().to_owned(),
            metric: metric.to_string(),
            layout: key.layout(),
        }
    }

    fn table_of(info: &TableInfo<NamedTable>, bytes: Bytes) -> Result<CubeTable, String> {
        let (key, metric) = CubeTable::known(&info.subject)?;
        let table = CachedTable::from_bytes(key, metric, info.histogram.clone(), (*bytes).as_ref());
        let table = table.map_err(|why: Unavailable| why.to_string())?;
        Ok(CubeTable { key, metric, table })
    }

    fn build(
        subject: &NamedTable,
        building: &mut Building<'_>,
    ) -> Result<(TableInfo<NamedTable>, CubeTable), TableError> {
        let (key, metric) = CubeTable::known(subject).map_err(TableError::NoSuchTable)?;
        key.check(metric).map_err(|why| TableError::NoSuchTable(why.to_string()))?;
        building.allow(key.user(), key.memory(), "a smaller table")?;
        let report = building.reports(key.user(), "entries");
        let progress = |build: &BuildProgress| report(build.distance, build.done, build.entries);
        let (threads, cancel) = (building.threads, building.cancel.clone());
        let resources = CubeBuilding { threads, cancel, progress: &progress };
        let built = CachedTable::build(key, metric, &resources);
        let table = built.map_err(|error| match error {
            BuildError::Stopped => TableError::Stopped,
            BuildError::Unavailable(why) => TableError::Failed(why.to_string()),
        })?;
        let info = TableInfo { subject: subject.clone(), histogram: table.levels() };
        Ok((info, CubeTable { key, metric, table }))
    }

    fn is_made(&key: &TableKey, metric: MetricName, tables: &Tables) -> bool {
        tables.get(key, metric).is_some()
    }

    fn add(CubeTable { key, metric, table }: CubeTable, tables: &mut Tables) {
        tables.insert(key, metric, table);
    }
}
