//! The lists of a frontier search, in a folder.
//!
//! ```text
//! lists.json           the run, and the files of its last two levels         (a document)
//! lists-0035-0.data    the lists of a level in sequence
//! lists-0035-0.index   number, states, bytes and checksum of each            (see `index`)
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
mod pointer;

use crate::append_file::AppendFile;
use crate::document::{self, MOST_OF_RUN};
use crate::failure::{damaged, refused, shortened, unsuited};
use crate::folder::LockedFolder;
use crate::names::FileName;
use index::Location;
use loyd_disk::{ReadableFile, resize};
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::tiles::frontier::{ListExtent, ListNumber, ListRecord, ListStore};
use pointer::{FAMILIES, FORMAT, FileId, Files, Pointer, VERSION, pointer, record};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use xxhash_rust::xxh3::xxh3_64_with_seed;

const POINTER: FileName = FileName::fixed("lists.json");
/// The number of threads that can read a file without waiting for one another.
const HANDLES: usize = 4;

/// A committed level, open for reading.
struct CommittedLevel {
    files: Files,
    id: FileId,
    handles: Vec<Box<dyn ReadableFile>>,
    next: AtomicUsize,
    locations: HashMap<ListNumber, Location>,
}

/// The new level, being written.
struct NewLevel {
    depth: u32,
    id: FileId,
    spool: AppendFile,
    locations: HashMap<ListNumber, Location>,
}

/// A [`ListStore`] in a folder.
pub struct FileListStore {
    folder: LockedFolder,
    /// The last one or two levels committed.
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn no_number() -> io::Error {
    io::Error::other("no number is left for its name")
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
        let _ = self.folder.remove_file(&POINTER);
        self.sweep(&[]);
    }

    /// Reads every list of the stored levels and verifies checksums; returns the record of the last
    /// level, if there is one.
    ///
    /// # Errors
    /// If anything cannot be read or is not what was written.
    pub fn check(&self) -> Result<Option<ListRecord>, StoreError> {
        let Some(record) = self.open()? else { return Ok(None) };
        let mut bytes = Vec::new();
        for source in self.sources() {
            for &unit in source.locations.keys() {
                self.get(source.files.depth, unit, &mut bytes)?;
            }
        }
        Ok(Some(record))
    }

    fn sources(&self) -> Vec<Arc<CommittedLevel>> {
        self.sources.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn source(&self, depth: u32) -> Option<Arc<CommittedLevel>> {
        let sources = self.sources.read().unwrap_or_else(PoisonError::into_inner);
        sources.iter().find(|source| source.files.depth == depth).cloned()
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

    /// Removes files of levels, except those listed. A file that remains does no harm.
    fn sweep(&self, valid: &[FileId]) {
        for family in FAMILIES {
            for numbers in self.folder.numbered(&family).unwrap_or_default() {
                if !valid.iter().any(|id| id.0[..] == numbers[..]) {
                    let _ = self.folder.remove_file(&family.name(&numbers));
                }
            }
        }
    }

    /// Returns an unused identity: files that `lists.json` may name are never overwritten.
    fn unused_id(&self, depth: u32) -> io::Result<FileId> {
        let mut next = Some(0u32);
        for family in FAMILIES {
            for numbers in self.folder.numbered(&family)? {
                if numbers[0] == depth {
                    next = next.max(numbers[1].checked_add(1).or(Some(u32::MAX)));
                }
            }
        }
        let free = next.filter(|&number| number < u32::MAX);
        free.map(|number| FileId([depth, number])).ok_or_else(no_number)
    }

    fn pointer(&self) -> Result<Option<Pointer>, StoreError> {
        let Some(members) = document::read(&self.folder, &POINTER, MOST_OF_RUN)? else {
            return Ok(None);
        };
        let pointer: Pointer = serde_json::from_value(Value::Object(members))
            .map_err(|error| self.damaged(&POINTER, &error.to_string()))?;
        if pointer.format != FORMAT || pointer.version != VERSION {
            return Err(unsuited(format!(
                "{} is a {:?} of version {}, this loyd reads a {FORMAT:?} of version {VERSION}",
                self.folder.place(&POINTER).display(),
                shortened(&pointer.format),
                pointer.version
            )));
        }
        Ok(Some(pointer))
    }

    /// Opens the files of a level.
    fn level(&self, (files, id): (Files, FileId)) -> Result<CommittedLevel, StoreError> {
        let (data, index_name) = (id.data(), id.index());
        let (locations, hash) = index::read(&self.folder, &index_name)?;
        if format!("{hash:016x}") != files.index_hash {
            return Err(self.damaged(&index_name, "it is not the file that lists.json names"));
        }
        let handles = self.handles(&data)?;
        let length = handles[0].length().map_err(|error| self.refused("read", &data, &error))?;
        if length != files.data_bytes || index::bytes(&locations) != length {
            return Err(self.damaged(&data, "its length has changed"));
        }
        Ok(CommittedLevel { files, id, handles, next: AtomicUsize::new(0), locations })
    }

    fn handles(&self, data: &FileName) -> Result<Vec<Box<dyn ReadableFile>>, StoreError> {
        let open = |_| self.folder.open_file(data);
        let handles = (0..HANDLES).map(open).collect::<Result<_, _>>();
        handles.map_err(|error| self.refused("read", data, &error))
    }

    fn note_peak(&self, target: u64) {
        let kept: u64 = self.sources().iter().map(|source| source.files.data_bytes).sum();
        let mut peak = lock(&self.peak);
        *peak = (*peak).max(kept + target);
    }

    /// Makes a level durable and names it in `lists.json`; returns the level, open for reading.
    fn commit_files(
        &self,
        target: NewLevel,
        record: &ListRecord,
    ) -> Result<CommittedLevel, StoreError> {
        let NewLevel { depth, id, mut spool, locations } = target;
        let (data, index_name, name) = (id.data(), id.index(), id.name().to_string());
        spool.finish().map_err(|error| self.refused("write", &data, &error))?;
        let written = index::write(&self.folder, &index_name, &locations);
        let hash = written.map_err(|error| self.refused("write", &index_name, &error))?;
        // Names must be durable before `lists.json` contains them.
        let synced = self.folder.sync();
        synced.map_err(|error| self.refused("write", &index_name, &error))?;
        let files =
            Files { depth, name, data_bytes: spool.bytes(), index_hash: format!("{hash:016x}") };
        let handles = self.handles(&data)?;
        let before = self.source(depth.wrapping_sub(1)).map(|source| source.files.clone());
        let kept = before.into_iter().chain([files.clone()]).collect();
        let members = match serde_json::to_value(pointer(record, kept)) {
            Ok(Value::Object(members)) => members,
            // A structure with named fields is always an object.
            _ => Map::new(),
        };
        document::write(&self.folder, &POINTER, members)?;
        Ok(CommittedLevel { files, id, handles, next: AtomicUsize::new(0), locations })
    }
}

impl ListStore for FileListStore {
    fn open(&self) -> Result<Option<ListRecord>, StoreError> {
        *lock(&self.target) = None;
        let Some(pointer) = self.pointer()? else {
            self.sweep(&[]);
            return Ok(None);
        };
        let named = |files: &Files| Some((files.clone(), files.id()?));
        let named: Option<Vec<_>> = pointer.kept.iter().map(named).collect();
        let named =
            named.ok_or_else(|| self.damaged(&POINTER, "the names of its lists are invalid"))?;
        let record = record(pointer)
            .ok_or_else(|| self.damaged(&POINTER, "its task or its progress is unclear"))?;
        self.sweep(&named.iter().map(|(_, id)| *id).collect::<Vec<_>>());
        let levels = named.into_iter().map(|level| self.level(level).map(Arc::new));
        let levels = levels.collect::<Result<Vec<_>, _>>()?;
        self.replace(levels);
        Ok(Some(record))
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        let left = lock(&self.target).take();
        if let Some(left) = left {
            let _ = self.folder.remove_file(&left.id.data());
        }
        if depth == 0 {
            // The existing files belong to no run.
            self.clear();
        }
        let id = self.unused_id(depth);
        let id = id.map_err(|error| refused("look into", self.folder.path(), &error))?;
        let spool = AppendFile::create(&self.folder, &id.data());
        let spool = spool.map_err(|error| self.refused("write", &id.data(), &error))?;
        *lock(&self.target) = Some(NewLevel { depth, id, spool, locations: HashMap::new() });
        Ok(())
    }

    fn put(&self, unit: ListNumber, states: u32, bytes: &[u8]) -> Result<(), StoreError> {
        let hash = xxh3_64_with_seed(bytes, u64::from(unit));
        let mut target = lock(&self.target);
        let Some(NewLevel { spool, locations, id, .. }) = &mut *target else {
            return Err(StoreError::data("no level was begun"));
        };
        let offset = spool.bytes();
        // The file is made durable as a whole when it is committed.
        let written = spool.append(bytes, false);
        written.map_err(|error| self.refused("write", &id.data(), &error))?;
        let extent = ListExtent { states, bytes: bytes.len() as u32 };
        match locations.insert(unit, Location { offset, extent, hash }) {
            None => Ok(()),
            Some(_) => Err(StoreError::data(format!("list {unit} was put twice"))),
        }
    }

    fn units(&self, depth: u32) -> Vec<(ListNumber, ListExtent)> {
        let source = self.source(depth);
        let locations = source.iter().flat_map(|source| &source.locations);
        let mut units: Vec<_> = locations.map(|(&unit, place)| (unit, place.extent)).collect();
        units.sort_unstable_by_key(|&(unit, _)| unit);
        units
    }

    fn get(&self, depth: u32, unit: ListNumber, into: &mut Vec<u8>) -> Result<(), StoreError> {
        let source = self.source(depth);
        let found = source.as_ref().and_then(|source| Some((source, source.locations.get(&unit)?)));
        let Some((source, place)) = found else {
            return Err(StoreError::data(format!("list {unit} of level {depth} is missing")));
        };
        let name = source.id.data();
        let resized = resize(into, place.extent.bytes as usize);
        resized.map_err(|error| self.refused("read", &name, &error))?;
        let handle = source.next.fetch_add(1, Ordering::Relaxed) % source.handles.len();
        let read = source.handles[handle].read_at(into, place.offset);
        read.map_err(|error| self.refused("read", &name, &error))?;
        if xxh3_64_with_seed(into, u64::from(unit)) == place.hash {
            return Ok(());
        }
        Err(self.damaged(&name, &format!("the checksum of list {unit} does not fit")))
    }

    fn commit(&self, record: &ListRecord) -> Result<(), StoreError> {
        let depth = record.depth();
        let Some(target) = lock(&self.target).take().filter(|target| target.depth == depth) else {
            return Err(StoreError::data(format!("level {depth} was not begun")));
        };
        self.note_peak(target.spool.bytes());
        let source = Arc::new(self.commit_files(target, record)?);
        let mut sources = self.sources();
        sources.retain(|source| source.files.depth + 1 == depth);
        sources.push(source);
        self.replace(sources.clone());
        self.sweep(&sources.iter().map(|source| source.id).collect::<Vec<_>>());
        Ok(())
    }

    fn memory(&self) -> u64 {
        let per_unit = size_of::<(ListNumber, Location)>() as u64 * 2;
        let units: usize = self.sources().iter().map(|source| source.locations.len()).sum();
        let begun = lock(&self.target).as_ref().map_or(0, |target| target.locations.len());
        (units + begun) as u64 * per_unit
    }
}
