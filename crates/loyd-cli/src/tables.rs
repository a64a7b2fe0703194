//! Tables of pattern databases: from the cache, or built and kept there.

use crate::args::LimitArgs;
use crate::exit::{Exit, Failure};
use crate::platform;
use crate::progress::{Display, Status};
use crate::render::text::{bytes, count, duration};
use clap::Args;
use loyd::memory::granted;
use loyd::observe::Cancel;
use loyd_enumerate::checkpoint::StoreError;
use loyd_store::disk::{Lock, RealDisk};
use loyd_store::tiles::tables::Loaded;
use loyd_store::{Cache, Encoding, TableInfo};
use loyd_tiles::pdb::{BuildError, BuildProgress, Builder, Built, Pattern, PatternError, multi};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Whether tables are kept.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Tables")]
pub(crate) struct CacheArgs {
    /// Neither read nor write the cache of tables, a folder that `loyd pdb list` names.
    #[arg(long)]
    pub(crate) no_cache: bool,
}

impl CacheArgs {
    /// Tables for searches, within what a command may use.
    pub(crate) fn tables(&self, limits: &LimitArgs, quiet: bool, cancel: &Cancel) -> Tables {
        let (threads, memory) = (limits.resources.threads(), limits.resources.memory());
        Tables { quiet, ..Tables::new(self.cache(), threads, memory, cancel.clone()) }
    }
}

impl CacheArgs {
    /// The cache, unless it is not wanted or there is no place for one.
    pub(crate) fn cache(&self) -> Option<Cache> {
        let folder = platform::cache_folder().filter(|_| !self.no_cache)?;
        Some(Cache::new(Arc::new(RealDisk), &folder))
    }
}

/// What tables may take, and where they are kept.
pub(crate) struct Tables {
    /// Where they are kept.
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
    /// What it is of.
    pub(crate) info: TableInfo,
    /// The table.
    pub(crate) loaded: Loaded,
    /// The time that it took, if it was built.
    pub(crate) built: Option<Duration>,
    /// The file in which it is kept.
    pub(crate) file: Option<PathBuf>,
}

impl Tables {
    /// Tables that are kept in `cache`, if there is one.
    pub(crate) fn new(cache: Option<Cache>, threads: usize, memory: u64, cancel: Cancel) -> Self {
        let (quiet, progress, must_keep) = (false, false, false);
        Self { cache, threads, memory, quiet, progress, cancel, must_keep, builder: None }
    }

    /// Whether the table of a canonical pattern is in the cache, as far as names tell.
    pub(crate) fn is_at_hand(&self, pattern: &Pattern, encoding: Encoding) -> bool {
        let is_file = |place: PathBuf| place.symlink_metadata().is_ok_and(|it| it.is_file());
        self.cache.as_ref().is_some_and(|cache| is_file(cache.place(pattern, encoding)))
    }

    /// The table of a canonical pattern: from the cache, or built and kept there.
    pub(crate) fn find(&mut self, pattern: &Pattern, encoding: Encoding) -> Result<Found, Failure> {
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

/// What to say of a search whose tables turned out to hold no distances, although their checksums
/// fit: no table that loyd wrote is like that.
pub(crate) fn broken(heuristic: &str) -> String {
    format!(
        "a table of {heuristic} holds no distances, although its checksums fit: it was not made by \
         loyd. Nothing that it said was used. `loyd pdb list` names the folder of tables, `loyd pdb \
         verify` finds the wrong one: remove it, and it is built again"
    )
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

/// How far the table of a pattern is.
fn status(pattern: &Pattern, report: &BuildProgress, begun: Instant, what: &str) -> Status {
    let elapsed = begun.elapsed().as_secs_f64();
    Status::of(report.done as f64 / report.states.max(1) as f64, elapsed)
        .with(format!("table of {} tiles", pattern.tiles()))
        .with(format!("distance {}", report.distance))
        .with(format!("{} of {} {what}", count(report.done), count(report.states)))
        .with(duration(elapsed))
}
