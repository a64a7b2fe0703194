//! Files in memory, for runs without a folder.

use super::{Disk, Lock, ReadableFile, WritableFile};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of a full piece of a file: a file that grows does not move.
const PIECE: usize = 4 << 20;

/// The contents of a file, in pieces; all but the last one are full.
#[derive(Debug, Default)]
struct Contents {
    pieces: Vec<Vec<u8>>,
    /// Bytes of all files of the file system.
    used: Arc<AtomicU64>,
}

impl Contents {
    fn length(&self) -> usize {
        let last = self.pieces.last().map_or(0, Vec::len);
        self.pieces.len().saturating_sub(1) * PIECE + last
    }

    /// Appends the bytes that fit the last piece; returns their number.
    fn append(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.pieces.last().is_none_or(|last| last.len() == PIECE) {
            self.pieces.push(Vec::new());
        }
        let Some(last) = self.pieces.last_mut() else { return Ok(0) };
        let count = bytes.len().min(PIECE - last.len());
        last.try_reserve(count).map_err(|_| io::ErrorKind::OutOfMemory)?;
        last.extend_from_slice(&bytes[..count]);
        self.used.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }

    fn truncate(&mut self, length: usize) {
        let dropped = self.length().saturating_sub(length);
        self.pieces.truncate(length.div_ceil(PIECE));
        if let Some(last) = self.pieces.last_mut() {
            last.truncate(length - (length.div_ceil(PIECE) - 1) * PIECE);
        }
        self.used.fetch_sub(dropped as u64, Ordering::Relaxed);
    }

    /// Copies bytes from a position; `None` if there are too few.
    fn read(&self, mut buffer: &mut [u8], mut from: usize) -> Option<()> {
        if from.checked_add(buffer.len())? > self.length() {
            return None;
        }
        while !buffer.is_empty() {
            let piece = &self.pieces[from / PIECE][from % PIECE..];
            let count = piece.len().min(buffer.len());
            let (head, tail) = buffer.split_at_mut(count);
            head.copy_from_slice(&piece[..count]);
            (buffer, from) = (tail, from + count);
        }
        Some(())
    }
}

impl Drop for Contents {
    fn drop(&mut self) {
        self.used.fetch_sub(self.length() as u64, Ordering::Relaxed);
    }
}

type SharedContents = Arc<Mutex<Contents>>;

/// A file system in memory, lost with the value.
#[derive(Debug, Default)]
pub struct MemoryDisk {
    files: Mutex<BTreeMap<PathBuf, SharedContents>>,
    used: Arc<AtomicU64>,
    limit: Option<u64>,
}

impl MemoryDisk {
    /// An empty file system without a size limit.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty file system of at most this many bytes.
    #[must_use]
    pub fn limited(bytes: u64) -> Self {
        MemoryDisk { limit: Some(bytes), ..Self::default() }
    }

    fn file(&self, contents: SharedContents) -> MemoryFile {
        MemoryFile { contents, used: self.used.clone(), limit: self.limit.unwrap_or(u64::MAX) }
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<PathBuf, SharedContents>> {
        lock(&self.files)
    }

    fn find(&self, file: &Path) -> io::Result<MemoryFile> {
        let contents = self.files().get(file).cloned();
        let contents = contents.ok_or(io::ErrorKind::NotFound)?;
        Ok(self.file(contents))
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
        let contents = Contents { pieces: Vec::new(), used: self.used.clone() };
        let contents = Arc::new(Mutex::new(contents));
        self.files().insert(file.to_owned(), contents.clone());
        Ok(Box::new(self.file(contents)))
    }

    fn reopen(&self, file: &Path, length: u64) -> io::Result<Box<dyn WritableFile>> {
        let file = self.find(file)?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if lock(&file.contents).length() < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        lock(&file.contents).truncate(length);
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
        Ok(self
            .limit
            .map_or(u64::MAX, |limit| limit.saturating_sub(self.used.load(Ordering::Relaxed))))
    }

    fn lock(&self, _file: &Path) -> io::Result<Option<Lock>> {
        // No other process can see it.
        Ok(Some(Box::new(())))
    }
}

struct MemoryFile {
    contents: SharedContents,
    used: Arc<AtomicU64>,
    limit: u64,
}

impl Write for MemoryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.used.load(Ordering::Relaxed).saturating_add(bytes.len() as u64) > self.limit {
            return Err(io::ErrorKind::StorageFull.into());
        }
        lock(&self.contents).append(bytes)
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
        Ok(lock(&self.contents).length() as u64)
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let from = usize::try_from(offset).unwrap_or(usize::MAX);
        let read = lock(&self.contents).read(buffer, from);
        read.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::read_all;

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

    #[test]
    fn long_files_are_read_and_truncated_anywhere() {
        let disk = MemoryDisk::new();
        let name = Path::new("long");
        let bytes: Vec<u8> = (0..2 * PIECE + 1000).map(|i| (i * 7 + i / PIECE) as u8).collect();
        let mut file = disk.create(name).unwrap();
        bytes.chunks(1_000_003).for_each(|part| file.write_all(part).unwrap());
        let read = disk.open(name).unwrap();
        assert_eq!(read_all(&*read).unwrap(), bytes);
        for from in [0, PIECE - 3, PIECE, 2 * PIECE - 1] {
            let mut part = [0; 900];
            read.read_at(&mut part, from as u64).unwrap();
            assert_eq!(part[..], bytes[from..from + 900]);
        }
        assert!(read.read_at(&mut [0; 2], bytes.len() as u64 - 1).is_err());
        for length in [2 * PIECE + 1, 2 * PIECE, PIECE + 5, PIECE, 3, 0] {
            disk.reopen(name, length as u64).unwrap();
            assert_eq!(read_all(&*read).unwrap(), bytes[..length]);
            assert_eq!(disk.used.load(Ordering::Relaxed), length as u64);
        }
    }

    #[test]
    fn a_limited_disk_fills_up_and_is_emptied_by_removing() {
        let disk = MemoryDisk::limited(100);
        let (one, other) = (Path::new("d/one"), Path::new("d/other"));
        disk.create(one).unwrap().write_all(&[1; 80]).unwrap();
        assert_eq!(disk.free_space(Path::new("d")).unwrap(), 20);
        let full = disk.create(other).unwrap().write_all(&[2; 30]).unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        disk.remove(one).unwrap();
        assert_eq!(disk.free_space(Path::new("d")).unwrap(), 100);
        disk.create(other).unwrap().write_all(&[2; 100]).unwrap();
    }
}
