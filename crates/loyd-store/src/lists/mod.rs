//! The lists of a frontier search, in a folder.
//!
//! ```text
//! lists.json           the run, and which files hold its last two levels     (a document)
//! lists-0035-0.data    the lists of a level, one after the other
//! lists-0035-0.index   which list is how long, how many states it holds, its checksum (see `index`)
//! ```
//!
//! A level is committed by replacing `lists.json`, after everything that it names was made safe; the
//! level that it names no more is removed after that. So whatever happens the folder holds the last
//! two levels that were whole, which is what the next is made of.
//!
//! Traffic: a list is written once, and read two or three times: as the last level, some of it
//! twice, and as the one before. Writes are gathered to megabytes and go to the end of a file.

mod index;
mod pointer;

use crate::disk::{Disk, Reading};
use crate::document;
use crate::failure::{damaged, refused, unsuited};
use crate::units::spool::Spool;
use index::Place;
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::frontier::{Extent, ListStore, Record, Unit};
use pointer::{FORMAT, Files, Pointer, VERSION, pointer, record};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use xxhash_rust::xxh3::xxh3_64_with_seed;

const POINTER: &str = "lists.json";
/// Files with these names are ours to remove.
const PREFIX: &str = "lists-";
/// So many threads read a file at once without waiting for one another.
const HANDLES: usize = 4;

/// A level that is read.
struct Source {
    files: Files,
    handles: Vec<Box<dyn Reading>>,
    next: AtomicUsize,
    places: HashMap<Unit, Place>,
}

/// A level that is written.
struct Target {
    depth: u32,
    name: String,
    spool: Spool,
    places: HashMap<Unit, Place>,
}

/// A [`ListStore`] in a folder.
pub struct ListFiles {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    /// The last one or two levels committed.
    sources: RwLock<Vec<Arc<Source>>>,
    target: Mutex<Option<Target>>,
    /// The most bytes that all files had at once.
    peak: Mutex<u64>,
}

impl fmt::Debug for ListFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListFiles").field("folder", &self.folder).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn data(name: &str) -> String {
    format!("{name}.data")
}

fn index(name: &str) -> String {
    format!("{name}.index")
}

impl ListFiles {
    /// A store in a folder that exists.
    #[must_use]
    pub fn new(disk: Arc<dyn Disk>, folder: &Path) -> Self {
        Self {
            disk,
            folder: folder.to_owned(),
            sources: RwLock::default(),
            target: Mutex::default(),
            peak: Mutex::default(),
        }
    }

    /// The most bytes that all files had at once, since the store was opened.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        *lock(&self.peak)
    }

    /// Removes all levels: the run is finished.
    pub fn clear(&self) {
        *lock(&self.target) = None;
        self.replace(Vec::new());
        let _ = self.disk.remove(&self.folder.join(POINTER));
        self.sweep(&[]);
    }

    /// Reads every list of the levels kept and compares checksums; the record of the last level, if
    /// there is one.
    ///
    /// # Errors
    /// If anything cannot be read or is not what was written.
    pub fn check(&self) -> Result<Option<Record>, StoreError> {
        let Some(record) = self.open()? else { return Ok(None) };
        let mut bytes = Vec::new();
        for source in self.sources() {
            for &unit in source.places.keys() {
                self.get(source.files.depth, unit, &mut bytes)?;
            }
        }
        Ok(Some(record))
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        self.sources.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn source(&self, depth: u32) -> Option<Arc<Source>> {
        let sources = self.sources.read().unwrap_or_else(PoisonError::into_inner);
        sources.iter().find(|source| source.files.depth == depth).cloned()
    }

    fn replace(&self, sources: Vec<Arc<Source>>) {
        *self.sources.write().unwrap_or_else(PoisonError::into_inner) = sources;
    }

    fn refused(&self, what: &str, name: &str, error: &std::io::Error) -> StoreError {
        refused(what, &self.folder.join(name), error)
    }

    fn damaged(&self, name: &str, what: &str) -> StoreError {
        damaged(&self.folder.join(name), what)
    }

    /// Removes files of levels, except those named; what cannot be removed does no harm.
    fn sweep(&self, valid: &[&str]) {
        for name in self.disk.list(&self.folder).unwrap_or_default() {
            let stem = name.trim_end_matches(".data").trim_end_matches(".index");
            if name.starts_with(PREFIX) && !valid.contains(&stem) {
                let _ = self.disk.remove(&self.folder.join(name));
            }
        }
    }

    /// A name that no level has: one that `lists.json` may name is never written again.
    fn free_name(&self, depth: u32) -> String {
        let taken = self.disk.list(&self.folder).unwrap_or_default();
        let mut names = (0u32..).map(|i| format!("{PREFIX}{depth:04}-{i}"));
        let free = |name: &String| !taken.contains(&data(name)) && !taken.contains(&index(name));
        names.find(free).unwrap_or_default()
    }

    fn pointer(&self) -> Result<Option<Pointer>, StoreError> {
        let Some(members) = document::read(&*self.disk, &self.folder, POINTER)? else {
            return Ok(None);
        };
        let pointer: Pointer = serde_json::from_value(Value::Object(members))
            .map_err(|error| self.damaged(POINTER, &error.to_string()))?;
        if pointer.format != FORMAT || pointer.version != VERSION {
            return Err(unsuited(format!(
                "{} is a {:?} of version {}, this loyd reads a {FORMAT:?} of version {VERSION}",
                self.folder.join(POINTER).display(),
                pointer.format,
                pointer.version
            )));
        }
        Ok(Some(pointer))
    }

    /// Opens the files of a level.
    fn level(&self, files: Files) -> Result<Source, StoreError> {
        let (data, index_name) = (data(&files.name), index(&files.name));
        let (places, hash) = index::read(&*self.disk, &self.folder.join(&index_name))?;
        if format!("{hash:016x}") != files.index_hash {
            return Err(self.damaged(&index_name, "it is not the file that lists.json names"));
        }
        let handles = self.handles(&data)?;
        let length = handles[0].length().map_err(|error| self.refused("read", &data, &error))?;
        if length != files.data_bytes || index::bytes(&places) != length {
            return Err(self.damaged(&data, "it is not as long as it was"));
        }
        Ok(Source { files, handles, next: AtomicUsize::new(0), places })
    }

    fn handles(&self, data: &str) -> Result<Vec<Box<dyn Reading>>, StoreError> {
        let open = |_| self.disk.open(&self.folder.join(data));
        let handles = (0..HANDLES).map(open).collect::<Result<_, _>>();
        handles.map_err(|error| self.refused("read", data, &error))
    }

    fn note_peak(&self, target: u64) {
        let kept: u64 = self.sources().iter().map(|source| source.files.data_bytes).sum();
        let mut peak = lock(&self.peak);
        *peak = (*peak).max(kept + target);
    }

    /// Makes a level safe and names it; the level, to be read.
    fn commit_files(&self, target: Target, record: &Record) -> Result<Source, StoreError> {
        let Target { depth, name, mut spool, places } = target;
        let (data, index_name) = (data(&name), index(&name));
        spool.finish().map_err(|error| self.refused("write", &data, &error))?;
        let written = index::write(&*self.disk, &self.folder.join(&index_name), &places);
        let hash = written.map_err(|error| self.refused("write", &index_name, &error))?;
        // Names must be safe before lists.json names them.
        let synced = self.disk.sync_folder(&self.folder);
        synced.map_err(|error| self.refused("write", &index_name, &error))?;
        let files =
            Files { depth, name, data_bytes: spool.bytes(), index_hash: format!("{hash:016x}") };
        let handles = self.handles(&data)?;
        let before = self.source(depth.wrapping_sub(1)).map(|source| source.files.clone());
        let kept = before.into_iter().chain([files.clone()]).collect();
        let members = match serde_json::to_value(pointer(record, kept)) {
            Ok(Value::Object(members)) => members,
            // A structure with named fields always is an object.
            _ => Map::new(),
        };
        document::write(&*self.disk, &self.folder, POINTER, members)?;
        Ok(Source { files, handles, next: AtomicUsize::new(0), places })
    }
}

impl ListStore for ListFiles {
    fn open(&self) -> Result<Option<Record>, StoreError> {
        *lock(&self.target) = None;
        let Some(pointer) = self.pointer()? else {
            self.sweep(&[]);
            return Ok(None);
        };
        let names: Vec<&str> = pointer.kept.iter().map(|files| files.name.as_str()).collect();
        self.sweep(&names);
        let levels = pointer.kept.iter().map(|files| self.level(files.clone()).map(Arc::new));
        let levels = levels.collect::<Result<Vec<_>, _>>()?;
        let record = record(pointer)
            .ok_or_else(|| self.damaged(POINTER, "what was counted, or how far, is not clear"))?;
        self.replace(levels);
        Ok(Some(record))
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        let left = lock(&self.target).take();
        if let Some(left) = left {
            let _ = self.disk.remove(&self.folder.join(data(&left.name)));
        }
        if depth == 0 {
            // What is here belongs to no run.
            self.clear();
        }
        let name = self.free_name(depth);
        let spool = Spool::create(&*self.disk, &self.folder.join(data(&name)));
        let spool = spool.map_err(|error| self.refused("write", &data(&name), &error))?;
        *lock(&self.target) = Some(Target { depth, name, spool, places: HashMap::new() });
        Ok(())
    }

    fn put(&self, unit: Unit, states: u32, bytes: &[u8]) -> Result<(), StoreError> {
        let hash = xxh3_64_with_seed(bytes, u64::from(unit));
        let mut target = lock(&self.target);
        let Some(Target { spool, places, name, .. }) = &mut *target else {
            return Err(StoreError::data("no level was begun"));
        };
        let offset = spool.bytes();
        // It is made safe as a whole when it is committed.
        let written = spool.append(bytes, false);
        written.map_err(|error| self.refused("write", &data(name), &error))?;
        let extent = Extent { states, bytes: bytes.len() as u32 };
        match places.insert(unit, Place { offset, extent, hash }) {
            None => Ok(()),
            Some(_) => Err(StoreError::data(format!("list {unit} was put twice"))),
        }
    }

    fn units(&self, depth: u32) -> Vec<(Unit, Extent)> {
        let source = self.source(depth);
        let places = source.iter().flat_map(|source| &source.places);
        let mut units: Vec<_> = places.map(|(&unit, place)| (unit, place.extent)).collect();
        units.sort_unstable_by_key(|&(unit, _)| unit);
        units
    }

    fn get(&self, depth: u32, unit: Unit, into: &mut Vec<u8>) -> Result<(), StoreError> {
        let source = self.source(depth);
        let found = source.as_ref().and_then(|source| Some((source, source.places.get(&unit)?)));
        let Some((source, place)) = found else {
            return Err(StoreError::data(format!("list {unit} of level {depth} is missing")));
        };
        into.resize(place.extent.bytes as usize, 0);
        let handle = source.next.fetch_add(1, Ordering::Relaxed) % source.handles.len();
        let read = source.handles[handle].read_at(into, place.offset);
        let name = data(&source.files.name);
        read.map_err(|error| self.refused("read", &name, &error))?;
        if xxh3_64_with_seed(into, u64::from(unit)) == place.hash {
            return Ok(());
        }
        Err(self.damaged(&name, &format!("the checksum of list {unit} does not fit")))
    }

    fn commit(&self, record: &Record) -> Result<(), StoreError> {
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
        let names: Vec<&str> = sources.iter().map(|source| source.files.name.as_str()).collect();
        self.sweep(&names);
        Ok(())
    }

    fn memory(&self) -> u64 {
        let per_unit = size_of::<(Unit, Place)>() as u64 * 2;
        let units: usize = self.sources().iter().map(|source| source.places.len()).sum();
        let begun = lock(&self.target).as_ref().map_or(0, |target| target.places.len());
        (units + begun) as u64 * per_unit
    }
}
