//! A run in a folder: creating, checkpointing, resuming and finishing it.

mod manifest;
mod share;

use crate::certificate::{self, Certificate, STATISTICS};
use crate::container::{self, Container, Seal};
use crate::disk::Disk;
use crate::document::{self, MAX_OF_RUN};
use crate::failure::{damaged, missing, refused, unsuited};
use crate::folder::{FolderKind, LockedFolder};
use crate::names::FileName;
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError};
use loyd_enumerate::{EngineName, Enumeration, Request};
use loyd_search::puzzle::Puzzle;
pub use manifest::Share;
use manifest::{CHECKPOINTS, FORMAT, Manifest, Pointer, ShareEntry, VERSION};
use serde_json::{Map, Value};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const MANIFEST: FileName = FolderKind::Enumeration.manifest();
const CERTIFICATE: FileName = FileName::fixed("certificate.json");

/// The interval between checkpoints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckpointInterval {
    /// A duration, rounded up to the end of a level.
    Time(Duration),
    /// A number of levels.
    Levels(u32),
}

/// A run in a folder. While it exists no other process can use the folder.
pub struct RunFolder {
    folder: LockedFolder,
    manifest: Manifest,
    every: CheckpointInterval,
    last: Instant,
    last_depth: u32,
    reading: Option<Container>,
}

impl RunFolder {
    /// Creates a run in a folder, which is created if necessary.
    ///
    /// # Errors
    /// If the folder cannot be written, is in use, or contains a run already.
    pub fn create<P: Puzzle>(
        disk: Arc<dyn Disk>,
        folder: &Path,
        request: &Request<P>,
        engine: Option<EngineName>,
        every: CheckpointInterval,
    ) -> Result<Self, StoreError> {
        Self::create_share(disk, folder, request, engine, every, None)
    }

    /// Works as [`create`](RunFolder::create) does, for the part of one process of several.
    ///
    /// # Errors
    /// The errors of [`create`](RunFolder::create).
    pub fn create_share<P: Puzzle>(
        disk: Arc<dyn Disk>,
        folder: &Path,
        request: &Request<P>,
        engine: Option<EngineName>,
        every: CheckpointInterval,
        share: Option<Share>,
    ) -> Result<Self, StoreError> {
        let folder = LockedFolder::create_for_run(disk, folder, FolderKind::Enumeration)?;
        let share = share.as_ref().map(ShareEntry::of);
        let manifest = Manifest { share, ..Manifest::of(request, engine) };
        let run = Self::with(folder, manifest, every);
        run.write_manifest()?;
        Ok(run)
    }

    /// Opens a run to resume or to inspect it.
    ///
    /// # Errors
    /// If the run is missing, in use or damaged, or was made by a newer loyd.
    pub fn open(
        disk: Arc<dyn Disk>,
        folder: &Path,
        every: CheckpointInterval,
    ) -> Result<Self, StoreError> {
        let none = || {
            let shown = folder.display();
            missing(format!("{shown} holds no run: {MANIFEST} is missing"))
        };
        let locked = LockedFolder::open(disk, folder, FolderKind::Enumeration)?.ok_or_else(none)?;
        let members = document::read(&locked, &MANIFEST, MAX_OF_RUN)?.ok_or_else(none)?;
        let place = locked.place(&MANIFEST);
        document::ensure_version(&members, &place, FORMAT, VERSION)?;
        let manifest: Manifest = serde_json::from_value(Value::Object(members))
            .map_err(|error| damaged(&place, &error.to_string()))?;
        if !manifest.is_plausible() {
            return Err(damaged(&place, "its task is unclear"));
        }
        if manifest.checkpoint.as_ref().is_some_and(|pointer| pointer.name().is_none()) {
            return Err(damaged(&place, "the name of its checkpoint is invalid"));
        }
        Ok(Self::with(locked, manifest, every))
    }

    fn with(folder: LockedFolder, manifest: Manifest, every: CheckpointInterval) -> Self {
        Self {
            folder,
            last_depth: manifest.checkpoint.as_ref().map_or(0, |pointer| pointer.depth),
            manifest,
            every,
            last: Instant::now(),
            reading: None,
        }
    }

    /// The engine of the run.
    #[must_use]
    pub fn engine(&self) -> Option<EngineName> {
        self.manifest.engine()
    }

    /// Returns the folder, locked as long as a clone of it exists.
    pub(crate) fn locked_folder(&self) -> &LockedFolder {
        &self.folder
    }

    /// The path of the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The depth of the checkpoint; `None` before the first one.
    #[must_use]
    pub fn checkpoint_depth(&self) -> Option<u32> {
        self.manifest.checkpoint.as_ref().map(|pointer| pointer.depth)
    }

    /// The family of the puzzle, such as `tiles`.
    #[must_use]
    pub fn puzzle(&self) -> &str {
        &self.manifest.puzzle
    }

    /// Bytes that the run was allowed when it began, if that is recorded.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.manifest.memory
    }

    /// The task of the run, with default memory and threads.
    ///
    /// # Errors
    /// If the run belongs to another puzzle, or names an unknown start or metric.
    pub fn request<P: Puzzle>(&self) -> Result<Request<P>, StoreError> {
        let request = self.manifest.request();
        let place = || self.folder.place(&MANIFEST);
        request.ok_or_else(|| damaged(&place(), "its task is unclear"))
    }

    /// The certificate, if the run is finished.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn certificate<P: Puzzle>(&self) -> Result<Option<Certificate>, StoreError> {
        let Some(members) = document::read(&self.folder, &CERTIFICATE, MAX_OF_RUN)? else {
            return Ok(None);
        };
        let place = self.folder.place(&CERTIFICATE);
        document::ensure_version(&members, &place, certificate::FORMAT, certificate::VERSION)?;
        Certificate::from_members::<P>(members).map(Some).map_err(|what| damaged(&place, &what))
    }

    /// Returns whether the table of statistics belongs to a certificate; `None` without a
    /// table. A run that goes deeper writes the table before its new certificate: for a moment it
    /// is longer than that of the old one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn has_statistics_of(&self, certificate: &Certificate) -> Result<Option<bool>, StoreError> {
        let expected = certificate.statistics_table().into_bytes();
        let read = || -> io::Result<bool> {
            let file = self.folder.open_file(&STATISTICS)?;
            if file.length()? < expected.len() as u64 {
                return Ok(false);
            }
            let mut stored = vec![0; expected.len()];
            file.read_at(&mut stored, 0)?;
            Ok(stored == expected)
        };
        match read() {
            Ok(same) => Ok(Some(same)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(refused("read", &self.folder.place(&STATISTICS), &error)),
        }
    }

    /// Writes the certificate of a run that ended by itself. If every state was counted, its
    /// checkpoint is removed.
    ///
    /// # Errors
    /// If it cannot be written; then the checkpoint remains.
    pub fn finish<P: Puzzle>(
        &mut self,
        enumeration: &Enumeration<P>,
        peak_file_bytes: u64,
    ) -> Result<Certificate, StoreError> {
        let certificate = Certificate { peak_file_bytes, ..Certificate::of(enumeration) };
        let statistics = certificate.statistics_table();
        if !statistics.is_empty() {
            document::write_text(&self.folder, &STATISTICS, &statistics)?;
        }
        document::write(&self.folder, &CERTIFICATE, certificate.members())?;
        self.reading = None;
        if !enumeration.complete {
            return Ok(certificate);
        }
        self.manifest.checkpoint = None;
        self.write_manifest()?;
        self.sweep();
        Ok(certificate)
    }

    /// Removes the checkpoint.
    ///
    /// # Errors
    /// If the folder cannot be written; then the checkpoint remains.
    pub fn discard_checkpoint(mut self) -> Result<(), StoreError> {
        self.reading = None;
        self.manifest.checkpoint = None;
        self.write_manifest()?;
        self.sweep();
        Ok(())
    }

    /// Verifies the complete checkpoint; `None` if the run has none.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn check_checkpoint(&self) -> Result<Option<Snapshot>, StoreError> {
        let Some((container, pointer)) = self.container()? else { return Ok(None) };
        let (saved, seal) = (container.snapshot().clone(), container.check()?);
        self.compare(pointer, &seal)?;
        Ok(Some(saved))
    }

    fn container(&self) -> Result<Option<(Container, &Pointer)>, StoreError> {
        let Some(pointer) = &self.manifest.checkpoint else { return Ok(None) };
        let Some(name) = pointer.name() else { return Ok(None) };
        let container = Container::open(&self.folder, &name)?;
        if container.snapshot().record.depth() != pointer.depth {
            return Err(self.wrong(pointer, "it is of another level than run.json says"));
        }
        Ok(Some((container, pointer)))
    }

    fn compare(&self, pointer: &Pointer, seal: &Seal) -> Result<(), StoreError> {
        if seal.bytes == pointer.bytes && format!("{:016x}", seal.hash) == pointer.hash {
            return Ok(());
        }
        Err(self.wrong(pointer, "it is not the file that run.json names"))
    }

    fn wrong(&self, pointer: &Pointer, what: &str) -> StoreError {
        damaged(&self.folder().join(&pointer.file), what)
    }

    fn write_manifest(&self) -> Result<u64, StoreError> {
        let members = match serde_json::to_value(&self.manifest) {
            Ok(Value::Object(members)) => members,
            _ => Map::new(),
        };
        document::write(&self.folder, &MANIFEST, members)
    }

    /// Returns an unused name: a container that `run.json` may name is never overwritten, not even
    /// after a failure that left its contents uncertain.
    fn free_name(&self, depth: u32) -> io::Result<FileName> {
        let existing = self.folder.numbered(&CHECKPOINTS)?;
        let of_depth = existing.iter().filter(|numbers| numbers[0] == depth);
        let next = of_depth.map(|numbers| numbers[1]).max().map_or(Some(0), |n| n.checked_add(1));
        let next = next.ok_or_else(|| {
            io::Error::other("all numbers of checkpoints of this depth are in use")
        })?;
        Ok(CHECKPOINTS.name(&[depth, next]))
    }

    /// Removes containers that nothing refers to. A file that remains does no harm.
    fn sweep(&self) {
        let valid = self.manifest.checkpoint.as_ref().and_then(Pointer::name);
        for numbers in self.folder.numbered(&CHECKPOINTS).unwrap_or_default() {
            let name = CHECKPOINTS.name(&numbers);
            if Some(&name) != valid.as_ref() {
                let _ = self.folder.remove_file(&name);
            }
        }
    }
}

impl Checkpoints for RunFolder {
    fn is_due(&mut self, depth: u32) -> bool {
        match self.every {
            CheckpointInterval::Time(time) => self.last.elapsed() >= time,
            CheckpointInterval::Levels(levels) => depth >= self.last_depth + levels,
        }
    }

    fn save(&mut self, boundary: &Boundary<'_>) -> Result<u64, StoreError> {
        // Also after a failure: the next attempt follows after the usual interval.
        self.last = Instant::now();
        let depth = boundary.snapshot.record.depth();
        self.last_depth = depth;
        if self.checkpoint_depth() == Some(depth) {
            return Ok(0);
        }
        let file = self.free_name(depth);
        let file = file.map_err(|error| refused("look into", self.folder(), &error))?;
        // Its name must be durable before `run.json` contains it.
        let written = container::write(&self.folder, &file, boundary)
            .and_then(|seal| self.folder.sync().map(|()| seal));
        let seal = written.map_err(|error| {
            let _ = self.folder.remove_file(&file);
            refused("write", &self.folder.place(&file), &error)
        })?;
        let (file, hash) = (file.to_string(), format!("{:016x}", seal.hash));
        let pointer = Pointer { file, depth, bytes: seal.bytes, hash };
        let before = self.manifest.checkpoint.replace(pointer);
        match self.write_manifest() {
            Ok(bytes) => {
                self.sweep();
                Ok(seal.bytes + bytes)
            }
            Err(error) => {
                self.manifest.checkpoint = before;
                Err(error)
            }
        }
    }

    fn saved(&mut self) -> Result<Option<(Snapshot, u64)>, StoreError> {
        self.sweep();
        self.last = Instant::now();
        let Some((container, pointer)) = self.container()? else { return Ok(None) };
        let (saved, bytes) = (container.snapshot().clone(), container.bytes());
        let expected_record = self.manifest.record(&saved.record.form);
        saved.record.check(&expected_record, None).map_err(|what| self.wrong(pointer, what))?;
        self.reading = Some(container);
        Ok(Some((saved, bytes)))
    }

    fn load(&mut self, bytes: &mut [u8]) -> Result<u64, StoreError> {
        let Some(container) = &mut self.reading else {
            return Err(unsuited("no checkpoint was opened".into()));
        };
        let read = container.load(bytes)?;
        match (container.seal(), &self.manifest.checkpoint) {
            (Some(seal), Some(pointer)) => self.compare(pointer, &seal).map(|()| read),
            _ => Ok(read),
        }
    }
}
