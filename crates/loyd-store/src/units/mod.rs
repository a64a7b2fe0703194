//! The levels of an enumeration beyond memory, in a folder.
//!
//! ```text
//! level.json           which level was committed last                        (a document)
//! units-0042-0.data    its coded units, one after the other
//! units-0042-0.index   where each lies, its checksum, counts, models         (see `index`)
//! partials.data        what one half of a level hands to the other; of no value afterwards
//! ```
//!
//! A level is committed by replacing `level.json`, after everything that it names was made safe;
//! the level before is removed after that. So whatever happens the folder holds one whole level.
//!
//! Traffic: each unit is written once and read once or twice, in pieces of 20 to 200 KB. Writes are
//! gathered to megabytes and go to the end of a file; they are made safe as they come, so that
//! the commit has little left to wait for.

mod coding;
mod index;
pub(crate) mod spool;

pub use coding::LevelCodec;

use crate::disk::{Disk, Reading};
use crate::document;
use crate::failure;
use coding::{Models, Thrift};
use index::{Index, Place};
use loyd_enumerate::disk::{Kind, LevelStore, Record, StoreError, Unit};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use spool::Spool;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xxhash_rust::xxh3::xxh3_64;

const FORMAT: &str = "loyd level";
const VERSION: u32 = 1;
const POINTER: &str = "level.json";
const PARTIALS: &str = "partials.data";
/// Files with these names are ours to remove.
const PREFIX: &str = "units-";

/// What `level.json` says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Pointer {
    format: String,
    version: u32,
    depth: u32,
    data: String,
    data_bytes: u64,
    index: String,
    index_hash: String,
}

/// Where each unit lies.
type Places = HashMap<Unit, Place>;

/// The level that is read.
struct Source {
    depth: u32,
    name: String,
    file: Box<dyn Reading>,
    places: Places,
}

/// A level that is written.
struct Target {
    depth: u32,
    name: String,
    spool: Spool,
    places: Places,
}

/// What one half hands to the other.
struct Partials {
    spool: Spool,
    places: Places,
    file: Option<Box<dyn Reading>>,
}

/// A [`LevelStore`] in a folder.
pub struct UnitFiles {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    models: Arc<Models>,
    thrift: Arc<Thrift>,
    source: Mutex<Option<Source>>,
    target: Mutex<Option<Target>>,
    partials: Mutex<Option<Partials>>,
    /// The most bytes that all files had at once.
    peak: Mutex<u64>,
}

impl fmt::Debug for UnitFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnitFiles").field("folder", &self.folder).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl UnitFiles {
    /// A store in a folder that exists.
    #[must_use]
    pub fn new(disk: Arc<dyn Disk>, folder: &Path) -> Self {
        UnitFiles {
            disk,
            folder: folder.to_owned(),
            models: Arc::default(),
            thrift: Arc::default(),
            source: Mutex::default(),
            target: Mutex::default(),
            partials: Mutex::default(),
            peak: Mutex::default(),
        }
    }

    /// The code for the units of this store: its models are kept with the levels.
    #[must_use]
    pub fn codec(&self) -> LevelCodec {
        LevelCodec::new(self.models.clone(), self.thrift.clone())
    }

    /// The most bytes that all files had at once, since the store was opened.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        *lock(&self.peak)
    }

    /// Removes all levels: the run is finished.
    pub fn clear(&self) {
        *lock(&self.source) = None;
        *lock(&self.target) = None;
        *lock(&self.partials) = None;
        let _ = self.disk.remove(&self.folder.join(POINTER));
        self.sweep(&[]);
    }

    /// Reads every unit of the level committed last and compares checksums; the record of the
    /// level, if there is one.
    ///
    /// # Errors
    /// If anything cannot be read or is not what was written.
    pub fn check(&self) -> Result<Option<Record>, StoreError> {
        let Some(record) = self.open()? else { return Ok(None) };
        let units: Vec<Unit> =
            lock(&self.source).iter().flat_map(|source| source.places.keys().copied()).collect();
        let mut bytes = Vec::new();
        for unit in units {
            bytes.clear();
            self.get(record.depth(), Kind::Level, unit, &mut bytes)?;
        }
        Ok(Some(record))
    }

    /// Removes files of levels, except those named.
    fn sweep(&self, valid: &[&str]) {
        for name in self.disk.list(&self.folder).unwrap_or_default() {
            let ours = name.starts_with(PREFIX) || name == PARTIALS;
            if ours && !valid.contains(&name.as_str()) {
                let _ = self.disk.remove(&self.folder.join(name));
            }
        }
    }

    /// A name that no level has: one that `level.json` may name is never written again.
    fn free_name(&self, depth: u32) -> String {
        let taken = self.disk.list(&self.folder).unwrap_or_default();
        let mut names = (0u32..).map(|i| format!("{PREFIX}{depth:04}-{i}"));
        let free = |name: &String| !taken.iter().any(|taken| taken.starts_with(name.as_str()));
        names.find(free).unwrap_or_default()
    }

    fn pointer(&self) -> Result<Option<Pointer>, StoreError> {
        let Some(members) = document::read(&*self.disk, &self.folder, POINTER)? else {
            return Ok(None);
        };
        let place = self.folder.join(POINTER);
        let damaged = |what: &str| failure::damaged(&place, what);
        let pointer: Pointer = serde_json::from_value(Value::Object(members))
            .map_err(|error| damaged(&error.to_string()))?;
        if pointer.format != FORMAT || pointer.version != VERSION {
            return Err(damaged("it is of another version"));
        }
        Ok(Some(pointer))
    }

    fn refused(&self, what: &str, name: &str, error: &std::io::Error) -> StoreError {
        failure::refused(what, &self.folder.join(name), error)
    }

    /// Makes the files of a level safe and points to them.
    fn commit_files(&self, target: &mut Target, record: &Record) -> Result<(), StoreError> {
        let Target { depth, name, spool, places } = target;
        let data = format!("{name}.data");
        spool.finish().map_err(|error| self.refused("write", &data, &error))?;
        let index = Index { record: record.clone(), places, models: self.models.to_bytes() };
        let index_name = format!("{name}.index");
        let hash = index::write(&*self.disk, &self.folder.join(&index_name), &index)
            .and_then(|hash| self.disk.sync_folder(&self.folder).map(|()| hash))
            .map_err(|error| self.refused("write", &index_name, &error))?;
        let pointer = Pointer {
            format: FORMAT.into(),
            version: VERSION,
            depth: *depth,
            data,
            data_bytes: spool.bytes(),
            index: index_name,
            index_hash: format!("{hash:016x}"),
        };
        let members = match serde_json::to_value(&pointer) {
            Ok(Value::Object(members)) => members,
            _ => serde_json::Map::new(),
        };
        document::write(&*self.disk, &self.folder, POINTER, members)?;
        Ok(())
    }

    fn note_peak(&self) {
        let source = lock(&self.source).as_ref().map_or(0, |source| length(&source.places));
        let target = lock(&self.target).as_ref().map_or(0, |target| target.spool.bytes());
        let partials = lock(&self.partials).as_ref().map_or(0, |partials| partials.spool.bytes());
        let mut peak = lock(&self.peak);
        *peak = (*peak).max(source + target + partials);
    }
}

/// Bytes of all units.
fn length(places: &Places) -> u64 {
    places.values().map(|place| u64::from(place.bytes)).sum()
}

fn missing(unit: Unit, depth: u32) -> StoreError {
    StoreError::data(format!("{unit} of level {depth} is missing"))
}

/// Reads a unit and compares its checksum.
fn fetch(
    file: &dyn Reading,
    place: Place,
    name: &Path,
    unit: Unit,
    into: &mut Vec<u8>,
) -> Result<(), StoreError> {
    into.resize(place.bytes as usize, 0);
    file.read_at(into, place.offset).map_err(|error| {
        StoreError::environment(format!("cannot read {unit} from {}: {error}", name.display()))
    })?;
    if xxh3_64(into) as u32 == place.hash {
        return Ok(());
    }
    Err(StoreError::data(format!(
        "{} is damaged: the checksum of {unit} does not fit; restore it from a copy, or start anew",
        name.display()
    )))
}

impl LevelStore for UnitFiles {
    fn open(&self) -> Result<Option<Record>, StoreError> {
        *lock(&self.target) = None;
        *lock(&self.partials) = None;
        let Some(pointer) = self.pointer()? else {
            self.sweep(&[]);
            return Ok(None);
        };
        self.sweep(&[&pointer.data, &pointer.index]);
        let path = self.folder.join(&pointer.index);
        let (index, hash) = index::read(&*self.disk, &path)?;
        let whose = |name: &str, what| failure::damaged(&self.folder.join(name), what);
        if format!("{hash:016x}") != pointer.index_hash || index.record.depth() != pointer.depth {
            return Err(whose(&pointer.index, "it is not the file that level.json names"));
        }
        let file = self.disk.open(&self.folder.join(&pointer.data));
        let file = file.map_err(|error| self.refused("read", &pointer.data, &error))?;
        let length = file.length().map_err(|error| self.refused("read", &pointer.data, &error))?;
        if length != pointer.data_bytes {
            return Err(whose(&pointer.data, "it is not as long as it was"));
        }
        if !self.models.restore(&index.models) {
            return Err(whose(&pointer.index, "a model in it cannot be read"));
        }
        let name = pointer.data.trim_end_matches(".data").to_owned();
        *lock(&self.source) =
            Some(Source { depth: pointer.depth, name, file, places: index.places });
        Ok(Some(index.record))
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        *lock(&self.target) = None;
        *lock(&self.partials) = None;
        if depth == 0 {
            // What is here belongs to no run.
            self.clear();
        }
        let last = lock(&self.source).as_ref().map_or(0, |source| length(&source.places));
        self.thrift.plan(last, self.disk.free_space(&self.folder).unwrap_or(u64::MAX));
        let name = self.free_name(depth);
        let data = format!("{name}.data");
        let spool = |name: &str| {
            let made = Spool::create(&*self.disk, &self.folder.join(name));
            made.map_err(|error| self.refused("write", name, &error))
        };
        *lock(&self.target) =
            Some(Target { depth, spool: spool(&data)?, name, places: Places::default() });
        let partials = spool(PARTIALS)?;
        *lock(&self.partials) =
            Some(Partials { spool: partials, places: Places::default(), file: None });
        Ok(())
    }

    fn put(&self, depth: u32, kind: Kind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        let hash = xxh3_64(bytes) as u32;
        let mut target = lock(&self.target);
        let mut partials = lock(&self.partials);
        let (spool, places, name) = match (kind, &mut *target, &mut *partials) {
            (Kind::Level, Some(Target { depth: of, spool, places, name }), _) if *of == depth => {
                (spool, places, name.as_str())
            }
            (Kind::Partial, _, Some(Partials { spool, places, .. })) => (spool, places, PARTIALS),
            _ => return Err(StoreError::data(format!("level {depth} was not begun"))),
        };
        let offset = spool.bytes();
        // Nobody waits for partials to be safe.
        let written = spool.append(bytes, kind == Kind::Level);
        written.map_err(|error| self.refused("write", name, &error))?;
        match places.insert(unit, Place { offset, bytes: bytes.len() as u32, hash }) {
            None => Ok(()),
            Some(_) => Err(StoreError::data(format!("{unit} of level {depth} was put twice"))),
        }
    }

    fn get(
        &self,
        depth: u32,
        kind: Kind,
        unit: Unit,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        match kind {
            Kind::Level => {
                let source = lock(&self.source);
                let source = source.as_ref().filter(|source| source.depth == depth);
                let source = source.ok_or_else(|| missing(unit, depth))?;
                let place = *source.places.get(&unit).ok_or_else(|| missing(unit, depth))?;
                let path = self.folder.join(format!("{}.data", source.name));
                fetch(&*source.file, place, &path, unit, into)
            }
            Kind::Partial => {
                let mut partials = lock(&self.partials);
                let Some(Partials { spool, places, file }) = &mut *partials else {
                    return Err(missing(unit, depth));
                };
                let place = *places.get(&unit).ok_or_else(|| missing(unit, depth))?;
                let failed = |error| self.refused("use", PARTIALS, &error);
                let path = self.folder.join(PARTIALS);
                spool.flush().map_err(failed)?;
                if file.is_none() {
                    *file = Some(self.disk.open(&path).map_err(failed)?);
                }
                let file = file.as_ref().ok_or_else(|| missing(unit, depth))?;
                fetch(&**file, place, &path, unit, into)
            }
        }
    }

    fn commit(&self, record: &Record) -> Result<(), StoreError> {
        self.note_peak();
        self.models.learn();
        let mut target = lock(&self.target);
        let Some(mut target) = target.take().filter(|target| target.depth == record.depth()) else {
            return Err(StoreError::data(format!("level {} was not begun", record.depth())));
        };
        self.commit_files(&mut target, record)?;
        let Target { depth, name, places, .. } = target;
        let data = format!("{name}.data");
        let file = self.disk.open(&self.folder.join(&data));
        let file = file.map_err(|error| self.refused("read", &data, &error))?;
        *lock(&self.partials) = None;
        let _ = self.disk.remove(&self.folder.join(PARTIALS));
        let before = lock(&self.source).replace(Source { depth, name, file, places });
        if let Some(before) = before {
            for ending in ["data", "index"] {
                let _ = self.disk.remove(&self.folder.join(format!("{}.{ending}", before.name)));
            }
        }
        Ok(())
    }

    fn forget(&self, _depth: u32) -> Result<(), StoreError> {
        // Done by `commit`, which is the first to know that it may be done.
        Ok(())
    }
}
