//! Tables of pattern databases from a folder, or built and stored there.
//!
//! ```
//! use loyd::CachedTables;
//!
//! # let folder = std::env::temp_dir().join(format!("loyd-tables-{}", std::process::id()));
//! let request = loyd::solve("tiles", "8 6 7 2 5 4 3 0 1").heuristic("pdb:4-4");
//! for _ in 0..2 {
//!     // The first search builds the tables, the second one loads them.
//!     let tables = CachedTables::in_folder(&folder).threads(2).memory(64 << 20);
//!     let result = request.run_with(tables, &mut |_| ())?;
//!     assert_eq!(result.length, Some(31));
//! }
//! # std::fs::remove_dir_all(&folder).expect("the folder of the tables");
//! # Ok::<(), loyd::Error>(())
//! ```
//!
//! ```text
//! load the table and verify it; if the folder has no usable one
//!     lock its name in the folder; wait while another process has the lock
//!     load the table that such a process has stored, or build and store it
//! ```

mod building;

pub use building::{Building, TableBuild, TableError, TableObserver, TableWarning};

use crate::listed::Listed;
use crate::tables::TableCache;
use loyd_enumerate::checkpoint::StoreError;
use loyd_search::observe::{Budget, Cancel, Limit};
use loyd_store::disk::{Disk, Lock, RealDisk};
use loyd_store::tables::{Contents, Subject, check_built};
use loyd_store::{Cache, TableInfo};
use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A puzzle whose tables are stored in files.
pub trait StoredTables: Listed {
    /// The subject of a table, as its file states it.
    type Subject: Subject;

    /// A table in memory.
    type Table: Contents;

    /// The subject of the table of a key.
    fn subject(key: &Self::TableKey, metric: Self::Metric) -> Self::Subject;

    /// The table of verified bytes.
    ///
    /// # Errors
    /// The reason why they are not a table of this version.
    fn table_of(
        info: &TableInfo<Self::Subject>,
        loaded: <Self::Subject as Subject>::Loaded,
    ) -> Result<Self::Table, String>;

    /// Builds a table in memory.
    ///
    /// # Errors
    /// If it takes more memory than is allowed or granted, or the build is stopped.
    fn build(
        subject: &Self::Subject,
        building: &mut Building<'_>,
    ) -> Result<BuiltTable<Self>, TableError>;

    /// Returns whether a table is among those of a search.
    fn is_made(key: &Self::TableKey, metric: Self::Metric, tables: &Self::Tables) -> bool;

    /// Adds a table to those of a search.
    fn add(table: Self::Table, tables: &mut Self::Tables);
}

/// A table that was built, and its statistics.
pub type BuiltTable<P> = (TableInfo<<P as StoredTables>::Subject>, <P as StoredTables>::Table);

/// A table and its source.
pub struct CachedTable<P: StoredTables> {
    /// The subject of the table, and its statistics.
    pub info: TableInfo<P::Subject>,
    /// The table.
    pub table: P::Table,
    /// The time of the build; `None` if the table was loaded.
    pub built: Option<Duration>,
    /// The file that stores it.
    pub file: Option<PathBuf>,
}

/// Tables from a folder, or built and stored there.
pub struct CachedTables {
    place: Option<(Arc<dyn Disk>, PathBuf)>,
    threads: usize,
    limit: Limit,
    must_store: bool,
    observer: Arc<dyn TableObserver>,
    shared: Option<Box<dyn Any + Send>>,
}

impl CachedTables {
    /// Tables in a folder, which need not exist; by default one thread and 1 GiB for a build.
    pub fn in_folder(folder: &Path) -> Self {
        Self::on_disk(Arc::new(RealDisk), folder)
    }

    /// Works as [`in_folder`](Self::in_folder) does, on any disk.
    pub fn on_disk(disk: Arc<dyn Disk>, folder: &Path) -> Self {
        Self { place: Some((disk, folder.to_owned())), ..Self::unstored() }
    }

    /// Tables that are built and not stored.
    pub fn unstored() -> Self {
        let (threads, limit, must_store) = (1, Limit::none(), false);
        Self { place: None, threads, limit, must_store, observer: Arc::new(()), shared: None }
    }

    /// Sets the threads that build and verify.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets the bytes that the tables of a search, and the build of each, may take.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.limit.memory = Some(bytes);
        self
    }

    /// Sets the time in which a table must be complete; `None` for any time.
    pub fn set_max_time(&mut self, time: Option<Duration>) {
        self.limit.time = time;
    }

    /// Sets the flag that stops a build.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.limit.cancel = Some(cancel.clone());
        self
    }

    /// Sets the observer.
    #[must_use]
    pub fn observer(self, observer: impl TableObserver + 'static) -> Self {
        Self { observer: Arc::new(observer), ..self }
    }

    /// Makes a table that cannot be stored an error instead of a warning.
    #[must_use]
    pub fn must_store(self) -> Self {
        Self { must_store: true, ..self }
    }

    /// The limit of memory in bytes.
    pub(crate) fn memory_limit(&self) -> u64 {
        self.limit.memory.unwrap_or(1 << 30)
    }

    /// Returns the table of a subject: from the folder, or built and stored there.
    ///
    /// # Errors
    /// If it can neither be loaded nor built.
    pub fn table<P: StoredTables>(
        &mut self,
        subject: &P::Subject,
    ) -> Result<CachedTable<P>, TableError> {
        self.table_or(subject, |tables, budget| tables.build::<P>(subject, budget))
    }

    /// Returns the table of a subject from the folder, or else by a function.
    pub(crate) fn table_or<P: StoredTables>(
        &mut self,
        subject: &P::Subject,
        build: impl FnOnce(&mut Self, &Budget) -> Result<BuiltTable<P>, TableError>,
    ) -> Result<CachedTable<P>, TableError> {
        let budget = Budget::start(&self.limit);
        if let Some(found) = self.load(subject, true) {
            return Ok(found);
        }
        // Another process that builds the table has it sooner; then it is loaded after all.
        let claim = self.claim(subject, &budget)?;
        if claim.is_some()
            && let Some(found) = self.load(subject, false)
        {
            return Ok(found);
        }
        let began = Instant::now();
        let (info, table) = build(self, &budget)?;
        check_built(subject, &table).map_err(TableError::Wrong)?;
        let mut cached = CachedTable { info, table, built: Some(began.elapsed()), file: None };
        if let (Some(cache), Some(_)) = (self.cache(), &claim) {
            match cache.store(&cached.info, &cached.table) {
                Ok(_) => cached.file = Some(cache.place(subject)),
                Err(error) => self.continue_without_folder(error)?,
            }
        }
        Ok(cached)
    }

    fn cache<S: Subject>(&self) -> Option<Cache<S>> {
        self.place.as_ref().map(|(disk, folder)| Cache::new(disk.clone(), folder))
    }

    fn warn(&self, warning: &TableWarning) {
        self.observer.warning(warning);
    }

    /// The stored table. An unusable one is missing; with `warn` the observer gets a warning.
    fn load<P: StoredTables>(&self, subject: &P::Subject, warn: bool) -> Option<CachedTable<P>> {
        let cache = self.cache()?;
        let loaded = cache.load(subject, self.threads).map_err(|error| error.to_string());
        let read = |(info, loaded)| P::table_of(&info, loaded).map(|table| (info, table));
        match loaded.and_then(|loaded| loaded.map(read).transpose()) {
            Ok(found) => {
                let (info, table) = found?;
                Some(CachedTable { info, table, built: None, file: Some(cache.place(subject)) })
            }
            Err(error) => {
                if warn {
                    self.warn(&TableWarning::Unusable(error));
                }
                None
            }
        }
    }

    /// The lock for building a table; `None` without a folder that can store it.
    fn claim<S: Subject>(
        &mut self,
        subject: &S,
        budget: &Budget,
    ) -> Result<Option<Lock>, TableError> {
        const AGAIN: Duration = Duration::from_millis(50);
        let mut waiting = false;
        while let Some(cache) = self.cache() {
            match cache.claim(subject) {
                Ok(Some(lock)) => return Ok(Some(lock)),
                Ok(None) if budget.exceeded(0).is_some() => return Err(self.stopped()),
                Ok(None) => {
                    if !std::mem::replace(&mut waiting, true) {
                        self.warn(&TableWarning::Waiting);
                    }
                    thread::sleep(AGAIN);
                }
                Err(error) => self.continue_without_folder(error)?,
            }
        }
        Ok(None)
    }

    fn continue_without_folder(&mut self, error: StoreError) -> Result<(), TableError> {
        if self.must_store {
            return Err(TableError::NotStored(error));
        }
        self.warn(&TableWarning::NotStored(error));
        self.place = None;
        Ok(())
    }

    /// Builds a table within the limits.
    fn build<P: StoredTables>(
        &mut self,
        subject: &P::Subject,
        budget: &Budget,
    ) -> Result<BuiltTable<P>, TableError> {
        let (stop, watch) = self.stop_flag(budget);
        let memory = self.memory_limit();
        let mut building = Building {
            threads: self.threads,
            cancel: stop.clone(),
            shared: &mut self.shared,
            memory,
            began: Instant::now(),
            observer: &*self.observer,
        };
        let built = P::build(subject, &mut building);
        drop(watch);
        self.observer.ended();
        built.map_err(|error| if stop.is_cancelled() { self.stopped() } else { error })
    }

    /// The flag that stops a build at the limits, and a value that ends the watch on the time when it is
    /// dropped.
    fn stop_flag(&self, budget: &Budget) -> (Cancel, Option<mpsc::Sender<()>>) {
        let interrupt = self.limit.cancel.clone().unwrap_or_default();
        if self.limit.time.is_none() {
            return (interrupt, None);
        }
        let (stop, budget) = (Cancel::new(), budget.clone());
        let (end, ended) = mpsc::channel();
        let flag = stop.clone();
        let is_over = move || {
            if budget.exceeded(0).is_some() {
                flag.cancel();
            }
        };
        is_over();
        let watch = move || {
            while ended.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
                is_over();
            }
        };
        match thread::Builder::new().name("deadline".to_owned()).spawn(watch) {
            Ok(_) => (stop, Some(end)),
            // If the system refuses the thread, the build has no deadline.
            Err(_) => (interrupt, None),
        }
    }

    /// The error of a build that was stopped: by the flag, or else by the time.
    fn stopped(&self) -> TableError {
        let is_cancelled = self.limit.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        if is_cancelled { TableError::Stopped } else { TableError::OutOfTime }
    }
}

impl<P: StoredTables> TableCache<P> for CachedTables {
    type Error = TableError;

    fn memory(&self) -> u64 {
        self.memory_limit()
    }

    fn is_cached(&self, key: &P::TableKey, metric: P::Metric) -> bool {
        self.cache().is_some_and(|cache| cache.has_file(&P::subject(key, metric)))
    }

    fn find(
        &mut self,
        key: &P::TableKey,
        metric: P::Metric,
        tables: &mut P::Tables,
    ) -> Result<(), TableError> {
        if !P::is_made(key, metric, tables) {
            let cached = self.table::<P>(&P::subject(key, metric))?;
            P::add(cached.table, tables);
        }
        Ok(())
    }
}
