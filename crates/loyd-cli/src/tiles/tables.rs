//! Tables of pattern databases of tiles: from the cache, or built and kept there.

use super::partitions::Named;
use crate::exit::Failure;
use crate::family::TableMeans;
use crate::progress::{Display, Status};
use crate::tables::{self, CachedTables, stopped};
use loyd::{Listed, TableCache};
use loyd_report::numbers::{count, duration};
use loyd_search::solver::Settings;
use loyd_store::tiles::tables::{Cache, Loaded, TableInfo};
use loyd_tiles::pdb::{
    AdditiveTable, BuildError, BuildProgress, Builder, Built, Encoding, Pattern, PatternError,
    PatternTable, multi,
};
use loyd_tiles::solver::{KnownTables, Tiles};
use loyd_tiles::{Goal, MetricName, Position};
use std::path::Path;
use std::time::Instant;

/// The source of tables of tiles.
pub(crate) struct Tables {
    kept: CachedTables<PatternTable>,
    /// For the pattern built last.
    builder: Option<Builder>,
}

/// A table and its source.
pub(crate) type Found = tables::Found<PatternTable, Loaded>;

/// The cache in a folder.
pub(super) fn cache_in(folder: &Path) -> Cache {
    CachedTables::cache_in(folder)
}

impl TableCache<Tiles> for Tables {
    type Error = Failure;

    fn memory(&self) -> u64 {
        self.kept.memory
    }

    fn is_at_hand(&self, table: &PatternTable, _metric: MetricName) -> bool {
        self.kept.is_in_cache(table)
    }

    fn find(
        &mut self,
        wanted: &PatternTable,
        _metric: MetricName,
        made: &mut KnownTables,
    ) -> Result<(), Failure> {
        if !made.contains(wanted) {
            let KnownTables { single, multi } = made;
            match self.table(wanted)?.table {
                Loaded::Bit(table) => single.push(AdditiveTable::States(table)),
                Loaded::Class(table) => multi.push(table),
                Loaded::Excess(table) => single.push(AdditiveTable::Placements(table)),
            }
        }
        Ok(())
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

/// The table of a canonical pattern.
fn subject(pattern: &Pattern, encoding: Encoding) -> PatternTable {
    PatternTable { pattern: pattern.clone(), encoding }
}

impl Tables {
    /// Tables that are kept in a folder, if there is one.
    pub(crate) fn new(means: TableMeans) -> Self {
        CachedTables::new(means).into()
    }

    /// Returns the table of a canonical pattern: from the cache, or built and kept there.
    pub(crate) fn table(&mut self, subject: &PatternTable) -> Result<Found, Failure> {
        let Self { kept, builder } = self;
        let read = |_: &TableInfo, loaded| Ok(loaded);
        kept.table(subject, &read, |kept| {
            let mut building = Building { kept, builder };
            match subject.encoding {
                Encoding::Bit | Encoding::Excess => building.single(subject),
                Encoding::Class => building.multi(&subject.pattern),
            }
        })
    }
}

impl From<CachedTables<PatternTable>> for Tables {
    fn from(kept: CachedTables<PatternTable>) -> Self {
        Self { kept, builder: None }
    }
}

/// The resources for building a table, and the builder for the pattern built last.
struct Building<'a> {
    kept: &'a CachedTables<PatternTable>,
    builder: &'a mut Option<Builder>,
}

impl Building<'_> {
    /// A table of the single-tile metric.
    fn single(&mut self, subject: &PatternTable) -> Result<(TableInfo, Loaded), Failure> {
        let PatternTable { pattern, encoding } = subject;
        let (quiet, progress) = (self.kept.quiet, self.kept.progress);
        let cancel = self.kept.cancel.clone();
        let least = Builder::least_memory(pattern.size(), pattern.tiles());
        self.allow(pattern, least.map_err(|error| too_large(&error))?)?;
        let builder = self.builder(pattern)?;
        let needs = match encoding {
            Encoding::Excess => builder.standard_memory(),
            Encoding::Bit | Encoding::Class => builder.memory(),
        };
        self.allow(pattern, needs)?;
        let builder = self.builder(pattern)?;
        let (display, begun) = (Display::new(quiet, progress, 1, 1), Instant::now());
        let mut watch = |report: &BuildProgress| {
            display.status(|| status(pattern, report, begun, "states"));
        };
        let built = if *encoding == Encoding::Excess {
            let built = builder.standard(pattern, &cancel, &mut watch);
            parts(subject.clone(), built.map_err(|error| not_built(&error)), Loaded::Excess)
        } else {
            let built = builder.table(pattern, &cancel, &mut watch);
            parts(subject.clone(), built.map_err(|error| not_built(&error)), Loaded::Bit)
        };
        display.finish();
        built
    }

    /// A table of the multi-tile metric.
    fn multi(&self, pattern: &Pattern) -> Result<(TableInfo, Loaded), Failure> {
        let places = multi::Places::new(pattern.size(), pattern.tiles());
        let places = places.map_err(|error| too_large(&error))?;
        self.allow(pattern, multi::build::bytes(&places))?;
        let (display, begun) =
            (Display::new(self.kept.quiet, self.kept.progress, 1, 1), Instant::now());
        let mut watch = |report: &BuildProgress| {
            display.status(|| status(pattern, report, begun, "classes"));
        };
        let built = multi::build_watched(pattern, self.kept.threads, &self.kept.cancel, &mut watch);
        display.finish();
        let built = built.map_err(|error| match error {
            multi::BuildError::Stopped => stopped(),
            multi::BuildError::Pattern(error) => too_large(&error),
        });
        parts(self::subject(pattern, Encoding::Class), built, Loaded::Class)
    }

    /// Refuses what needs more memory than is allowed.
    fn allow(&self, pattern: &Pattern, needs: u64) -> Result<(), Failure> {
        let of = format!("{} tiles of a {} board", pattern.tiles(), pattern.size());
        self.kept.allow(&of, needs, "smaller patterns")
    }

    /// A builder for patterns of as many tiles on the same board: they share much.
    fn builder(&mut self, pattern: &Pattern) -> Result<&Builder, Failure> {
        let fits = |builder: &Builder| {
            let layout = builder.layout();
            (layout.size(), layout.tiles()) == (pattern.size(), pattern.tiles())
        };
        let builder = match self.builder.take().filter(fits) {
            Some(builder) => builder,
            None => Builder::new(pattern.size(), pattern.tiles(), self.kept.threads)
                .map_err(|error| too_large(&error))?,
        };
        Ok(self.builder.insert(builder))
    }
}

fn parts<T>(
    subject: PatternTable,
    built: Result<Built<T>, Failure>,
    loaded: impl FnOnce(T) -> Loaded,
) -> Result<(TableInfo, Loaded), Failure> {
    let Built { table, histogram } = built?;
    Ok((TableInfo { subject, histogram }, loaded(table)))
}

fn not_built(error: &BuildError) -> Failure {
    match error {
        BuildError::Stopped => stopped(),
        BuildError::Memory(_) => Failure::environment(error.to_string()),
    }
}

fn too_large(error: &PatternError) -> Failure {
    Failure::input(error.to_string())
}

/// The progress of a pattern's table.
fn status(pattern: &Pattern, report: &BuildProgress, begun: Instant, what: &str) -> Status {
    let elapsed = begun.elapsed().as_secs_f64();
    Status::of(report.done as f64 / report.states.max(1) as f64, elapsed)
        .with(format!("table of {} tiles", pattern.tiles()))
        .with(format!("distance {}", report.distance))
        .with(format!("{} of {} {what}", count(report.done), count(report.states)))
        .with(duration(elapsed))
}
