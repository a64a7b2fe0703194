//! Removal of large files in two steps: the name is removed at once, the space is freed by another
//! thread.
//!
//! A file system may take a second to free a gigabyte (ext4 with `discard`, measured), and the
//! thread that removes the file waits for it. A level engine removes as much as it writes: for 7x2
//! in files this was a fifth of the time. Where a name can be removed while the file is open, the
//! file stays open, its name is removed, and another thread closes it, which frees the space.
//!
//! Invariants: after [`DeferredRemoval::remove`] the name is removed, so the state after a crash does
//! not depend on this; the end of the process frees the space in any case. An operation that finds
//! the disk full meanwhile waits in [`DeferredRemoval::retry_when_full`].

use super::plain_file::{self, Links};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// Bytes from which on a file is removed in two steps.
const LARGE: u64 = 32 << 20;

/// The space that is being freed.
pub(super) struct DeferredRemoval {
    /// Bytes of removed files whose space is not free yet.
    pending: Mutex<u64>,
    /// Notified whenever a file was closed.
    closed: Condvar,
}

/// The removals of this process.
pub(super) static DEFERRED: DeferredRemoval = DeferredRemoval::new();

/// An open file; its bytes are pending until this is dropped.
struct OpenFile {
    removals: &'static DeferredRemoval,
    file: Option<File>,
    bytes: u64,
}

impl DeferredRemoval {
    const fn new() -> Self {
        Self { pending: Mutex::new(0), closed: Condvar::new() }
    }

    /// Removes a file; its space may become free only later.
    pub(super) fn remove(&'static self, file: &Path) -> io::Result<()> {
        let open_file = self.hold(file);
        fs::remove_file(file)?;
        if let Some(open_file) = open_file {
            // If no thread can be started, the file is closed here.
            let _ =
                thread::Builder::new().name("file removal".into()).spawn(move || drop(open_file));
        }
        Ok(())
    }

    /// Opens a large file, so that its space is freed only when it is closed.
    fn hold(&'static self, file: &Path) -> Option<OpenFile> {
        let metadata = fs::symlink_metadata(file).ok()?;
        let bytes = metadata.len();
        if !cfg!(unix) || !metadata.is_file() || bytes < LARGE {
            return None;
        }
        let file = plain_file::read(file, Links::Refuse).ok()?;
        *self.pending.lock().unwrap_or_else(PoisonError::into_inner) += bytes;
        Some(OpenFile { removals: self, file: Some(file), bytes })
    }

    /// Bytes of removed files whose room is not free yet.
    pub(super) fn pending(&self) -> u64 {
        *self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs an operation that needs space, and again if the disk was full while space was being
    /// freed.
    pub(super) fn retry_when_full<T>(
        &self,
        mut action: impl FnMut() -> io::Result<T>,
    ) -> io::Result<T> {
        // The space may become free between the failure and the next look at `pending`.
        let was_pending = self.pending() > 0;
        match action() {
            Err(error) if error.kind() == io::ErrorKind::StorageFull => {
                if self.wait() || was_pending { action() } else { Err(error) }
            }
            result => result,
        }
    }

    /// Waits until the space of all files removed so far is free; returns whether any was pending.
    fn wait(&self) -> bool {
        let pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let some = *pending > 0;
        drop(self.closed.wait_while(pending, |pending| *pending > 0));
        some
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        self.file = None;
        *self.removals.pending.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.removals.closed.notify_all();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn removals() -> &'static DeferredRemoval {
        Box::leak(Box::new(DeferredRemoval::new()))
    }

    #[test]
    fn the_name_is_removed_at_once_and_the_space_freed_soon() {
        let (removals, folder) = (removals(), tempfile::tempdir().unwrap());
        let place = folder.path().join("level");
        for bytes in [0, LARGE - 1, LARGE, 4 * LARGE] {
            File::create(&place).unwrap().set_len(bytes).unwrap();
            removals.remove(&place).unwrap();
            assert!(!place.exists());
            assert_eq!(removals.remove(&place).unwrap_err().kind(), io::ErrorKind::NotFound);
        }
        removals.wait();
        assert_eq!(removals.pending(), 0);
    }

    #[test]
    fn a_full_disk_is_retried_if_space_is_being_freed() {
        let (removals, folder) = (removals(), tempfile::tempdir().unwrap());
        let mut tries = 0;
        let full = removals.retry_when_full(|| {
            tries += 1;
            Err::<(), _>(io::ErrorKind::StorageFull.into())
        });
        assert!(tries == 1 && full.is_err());
        let place = folder.path().join("level");
        // Closed during the attempt: before a thread can wait for it, or later.
        for soon in [true, false] {
            File::create(&place).unwrap().set_len(LARGE).unwrap();
            let mut pending_file = removals.hold(&place);
            let mut closing = None;
            let mut tries = 0;
            let result = removals.retry_when_full(|| {
                tries += 1;
                if tries > 1 {
                    return Ok(());
                }
                let open_file = pending_file.take();
                let thread = thread::spawn(move || drop(open_file));
                if soon {
                    thread.join().unwrap();
                } else {
                    closing = Some(thread);
                }
                Err(io::ErrorKind::StorageFull.into())
            });
            assert!(tries == 2 && result.is_ok());
            assert_eq!(removals.pending(), 0);
            closing.map_or(Ok(()), thread::JoinHandle::join).unwrap();
        }
        let other = removals.retry_when_full(|| Err::<(), _>(io::ErrorKind::NotFound.into()));
        assert_eq!(other.unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
