//! Large files are removed in two steps: their names go at once, their room is taken back beside the
//! work.
//!
//! A file system may take a second for a gigabyte to give room back (ext4 with `discard`, measured), and
//! who removes the file waits for it. A level engine removes as much as it writes: of 7x2 in files
//! that was a fifth of the time. On systems where a name can go while the file is open, the file is
//! held open, its name is removed, and another thread closes it, which is when the room is taken back.
//!
//! Invariants: after [`Freeing::remove`] the name is gone, so what can be read after a crash does not depend
//! on this; a process that ends gives the room back in any case. Who finds the disk full meanwhile
//! waits with [`Freeing::with_room`].

use super::plain::{self, Links};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// Smaller files are removed in one step.
const LARGE: u64 = 32 << 20;

/// The account of room that is being taken back.
pub(super) struct Freeing {
    /// Bytes of removed files whose room is not free yet.
    pending: Mutex<u64>,
    /// Word of a file that was closed.
    closed: Condvar,
}

/// That of this process.
pub(super) static FREEING: Freeing = Freeing::new();

/// A file that is held open; its bytes are pending while this lives.
struct Held {
    account: &'static Freeing,
    file: Option<File>,
    bytes: u64,
}

impl Freeing {
    const fn new() -> Self {
        Self { pending: Mutex::new(0), closed: Condvar::new() }
    }

    /// Removes a file; its room may be free only later.
    pub(super) fn remove(&'static self, file: &Path) -> io::Result<()> {
        let held = self.hold(file);
        fs::remove_file(file)?;
        if let Some(held) = held {
            // Where no thread can be had, it is closed here.
            let _ = thread::Builder::new().name("freeing".into()).spawn(move || drop(held));
        }
        Ok(())
    }

    /// Holds a file that is worth it.
    fn hold(&'static self, file: &Path) -> Option<Held> {
        let metadata = fs::symlink_metadata(file).ok()?;
        let bytes = metadata.len();
        if !cfg!(unix) || !metadata.is_file() || bytes < LARGE {
            return None;
        }
        let file = plain::read(file, Links::Refuse).ok()?;
        *self.pending.lock().unwrap_or_else(PoisonError::into_inner) += bytes;
        Some(Held { account: self, file: Some(file), bytes })
    }

    /// Bytes of removed files whose room is not free yet.
    pub(super) fn pending(&self) -> u64 {
        *self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something that needs room: once more, if the disk is full and room was on its way.
    pub(super) fn with_room<T>(&self, mut action: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        // It may become free between the refusal and the look at what is pending.
        let was_pending = self.pending() > 0;
        match action() {
            Err(error) if error.kind() == io::ErrorKind::StorageFull => {
                if self.wait() || was_pending { action() } else { Err(error) }
            }
            result => result,
        }
    }

    /// Waits for the room of all files removed so far; whether there was any.
    fn wait(&self) -> bool {
        let pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let some = *pending > 0;
        drop(self.closed.wait_while(pending, |pending| *pending > 0));
        some
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.file = None;
        *self.account.pending.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.account.closed.notify_all();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn account() -> &'static Freeing {
        Box::leak(Box::new(Freeing::new()))
    }

    #[test]
    fn the_name_goes_at_once_and_the_room_soon() {
        let (account, folder) = (account(), tempfile::tempdir().unwrap());
        let place = folder.path().join("level");
        for bytes in [0, LARGE - 1, LARGE, 4 * LARGE] {
            File::create(&place).unwrap().set_len(bytes).unwrap();
            account.remove(&place).unwrap();
            assert!(!place.exists());
            assert_eq!(account.remove(&place).unwrap_err().kind(), io::ErrorKind::NotFound);
        }
        account.wait();
        assert_eq!(account.pending(), 0);
    }

    #[test]
    fn a_full_disk_is_waited_for_if_room_is_on_its_way() {
        let (account, folder) = (account(), tempfile::tempdir().unwrap());
        let mut tries = 0;
        let full = account.with_room(|| {
            tries += 1;
            Err::<(), _>(io::ErrorKind::StorageFull.into())
        });
        assert!(tries == 1 && full.is_err());
        let place = folder.path().join("level");
        // Closed while it is tried: before anyone can wait for it, or later.
        for soon in [true, false] {
            File::create(&place).unwrap().set_len(LARGE).unwrap();
            let mut held = account.hold(&place);
            let mut closing = None;
            let mut tries = 0;
            let result = account.with_room(|| {
                tries += 1;
                if tries > 1 {
                    return Ok(());
                }
                let held = held.take();
                let thread = thread::spawn(move || drop(held));
                if soon {
                    thread.join().unwrap();
                } else {
                    closing = Some(thread);
                }
                Err(io::ErrorKind::StorageFull.into())
            });
            assert!(tries == 2 && result.is_ok());
            assert_eq!(account.pending(), 0);
            closing.map_or(Ok(()), thread::JoinHandle::join).unwrap();
        }
        let other = account.with_room(|| Err::<(), _>(io::ErrorKind::NotFound.into()));
        assert_eq!(other.unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
