//! A folder of tables, with a file for each pattern.

use super::file::{Loaded, NEW, TableFile, refused, write};
use super::info::{Encoding, TableInfo};
use loyd_disk::{Disk, Lock};
use loyd_enumerate::checkpoint::StoreError;
use loyd_tiles::pdb::Pattern;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The extension of tables.
const TABLE: &str = ".pdb";

/// A file with the extension of a table, and the result of opening it.
pub type Listed = (PathBuf, Result<TableFile, StoreError>);

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct Cache {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
}

impl Cache {
    /// The cache in this folder, which need not exist.
    #[must_use]
    pub fn new(disk: Arc<dyn Disk>, folder: &Path) -> Self {
        Self { disk, folder: folder.to_owned() }
    }

    /// The path of the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of the table of a pattern, whether it exists or not.
    #[must_use]
    pub fn place(&self, pattern: &Pattern, encoding: Encoding) -> PathBuf {
        let cells: Vec<String> = pattern.cells().iter().map(u8::to_string).collect();
        let (size, blank) = (pattern.size(), pattern.blank());
        let name = format!("{size}-blank{blank}-{}-{}{TABLE}", cells.join("."), encoding.name());
        self.folder.join(name)
    }

    /// Loads the table of a pattern and verifies it completely on up to `threads` threads; `None`
    /// if it does not exist.
    ///
    /// # Errors
    /// If it exists and is unusable.
    pub fn load(
        &self,
        pattern: &Pattern,
        encoding: Encoding,
        threads: usize,
    ) -> Result<Option<(TableInfo, Loaded)>, StoreError> {
        let Some(file) = self.find(pattern, encoding)? else { return Ok(None) };
        let loaded = file.load(&*self.disk, threads)?;
        Ok(Some((file.info().clone(), loaded)))
    }

    /// Opens the file of a pattern; `None` if it does not exist.
    ///
    /// # Errors
    /// If it exists and is unusable.
    pub fn find(
        &self,
        pattern: &Pattern,
        encoding: Encoding,
    ) -> Result<Option<TableFile>, StoreError> {
        let place = self.place(pattern, encoding);
        match self.disk.open(&place) {
            Err(error)
                if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory]
                    .contains(&error.kind()) =>
            {
                return Ok(None);
            }
            _ => {}
        }
        let file = TableFile::open(&*self.disk, &place)?;
        if (&file.info().pattern, file.info().encoding) != (pattern, encoding) {
            return Err(StoreError::data(format!(
                "{} is the table of another pattern or metric: remove it",
                place.display()
            )));
        }
        Ok(Some(file))
    }

    /// Creates the folder and locks the table of a pattern for building; `None` if another process
    /// has the lock. Removes unfinished files that such a process has left.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn claim(&self, pattern: &Pattern, encoding: Encoding) -> Result<Option<Lock>, StoreError> {
        let place = self.place(pattern, encoding);
        let failed = |error: io::Error| refused("keep tables in", &self.folder, &error);
        self.disk.create_folder(&self.folder).map_err(failed)?;
        let lock = self.disk.lock(&place.with_extension("lock")).map_err(failed)?;
        if lock.is_some() {
            let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for left in self.disk.list(&self.folder).map_err(failed)? {
                if is_unfinished(&left, &name) {
                    // A name that cannot be removed, such as that of a folder, was not made by a
                    // process that wrote a table.
                    let _ = self.disk.remove(&self.folder.join(left));
                }
            }
        }
        Ok(lock)
    }

    /// Stores a table; returns the length of its file.
    ///
    /// # Errors
    /// If it cannot be written; then nothing of it remains.
    pub fn store(&self, info: &TableInfo, data: &[u8]) -> Result<u64, StoreError> {
        write(&*self.disk, &self.place(&info.pattern, info.encoding), info, data)
    }

    /// Lists the files of all tables by name, with the errors of those that are unusable; empty if
    /// the folder does not exist.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let mut names = match self.disk.list(&self.folder) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(refused("list", &self.folder, &error)),
        };
        names.retain(|name| name.ends_with(TABLE));
        names.sort_unstable();
        let open = |name: String| {
            let place = self.folder.join(name);
            let file = TableFile::open(&*self.disk, &place);
            (place, file)
        };
        Ok(names.into_iter().map(open).collect())
    }
}

/// Returns whether a file is an unfinished version of the table `name`: `NAME.PID.new`.
fn is_unfinished(file: &str, name: &str) -> bool {
    let process = file
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix('.'))
        .and_then(|rest| rest.strip_suffix(NEW));
    process.is_some_and(|pid| !pid.is_empty() && pid.bytes().all(|byte| byte.is_ascii_digit()))
}
