//! Locked folders. Files are read and written only through a [`LockedFolder`], so that no process
//! reads what another is changing.

use crate::disk::{Disk, Lock, ReadableFile, WritableFile};
use crate::failure::{occupied, refused, unsuited};
use crate::names::{FileName, Numbered};
use loyd_enumerate::checkpoint::StoreError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) const LOCK: FileName = FileName::fixed("lock");

/// The names of the folders of the processes that share a run: this prefix, and a number.
pub(crate) const PROCESS_PREFIX: &str = "process-";

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

    /// The document that identifies a folder of this kind.
    #[must_use]
    pub const fn manifest(self) -> FileName {
        match self {
            Self::Enumeration => FileName::fixed("run.json"),
            Self::Solves => FileName::fixed("solves.json"),
            Self::Comparison => FileName::fixed("comparison.json"),
        }
    }

    const fn noun(self) -> &'static str {
        match self {
            Self::Enumeration => "a run",
            Self::Solves => "boards",
            Self::Comparison => "a comparison",
        }
    }

    /// The kind of a folder, by the names in it; `None` if it has none, or cannot be listed.
    #[must_use]
    pub fn of(disk: &dyn Disk, folder: &Path) -> Option<Self> {
        Self::among(&disk.list(folder).ok()?)
    }

    fn among(names: &[String]) -> Option<Self> {
        let is_there = |kind: &Self| names.iter().any(|name| name == kind.manifest().as_str());
        Self::ALL.into_iter().find(is_there)
    }
}

/// Returns an error unless a run of a kind can begin in a folder with these names. Ignored are hidden files,
/// the lock, an unfinished manifest, and the folders of the other processes of a run.
fn ensure_new(folder: &Path, names: &[String], new_kind: FolderKind) -> Result<(), StoreError> {
    let shown = folder.display();
    if let Some(kind) = FolderKind::among(names) {
        let manifest = kind.manifest();
        let message = format!("{shown} holds {} already ({manifest} is in it)", kind.noun());
        // Only a run of this kind can be resumed by the same command.
        return Err(if kind == new_kind {
            occupied(message)
        } else {
            unsuited(format!("{message}: choose another folder"))
        });
    }
    let is_other = |name: &&String| {
        let unfinished = |kind: FolderKind| *name == kind.manifest().unfinished().as_str();
        let of_run = *name == LOCK.as_str() || FolderKind::ALL.into_iter().any(unfinished);
        !of_run && !name.starts_with('.') && !name.starts_with(PROCESS_PREFIX)
    };
    names.iter().find(is_other).map_or(Ok(()), |name| {
        let name = loyd_search::quote::quoted(name);
        Err(unsuited(format!("{shown} is not empty ({name} is in it): choose an empty folder")))
    })
}

/// A folder that is locked by this process as long as a clone of this exists.
#[derive(Clone)]
pub struct LockedFolder(Arc<Inner>);

struct Inner {
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
    /// Creates a folder if necessary, and locks it.
    ///
    /// # Errors
    /// If it cannot be created or written to, or another process has locked it.
    pub fn create(disk: Arc<dyn Disk>, path: &Path) -> Result<Self, StoreError> {
        disk.create_folder(path).map_err(|error| refused("make the folder", path, &error))?;
        Self::lock(disk, path)
    }

    /// Creates a folder if necessary and locks it for a new run. A folder with other contents stays as
    /// it is: not even a lock is added.
    ///
    /// # Errors
    /// The errors of [`create`](LockedFolder::create), and if the folder contains a run or other files.
    pub(crate) fn create_for_run(
        disk: Arc<dyn Disk>,
        path: &Path,
        kind: FolderKind,
    ) -> Result<Self, StoreError> {
        let names = disk.create_folder(path).and_then(|()| disk.list(path));
        let names = names.map_err(|error| refused("make the folder", path, &error))?;
        // A run has a lock, and a process that holds it is the better reason.
        if FolderKind::among(&names).is_none() {
            ensure_new(path, &names, kind)?;
        }
        let folder = Self::lock(disk, path)?;
        // With the lock, no other process can begin here.
        ensure_new(path, &folder.names()?, kind)?;
        Ok(folder)
    }

    /// Locks a folder of a kind; `None`, without any change, if it is of another kind. Its contents
    /// may be read only afterwards.
    ///
    /// # Errors
    /// If it cannot be listed or written to, or another process has locked it.
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
            Ok(Some(lock)) => {
                Ok(Self(Arc::new(Inner { disk, path: path.to_owned(), _lock: lock })))
            }
            Ok(None) => Err(StoreError::environment(format!(
                "{} is in use by another process: wait for it, or choose another folder",
                path.display()
            ))),
            Err(error) => Err(refused("write to", &path.join(LOCK.as_str()), &error)),
        }
    }

    /// Creates a folder in this one if necessary, and locks it.
    pub(crate) fn subfolder(&self, name: &str) -> Result<Self, StoreError> {
        Self::create(self.0.disk.clone(), &self.0.path.join(name))
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The path of a file, for messages.
    #[must_use]
    pub fn place(&self, name: &FileName) -> PathBuf {
        self.0.path.join(name.as_str())
    }

    /// All names in the folder.
    ///
    /// # Errors
    /// The error of the system.
    pub fn names(&self) -> Result<Vec<String>, StoreError> {
        self.list().map_err(|error| refused("look into", self.path(), &error))
    }

    /// The kind of the folder; `None` if it has none yet.
    ///
    /// # Errors
    /// The error of the system.
    pub fn kind(&self) -> Result<Option<FolderKind>, StoreError> {
        Ok(FolderKind::among(&self.names()?))
    }

    pub(crate) fn list(&self) -> io::Result<Vec<String>> {
        self.0.disk.list(self.path())
    }

    /// The existing files of a family, by their numbers.
    pub(crate) fn numbered(&self, family: &Numbered) -> io::Result<Vec<Vec<u32>>> {
        let mut numbers: Vec<_> =
            self.list()?.iter().filter_map(|name| family.numbers(name)).collect();
        numbers.sort_unstable();
        Ok(numbers)
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
