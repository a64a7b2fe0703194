//! The operations on files that a run is kept by: few enough to be simulated.
//!
//! What a disk promises: bytes are safe once [`Writing::sync`] returned; names are safe once
//! [`Disk::sync_folder`] returned; a rename replaces the old file whole or not at all.

mod freeing;
#[allow(unsafe_code)]
mod mmap;
mod real;
pub mod simulated;

pub use real::RealDisk;
pub use simulated::SimulatedDisk;

use loyd::pdb::table::Bytes;
use std::fmt::Debug;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// A place for files.
pub trait Disk: Debug + Send + Sync {
    /// Makes a folder, with all above it. One that is there already is no error.
    ///
    /// # Errors
    /// What the system reports.
    fn create_folder(&self, folder: &Path) -> io::Result<()>;

    /// The names in a folder.
    ///
    /// # Errors
    /// What the system reports.
    fn list(&self, folder: &Path) -> io::Result<Vec<String>>;

    /// A new file, in place of one of the same name.
    ///
    /// # Errors
    /// What the system reports.
    fn create(&self, file: &Path) -> io::Result<Box<dyn Writing>>;

    /// A file to be written on from its byte number `length`; what it has behind that is cut off.
    ///
    /// # Errors
    /// What the system reports; [`io::ErrorKind::UnexpectedEof`] if the file is shorter.
    fn reopen(&self, file: &Path, length: u64) -> io::Result<Box<dyn Writing>>;

    /// A file to be read.
    ///
    /// # Errors
    /// What the system reports.
    fn open(&self, file: &Path) -> io::Result<Box<dyn Reading>>;

    /// All bytes of a file, shared with other processes where the system can do that. The file may
    /// be replaced afterwards, but nobody may change it in place.
    ///
    /// # Errors
    /// What the system reports.
    fn map(&self, file: &Path) -> io::Result<Bytes> {
        let file = self.open(file)?;
        let length = usize::try_from(file.length()?).map_err(io::Error::other)?;
        let mut bytes = vec![0; length];
        file.read_at(&mut bytes, 0)?;
        Ok(Arc::new(bytes))
    }

    /// Renames a file, replacing the one at its new place.
    ///
    /// # Errors
    /// What the system reports.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file. Its room may be free only a little later; what needs it waits for it.
    ///
    /// # Errors
    /// What the system reports.
    fn remove(&self, file: &Path) -> io::Result<()>;

    /// Makes the names in a folder safe.
    ///
    /// # Errors
    /// What the system reports.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Bytes that can still be written, with those of removed files.
    ///
    /// # Errors
    /// What the system reports.
    fn free_space(&self, folder: &Path) -> io::Result<u64>;

    /// Holds a file so that no other process can; `None` if another does.
    ///
    /// # Errors
    /// What the system reports.
    fn lock(&self, file: &Path) -> io::Result<Option<Lock>>;
}

/// Something held until it is dropped.
pub type Lock = Box<dyn Debug + Send + Sync>;

/// A file that is written from its beginning to its end.
pub trait Writing: Write + Send {
    /// Makes the bytes written so far safe.
    ///
    /// # Errors
    /// What the system reports.
    fn sync(&mut self) -> io::Result<()>;
}

/// A file that is read.
pub trait Reading: Send + Sync {
    /// Its length in bytes.
    ///
    /// # Errors
    /// What the system reports.
    fn length(&self) -> io::Result<u64>;

    /// Fills a buffer from an offset on.
    ///
    /// # Errors
    /// What the system reports; [`io::ErrorKind::UnexpectedEof`] if the file is too short.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
}
