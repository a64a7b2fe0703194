//! The files of a level store: opening, committing and removing them.

use super::checkpoint::{self, StoredCheckpoint};
use super::files::{CommittedLevel, Locations, NewLevel, lie_within};
use super::index::{self, Index};
use super::{FILES, FileLevelStore, POINTER, lock};
use crate::failure;
use crate::level_files::names::FileId;
use crate::level_files::pointer::{CommittedLevels, LevelFiles};
use crate::names::FileName;
use loyd_tiles::{Size, parse_size};
use loyd_tiles_enumerate::disk::{LevelRecord, LevelStore, StoreError, UnitKind};
use std::io;

/// Bytes of the partials of the last level of a record.
pub(super) fn partial_bytes_of(record: &LevelRecord) -> u64 {
    record.run.levels.last().map_or(0, |level| level.partial_bytes)
}

impl FileLevelStore {
    /// Reads every unit of the last committed level and verifies checksums; returns the record of
    /// the level, if there is one.
    ///
    /// # Errors
    /// If a file cannot be read, or differs from the written one.
    pub fn check(&self) -> Result<Option<LevelRecord>, StoreError> {
        let Some(committed) = CommittedLevels::read(&self.folder, &POINTER)? else {
            return Ok(None);
        };
        let Some(files) = committed.levels.into_iter().next() else { return Ok(None) };
        let (source, record, _) = self.load(files)?;
        let path = self.folder.place(&FILES.data(source.files.id));
        let mut bytes = Vec::new();
        for (&unit, &place) in &source.places {
            place.fetch(&*source.file, &path, &unit, &mut bytes)?;
        }
        Ok(Some(record))
    }

    /// Removes files of levels, except those of committed levels and of the checkpoint.
    pub(super) fn sweep(&self, committed: &[FileId], stored: Option<FileId>) {
        FILES.sweep(&self.folder, committed, stored);
        let names = self.folder.list().unwrap_or_default();
        let marks = stored.is_none().then_some(checkpoint::NAME).into_iter();
        let unused = marks.chain([checkpoint::NAME.unfinished()]);
        for name in unused.filter(|name| names.iter().any(|there| there == name.as_str())) {
            let _ = self.folder.remove_file(&name);
        }
    }

    pub(super) fn refused(&self, what: &str, name: &FileName, error: &io::Error) -> StoreError {
        failure::refused(what, &self.folder.place(name), error)
    }

    /// Opens the files of a level; returns its record and models, too.
    pub(super) fn load(
        &self,
        files: LevelFiles,
    ) -> Result<(CommittedLevel, LevelRecord, Vec<u8>), StoreError> {
        let whose = |name: &FileName, what| failure::damaged(&self.folder.place(name), what);
        let (data, index_name) = (FILES.data(files.id), FILES.index(files.id));
        let unread = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => whose(&data, "it is missing"),
            _ => self.refused("read", &data, &error),
        };
        let (index, hash) = index::read(&self.folder, &index_name)?;
        if hash != files.index_hash || index.record.depth() != files.depth() {
            return Err(whose(&index_name, "it is not the file that level.json names"));
        }
        let file = self.folder.open_file(&data).map_err(unread)?;
        let length = file.length().map_err(unread)?;
        if length != files.data_bytes {
            return Err(whose(&data, "its length has changed"));
        }
        if !lie_within(&index.places, length) {
            return Err(whose(&index_name, "it has units beyond the end of their file"));
        }
        let partial_bytes = partial_bytes_of(&index.record);
        let source = CommittedLevel { files, file, places: index.places, partial_bytes };
        Ok((source, index.record, index.models))
    }

    /// Makes an older level the last one and gives up the `lost` levels after it.
    pub(super) fn fall_back(&self, lost: usize) -> Result<(), StoreError> {
        self.remove_checkpoint()?;
        let mut committed = lock(&self.committed);
        committed.levels.drain(..lost);
        committed.is_doubtful = true;
        self.rewrite_if_doubtful(&mut committed)
    }

    /// Writes `level.json` again if a failure left its contents uncertain, before any file that it
    /// may name is removed.
    pub(super) fn rewrite_if_doubtful(
        &self,
        committed: &mut CommittedLevels,
    ) -> Result<(), StoreError> {
        if committed.is_doubtful && !committed.levels.is_empty() {
            committed.write(&self.folder, &POINTER)?;
        }
        committed.is_doubtful = false;
        Ok(())
    }

    /// Removes the checkpoint durably.
    pub(super) fn remove_checkpoint(&self) -> Result<(), StoreError> {
        let _ = self.folder.remove_file(&checkpoint::NAME);
        let removed = self.folder.sync();
        removed.map_err(|error| failure::refused("write to", self.folder.path(), &error))
    }

    /// Reads the checkpoint of the level after the committed one.
    pub(super) fn stored(&self) -> Result<Option<StoredCheckpoint<Locations>>, StoreError> {
        let stored = checkpoint::read(&self.folder)?;
        let source = lock(&self.source);
        let Some(CommittedLevel { files, .. }) = &*source else { return Ok(None) };
        let fits = |stored: &StoredCheckpoint<Locations>| {
            stored.source == files.index_hash
                && stored.checkpoint.depth.checked_sub(1) == Some(files.depth())
        };
        Ok(stored.filter(fits))
    }

    /// Replaces the contents by a copy of the last committed level of another store; returns its record.
    ///
    /// # Errors
    /// If the level is missing or damaged, or the copy cannot be written.
    pub(super) fn copy_from(&self, other: &FileLevelStore) -> Result<LevelRecord, StoreError> {
        let last = lock(&other.committed).levels.first().cloned();
        let none = || StoreError::data("no level is stored");
        let (level, record, models) = other.load(last.ok_or_else(none)?)?;
        let path = other.folder.place(&FILES.data(level.files.id));
        let tiles = parse_size(&record.run.puzzle).map_or(0, Size::cells).saturating_sub(1);
        let depth = record.depth();
        self.begin(depth)?;
        let mut units: Vec<_> = level.places.iter().collect();
        units.sort_unstable_by_key(|(_, place)| place.offset);
        let mut bytes = Vec::new();
        for (unit, place) in units {
            bytes.clear();
            place.fetch(&*level.file, &path, unit, &mut bytes)?;
            self.put(depth, UnitKind::Level, *unit, &bytes)?;
        }
        if !self.models.restore(&models, tiles) {
            return Err(failure::damaged(&path, "a model of it is invalid"));
        }
        let target = lock(&self.target).take();
        let mut target = target.ok_or_else(none)?;
        let files = self.commit_files(&mut target, &record)?;
        let data = FILES.data(files.id);
        let file = self.folder.open_file(&data);
        let file = file.map_err(|error| self.refused("read", &data, &error))?;
        *lock(&self.partials) = None;
        let partial_bytes = partial_bytes_of(&record);
        *lock(&self.source) =
            Some(CommittedLevel { files, file, places: target.places, partial_bytes });
        self.sweep(&lock(&self.committed).ids(), None);
        Ok(record)
    }

    /// Makes the files of a level durable and names them in `level.json`.
    pub(super) fn commit_files(
        &self,
        target: &mut NewLevel,
        record: &LevelRecord,
    ) -> Result<LevelFiles, StoreError> {
        let NewLevel { id, spool, places, .. } = target;
        let (data, index) = (FILES.data(*id), FILES.index(*id));
        spool.finish().map_err(|error| self.refused("write", &data, &error))?;
        let content = Index { record: record.clone(), places, models: self.models.to_bytes() };
        let index_hash = index::write(&self.folder, &index, &content)
            .and_then(|hash| self.folder.sync().map(|()| hash))
            .map_err(|error| self.refused("write", &index, &error))?;
        let files = LevelFiles { id: *id, data_bytes: spool.bytes(), index_hash };
        self.commit_pointer(files.clone())?;
        Ok(files)
    }
}
