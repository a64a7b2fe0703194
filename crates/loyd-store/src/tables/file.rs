//! A table in a file.
//!
//! ```text
//! "loydtabl"  version u32  header length u32  header (JSON)
//! per 256 KiB of the table: XXH3-64, seeded with the part's number
//! XXH3-64 of all that
//! zeros up to a multiple of 4096
//! the table, as it lies in memory
//! ```
//!
//! Numbers are little-endian. A table is mapped and shared by all processes that read it.
//!
//! *Every part is verified whenever a table is loaded* ([`TableFile::load`]), on all cores: one
//! wrong bit can make a wrong proof, and a disk that loses bits changes no time stamp, so results
//! of earlier processes do not count. Bits that change in memory afterwards are not detected.
//!
//! *Limit.* Verification cannot be faster than reading the table from memory once: bytes /
//! bandwidth. XXH3 reads 8 to 15 GB/s a core with the 128-bit vectors of every x86-64, as much as a
//! core gets from memory; the 187 MiB of `7-8` take 24 ms of processor time, shared by the cores.
//! From a disk, its bandwidth is the limit: 6 GB at 2 GB/s take 3 s.
//!
//! *A header is not trusted.* Before anything is allocated, a table of its subject must be able to have
//! the size that it states, and that must be the length of the file. A table that loyd knows must have
//! its fingerprint ([`Fingerprint`]).

use super::check::first_damaged;
use super::fingerprint::Fingerprint;
use super::subject::{Header, PuzzleField, Subject, TableInfo};
use super::{FIXED, MAGIC, MAX_HEADER, PAGE, PART, VERSION};
use crate::disk::{Bytes, Disk, NotPlain, ReadableFile, zeroed};
use loyd_enumerate::checkpoint::{StoreError, StoreFault};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// A table file with a valid header.
#[derive(Debug)]
pub struct TableFile<S> {
    path: PathBuf,
    info: TableInfo<S>,
    bytes: usize,
    offset: usize,
    fingerprint: Fingerprint,
    checksums: Vec<u64>,
}

impl<S: Subject> TableFile<S> {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// If it cannot be read, is not a table of such a subject, was made by a newer loyd, or is damaged.
    pub fn open(disk: &dyn Disk, path: &Path) -> Result<Self, StoreError> {
        Self::open_if_of(disk, path)?.ok_or_else(|| {
            StoreError::data(format!("{} is a table of another puzzle", path.display()))
        })
    }

    /// Reads the header of a file; `None` if it is that of a table of another puzzle.
    pub(super) fn open_if_of(disk: &dyn Disk, path: &Path) -> Result<Option<Self>, StoreError> {
        let failed = |error: io::Error| refused("read", path, &error);
        // Links are not followed: the cache contains plain files.
        let file = disk.open(path).map_err(failed)?;
        let length = file.length().map_err(failed)?;
        let mut fixed = [0; FIXED];
        if length < FIXED as u64 {
            return Err(foreign(path));
        }
        file.read_at(&mut fixed, 0).map_err(failed)?;
        if fixed[..8] != MAGIC[..] {
            return Err(foreign(path));
        }
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| fixed[at + i]));
        if number(8) != VERSION {
            return Err(StoreError::data(format!(
                "{} was written in version {} of the format, this loyd reads version {VERSION}: \
                 build the table again",
                path.display(),
                number(8)
            )));
        }
        Self::head(path, &*file, length, number(12)).map_err(|what| match what {
            Wrong::Damaged(what) => damaged(path, what),
            Wrong::Refused(error) => failed(error),
        })
    }

    fn head(
        path: &Path,
        file: &dyn ReadableFile,
        length: u64,
        header_length: u32,
    ) -> Result<Option<Self>, Wrong> {
        let after_header = FIXED as u64 + u64::from(header_length);
        if header_length > MAX_HEADER || after_header > length {
            return Err(Wrong::Damaged("it ends within its header"));
        }
        let mut header = vec![0; header_length as usize];
        file.read_at(&mut header, FIXED as u64)?;
        let unreadable = |_| Wrong::Damaged("its header cannot be read");
        let puzzle: PuzzleField = serde_json::from_slice(&header).map_err(unreadable)?;
        if !puzzle.fits::<S>() {
            return Ok(None);
        }
        let header: Header<S::Fields> = serde_json::from_slice(&header).map_err(unreadable)?;
        let bytes = header.bytes;
        let info = header.info().map_err(Wrong::Damaged)?;
        let sums = bytes.div_ceil(PART as u64) * 8;
        let hashed = after_header + sums;
        let offset = (hashed + 8).next_multiple_of(PAGE);
        if offset.checked_add(bytes) != Some(length) {
            return Err(Wrong::Damaged("its length is not the one that its header states"));
        }
        let head = read(file, hashed + 8)?;
        let (head, sum) = head.split_at(hashed as usize);
        if xxh3_64(head).to_le_bytes() != sum {
            return Err(Wrong::Damaged("the checksum of its header does not fit"));
        }
        let sums = head[after_header as usize..].chunks_exact(8);
        let sum = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let checksums: Vec<u64> = sums.map(sum).collect();
        let fingerprint = Fingerprint::of(&checksums);
        if Fingerprint::expected(&info.subject).is_some_and(|expected| expected != fingerprint) {
            return Err(Wrong::Damaged("its fingerprint is not that of this table"));
        }
        Ok(Some(Self {
            path: path.to_owned(),
            info,
            bytes: usize::try_from(bytes).map_err(|_| Wrong::Damaged("it is too large"))?,
            offset: offset as usize,
            fingerprint,
            checksums,
        }))
    }

    /// The description of the table.
    #[must_use]
    pub fn info(&self) -> &TableInfo<S> {
        &self.info
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of the table itself.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The fingerprint of the table; equal to the expected one, if the catalogue has one.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Maps the table and verifies all of it, on up to `threads` threads.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn load(&self, disk: &dyn Disk, threads: usize) -> Result<S::Loaded, StoreError> {
        let mapped = self.map(disk)?;
        if let Some(part) = first_damaged(mapped.as_ref(), &self.checksums, threads) {
            let what = format!("the checksum of part {part} does not fit");
            return Err(damaged(&self.path, &what));
        }
        let loaded = self.info.subject.loaded(Arc::new(mapped));
        loaded.map_err(|why| damaged(&self.path, &why))
    }

    fn map(&self, disk: &dyn Disk) -> Result<Mapped, StoreError> {
        let file = disk.map(&self.path).map_err(|error| refused("read", &self.path, &error))?;
        // It may have been replaced since its header was read.
        if (*file).as_ref().len() != self.offset + self.bytes {
            return Err(damaged(&self.path, "its length has changed"));
        }
        Ok(Mapped { file, offset: self.offset })
    }
}

/// The part of a file that is the table.
struct Mapped {
    file: Bytes,
    offset: usize,
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &(*self.file).as_ref()[self.offset..]
    }
}

/// Reads the first bytes of a file that is long enough.
fn read(file: &dyn ReadableFile, length: u64) -> Result<Vec<u8>, Wrong> {
    let mut bytes = zeroed(length)?;
    file.read_at(&mut bytes, 0)?;
    Ok(bytes)
}

/// The reason why a header is invalid.
enum Wrong {
    Damaged(&'static str),
    Refused(io::Error),
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Self::Refused(error)
    }
}

pub(super) fn refused(what: &str, path: &Path, error: &io::Error) -> StoreError {
    if let Some(why) = NotPlain::of(error) {
        return StoreError::data(format!(
            "cannot {what} {}: {why}, and a table is a plain file. Remove it or choose another name",
            path.display()
        ));
    }
    let advice = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            ": free some space, or choose another place"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            ": choose a place you may write to"
        }
        _ => "",
    };
    let message = format!("cannot {what} {}: {error}{advice}", path.display());
    StoreError { fault: StoreFault::Environment, message }
}

fn damaged(path: &Path, what: &str) -> StoreError {
    StoreError::data(format!(
        "{} is damaged: {what}; nothing of it was used. Remove it and build the table again",
        path.display()
    ))
}

fn foreign(path: &Path) -> StoreError {
    StoreError::data(format!("{} is not a table of loyd", path.display()))
}
