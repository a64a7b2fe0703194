//! Files in memory, for runs of which nothing is kept.

use crate::{Disk, Lock, ReadableFile, WritableFile};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Contents = Arc<Mutex<Vec<u8>>>;

/// A file system in memory. It has no size limit and is lost with the value.
#[derive(Debug, Default)]
pub struct MemoryDisk {
    files: Mutex<BTreeMap<PathBuf, Contents>>,
}

impl MemoryDisk {
    /// An empty file system.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Contents>> {
        lock(&self.files)
    }

    fn find(&self, file: &Path) -> io::Result<MemoryFile> {
        let contents = self.files().get(file).cloned();
        contents.map(MemoryFile).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Disk for MemoryDisk {
    fn create_folder(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let files = self.files();
        let inside = files.keys().filter(|file| file.parent() == Some(folder));
        Ok(inside.filter_map(|file| Some(file.file_name()?.to_str()?.to_owned())).collect())
    }

    fn create(&self, file: &Path) -> io::Result<Box<dyn WritableFile>> {
        let contents = Contents::default();
        self.files().insert(file.to_owned(), contents.clone());
        Ok(Box::new(MemoryFile(contents)))
    }

    fn reopen(&self, file: &Path, length: u64) -> io::Result<Box<dyn WritableFile>> {
        let file = self.find(file)?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if lock(&file.0).len() < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        lock(&file.0).truncate(length);
        Ok(Box::new(file))
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadableFile>> {
        Ok(Box::new(self.find(file)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut files = self.files();
        let contents = files.remove(from).ok_or(io::ErrorKind::NotFound)?;
        files.insert(to.to_owned(), contents);
        Ok(())
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        self.files().remove(file).map(|_| ()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }

    fn free_space(&self, _folder: &Path) -> io::Result<u64> {
        Ok(u64::MAX)
    }

    fn lock(&self, _file: &Path) -> io::Result<Option<Lock>> {
        // No other process can see it.
        Ok(Some(Box::new(())))
    }
}

struct MemoryFile(Contents);

impl Write for MemoryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut contents = lock(&self.0);
        contents.try_reserve(bytes.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        contents.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl WritableFile for MemoryFile {
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ReadableFile for MemoryFile {
    fn length(&self) -> io::Result<u64> {
        Ok(lock(&self.0).len() as u64)
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let contents = lock(&self.0);
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let part = start.checked_add(buffer.len()).and_then(|end| contents.get(start..end));
        buffer.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_all;

    #[test]
    fn files_are_written_renamed_continued_and_removed() {
        let disk = MemoryDisk::new();
        let (old, new) = (Path::new("d/old"), Path::new("d/new"));
        disk.create(old).unwrap().write_all(b"abcdef").unwrap();
        disk.rename(old, new).unwrap();
        assert_eq!(disk.list(Path::new("d")).unwrap(), ["new"]);
        let before = disk.open(new).unwrap();
        disk.reopen(new, 3).unwrap().write_all(b"xyz").unwrap();
        assert_eq!(read_all(&*before).unwrap(), b"abcxyz");
        let short = disk.reopen(new, 7).err().map(|error| error.kind());
        assert_eq!(short, Some(io::ErrorKind::UnexpectedEof));
        disk.create(new).unwrap();
        assert_eq!(read_all(&*before).unwrap(), b"abcxyz", "an open file keeps its contents");
        assert_eq!(disk.open(new).unwrap().length().unwrap(), 0);
        disk.remove(new).unwrap();
        assert_eq!(disk.open(new).err().unwrap().kind(), io::ErrorKind::NotFound);
    }
}
