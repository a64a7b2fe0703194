//! The file system of this machine.

use super::deferred_removal::DEFERRED;
use super::plain_file::{self, Links};
use super::{Bytes, Disk, Lock, ReadableFile, WritableFile, mmap};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The file system of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(folder)?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    fn create(&self, file: &Path) -> io::Result<Box<dyn WritableFile>> {
        Ok(Box::new(RealFile(DEFERRED.retry_when_full(|| plain_file::create(file))?)))
    }

    fn reopen(&self, file: &Path, length: u64) -> io::Result<Box<dyn WritableFile>> {
        let mut file = plain_file::write(file)?;
        if file.metadata()?.len() < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Box::new(RealFile(file)))
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadableFile>> {
        Ok(Box::new(RealReader(Mutex::new(plain_file::read(file, Links::Refuse)?))))
    }

    fn open_linked(&self, file: &Path) -> io::Result<Box<dyn ReadableFile>> {
        Ok(Box::new(RealReader(Mutex::new(plain_file::read(file, Links::Follow)?))))
    }

    fn map(&self, file: &Path) -> io::Result<Bytes> {
        Ok(Arc::new(mmap::map(file)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        DEFERRED.retry_when_full(|| fs::rename(from, to))
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        DEFERRED.remove(file)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        match File::open(folder) {
            Ok(folder) => folder.sync_all(),
            // Systems on which a folder cannot be opened make names durable by themselves.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn free_space(&self, folder: &Path) -> io::Result<u64> {
        Ok(fs4::available_space(folder)?.saturating_add(DEFERRED.pending()))
    }

    fn lock(&self, file: &Path) -> io::Result<Option<Lock>> {
        let file = plain_file::lock(file)?;
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            // Some network file systems have no locks: work without one.
            Ok(()) | Err(fs::TryLockError::Error(_)) => Ok(Some(Box::new(file))),
        }
    }
}

struct RealFile(File);

impl Write for RealFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        DEFERRED.retry_when_full(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl WritableFile for RealFile {
    fn sync(&mut self) -> io::Result<()> {
        // Never retried: a second call would not report what the first one lost.
        self.0.sync_all()
    }
}

struct RealReader(Mutex<File>);

impl ReadableFile for RealReader {
    fn length(&self) -> io::Result<u64> {
        let file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(file.metadata()?.len())
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}
