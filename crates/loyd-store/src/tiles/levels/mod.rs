//! The levels of an enumeration that exceed memory, in a folder.
//!
//! ```text
//! level.json             the committed levels, the last one first     (see `level_files::pointer`)
//! units-0042-0.data      the coded units of a level in sequence
//! units-0042-0.index     their locations and checksums, counts, models              (see `index`)
//! units-0043-0.data      the units of the new level
//! units-0043-0.partials  its partials, temporary
//! level.mark             the checkpoint within the new level                        (see `checkpoint`)
//! ```
//!
//! A level is committed by replacing `level.json`, after all files that it names were made durable;
//! then older levels are removed, except the retained ones (see `retention`). So the folder contains
//! a complete level at any moment. Within a level, `level.mark` is replaced in the same way.
//!
//! File names are reused only after the checkpoint that may name them was removed durably.
//!
//! Traffic: each unit is written once and read once or twice, in pieces of 20 to 200 KB. Writes are
//! gathered to megabytes and appended to a file; they are made durable continuously, so that a
//! commit hardly waits.

mod checkpoint;
mod codec;
mod effort_policy;
mod files;
mod in_memory;
mod index;
mod level_files;
mod retention;

pub use codec::LevelCodec;
pub use in_memory::LevelsInMemory;

use crate::append_file::AppendFile;
use crate::failure;
use crate::folder::LockedFolder;
use crate::level_files::blob::Blob;
use crate::level_files::names::LevelNames;
use crate::level_files::pointer::{CommittedLevels, LevelFiles, PointerKind, Retention};
use crate::names::FileName;
use checkpoint::{Part, StoredCheckpoint};
use codec::Models;
use effort_policy::EffortPolicy;
use files::{CommittedLevel, Locations, NewLevel, PartialsFile, missing};
use level_files::partial_bytes_of;
use loyd_enumerate::checkpoint::StoreFault;
use loyd_tiles::{Size, parse_size};
use loyd_tiles_enumerate::disk::{
    LevelCheckpoint, LevelRecord, LevelStore, StoreError, Unit, UnitKind,
};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const FILES: LevelNames = LevelNames::new("units-");
const POINTER: PointerKind =
    PointerKind { name: FileName::fixed("level.json"), format: "loyd level", files: FILES };

/// A [`LevelStore`] in a folder.
pub struct FileLevelStore {
    folder: LockedFolder,
    models: Arc<Models>,
    effort_policy: Arc<EffortPolicy>,
    /// The contents of `level.json`.
    committed: Mutex<CommittedLevels>,
    /// The levels to keep; `None` for the setting in `level.json`.
    retention: Option<Retention>,
    source: Mutex<Option<CommittedLevel>>,
    target: Mutex<Option<NewLevel>>,
    partials: Mutex<Option<PartialsFile>>,
    /// The maximum size of all files together.
    peak: Mutex<u64>,
    /// The reason why the run resumes from an older level than the last one.
    fallback: Mutex<Option<String>>,
}

impl fmt::Debug for FileLevelStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileLevelStore").field("folder", &self.folder).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FileLevelStore {
    /// A store in a folder.
    #[must_use]
    pub fn new(folder: LockedFolder) -> Self {
        FileLevelStore {
            folder,
            models: Arc::default(),
            effort_policy: Arc::default(),
            committed: Mutex::default(),
            retention: None,
            source: Mutex::default(),
            target: Mutex::default(),
            partials: Mutex::default(),
            peak: Mutex::default(),
            fallback: Mutex::default(),
        }
    }

    /// The same store with a retention of levels, to fall back to an older one if the last is
    /// damaged; `None` for the setting of the run, at first [`Retention::WhileSpace`].
    #[must_use]
    pub fn retaining(self, retention: Option<Retention>) -> Self {
        FileLevelStore { retention, ..self }
    }

    /// The codec for the units of this store: its models are stored with the levels.
    #[must_use]
    pub fn codec(&self) -> LevelCodec {
        LevelCodec::new(self.models.clone(), self.effort_policy.clone())
    }

    /// The maximum size of all files together since the store was opened.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        *lock(&self.peak)
    }

    /// The reason why the run resumes from an older level than the last committed one, if it does.
    #[must_use]
    pub fn fallback(&self) -> Option<String> {
        lock(&self.fallback).clone()
    }

    /// Removes all levels, when the run is finished.
    pub fn clear(&self) {
        *lock(&self.source) = None;
        *lock(&self.target) = None;
        *lock(&self.partials) = None;
        *lock(&self.committed) = CommittedLevels::default();
        let _ = self.folder.remove_file(&POINTER.name);
        self.sweep(&[], None);
    }

    fn note_peak(&self, bytes: fn(&AppendFile) -> u64) {
        let committed = lock(&self.committed).bytes();
        let target = lock(&self.target).as_ref().map_or(0, |target| bytes(&target.spool));
        let partials = lock(&self.partials).as_ref().map_or(0, |partials| bytes(&partials.spool));
        let mut peak = lock(&self.peak);
        *peak = (*peak).max(committed + target + partials);
    }
}

impl LevelStore for FileLevelStore {
    fn open(&self) -> Result<Option<LevelRecord>, StoreError> {
        *lock(&self.target) = None;
        *lock(&self.partials) = None;
        let Some(committed) = CommittedLevels::read(&self.folder, &POINTER)? else {
            self.sweep(&[], None);
            return Ok(None);
        };
        let levels = committed.levels.clone();
        let retention = self.retention.unwrap_or(committed.retention);
        *lock(&self.committed) = CommittedLevels { retention, ..committed };
        let mut first = None;
        for (lost, files) in levels.into_iter().enumerate() {
            let (depth, index) = (files.depth(), FILES.index(files.id));
            let loaded = self.load(files).and_then(|(source, record, models)| {
                let place = self.folder.place(&index);
                let bad = || failure::damaged(&place, "a model in it is invalid");
                let cells = parse_size(&record.run.puzzle).map_or(0, Size::cells);
                self.models
                    .restore(&models, cells.saturating_sub(1))
                    .then_some((source, record))
                    .ok_or_else(bad)
            });
            match loaded {
                Ok((source, record)) => {
                    *lock(&self.source) = Some(source);
                    if let Some(error) = first {
                        self.fall_back(lost)?;
                        let text = format!("{error}; going back to level {depth}");
                        *lock(&self.fallback) = Some(text);
                    }
                    let stored = self.stored()?.map(|stored| stored.id);
                    self.sweep(&lock(&self.committed).ids(), stored);
                    return Ok(Some(record));
                }
                Err(error) if error.fault == StoreFault::Data => {
                    first.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        Err(first.unwrap_or_else(|| failure::unsuited("it names no level".to_owned())))
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        *lock(&self.target) = None;
        *lock(&self.partials) = None;
        if depth == 0 {
            // The existing files belong to no run.
            self.clear();
        }
        self.rewrite_if_doubtful(&mut lock(&self.committed))?;
        self.remove_checkpoint()?;
        self.sweep(&lock(&self.committed).ids(), None);
        self.plan_space(0)?;
        self.models.clear_training();
        let id = FILES.unused(&self.folder, depth)?;
        let spool = |name: &FileName| {
            let file = AppendFile::create(&self.folder, name);
            file.map_err(|error| self.refused("write", name, &error))
        };
        let (data, partials) = (spool(&FILES.data(id))?, FILES.partials(id));
        let (spool, places, file) = (spool(&partials)?, Locations::default(), None);
        *lock(&self.partials) = Some(PartialsFile { name: partials, spool, places, file });
        let places = Locations::default();
        *lock(&self.target) = Some(NewLevel { id, spool: data, places, is_named: false });
        Ok(())
    }

    fn save_checkpoint(&self, checkpoint: &LevelCheckpoint) -> Result<(), StoreError> {
        self.note_peak(AppendFile::bytes);
        let mut target = lock(&self.target);
        let mut partials = lock(&self.partials);
        let (Some(target), Some(partials)) = (&mut *target, &mut *partials) else {
            return Err(StoreError::data(format!("level {} is not in progress", checkpoint.depth)));
        };
        let safe = |spool: &mut AppendFile, name: &FileName| {
            spool.finish().map_err(|error| self.refused("write", name, &error))
        };
        safe(&mut target.spool, &FILES.data(target.id))?;
        safe(&mut partials.spool, &partials.name)?;
        let seal = lock(&self.source).as_ref().map(|source| source.files.index_hash);
        let stored = StoredCheckpoint {
            checkpoint: checkpoint.clone(),
            source: seal.unwrap_or_default(),
            id: target.id,
            data: Part { bytes: target.spool.bytes(), places: &target.places },
            partials: Part { bytes: partials.spool.bytes(), places: &partials.places },
            training_units: self.models.training_units(),
        };
        checkpoint::write(&self.folder, &stored, !target.is_named)
            .map_err(|error| self.refused("write", &checkpoint::NAME, &error))?;
        target.is_named = true;
        Ok(())
    }

    fn resume_level(&self, depth: u32) -> Result<Option<LevelCheckpoint>, StoreError> {
        *lock(&self.target) = None;
        *lock(&self.partials) = None;
        let Some(stored) = self.stored()?.filter(|stored| stored.checkpoint.depth == depth) else {
            return Ok(None);
        };
        self.rewrite_if_doubtful(&mut lock(&self.committed))?;
        self.sweep(&lock(&self.committed).ids(), Some(stored.id));
        let spool =
            |name: &FileName, bytes: u64| match AppendFile::reopen(&self.folder, name, bytes) {
                Ok(spool) => Ok(Some(spool)),
                Err(error)
                    if [io::ErrorKind::NotFound, io::ErrorKind::UnexpectedEof]
                        .contains(&error.kind()) =>
                {
                    Ok(None)
                }
                Err(error) => Err(self.refused("write", name, &error)),
            };
        let partials = FILES.partials(stored.id);
        let Some(data) = spool(&FILES.data(stored.id), stored.data.bytes)? else { return Ok(None) };
        let Some(handed) = spool(&partials, stored.partials.bytes)? else { return Ok(None) };
        self.plan_space(stored.data.bytes.saturating_add(stored.partials.bytes))?;
        self.models.restore_training(&stored.training_units);
        let StoredCheckpoint { checkpoint, id, .. } = stored;
        let places = stored.data.places;
        *lock(&self.target) = Some(NewLevel { id, spool: data, places, is_named: true });
        let (places, file) = (stored.partials.places, None);
        *lock(&self.partials) = Some(PartialsFile { name: partials, spool: handed, places, file });
        Ok(Some(checkpoint))
    }

    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        let blob = Blob::of(bytes);
        let mut target = lock(&self.target);
        let mut partials = lock(&self.partials);
        let (spool, places, name) = match (kind, &mut *target, &mut *partials) {
            (UnitKind::Level, Some(NewLevel { id, spool, places, .. }), _)
                if id.depth() == depth =>
            {
                (spool, places, FILES.data(*id))
            }
            (UnitKind::Partial, _, Some(PartialsFile { spool, places, name, .. })) => {
                (spool, places, name.clone())
            }
            _ => return Err(StoreError::data(format!("level {depth} is not in progress"))),
        };
        let offset = spool.bytes();
        // Partials need not be durable before a checkpoint.
        let written = spool.append(bytes, kind == UnitKind::Level);
        written.map_err(|error| self.refused("write", &name, &error))?;
        match places.insert(unit, Blob { offset, ..blob }) {
            None => Ok(()),
            Some(_) => Err(StoreError::data(format!("{unit} of level {depth} was put twice"))),
        }
    }

    fn get(
        &self,
        depth: u32,
        kind: UnitKind,
        unit: Unit,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        match kind {
            UnitKind::Level => {
                let source = lock(&self.source);
                let source = source.as_ref().filter(|source| source.files.depth() == depth);
                let source = source.ok_or_else(|| missing(unit, depth))?;
                let place = *source.places.get(&unit).ok_or_else(|| missing(unit, depth))?;
                let path = self.folder.place(&FILES.data(source.files.id));
                place.fetch(&*source.file, &path, &unit, into)
            }
            UnitKind::Partial => {
                let mut partials = lock(&self.partials);
                let Some(PartialsFile { spool, places, file, name }) = &mut *partials else {
                    return Err(missing(unit, depth));
                };
                let place = *places.get(&unit).ok_or_else(|| missing(unit, depth))?;
                let failed = |error| self.refused("use", name, &error);
                let path = self.folder.place(name);
                spool.flush().map_err(failed)?;
                if file.is_none() {
                    *file = Some(self.folder.open_file(name).map_err(failed)?);
                }
                let file = file.as_ref().ok_or_else(|| missing(unit, depth))?;
                place.fetch(&**file, &path, &unit, into)
            }
        }
    }

    fn commit(&self, record: &LevelRecord) -> Result<(), StoreError> {
        self.note_peak(AppendFile::bytes);
        let mut target = lock(&self.target);
        let Some(mut target) = target.take().filter(|target| target.id.depth() == record.depth())
        else {
            return Err(StoreError::data(format!("level {} is not in progress", record.depth())));
        };
        let earlier = self.models.snapshot();
        self.models.train_next();
        let committed = self.commit_files(&mut target, record);
        let files = committed.inspect_err(|_| self.models.roll_back(earlier))?;
        let data = FILES.data(files.id);
        let file = self.folder.open_file(&data);
        let file = file.map_err(|error| self.refused("read", &data, &error))?;
        *lock(&self.partials) = None;
        let partial_bytes = partial_bytes_of(record);
        *lock(&self.source) =
            Some(CommittedLevel { files, file, places: target.places, partial_bytes });
        self.sweep(&lock(&self.committed).ids(), None);
        Ok(())
    }

    fn discard_damaged(&self, depth: u32) -> Result<Option<u32>, StoreError> {
        let levels = lock(&self.committed).levels.clone();
        if levels.first().is_none_or(|last| last.depth() != depth) {
            return Ok(None);
        }
        let whole = |lost: &usize| self.load(levels[*lost].clone()).is_ok();
        let Some(lost) = (1..levels.len()).find(whole) else { return Ok(None) };
        self.fall_back(lost)?;
        Ok(Some(levels[lost].depth()))
    }

    fn committed(&self) -> Vec<u32> {
        lock(&self.committed).levels.iter().map(LevelFiles::depth).collect()
    }

    fn train(&self) -> Vec<u8> {
        self.models.decide()
    }

    fn adopt(&self, model: &[u8]) -> Result<(), StoreError> {
        if self.models.adopt(model) {
            return Ok(());
        }
        Err(StoreError::data("the coding model of another process does not fit this run"))
    }

    fn drop_optional(&self) -> Result<bool, StoreError> {
        self.note_peak(AppendFile::written);
        *lock(&self.target) = None;
        *lock(&self.partials) = None;
        self.drop_optional_levels()
    }

    fn release(&self, _depth: u32) -> Result<(), StoreError> {
        // `commit` has released it already.
        Ok(())
    }
}
