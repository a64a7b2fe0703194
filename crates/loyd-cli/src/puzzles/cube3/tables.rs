//! Tables of the 3x3x3 cube: from the cache, or built and kept there.

use crate::exit::Failure;
use crate::family::TableMeans;
use crate::progress::{Display, Status};
use crate::tables::{self, CachedTables, stopped};
use loyd::TableCache;
use loyd_cube::MetricName;
use loyd_cube::cube3::{
    BuildError, BuildProgress, Building, CachedTable, TableKey, Tables, ThreeByThree,
};
use loyd_report::numbers::{count, duration};
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::Unavailable;
use loyd_store::disk::Bytes;
use loyd_store::tables::Contents;
use loyd_store::{NamedTable, TableInfo};
use std::time::Instant;

/// The source of tables of the cube.
pub(crate) struct CubeTables {
    kept: CachedTables<NamedTable>,
}

/// A table and its source.
pub(super) type Found = tables::Found<NamedTable, Stored>;

/// A table as a file holds it.
pub(crate) struct Stored {
    pub(super) key: TableKey,
    pub(super) metric: MetricName,
    pub(super) table: CachedTable,
}

impl Contents for Stored {
    fn length(&self) -> usize {
        self.key.bytes() as usize
    }

    fn read(&self, offset: usize, buffer: &mut [u8]) {
        self.table.read_bytes(offset, buffer);
    }
}

/// The subject of a table in a file.
pub(super) fn subject(key: TableKey, metric: MetricName) -> NamedTable {
    NamedTable {
        puzzle: ThreeByThree::NAME.to_owned(),
        table: key.name().to_owned(),
        metric: metric.to_string(),
        layout: key.layout(),
    }
}

/// The table that a subject names; `None` if there is none in this version.
pub(super) fn key_of(named: &NamedTable) -> Option<(TableKey, MetricName)> {
    let (key, metric) = (TableKey::named(&named.table)?, named.metric.parse().ok()?);
    (subject(key, metric) == *named).then_some((key, metric))
}

/// The table of verified bytes.
pub(super) fn read(info: &TableInfo<NamedTable>, bytes: &Bytes) -> Result<Stored, String> {
    let named = &info.subject;
    let known = key_of(named);
    let (key, metric) =
        known.ok_or_else(|| format!("{} is not a table of this version of loyd", named.table))?;
    let table = CachedTable::from_bytes(key, metric, info.histogram.clone(), (**bytes).as_ref());
    let table = table.map_err(|why: Unavailable| why.to_string())?;
    Ok(Stored { key, metric, table })
}

impl TableCache<ThreeByThree> for CubeTables {
    type Error = Failure;

    fn memory(&self) -> u64 {
        self.kept.memory
    }

    fn is_cached(&self, &key: &TableKey, metric: MetricName) -> bool {
        self.kept.is_in_cache(&subject(key, metric))
    }

    fn find(
        &mut self,
        &key: &TableKey,
        metric: MetricName,
        made: &mut Tables,
    ) -> Result<(), Failure> {
        if made.get(key, metric).is_none() {
            let Stored { table, .. } = self.table(key, metric)?.table;
            made.insert(key, metric, table);
        }
        Ok(())
    }
}

impl From<CachedTables<NamedTable>> for CubeTables {
    fn from(kept: CachedTables<NamedTable>) -> Self {
        Self { kept }
    }
}

impl CubeTables {
    /// Tables that are kept in a folder, if there is one.
    pub(crate) fn new(means: TableMeans) -> Self {
        CachedTables::new(means).into()
    }

    /// Returns a table: from the cache, or built and kept there.
    pub(super) fn table(&mut self, key: TableKey, metric: MetricName) -> Result<Found, Failure> {
        key.check(metric).map_err(|why| Failure::input(why.to_string()))?;
        let read = |info: &TableInfo<NamedTable>, bytes: Bytes| read(info, &bytes);
        self.kept.table(&subject(key, metric), &read, |kept| build(kept, key, metric))
    }
}

/// Builds a table in memory.
fn build(
    kept: &CachedTables<NamedTable>,
    key: TableKey,
    metric: MetricName,
) -> Result<(TableInfo<NamedTable>, Stored), Failure> {
    kept.allow(key.user(), key.memory(), "a smaller table")?;
    let (display, begun) = (Display::new(kept.quiet, kept.progress, 1, 1), Instant::now());
    let progress = |report: &BuildProgress| display.status(|| status(key, report, begun));
    let (threads, cancel) = (kept.threads, kept.cancel.clone());
    let built = CachedTable::build(key, metric, &Building { threads, cancel, progress: &progress });
    display.finish();
    let table = built.map_err(|error| match error {
        BuildError::Stopped => stopped(),
        BuildError::Unavailable(why) => Failure::environment(why.to_string()),
    })?;
    let info = TableInfo { subject: subject(key, metric), histogram: table.levels() };
    Ok((info, Stored { key, metric, table }))
}

/// The progress of a table.
fn status(key: TableKey, report: &BuildProgress, begun: Instant) -> Status {
    let elapsed = begun.elapsed().as_secs_f64();
    Status::of(report.done as f64 / report.entries.max(1) as f64, elapsed)
        .with(format!("table of {}", key.user()))
        .with(format!("distance {}", report.distance))
        .with(format!("{} of {} entries", count(report.done), count(report.entries)))
        .with(duration(elapsed))
}
