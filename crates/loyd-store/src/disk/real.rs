//! The disk of this machine.

use super::freeing::FREEING;
use super::plain::{self, Links};
use super::{Disk, Lock, Reading, Writing, mmap};
use loyd_tiles::pdb::table::Bytes;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The disk of this machine.
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

    fn create(&self, file: &Path) -> io::Result<Box<dyn Writing>> {
        Ok(Box::new(RealFile(FREEING.with_room(|| plain::create(file))?)))
    }

    fn reopen(&self, file: &Path, length: u64) -> io::Result<Box<dyn Writing>> {
        let mut file = plain::write(file)?;
        if file.metadata()?.len() < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Box::new(RealFile(file)))
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn Reading>> {
        Ok(Box::new(RealReader(Mutex::new(plain::read(file, Links::Refuse)?))))
    }

    fn open_linked(&self, file: &Path) -> io::Result<Box<dyn Reading>> {
        Ok(Box::new(RealReader(Mutex::new(plain::read(file, Links::Follow)?))))
    }

    fn map(&self, file: &Path) -> io::Result<Bytes> {
        Ok(Arc::new(mmap::map(file)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        FREEING.with_room(|| fs::rename(from, to))
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        FREEING.remove(file)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        match File::open(folder) {
            Ok(folder) => folder.sync_all(),
            // Systems on which a folder cannot be opened keep names safe by themselves.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn free_space(&self, folder: &Path) -> io::Result<u64> {
        Ok(fs4::available_space(folder)?.saturating_add(FREEING.pending()))
    }

    fn lock(&self, file: &Path) -> io::Result<Option<Lock>> {
        let file = plain::lock(file)?;
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            // Some network file systems have no locks: better to work without than not at all.
            Ok(()) | Err(fs::TryLockError::Error(_)) => Ok(Some(Box::new(file))),
        }
    }
}

struct RealFile(File);

impl Write for RealFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        FREEING.with_room(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Writing for RealFile {
    fn sync(&mut self) -> io::Result<()> {
        // Never twice: what the first try lost the second one would not report.
        self.0.sync_all()
    }
}

struct RealReader(Mutex<File>);

impl Reading for RealReader {
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
