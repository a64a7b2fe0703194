//! A table from the cache, or built and kept there.

use crate::exit::{Exit, Failure};
use crate::family::TableMeans;
use crate::faults::of_store;
use loyd_enumerate::checkpoint::StoreError;
use loyd_report::numbers::bytes;
use loyd_search::memory::granted;
use loyd_search::observe::Cancel;
use loyd_store::disk::{Lock, RealDisk};
use loyd_store::tables::{Contents, Subject, check_built};
use loyd_store::{Cache, TableInfo};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The folder that keeps tables, and the resources for building one.
pub(crate) struct CachedTables<S> {
    /// The folder.
    cache: Option<Cache<S>>,
    /// Threads that build and verify.
    pub(crate) threads: usize,
    /// Bytes that building a table may take.
    pub(crate) memory: u64,
    /// No progress and no warnings.
    pub(crate) quiet: bool,
    /// Progress in plain lines where standard error is not a terminal.
    pub(crate) progress: bool,
    /// Stops building.
    pub(crate) cancel: Cancel,
    /// The time in which a table must be built.
    time: Option<Duration>,
    /// A table that cannot be kept is an error, not a warning.
    pub(crate) must_keep: bool,
}

/// A table and its source.
pub(crate) struct Found<S, T> {
    /// The subject of the table, and its statistics.
    pub(crate) info: TableInfo<S>,
    /// The table.
    pub(crate) table: T,
    /// The time that it took, if it was built.
    pub(crate) built: Option<Duration>,
    /// The file in which it is kept.
    pub(crate) file: Option<PathBuf>,
}

/// The reading of a loaded table.
pub(crate) type Read<'a, S, T> =
    &'a dyn Fn(&TableInfo<S>, <S as Subject>::Loaded) -> Result<T, String>;

impl<S: Subject> CachedTables<S> {
    /// Tables that are kept in a folder, if there is one.
    pub(crate) fn new(means: TableMeans) -> Self {
        let TableMeans { folder, threads, memory, quiet, cancel, time } = means;
        let cache = folder.as_deref().map(Self::cache_in);
        let (progress, must_keep) = (false, false);
        Self { cache, threads, memory, quiet, progress, cancel, time, must_keep }
    }

    /// The cache in a folder.
    pub(crate) fn cache_in(folder: &Path) -> Cache<S> {
        Cache::new(Arc::new(RealDisk), folder)
    }

    /// True if a table is in the cache, as far as names tell.
    pub(crate) fn is_in_cache(&self, subject: &S) -> bool {
        let is_file = |place: PathBuf| place.symlink_metadata().is_ok_and(|it| it.is_file());
        self.cache.as_ref().is_some_and(|cache| is_file(cache.place(subject)))
    }

    /// Returns a table from the cache, or builds it and keeps it there.
    pub(crate) fn table<T: Contents>(
        &mut self,
        subject: &S,
        read: Read<'_, S, T>,
        build: impl FnOnce(&Self) -> Result<(TableInfo<S>, T), Failure>,
    ) -> Result<Found<S, T>, Failure> {
        if let Some(found) = self.load(subject, read, true) {
            return Ok(found);
        }
        // Whoever else is making it will have it sooner; then it is loaded after all.
        let claim = self.claim(subject)?;
        if claim.is_some()
            && let Some(found) = self.load(subject, read, false)
        {
            return Ok(found);
        }
        let begun = Instant::now();
        let (info, table) = self.within_time(build)?;
        check_built(subject, &table).map_err(|error| of_store(&error))?;
        let mut found = Found { info, table, built: Some(begun.elapsed()), file: None };
        if let (Some(cache), Some(_)) = (&self.cache, &claim) {
            match cache.store(&found.info, &found.table) {
                Ok(_) => found.file = Some(cache.place(subject)),
                Err(error) => self.go_on_without_cache(&error)?,
            }
        }
        Ok(found)
    }

    /// Builds a table, stopped after [`time`](CachedTables::time) too.
    fn within_time<T>(
        &mut self,
        build: impl FnOnce(&Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(time) = self.time else { return build(self) };
        let interrupted = self.cancel.clone();
        self.cancel = Cancel::new();
        let (end, ended) = mpsc::channel::<()>();
        let (stop, request) = (self.cancel.clone(), interrupted.clone());
        let deadline = Instant::now() + time;
        let watch = move || {
            // Ends when the sender is dropped.
            while ended.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
                if request.is_cancelled() || Instant::now() >= deadline {
                    stop.cancel();
                }
            }
        };
        if std::thread::Builder::new().name("deadline".to_owned()).spawn(watch).is_err() {
            // If the system refuses the thread, the build has no deadline, and Ctrl-C still stops it.
            self.cancel = interrupted.clone();
        }
        let built = build(self);
        drop(end);
        let is_late = self.cancel.is_cancelled() && !interrupted.is_cancelled();
        self.cancel = interrupted;
        built.map_err(|failure| if is_late { too_late() } else { failure })
    }

    /// The table in the cache. One that cannot be used is none; `warn` says so.
    fn load<T>(&self, subject: &S, read: Read<'_, S, T>, warn: bool) -> Option<Found<S, T>> {
        let cache = self.cache.as_ref()?;
        let loaded = cache.load(subject, self.threads).map_err(|error| error.to_string());
        let table = loaded.and_then(|loaded| {
            let read = |(info, loaded)| read(&info, loaded).map(|table| (info, table));
            loaded.map(read).transpose()
        });
        match table {
            Ok(found) => {
                let (info, table) = found?;
                Some(Found { info, table, built: None, file: Some(cache.place(subject)) })
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
    fn claim(&mut self, subject: &S) -> Result<Option<Lock>, Failure> {
        const AGAIN: Duration = Duration::from_millis(50);
        let mut waiting = false;
        while let Some(cache) = &self.cache {
            match cache.claim(subject) {
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

    /// Refuses what needs more memory than is allowed or granted. `of` is the table in a sentence,
    /// `instead` what needs less.
    pub(crate) fn allow(&self, of: &str, needs: u64, instead: &str) -> Result<(), Failure> {
        if needs > self.memory {
            return Err(Failure::environment(format!(
                "building the table of {of} needs {} of memory, and {} are allowed: raise --memory \
                 or use {instead}",
                bytes(needs),
                bytes(self.memory),
            )));
        }
        if granted(needs) {
            return Ok(());
        }
        Err(Failure::environment(format!(
            "the system did not grant {} of memory to build a table: use {instead}, or raise the limit \
             of this process (ulimit -v)",
            bytes(needs)
        )))
    }
}

/// The failure for a build that took longer than the search may.
fn too_late() -> Failure {
    Failure::Message {
        exit: Exit::Stopped,
        text: "stopped by --max-time before the table of a heuristic was complete; nothing of it is kept: \
               raise --max-time, or choose another --heuristic"
            .into(),
    }
}

/// The failure for a build that was stopped.
pub(crate) fn stopped() -> Failure {
    Failure::Message {
        exit: Exit::Stopped,
        text: "stopped before the table was complete; nothing of it is kept".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_tiles::Size;
    use loyd_tiles::pdb::Pattern;
    use loyd_tiles::pdb::{Encoding, PatternTable};

    #[test]
    fn a_build_is_stopped_when_its_time_is_over() {
        let (threads, memory, quiet, cancel) = (1, 1 << 20, true, Cancel::new());
        let time = Some(Duration::from_millis(10));
        let means = TableMeans { folder: None, threads, memory, quiet, cancel, time };
        let mut tables: CachedTables<PatternTable> = CachedTables::new(means);
        let stops = tables.within_time(|tables| -> Result<(), Failure> {
            while !tables.cancel.is_cancelled() {
                std::thread::yield_now();
            }
            Err(stopped())
        });
        let Err(Failure::Message { text, exit }) = stops else { panic!("it was stopped") };
        assert!(text.contains("--max-time") && exit == Exit::Stopped, "{text}");
        assert!(!tables.cancel.is_cancelled(), "the search may continue without the table");
        assert!(tables.within_time(|_| Ok(1)).is_ok_and(|built| built == 1));
    }

    /// A computer that makes a mistake while it builds a table whose fingerprint is known.
    #[test]
    fn a_table_that_was_built_wrong_is_neither_used_nor_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let size = Size::new(3, 3).expect("a size");
        let pattern = Pattern::new(size, 0, &[1, 2, 4, 5]).expect("a pattern");
        let subject = PatternTable { pattern, encoding: Encoding::Bit };
        for folder in [Some(folder.path().to_owned()), None] {
            let (threads, memory, quiet, cancel, time) = (1, 1 << 20, true, Cancel::new(), None);
            let mut tables =
                CachedTables::new(TableMeans { folder, threads, memory, quiet, cancel, time });
            let built = tables.table(
                &subject,
                &|_, _| Err("nothing is there to be read".to_owned()),
                |_| Ok((TableInfo { subject: subject.clone(), histogram: vec![1] }, vec![0; 1840])),
            );
            let Err(Failure::Message { exit, text }) = built else { panic!("it was used") };
            assert!(exit == Exit::Environment && text.contains("wrong entries"), "{text}");
            assert!(!tables.is_in_cache(&subject));
        }
    }
}
