//! Tables of pattern databases: from the cache, or built and kept there.

use super::partitions::Named;
use crate::exit::{Exit, Failure};
use crate::family::{Family, TableMeans};
use crate::progress::{Display, Status};
use loyd::memory::granted;
use loyd::observe::Cancel;
use loyd::solver::Settings;
use loyd_enumerate::checkpoint::StoreError;
use loyd_facade::TableCache;
use loyd_report::numbers::{bytes, count, duration};
use loyd_store::disk::{Lock, RealDisk};
use loyd_store::tiles::tables::Loaded;
use loyd_store::{Cache, Encoding, TableInfo};
use loyd_tiles::pdb::{BuildError, BuildProgress, Builder, Built, Pattern, PatternError, multi};
use loyd_tiles::solver::{KnownTables, Tiles};
use loyd_tiles::{Goal, MetricName, Position};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The resources for tables, and the folder that keeps them.
pub(crate) struct Tables {
    /// The folder that keeps them.
    pub(crate) cache: Option<Cache>,
    /// Threads that build them.
    pub(crate) threads: usize,
    /// Bytes that building one may take.
    pub(crate) memory: u64,
    /// No progress and no warnings.
    pub(crate) quiet: bool,
    /// Progress in plain lines where standard error is no terminal.
    pub(crate) progress: bool,
    /// Stops building.
    pub(crate) cancel: Cancel,
    /// A table that cannot be kept is an error, not a warning.
    pub(crate) must_keep: bool,
    /// For the pattern built last.
    builder: Option<Builder>,
}

/// A table and how it was come by.
pub(crate) struct Found {
    /// The subject of the table.
    pub(crate) info: TableInfo,
    /// The table.
    pub(crate) loaded: Loaded,
    /// The time that it took, if it was built.
    pub(crate) built: Option<Duration>,
    /// The file in which it is kept.
    pub(crate) file: Option<PathBuf>,
}

/// The cache in a folder.
pub(super) fn cache_in(folder: &Path) -> Cache {
    Cache::new(Arc::new(RealDisk), folder)
}

impl TableCache<Tiles> for Tables {
    type Error = Failure;

    fn memory(&self) -> u64 {
        self.memory
    }

    fn is_at_hand(&self, pattern: &Pattern, metric: MetricName) -> bool {
        self.is_in_cache(pattern, Encoding::for_searches(metric))
    }

    fn find(
        &mut self,
        pattern: &Pattern,
        metric: MetricName,
        made: &mut KnownTables,
    ) -> Result<(), Failure> {
        let encoding = Encoding::for_searches(metric);
        let KnownTables { single, multi } = made;
        let known = match encoding {
            Encoding::Class => multi.iter().any(|table| table.pattern() == pattern),
            Encoding::Bit | Encoding::Excess => {
                single.iter().any(|table| table.pattern() == pattern)
            }
        };
        if !known {
            match self.table(pattern, encoding)?.loaded {
                Loaded::Bit(table) => single.push(table),
                Loaded::Class(table) => multi.push(table),
                Loaded::Excess(_) => {}
            }
        }
        Ok(())
    }

    /// Adds the partitions that a heuristic names by tiles or files.
    fn define(&self, settings: &mut Settings<Tiles>, goal: &Position) -> Result<(), Failure> {
        let databases = settings.heuristic.iter().flat_map(|spec| spec.databases().to_vec());
        for name in databases.collect::<Vec<_>>() {
            if Tiles::is_file(&name) {
                let on = Goal::Board(goal.clone());
                let Named { name, partition } = Named::parse(&name, Some(goal.size()), Some(&on))?;
                settings.partitions.push((name, partition));
            }
        }
        Ok(())
    }
}

impl Tables {
    /// Tables that are kept in a folder, if there is one.
    pub(crate) fn new(means: TableMeans) -> Self {
        let TableMeans { folder, threads, memory, quiet, cancel } = means;
        let cache = folder.as_deref().map(cache_in);
        let (progress, must_keep) = (false, false);
        Self { cache, threads, memory, quiet, progress, cancel, must_keep, builder: None }
    }

    /// True if the table of a canonical pattern is in the cache, as far as names tell.
    fn is_in_cache(&self, pattern: &Pattern, encoding: Encoding) -> bool {
        let is_file = |place: PathBuf| place.symlink_metadata().is_ok_and(|it| it.is_file());
        self.cache.as_ref().is_some_and(|cache| is_file(cache.place(pattern, encoding)))
    }

    /// The table of a canonical pattern: from the cache, or built and kept there.
    pub(crate) fn table(
        &mut self,
        pattern: &Pattern,
        encoding: Encoding,
    ) -> Result<Found, Failure> {
        if let Some(found) = self.load(pattern, encoding, true) {
            return Ok(found);
        }
        // Whoever else is making it will have it sooner; then it is loaded after all.
        let claim = self.claim(pattern, encoding)?;
        if claim.is_some()
            && let Some(found) = self.load(pattern, encoding, false)
        {
            return Ok(found);
        }
        let mut found = self.build(pattern, encoding)?;
        if let (Some(cache), Some(_)) = (&self.cache, &claim) {
            match cache.store(&found.info, found.loaded.bytes()) {
                Ok(_) => found.file = Some(cache.place(pattern, encoding)),
                Err(error) => self.go_on_without_cache(&error)?,
            }
        }
        Ok(found)
    }

    /// The table in the cache. One that cannot be used is none; `warn` says so.
    fn load(&self, pattern: &Pattern, encoding: Encoding, warn: bool) -> Option<Found> {
        let cache = self.cache.as_ref()?;
        match cache.load(pattern, encoding, self.threads) {
            Ok(found) => {
                let (info, loaded) = found?;
                let file = Some(cache.place(pattern, encoding));
                Some(Found { info, loaded, built: None, file })
            }
            Err(error) => {
                if warn {
                    self.warn(&format!("{error}; it is built again now"));
                }
                None
            }
        }
    }

    /// The right to make a table; `None` if there is no cache that it could be kept in.
    fn claim(&mut self, pattern: &Pattern, encoding: Encoding) -> Result<Option<Lock>, Failure> {
        const AGAIN: Duration = Duration::from_millis(50);
        let mut waiting = false;
        while let Some(cache) = &self.cache {
            match cache.claim(pattern, encoding) {
                Ok(Some(lock)) => return Ok(Some(lock)),
                Ok(None) if self.cancel.is_cancelled() => return Err(stopped()),
                Ok(None) => {
                    if !std::mem::replace(&mut waiting, true) {
                        self.warn("another loyd is building the table; waiting for it");
                    }
                    std::thread::sleep(AGAIN);
                }
                Err(error) => self.go_on_without_cache(&error)?,
            }
        }
        Ok(None)
    }

    fn go_on_without_cache(&mut self, error: &StoreError) -> Result<(), Failure> {
        if self.must_keep {
            return Err(Failure::environment(format!(
                "{error}. The table is not kept: set LOYD_CACHE to another folder"
            )));
        }
        self.warn(&format!("{error}; tables are not kept"));
        self.cache = None;
        Ok(())
    }

    fn warn(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr(), "warning: {text}");
        }
    }

    /// Builds a table in memory.
    fn build(&mut self, pattern: &Pattern, encoding: Encoding) -> Result<Found, Failure> {
        let begun = Instant::now();
        let (info, loaded) = match encoding {
            Encoding::Bit | Encoding::Excess => self.build_single(pattern, encoding)?,
            Encoding::Class => self.build_multi(pattern)?,
        };
        Ok(Found { info, loaded, built: Some(begun.elapsed()), file: None })
    }

    /// A table of the single-tile metric.
    fn build_single(
        &mut self,
        pattern: &Pattern,
        encoding: Encoding,
    ) -> Result<(TableInfo, Loaded), Failure> {
        let (quiet, progress) = (self.quiet, self.progress);
        let cancel = self.cancel.clone();
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
        let built = if encoding == Encoding::Excess {
            let built = builder.standard(pattern, &cancel, &mut watch);
            parts(pattern, encoding, built.map_err(|error| not_built(&error)), Loaded::Excess)
        } else {
            let built = builder.table(pattern, &cancel, &mut watch);
            parts(pattern, encoding, built.map_err(|error| not_built(&error)), Loaded::Bit)
        };
        display.finish();
        built
    }

    /// A table of the multi-tile metric.
    fn build_multi(&self, pattern: &Pattern) -> Result<(TableInfo, Loaded), Failure> {
        let places = multi::Places::new(pattern.size(), pattern.tiles());
        let places = places.map_err(|error| too_large(&error))?;
        self.allow(pattern, multi::build::bytes(&places))?;
        let (display, begun) = (Display::new(self.quiet, self.progress, 1, 1), Instant::now());
        let mut watch = |report: &BuildProgress| {
            display.status(|| status(pattern, report, begun, "classes"));
        };
        let built = multi::build_watched(pattern, self.threads, &self.cancel, &mut watch);
        display.finish();
        let built = built.map_err(|error| match error {
            multi::BuildError::Stopped => stopped(),
            multi::BuildError::Pattern(error) => too_large(&error),
        });
        parts(pattern, Encoding::Class, built, Loaded::Class)
    }

    /// Refuses what needs more memory than is allowed.
    fn allow(&self, pattern: &Pattern, needs: u64) -> Result<(), Failure> {
        if needs <= self.memory {
            return if granted(needs) { Ok(()) } else { Err(refused(needs)) };
        }
        Err(Failure::environment(format!(
            "building the table of {} tiles of a {} board needs {} of memory, and {} are allowed: \
             raise --memory or use smaller patterns",
            pattern.tiles(),
            pattern.size(),
            bytes(needs),
            bytes(self.memory),
        )))
    }

    /// A builder for patterns of as many tiles on the same board: they share much.
    fn builder(&mut self, pattern: &Pattern) -> Result<&Builder, Failure> {
        let fits = |builder: &Builder| {
            let layout = builder.layout();
            (layout.size(), layout.tiles()) == (pattern.size(), pattern.tiles())
        };
        let builder = match self.builder.take().filter(fits) {
            Some(builder) => builder,
            None => Builder::new(pattern.size(), pattern.tiles(), self.threads)
                .map_err(|error| too_large(&error))?,
        };
        Ok(self.builder.insert(builder))
    }
}

/// The system refuses what was allowed.
fn refused(needs: u64) -> Failure {
    Failure::environment(format!(
        "the system did not grant {} of memory to build a table: use smaller patterns, or raise the \
         limit of this process (ulimit -v)",
        bytes(needs)
    ))
}

fn parts<T>(
    pattern: &Pattern,
    encoding: Encoding,
    built: Result<Built<T>, Failure>,
    loaded: impl FnOnce(T) -> Loaded,
) -> Result<(TableInfo, Loaded), Failure> {
    let Built { table, histogram } = built?;
    Ok((TableInfo { pattern: pattern.clone(), encoding, histogram }, loaded(table)))
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

fn stopped() -> Failure {
    Failure::Message {
        exit: Exit::Stopped,
        text: "stopped before the table was complete; nothing of it is kept".into(),
    }
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
