//! The operations on files that a run is kept by: few enough to be simulated.
//!
//! What a disk promises: bytes are safe once [`Writing::sync`] returned; names are safe once
//! [`Disk::sync_folder`] returned; a rename replaces the old file whole or not at all.
//!
//! A folder may be anyone's: what is opened is a plain file of the name given, or it is refused with
//! [`NotPlain`]. Names inside a folder are formed by [`names`](crate::names) only.

mod freeing;
#[allow(unsafe_code)]
mod mmap;
mod plain;
mod platform;
mod real;
pub mod simulated;

pub use plain::NotPlain;
pub use real::RealDisk;
pub use simulated::SimulatedDisk;

use loyd_tiles::pdb::table::Bytes;
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

    /// A new file. A plain file of the same name loses it; its contents stay what they are for
    /// whoever else has them.
    ///
    /// # Errors
    /// What the system reports; [`NotPlain`] if the name is that of a link, a pipe or a folder.
    fn create(&self, file: &Path) -> io::Result<Box<dyn Writing>>;

    /// A file to be written on from its byte number `length`; what it has behind that is cut off.
    ///
    /// # Errors
    /// What the system reports; [`io::ErrorKind::UnexpectedEof`] if the file is shorter, [`NotPlain`]
    /// if it is no plain file or has a second name.
    fn reopen(&self, file: &Path, length: u64) -> io::Result<Box<dyn Writing>>;

    /// A file to be read.
    ///
    /// # Errors
    /// What the system reports; [`NotPlain`] if it is a link, a pipe or a folder.
    fn open(&self, file: &Path) -> io::Result<Box<dyn Reading>>;

    /// A file to be read that a user has named, or that lies in a folder of the user's own: a link to
    /// it will do.
    ///
    /// # Errors
    /// As [`open`](Disk::open), links excepted.
    fn open_linked(&self, file: &Path) -> io::Result<Box<dyn Reading>> {
        self.open(file)
    }

    /// All bytes of a file, shared with other processes where the system can do that. The file may
    /// be replaced afterwards, but nobody may change it in place.
    ///
    /// # Errors
    /// What the system reports.
    fn map(&self, file: &Path) -> io::Result<Bytes> {
        Ok(Arc::new(whole(&*self.open_linked(file)?)?))
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

/// All bytes of a file.
///
/// # Errors
/// What the system reports; [`io::ErrorKind::OutOfMemory`] if there is no memory for them.
pub fn whole(file: &dyn Reading) -> io::Result<Vec<u8>> {
    let mut bytes = zeroed(file.length()?)?;
    file.read_at(&mut bytes, 0)?;
    Ok(bytes)
}

/// Makes a buffer so long, if there is memory for it.
pub(crate) fn make_room(buffer: &mut Vec<u8>, bytes: usize) -> io::Result<()> {
    let more = bytes.saturating_sub(buffer.len());
    buffer.try_reserve(more).map_err(|_| io::ErrorKind::OutOfMemory)?;
    buffer.resize(bytes, 0);
    Ok(())
}

/// Memory for so many bytes that come from a file.
pub(crate) fn zeroed(length: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    bytes.resize(length, 0);
    Ok(bytes)
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
