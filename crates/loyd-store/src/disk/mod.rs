//! The file operations of a run, few enough to be simulated.
//!
//! The guarantees of a [`Disk`]:
//!
//! - Bytes are durable once [`WritableFile::sync`] has returned.
//! - Names are durable once [`Disk::sync_folder`] has returned.
//! - A rename replaces the old file completely or not at all.
//!
//! The contents of a folder are not trusted: only a plain file of this name is opened, and
//! anything else is refused with [`NotPlain`].
//!
//! | file | contents |
//! |---|---|
//! | `real` | [`RealDisk`]: the file system of this machine |
//! | `memory` | [`MemoryDisk`]: files in memory, for runs without a folder |
//! | `plain_file` | opening a file by its own name only |
//! | `deferred_removal` | removing large files in the background |
//! | `mmap` | memory-mapped files; the only `unsafe` |
//! | `platform` | differences between operating systems |
//!
//! Tests use a third implementation, `simulated`, which fails on request; the cargo feature of its name
//! compiles it.

mod deferred_removal;
mod memory;
#[allow(unsafe_code)]
mod mmap;
mod plain_file;
mod platform;
mod real;
#[cfg(feature = "simulated")]
pub mod simulated;

pub use memory::MemoryDisk;
pub use plain_file::NotPlain;
pub use real::RealDisk;

use std::fmt::Debug;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// The bytes of a file, in memory or mapped.
pub type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A lock, released when it is dropped.
pub type Lock = Box<dyn Debug + Send + Sync>;

/// A file system.
///
/// Programs take a `dyn Disk` instead of calling `std::fs`, so that tests can make any operation
/// fail, or end the process in the middle of it, and check that the files can still be used.
pub trait Disk: Debug + Send + Sync {
    /// Creates a folder and its parents. An existing folder is not an error.
    ///
    /// # Errors
    /// The error of the operating system.
    fn create_folder(&self, folder: &Path) -> io::Result<()>;

    /// Lists the names in a folder.
    ///
    /// # Errors
    /// The error of the operating system.
    fn list(&self, folder: &Path) -> io::Result<Vec<String>>;

    /// Creates a file. If a plain file has the name, it loses it; processes that have the old file
    /// open keep its contents.
    ///
    /// # Errors
    /// The error of the operating system; [`NotPlain`] if the name is that of a link, a pipe or a
    /// folder.
    fn create(&self, file: &Path) -> io::Result<Box<dyn WritableFile>>;

    /// Opens a file for appending, after truncating it to `length` bytes.
    ///
    /// # Errors
    /// The error of the operating system; [`io::ErrorKind::UnexpectedEof`] if the file is shorter,
    /// [`NotPlain`] if it is not a plain file or has a hard link.
    fn reopen(&self, file: &Path, length: u64) -> io::Result<Box<dyn WritableFile>>;

    /// Opens a file for reading.
    ///
    /// # Errors
    /// The error of the operating system; [`NotPlain`] if it is a link, a pipe or a folder.
    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadableFile>>;

    /// Opens a file for reading and follows links: for files that a user has named, or that lie in
    /// a folder of the user's own.
    ///
    /// # Errors
    /// The errors of [`open`](Disk::open), links excepted.
    fn open_linked(&self, file: &Path) -> io::Result<Box<dyn ReadableFile>> {
        self.open(file)
    }

    /// Returns all bytes of a file, shared with other processes where the system supports that.
    /// The file may be replaced later, but no process may change it in place.
    ///
    /// # Errors
    /// The error of the operating system.
    fn map(&self, file: &Path) -> io::Result<Bytes> {
        Ok(Arc::new(read_all(&*self.open_linked(file)?)?))
    }

    /// Renames a file, replacing any file at the new path.
    ///
    /// # Errors
    /// The error of the operating system.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file. Its space may become free a little later; operations that need the space
    /// wait for it.
    ///
    /// # Errors
    /// The error of the operating system.
    fn remove(&self, file: &Path) -> io::Result<()>;

    /// Makes the names in a folder durable.
    ///
    /// # Errors
    /// The error of the operating system.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Returns the bytes that can still be written, including the space of removed files.
    ///
    /// # Errors
    /// The error of the operating system.
    fn free_space(&self, folder: &Path) -> io::Result<u64>;

    /// Locks a file against other processes; `None` if another process has the lock.
    ///
    /// # Errors
    /// The error of the operating system.
    fn lock(&self, file: &Path) -> io::Result<Option<Lock>>;
}

/// A file that is written from its beginning to its end.
pub trait WritableFile: Write + Send {
    /// Makes the bytes written so far durable.
    ///
    /// # Errors
    /// The error of the operating system.
    fn sync(&mut self) -> io::Result<()>;
}

/// A file that is read.
pub trait ReadableFile: Send + Sync {
    /// Returns the length in bytes.
    ///
    /// # Errors
    /// The error of the operating system.
    fn length(&self) -> io::Result<u64>;

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// # Errors
    /// The error of the operating system; [`io::ErrorKind::UnexpectedEof`] if the file is too
    /// short.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
}

/// Reads all bytes of a file.
///
/// # Errors
/// The error of the operating system; [`io::ErrorKind::OutOfMemory`] if the bytes do not fit in
/// memory.
pub fn read_all(file: &dyn ReadableFile) -> io::Result<Vec<u8>> {
    let mut bytes = zeroed(file.length()?)?;
    file.read_at(&mut bytes, 0)?;
    Ok(bytes)
}

/// Resizes a buffer to a length that a file states.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`] if memory is refused.
pub fn resize(buffer: &mut Vec<u8>, bytes: usize) -> io::Result<()> {
    let more = bytes.saturating_sub(buffer.len());
    buffer.try_reserve(more).map_err(|_| io::ErrorKind::OutOfMemory)?;
    buffer.resize(bytes, 0);
    Ok(())
}

/// Allocates a buffer of zeros of a length that a file states.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`] if memory is refused.
pub fn zeroed(length: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    bytes.resize(length, 0);
    Ok(bytes)
}
