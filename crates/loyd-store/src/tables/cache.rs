//! A folder of tables, with a file for each subject.

use super::NEW;
use super::file::{TableFile, refused};
use super::subject::{Subject, TableInfo};
use super::writing::{Contents, write};
use crate::disk::{Disk, Lock};
use loyd_enumerate::checkpoint::StoreError;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const TABLE: &str = ".pdb";

/// A file with the extension of a table, and the result of opening it.
pub type Listed<S> = (PathBuf, Result<TableFile<S>, StoreError>);

/// The head of a table, and its verified contents.
pub type LoadedTable<S> = (TableInfo<S>, <S as Subject>::Loaded);

/// A folder of tables of one type of subjects; others may be there too.
#[derive(Clone, Debug)]
pub struct Cache<S> {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    subjects: PhantomData<fn() -> S>,
}

impl<S: Subject> Cache<S> {
    /// The cache in this folder, which need not exist.
    #[must_use]
    pub fn new(disk: Arc<dyn Disk>, folder: &Path) -> Self {
        Self { disk, folder: folder.to_owned(), subjects: PhantomData }
    }

    /// The path of the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of a table, whether it exists or not.
    #[must_use]
    pub fn place(&self, subject: &S) -> PathBuf {
        self.folder.join(subject.file_name() + TABLE)
    }

    /// Returns whether a table has a file, usable or not.
    #[must_use]
    pub fn has_file(&self, subject: &S) -> bool {
        self.disk.open(&self.place(subject)).is_ok()
    }

    /// Loads a table and verifies it completely on up to `threads` threads; `None` if it does not
    /// exist.
    ///
    /// # Errors
    /// If it exists and is unusable.
    pub fn load(&self, subject: &S, threads: usize) -> Result<Option<LoadedTable<S>>, StoreError> {
        let Some(file) = self.find(subject)? else { return Ok(None) };
        let loaded = file.load(&*self.disk, threads)?;
        Ok(Some((file.info().clone(), loaded)))
    }

    /// Opens the file of a table; `None` if it does not exist.
    ///
    /// # Errors
    /// If it exists and is unusable.
    pub fn find(&self, subject: &S) -> Result<Option<TableFile<S>>, StoreError> {
        let place = self.place(subject);
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
        if file.info().subject != *subject {
            return Err(StoreError::data(format!(
                "{} is the table of another pattern or metric, or of another version: remove it",
                place.display()
            )));
        }
        Ok(Some(file))
    }

    /// Creates the folder and locks a table for building; `None` if another process
    /// has the lock. Removes unfinished files of earlier processes.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn claim(&self, subject: &S) -> Result<Option<Lock>, StoreError> {
        let place = self.place(subject);
        let failed = |error: io::Error| refused("keep tables in", &self.folder, &error);
        self.disk.create_folder(&self.folder).map_err(failed)?;
        let lock = self.disk.lock(&place.with_extension("lock")).map_err(failed)?;
        if lock.is_some() {
            let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for file_name in self.disk.list(&self.folder).map_err(failed)? {
                if is_unfinished(&file_name, &name) {
                    // A name that cannot be removed, such as that of a folder, was not made by a
                    // process that wrote a table.
                    let _ = self.disk.remove(&self.folder.join(file_name));
                }
            }
        }
        Ok(lock)
    }

    /// Stores a table; returns the length of its file.
    ///
    /// # Errors
    /// If it cannot be written; then nothing of it remains.
    pub fn store<C: Contents + ?Sized>(
        &self,
        info: &TableInfo<S>,
        contents: &C,
    ) -> Result<u64, StoreError> {
        write(&*self.disk, &self.place(&info.subject), info, contents)
    }

    /// Lists the files of all tables by name, with the errors of those that are unusable, but not those
    /// of other puzzles; empty if the folder does not exist.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn list(&self) -> Result<Vec<Listed<S>>, StoreError> {
        let mut names = match self.disk.list(&self.folder) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(refused("list", &self.folder, &error)),
        };
        names.retain(|name| name.ends_with(TABLE));
        names.sort_unstable();
        let open = |name: String| {
            let place = self.folder.join(name);
            let file = TableFile::open_if_of(&*self.disk, &place).transpose()?;
            Some((place, file))
        };
        Ok(names.into_iter().filter_map(open).collect())
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
