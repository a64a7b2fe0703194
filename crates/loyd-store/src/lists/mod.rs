//! Levels as numbered lists, in a folder: the store of every engine that keeps lists.
//!
//! ```text
//! lists.json             the last two levels                          (see `level_files::pointer`)
//! lists-0035-0.data      the lists of a level in sequence
//! lists-0035-0.index     the run; number, states and place of each list            (see `index`)
//! ```
//!
//! A level is committed by replacing `lists.json`, after all files that it names were made durable;
//! then the level that it no longer names is removed. So the folder contains at any moment the last
//! two complete levels, from which the next is made.
//!
//! Traffic: a list is written once, and read two or three times: as part of the last level,
//! sometimes twice, and as part of the one before. Writes are gathered to megabytes and appended to
//! a file.

mod index;

use crate::RunFolder;
use crate::append_file::AppendFile;
use crate::disk::ReadableFile;
use crate::failure::{damaged, refused};
use crate::folder::LockedFolder;
use crate::level_files::blob::Blob;
use crate::level_files::names::{FileId, LevelNames};
use crate::level_files::pointer::{CommittedLevels, LevelFiles, PointerKind, Retention};
use crate::names::FileName;
use index::Location;
use loyd_enumerate::RunRecord;
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::lists::{ListExtent, ListNumber, ListStore};
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

const FILES: LevelNames = LevelNames::new("lists-");
const POINTER: PointerKind =
    PointerKind { name: FileName::fixed("lists.json"), format: "loyd lists", files: FILES };
/// The stored levels: the next one is made from both.
const RETENTION: Retention = Retention::Exactly(2);
/// The number of threads that can read a file without waiting for one another.
const HANDLES: usize = 4;

/// The location of each list.
type Lists = HashMap<ListNumber, Location>;

/// A committed level, open for reading.
struct CommittedLevel {
    files: LevelFiles,
    handles: Vec<Box<dyn ReadableFile>>,
    next: AtomicUsize,
    lists: Lists,
}

/// The new level, being written.
struct NewLevel {
    id: FileId,
    spool: AppendFile,
    lists: Lists,
}

/// A [`ListStore`] in a folder.
pub struct FileListStore {
    folder: LockedFolder,
    /// The last one or two levels committed, the last one first.
    sources: RwLock<Vec<Arc<CommittedLevel>>>,
    target: Mutex<Option<NewLevel>>,
    /// The maximum size of all files together.
    peak: Mutex<u64>,
}

impl fmt::Debug for FileListStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileListStore").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl RunFolder {
    /// Returns the store for levels as lists in this folder.
    #[must_use]
    pub fn list_store(&self) -> FileListStore {
        FileListStore::new(self.locked_folder().clone())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FileListStore {
    /// A store in a folder.
    #[must_use]
    pub fn new(folder: LockedFolder) -> Self {
        Self {
            folder,
            sources: RwLock::default(),
            target: Mutex::default(),
            peak: Mutex::default(),
        }
    }

    /// The maximum size of all files together since the store was opened.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        *lock(&self.peak)
    }

    /// Removes all levels, when the run is finished.
    pub fn clear(&self) {
        *lock(&self.target) = None;
        self.replace(Vec::new());
        let _ = self.folder.remove_file(&POINTER.name);
        FILES.sweep(&self.folder, &[], None);
    }

    /// Reads every list of the stored levels and verifies checksums; returns the record of the last
    /// level, if there is one.
    ///
    /// # Errors
    /// If a file cannot be read, or differs from the written one.
    pub fn check(&self) -> Result<Option<RunRecord>, StoreError> {
        let Some(record) = self.open()? else { return Ok(None) };
        let mut bytes = Vec::new();
        for source in self.sources() {
            for &list in source.lists.keys() {
                self.get(source.files.depth(), list, &mut bytes)?;
            }
        }
        Ok(Some(record))
    }

    fn sources(&self) -> Vec<Arc<CommittedLevel>> {
        self.sources.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn source(&self, depth: u32) -> Option<Arc<CommittedLevel>> {
        let sources = self.sources.read().unwrap_or_else(PoisonError::into_inner);
        sources.iter().find(|source| source.files.depth() == depth).cloned()
    }

    fn replace(&self, sources: Vec<Arc<CommittedLevel>>) {
        *self.sources.write().unwrap_or_else(PoisonError::into_inner) = sources;
    }

    fn refused(&self, what: &str, name: &FileName, error: &io::Error) -> StoreError {
        refused(what, &self.folder.place(name), error)
    }

    fn damaged(&self, name: &FileName, what: &str) -> StoreError {
        damaged(&self.folder.place(name), what)
    }

    /// Opens the files of a level.
    fn load(&self, files: LevelFiles) -> Result<(CommittedLevel, RunRecord), StoreError> {
        let (data, index_name) = (FILES.data(files.id), FILES.index(files.id));
        let (record, lists, hash) = index::read(&self.folder, &index_name)?;
        if hash != files.index_hash || record.depth() != files.depth() {
            return Err(self.damaged(&index_name, "it is not the file that lists.json names"));
        }
        let handles = self.handles(&data)?;
        let length = handles[0].length().map_err(|error| self.refused("read", &data, &error))?;
        if length != files.data_bytes || !lists.values().all(|at| at.blob.lies_within(length)) {
            return Err(self.damaged(&data, "its length has changed"));
        }
        Ok((CommittedLevel { files, handles, next: AtomicUsize::new(0), lists }, record))
    }

    fn handles(&self, data: &FileName) -> Result<Vec<Box<dyn ReadableFile>>, StoreError> {
        let open = |_| self.folder.open_file(data);
        let handles = (0..HANDLES).map(open).collect::<Result<_, _>>();
        handles.map_err(|error| self.refused("read", data, &error))
    }

    fn note_peak(&self, target: u64) {
        let stored: u64 = self.sources().iter().map(|source| source.files.data_bytes).sum();
        let mut peak = lock(&self.peak);
        *peak = (*peak).max(stored + target);
    }

    /// Makes a level durable and names it in `lists.json`; returns the level, open for reading.
    fn commit_files(
        &self,
        target: NewLevel,
        record: &RunRecord,
    ) -> Result<CommittedLevel, StoreError> {
        let NewLevel { id, mut spool, lists } = target;
        let (data, index_name) = (FILES.data(id), FILES.index(id));
        spool.finish().map_err(|error| self.refused("write", &data, &error))?;
        // Names must be durable before `lists.json` contains them.
        let written = index::write(&self.folder, &index_name, record, &lists)
            .and_then(|hash| self.folder.sync().map(|()| hash));
        let index_hash = written.map_err(|error| self.refused("write", &index_name, &error))?;
        let files = LevelFiles { id, data_bytes: spool.bytes(), index_hash };
        let handles = self.handles(&data)?;
        let before = self.source(id.depth().wrapping_sub(1));
        let levels = std::iter::once(files.clone()).chain(before.map(|it| it.files.clone()));
        let levels =
            CommittedLevels { levels: levels.collect(), retention: RETENTION, is_doubtful: false };
        levels.write(&self.folder, &POINTER)?;
        Ok(CommittedLevel { files, handles, next: AtomicUsize::new(0), lists })
    }
}

impl ListStore for FileListStore {
    fn open(&self) -> Result<Option<RunRecord>, StoreError> {
        *lock(&self.target) = None;
        let Some(committed) = CommittedLevels::read(&self.folder, &POINTER)? else {
            FILES.sweep(&self.folder, &[], None);
            return Ok(None);
        };
        let (ids, depths) = (committed.ids(), committed.levels.iter().map(LevelFiles::depth));
        if ids.len() > 2 || !depths.is_sorted_by(|&a, &b| b.checked_add(1) == Some(a)) {
            return Err(self.damaged(&POINTER.name, "its levels do not follow one another"));
        }
        FILES.sweep(&self.folder, &ids, None);
        let levels = committed.levels.into_iter().map(|files| self.load(files));
        let levels = levels.collect::<Result<Vec<_>, _>>()?;
        let (sources, mut records): (Vec<_>, Vec<_>) = levels.into_iter().unzip();
        self.replace(sources.into_iter().map(Arc::new).collect());
        Ok(Some(records.swap_remove(0)))
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        let unfinished = lock(&self.target).take();
        if let Some(unfinished) = unfinished {
            let _ = self.folder.remove_file(&FILES.data(unfinished.id));
        }
        if depth == 0 {
            // The existing files belong to no run.
            self.clear();
        }
        let id = FILES.unused(&self.folder, depth)?;
        let data = FILES.data(id);
        let spool = AppendFile::create(&self.folder, &data);
        let spool = spool.map_err(|error| self.refused("write", &data, &error))?;
        *lock(&self.target) = Some(NewLevel { id, spool, lists: Lists::new() });
        Ok(())
    }

    fn put(&self, list: ListNumber, states: u32, bytes: &[u8]) -> Result<(), StoreError> {
        let blob = Blob::of(bytes);
        let mut target = lock(&self.target);
        let Some(NewLevel { spool, lists, id }) = &mut *target else {
            return Err(StoreError::data("no level is in progress"));
        };
        let blob = Blob { offset: spool.bytes(), ..blob };
        // The file is made durable as a whole when it is committed.
        let written = spool.append(bytes, false);
        written.map_err(|error| self.refused("write", &FILES.data(*id), &error))?;
        match lists.insert(list, Location { states, blob }) {
            None => Ok(()),
            Some(_) => Err(StoreError::data(format!("list {list} was put twice"))),
        }
    }

    fn lists(&self, depth: u32) -> Vec<(ListNumber, ListExtent)> {
        let source = self.source(depth);
        let extent = |at: &Location| ListExtent { states: at.states, bytes: at.blob.bytes };
        let lists = source.iter().flat_map(|source| &source.lists);
        let mut lists: Vec<_> = lists.map(|(&list, at)| (list, extent(at))).collect();
        lists.sort_unstable_by_key(|&(list, _)| list);
        lists
    }

    fn get(&self, depth: u32, list: ListNumber, into: &mut Vec<u8>) -> Result<(), StoreError> {
        let source = self.source(depth);
        let location = source.as_ref().and_then(|source| Some((source, source.lists.get(&list)?)));
        let Some((source, at)) = location else {
            return Err(StoreError::data(format!("list {list} of level {depth} is missing")));
        };
        let path = self.folder.place(&FILES.data(source.files.id));
        let handle = source.next.fetch_add(1, Ordering::Relaxed) % source.handles.len();
        at.blob.fetch(&*source.handles[handle], &path, &format_args!("list {list}"), into)
    }

    fn commit(&self, record: &RunRecord) -> Result<(), StoreError> {
        let depth = record.depth();
        let target = lock(&self.target).take().filter(|target| target.id.depth() == depth);
        let Some(target) = target else {
            return Err(StoreError::data(format!("level {depth} is not in progress")));
        };
        self.note_peak(target.spool.bytes());
        let source = Arc::new(self.commit_files(target, record)?);
        let mut sources = self.sources();
        sources.retain(|source| source.files.depth() + 1 == depth);
        sources.insert(0, source);
        let ids: Vec<_> = sources.iter().map(|source| source.files.id).collect();
        self.replace(sources);
        FILES.sweep(&self.folder, &ids, None);
        Ok(())
    }

    fn memory(&self) -> u64 {
        let per_list = size_of::<(ListNumber, Location)>() as u64 * 2;
        let lists: usize = self.sources().iter().map(|source| source.lists.len()).sum();
        let new_lists = lock(&self.target).as_ref().map_or(0, |target| target.lists.len());
        (lists + new_lists) as u64 * per_list
    }
}
