//! The files of a store of units: which are there, which count, how they take their places.

use super::files::{Places, Source, Target};
use super::index::{self, Index};
use super::marking::{self, Marked};
use super::pointer::{Committed, LevelFiles};
use super::{PREFIXES, UnitFiles, lock};
use crate::failure;
use loyd_enumerate::disk::{Record, StoreError};
use std::io;

/// Bytes of the partials of a record's last level.
pub(super) fn handed_on(record: &Record) -> u64 {
    record.levels.last().map_or(0, |level| level.partial_bytes)
}

impl UnitFiles {
    /// Removes files of levels, except those named.
    pub(super) fn sweep(&self, valid: &[&str]) {
        for name in self.disk.list(&self.folder).unwrap_or_default() {
            let ours = PREFIXES.iter().any(|prefix| name.starts_with(prefix));
            if ours && !valid.contains(&name.as_str()) {
                let _ = self.disk.remove(&self.folder.join(name));
            }
        }
    }

    /// A name that no level has: one that `level.json` may name is never written again.
    pub(super) fn free_name(&self, depth: u32) -> String {
        let taken = self.disk.list(&self.folder).unwrap_or_default();
        let mut names = (0u32..).map(|i| format!("units-{depth:04}-{i}"));
        let free = |name: &String| !taken.iter().any(|taken| taken.starts_with(name.as_str()));
        names.find(free).unwrap_or_default()
    }

    pub(super) fn refused(&self, what: &str, name: &str, error: &io::Error) -> StoreError {
        failure::refused(what, &self.folder.join(name), error)
    }

    /// Opens the files of a level; its record and its models too.
    pub(super) fn load(&self, files: LevelFiles) -> Result<(Source, Record, Vec<u8>), StoreError> {
        let whose = |name: &str, what| failure::damaged(&self.folder.join(name), what);
        let unread = |name: &str, error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => whose(name, "it is missing"),
            _ => self.refused("read", name, &error),
        };
        let (index, hash) = index::read(&*self.disk, &self.folder.join(&files.index))?;
        if format!("{hash:016x}") != files.index_hash || index.record.depth() != files.depth {
            return Err(whose(&files.index, "it is not the file that level.json names"));
        }
        let file = self.disk.open(&self.folder.join(&files.data));
        let file = file.map_err(|error| unread(&files.data, error))?;
        let length = file.length().map_err(|error| unread(&files.data, error))?;
        if length != files.data_bytes {
            return Err(whose(&files.data, "it is not as long as it was"));
        }
        let partial_bytes = handed_on(&index.record);
        let source = Source { files, file, places: index.places, partial_bytes };
        Ok((source, index.record, index.models))
    }

    /// Makes an older level the last one; `lost` of them are given up.
    pub(super) fn go_back(&self, lost: usize) -> Result<(), StoreError> {
        self.unmark()?;
        let mut committed = lock(&self.committed);
        committed.levels.drain(..lost);
        committed.is_doubtful = true;
        self.settle(&mut committed)
    }

    /// Where a failure has left open what `level.json` says, it is said again: no file that it may
    /// name is removed before.
    pub(super) fn settle(&self, committed: &mut Committed) -> Result<(), StoreError> {
        if committed.is_doubtful && !committed.levels.is_empty() {
            committed.write(&*self.disk, &self.folder)?;
        }
        committed.is_doubtful = false;
        Ok(())
    }

    /// Removes the mark for good.
    pub(super) fn unmark(&self) -> Result<(), StoreError> {
        let _ = self.disk.remove(&self.folder.join(marking::NAME));
        let removed = self.disk.sync_folder(&self.folder);
        removed.map_err(|error| self.refused("write to", "", &error))
    }

    /// The mark of a level that can be made from the level that is read.
    pub(super) fn marked(&self) -> Result<Option<Marked<Places>>, StoreError> {
        let marked = marking::read(&*self.disk, &self.folder);
        let marked = marked.map_err(|error| self.refused("read", marking::NAME, &error))?;
        let source = lock(&self.source);
        let Some(Source { files, .. }) = &*source else { return Ok(None) };
        let fits = |marked: &Marked<Places>| {
            marked.source == files.index_hash && marked.mark.depth == files.depth + 1
        };
        Ok(marked.filter(fits))
    }

    /// Makes the files of a level safe and points to them.
    pub(super) fn commit_files(
        &self,
        target: &mut Target,
        record: &Record,
    ) -> Result<LevelFiles, StoreError> {
        let Target { depth, name, spool, places, .. } = target;
        let data = format!("{name}.data");
        spool.finish().map_err(|error| self.refused("write", &data, &error))?;
        let content = Index { record: record.clone(), places, models: self.models.to_bytes() };
        let index = format!("{name}.index");
        let hash = index::write(&*self.disk, &self.folder.join(&index), &content)
            .and_then(|hash| self.disk.sync_folder(&self.folder).map(|()| hash))
            .map_err(|error| self.refused("write", &index, &error))?;
        let (data_bytes, index_hash) = (spool.bytes(), format!("{hash:016x}"));
        let files = LevelFiles { depth: *depth, data, data_bytes, index, index_hash };
        self.point_to(files.clone())?;
        Ok(files)
    }
}
