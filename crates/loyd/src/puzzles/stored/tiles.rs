//! The tables of sliding tiles.

use crate::cached_tables::{Building, StoredTables, TableError};
use loyd_store::tiles::tables::{Loaded, TableInfo};
use loyd_tiles::MetricName;
use loyd_tiles::pdb::{
    AdditiveTable, BuildError, BuildProgress, Builder, Built, Encoding, Pattern, PatternError,
    PatternTable, multi,
};
use loyd_tiles::solver::{KnownTables, Tiles};

impl StoredTables for Tiles {
    type Subject = PatternTable;
    type Table = Loaded;

    fn subject(key: &PatternTable, _metric: MetricName) -> PatternTable {
        key.clone()
    }

    fn table_of(_info: &TableInfo, loaded: Loaded) -> Result<Loaded, String> {
        Ok(loaded)
    }

    fn build(
        subject: &PatternTable,
        building: &mut Building<'_>,
    ) -> Result<(TableInfo, Loaded), TableError> {
        let (histogram, table) = match subject.encoding {
            Encoding::Bit | Encoding::Excess => single(subject, building)?,
            Encoding::Class => classes(&subject.pattern, building)?,
        };
        Ok((TableInfo { subject: subject.clone(), histogram }, table))
    }

    fn is_made(key: &PatternTable, _metric: MetricName, tables: &KnownTables) -> bool {
        tables.contains(key)
    }

    fn add(table: Loaded, KnownTables { single, multi }: &mut KnownTables) {
        match table {
            Loaded::Bit(table) => single.push(AdditiveTable::States(table)),
            Loaded::Class(table) => multi.push(table),
            Loaded::Excess(table) => single.push(AdditiveTable::Placements(table)),
        }
    }
}

/// A table of the single-tile metric, with the number of entries of each value.
fn single(
    PatternTable { pattern, encoding }: &PatternTable,
    building: &mut Building<'_>,
) -> Result<(Vec<u64>, Loaded), TableError> {
    allow(pattern, Builder::min_memory(pattern.size(), pattern.tiles()), building)?;
    let fits = |builder: &Builder| {
        let layout = builder.layout();
        (layout.size(), layout.tiles()) == (pattern.size(), pattern.tiles())
    };
    // Patterns of as many tiles on the same board share much.
    let shared = building.shared.take().and_then(|shared| shared.downcast::<Builder>().ok());
    let builder = match shared.filter(|builder| fits(builder)) {
        Some(builder) => *builder,
        None => Builder::new(pattern.size(), pattern.tiles(), building.threads)?,
    };
    let needs = match encoding {
        Encoding::Excess => builder.standard_memory(),
        Encoding::Bit | Encoding::Class => builder.memory(),
    };
    allow(pattern, Ok(needs), building)?;
    let cancel = building.cancel.clone();
    let mut report = reports(pattern, "states", building);
    let built = match encoding {
        Encoding::Excess => builder
            .standard(pattern, &cancel, &mut report)
            .map(|built| parts(built, Loaded::Excess)),
        Encoding::Bit | Encoding::Class => {
            builder.table(pattern, &cancel, &mut report).map(|built| parts(built, Loaded::Bit))
        }
    };
    drop(report);
    *building.shared = Some(Box::new(builder));
    built.map_err(|error| match error {
        BuildError::Stopped => TableError::Stopped,
        BuildError::Memory(_) => TableError::Failed(error.to_string()),
    })
}

/// A table of the multi-tile metric, with the number of entries of each value.
fn classes(
    pattern: &Pattern,
    building: &mut Building<'_>,
) -> Result<(Vec<u64>, Loaded), TableError> {
    let places = multi::Places::new(pattern.size(), pattern.tiles());
    allow(pattern, places.map(|places| multi::build::bytes(&places)), building)?;
    let mut report = reports(pattern, "classes", building);
    let built = multi::build_watched(pattern, building.threads, &building.cancel, &mut report);
    built.map(|built| parts(built, Loaded::Class)).map_err(|error| match error {
        multi::BuildError::Stopped => TableError::Stopped,
        multi::BuildError::Pattern(error) => error.into(),
    })
}

fn parts<T>(built: Built<T>, loaded: impl FnOnce(T) -> Loaded) -> (Vec<u64>, Loaded) {
    (built.histogram, loaded(built.table))
}

/// Refuses a build that needs more memory than is allowed, and a pattern that has no table.
fn allow(
    pattern: &Pattern,
    needs: Result<u64, PatternError>,
    building: &Building<'_>,
) -> Result<(), TableError> {
    let table = format!("{} tiles of a {} board", pattern.tiles(), pattern.size());
    building.allow(&table, needs?, "smaller patterns")
}

fn reports(
    pattern: &Pattern,
    unit: &'static str,
    building: &Building<'_>,
) -> impl FnMut(&BuildProgress) {
    let report = building.reports(&format!("{} tiles", pattern.tiles()), unit);
    move |build: &BuildProgress| report(build.distance, build.done, build.states)
}

impl From<PatternError> for TableError {
    fn from(error: PatternError) -> Self {
        Self::NoSuchTable(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cached_tables::CachedTables;
    use crate::tables::TableCache;
    use loyd_store::disk::MemoryDisk;
    use loyd_tiles::Size;
    use std::path::Path;
    use std::sync::Arc;
    use std::time::Duration;

    fn subject() -> PatternTable {
        let size = Size::new(3, 3).expect("a size");
        let pattern = Pattern::new(size, 0, &[1, 2, 4, 5]).expect("a pattern");
        PatternTable { pattern, encoding: Encoding::Bit }
    }

    fn is_stored(tables: &CachedTables) -> bool {
        TableCache::<Tiles>::is_cached(tables, &subject(), MetricName::Single)
    }

    #[test]
    fn a_table_is_built_within_its_time_stored_and_loaded() {
        let disk = Arc::new(MemoryDisk::new());
        let tables = || CachedTables::on_disk(disk.clone(), Path::new("tables"));
        let mut first = tables();
        first.set_max_time(Some(Duration::ZERO));
        let late = first.table::<Tiles>(&subject()).err();
        assert!(matches!(late, Some(TableError::OutOfTime)) && !is_stored(&first), "{late:?}");
        first.set_max_time(None);
        assert!(first.table::<Tiles>(&subject()).is_ok_and(|found| found.built.is_some()));
        assert!(is_stored(&tables()));
        assert!(tables().table::<Tiles>(&subject()).is_ok_and(|found| found.built.is_none()));
    }

    #[test]
    fn a_build_that_exceeds_the_memory_is_refused() {
        let refused = CachedTables::unstored().memory(10).table::<Tiles>(&subject()).err();
        assert!(matches!(refused, Some(TableError::Memory { allowed: 10, .. })), "{refused:?}");
    }

    /// A computer that makes a mistake while it builds a table whose fingerprint is known.
    #[test]
    fn a_table_that_was_built_wrong_is_neither_used_nor_stored() {
        let subject = subject();
        let right = CachedTables::unstored().table::<Tiles>(&subject).expect("a table");
        for mut tables in [
            CachedTables::unstored(),
            CachedTables::on_disk(Arc::new(MemoryDisk::new()), Path::new("tables")),
        ] {
            let mut bytes = right.table.bytes().to_vec();
            bytes[0] ^= 1;
            let built = tables.table_or::<Tiles>(&subject, |_, _| {
                let table = loyd_store::tables::Subject::loaded(&subject, Arc::new(bytes));
                Ok((right.info.clone(), table.expect("as many bytes")))
            });
            let error = built.err().expect("it was used");
            assert!(error.to_string().contains("wrong entries"), "{error}");
            assert!(!is_stored(&tables));
        }
    }
}
