//! Folders that a process works in. Files in them are read and written through a [`LockedFolder`]
//! only, so nobody looks at what another process is about to change.

use crate::failure::{occupied, refused};
use crate::names::{FileName, Numbered};
use loyd_disk::{Disk, Lock, ReadableFile, WritableFile};
use loyd_enumerate::checkpoint::StoreError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) const LOCK: FileName = FileName::fixed("lock");

/// The kind of run that a folder holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FolderKind {
    /// An enumeration, see [`RunFolder`](crate::RunFolder).
    Enumeration,
    /// Boards that are solved, see [`SolveFolder`](crate::SolveFolder).
    Solves,
    /// A comparison, see [`Journal`](crate::Journal).
    Comparison,
}

impl FolderKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Enumeration, Self::Solves, Self::Comparison];

    /// The document that says what a folder of this kind is of.
    #[must_use]
    pub const fn manifest(self) -> FileName {
        match self {
            Self::Enumeration => FileName::fixed("run.json"),
            Self::Solves => FileName::fixed("solves.json"),
            Self::Comparison => FileName::fixed("comparison.json"),
        }
    }

    /// The kind of a folder by the names in it; `None` if it is of none, or cannot be looked into.
    #[must_use]
    pub fn of(disk: &dyn Disk, folder: &Path) -> Option<Self> {
        Self::among(&disk.list(folder).ok()?)
    }

    fn among(names: &[String]) -> Option<Self> {
        let is_there = |kind: &Self| names.iter().any(|name| name == kind.manifest().as_str());
        Self::ALL.into_iter().find(is_there)
    }
}

/// A folder that no other process works in as long as a clone of this lives.
#[derive(Clone)]
pub struct LockedFolder(Arc<Held>);

struct Held {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    _lock: Lock,
}

impl fmt::Debug for LockedFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LockedFolder").field(&self.0.path).finish()
    }
}

impl LockedFolder {
    /// Makes a folder if need be, and locks it.
    ///
    /// # Errors
    /// If it cannot be made or written to, or another process works in it.
    pub fn create(disk: Arc<dyn Disk>, path: &Path) -> Result<Self, StoreError> {
        disk.create_folder(path).map_err(|error| refused("make the folder", path, &error))?;
        Self::lock(disk, path)
    }

    /// Locks a folder of some kind; `None` if it is of no such kind, and then nothing is changed in
    /// it. What it holds is to be read afterwards only.
    ///
    /// # Errors
    /// If it cannot be looked into or written to, or another process works in it.
    pub fn open(
        disk: Arc<dyn Disk>,
        path: &Path,
        kind: FolderKind,
    ) -> Result<Option<Self>, StoreError> {
        let manifest = kind.manifest();
        let names = match disk.list(path) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(refused("look into", path, &error)),
        };
        if !names.iter().any(|name| name == manifest.as_str()) {
            return Ok(None);
        }
        Self::lock(disk, path).map(Some)
    }

    fn lock(disk: Arc<dyn Disk>, path: &Path) -> Result<Self, StoreError> {
        match disk.lock(&path.join(LOCK.as_str())) {
            Ok(Some(lock)) => Ok(Self(Arc::new(Held { disk, path: path.to_owned(), _lock: lock }))),
            Ok(None) => Err(StoreError::environment(format!(
                "{} is in use by another process: wait for it, or choose another folder",
                path.display()
            ))),
            Err(error) => Err(refused("write to", &path.join(LOCK.as_str()), &error)),
        }
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The path of a file in it, for messages.
    #[must_use]
    pub fn place(&self, name: &FileName) -> PathBuf {
        self.0.path.join(name.as_str())
    }

    /// The names in it, whatever they are.
    ///
    /// # Errors
    /// What the system reports.
    pub fn names(&self) -> Result<Vec<String>, StoreError> {
        self.list().map_err(|error| refused("look into", self.path(), &error))
    }

    /// Its kind; `None` if it is of none yet.
    ///
    /// # Errors
    /// What the system reports.
    pub fn kind(&self) -> Result<Option<FolderKind>, StoreError> {
        Ok(FolderKind::among(&self.names()?))
    }

    /// Fails unless the folder is of no kind yet.
    pub(crate) fn ensure_unused(&self) -> Result<(), StoreError> {
        let Some(kind) = self.kind()? else { return Ok(()) };
        let (shown, manifest) = (self.path().display(), kind.manifest());
        Err(occupied(format!("{shown} holds a run already ({manifest} is in it)")))
    }

    pub(crate) fn list(&self) -> io::Result<Vec<String>> {
        self.0.disk.list(self.path())
    }

    /// The files of a family that are there, by their numbers.
    pub(crate) fn numbered(&self, family: &Numbered) -> io::Result<Vec<Vec<u32>>> {
        let mut found: Vec<_> =
            self.list()?.iter().filter_map(|name| family.numbers(name)).collect();
        found.sort_unstable();
        Ok(found)
    }

    pub(crate) fn create_file(&self, name: &FileName) -> io::Result<Box<dyn WritableFile>> {
        self.0.disk.create(&self.place(name))
    }

    pub(crate) fn reopen_file(
        &self,
        name: &FileName,
        bytes: u64,
    ) -> io::Result<Box<dyn WritableFile>> {
        self.0.disk.reopen(&self.place(name), bytes)
    }

    pub(crate) fn open_file(&self, name: &FileName) -> io::Result<Box<dyn ReadableFile>> {
        self.0.disk.open(&self.place(name))
    }

    pub(crate) fn rename_file(&self, from: &FileName, to: &FileName) -> io::Result<()> {
        self.0.disk.rename(&self.place(from), &self.place(to))
    }

    pub(crate) fn remove_file(&self, name: &FileName) -> io::Result<()> {
        self.0.disk.remove(&self.place(name))
    }

    pub(crate) fn sync(&self) -> io::Result<()> {
        self.0.disk.sync_folder(self.path())
    }

    pub(crate) fn free_space(&self) -> io::Result<u64> {
        self.0.disk.free_space(self.path())
    }
}
