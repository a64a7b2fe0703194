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
//! *A header is not trusted.* Before anything is allocated, its board, pattern and encoding must
//! imply the size that it states, and that must be the length of the file.

use super::check::{checksum, first_damaged};
use super::info::{Encoding, TableInfo};
use loyd_disk::{Disk, NotPlain, ReadableFile, WritableFile, zeroed};
use loyd_enumerate::checkpoint::{StoreError, StoreFault};
use loyd_tiles::Size;
use loyd_tiles::pdb::table::Bytes;
use loyd_tiles::pdb::{Layout, Pattern, StandardTable, Table, multi};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of a file.
pub const MAGIC: &[u8; 8] = b"loydtabl";
const VERSION: u32 = 1;
const FIXED: usize = 16;
pub(super) const PART: usize = 256 << 10;
const PAGE: u64 = 4096;
/// The maximum length of a header: a value for every level of a search.
const MOST_HEADER: u32 = 1 << 20;
/// More than the values of any pattern.
const MOST_VALUES: usize = 1 << 16;

/// The header of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Header {
    program: String,
    width: usize,
    height: usize,
    blank: usize,
    cells: Vec<usize>,
    encoding: Encoding,
    histogram: Vec<u64>,
    bytes: u64,
}

impl Header {
    /// Returns the description of the table, if such a pattern exists and its tables have the
    /// stated size.
    fn info(&self) -> Result<TableInfo, Wrong> {
        let no_pattern = || Wrong::Damaged("its header names no pattern");
        let size = Size::new(self.width, self.height).ok_or_else(no_pattern)?;
        let pattern = Pattern::new(size, self.blank, &self.cells).map_err(|_| no_pattern())?;
        let tiles = pattern.tiles();
        let range = match self.encoding {
            Encoding::Bit => Layout::byte_range(size, tiles),
            Encoding::Excess => StandardTable::bytes_of(size, tiles).map(|bytes| bytes..=bytes),
            Encoding::Class => multi::Places::new(size, tiles)
                .map(|places| places.table_bytes() as u64)
                .map(|bytes| bytes..=bytes),
        };
        if !range.is_ok_and(|range| range.contains(&self.bytes)) {
            return Err(Wrong::Damaged(
                "its header states a number of bytes that no table of this pattern has",
            ));
        }
        let counted = self.histogram.iter().try_fold(0u64, |sum, &states| sum.checked_add(states));
        // No entry is smaller than a bit, and no value exceeds the longest walk.
        let entries = self.bytes.saturating_mul(8);
        if counted.is_none_or(|counted| counted > entries) || self.histogram.len() > MOST_VALUES {
            return Err(Wrong::Damaged("its header counts more states than there are"));
        }
        let histogram = self.histogram.clone();
        Ok(TableInfo { pattern, encoding: self.encoding, histogram })
    }
}

/// Writes a table to a file that appears when it is complete; returns the file's length. If it
/// cannot be written, nothing of it remains.
///
/// # Errors
/// If it cannot be written.
pub fn write(
    disk: &dyn Disk,
    place: &Path,
    info: &TableInfo,
    data: &[u8],
) -> Result<u64, StoreError> {
    let refused = |error: io::Error| refused("write", place, &error);
    let name = place.file_name().ok_or_else(|| refused(io::ErrorKind::InvalidInput.into()))?;
    let temporary =
        place.with_file_name(format!("{}.{}{NEW}", name.to_string_lossy(), std::process::id()));
    // A file of that name that cannot be replaced is left alone.
    let file = disk.create(&temporary).map_err(refused)?;
    let written = put(file, info, data).and_then(|bytes| {
        disk.rename(&temporary, place)?;
        Ok(bytes)
    });
    let written = written.map_err(|error| {
        // The file may not exist.
        let _ = disk.remove(&temporary);
        refused(error)
    })?;
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    disk.sync_folder(folder.unwrap_or(Path::new("."))).map_err(refused)?;
    Ok(written)
}

/// The extension of unfinished files.
pub(super) const NEW: &str = ".new";

fn put(mut file: Box<dyn WritableFile>, info: &TableInfo, data: &[u8]) -> io::Result<u64> {
    let pattern = &info.pattern;
    let header = Header {
        program: env!("CARGO_PKG_VERSION").into(),
        width: pattern.size().width(),
        height: pattern.size().height(),
        blank: pattern.blank(),
        cells: pattern.cells().iter().map(|&cell| usize::from(cell)).collect(),
        encoding: info.encoding,
        histogram: info.histogram.clone(),
        bytes: data.len() as u64,
    };
    let header = serde_json::to_vec(&header)?;
    let length = u32::try_from(header.len()).ok().filter(|&length| length <= MOST_HEADER);
    let length = length.ok_or_else(|| io::Error::other("the histogram is too long"))?;
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend(length.to_le_bytes());
    head.extend(header);
    for (part, number) in data.chunks(PART).zip(0..) {
        head.extend(checksum(part, number).to_le_bytes());
    }
    head.extend(xxh3_64(&head).to_le_bytes());
    head.resize(head.len().next_multiple_of(PAGE as usize), 0);
    file.write_all(&head)?;
    for part in data.chunks(16 * PART) {
        file.write_all(part)?;
    }
    file.sync()?;
    Ok((head.len() + data.len()) as u64)
}

/// A table file with a valid header.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    info: TableInfo,
    bytes: usize,
    offset: usize,
    checksums: Vec<u64>,
}

/// A loaded table.
#[derive(Clone, Debug)]
pub enum Loaded {
    /// One bit a state.
    Bit(Table),
    /// Minimum distances of placements.
    Excess(StandardTable),
    /// One bit a class, in the multi-tile metric.
    Class(multi::Table),
}

impl Loaded {
    /// The entries.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Bit(table) => table.bytes(),
            Self::Excess(table) => table.bytes(),
            Self::Class(table) => table.all_bytes(),
        }
    }
}

impl TableFile {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// If it cannot be read, is not a table, was made by a newer loyd, or is damaged.
    pub fn open(disk: &dyn Disk, path: &Path) -> Result<Self, StoreError> {
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
    ) -> Result<Self, Wrong> {
        let after_header = FIXED as u64 + u64::from(header_length);
        if header_length > MOST_HEADER || after_header > length {
            return Err(Wrong::Damaged("it ends within its header"));
        }
        let mut header = vec![0; header_length as usize];
        file.read_at(&mut header, FIXED as u64)?;
        let unreadable = |_| Wrong::Damaged("its header cannot be read");
        let header: Header = serde_json::from_slice(&header).map_err(unreadable)?;
        let info = header.info()?;
        let bytes = header.bytes;
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
        Ok(Self {
            path: path.to_owned(),
            info,
            bytes: usize::try_from(bytes).map_err(|_| Wrong::Damaged("it is too large"))?,
            offset: offset as usize,
            checksums: sums.map(sum).collect(),
        })
    }

    /// The description of the table.
    #[must_use]
    pub fn info(&self) -> &TableInfo {
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

    /// Maps the table and verifies all of it, on up to `threads` threads.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn load(&self, disk: &dyn Disk, threads: usize) -> Result<Loaded, StoreError> {
        let mapped = self.map(disk)?;
        if let Some(part) = first_damaged(mapped.as_ref(), &self.checksums, threads) {
            let what = format!("the checksum of part {part} does not fit");
            return Err(damaged(&self.path, &what));
        }
        self.table(mapped)
    }

    fn map(&self, disk: &dyn Disk) -> Result<Mapped, StoreError> {
        let file = disk.map(&self.path).map_err(|error| refused("read", &self.path, &error))?;
        // It may have been replaced since its header was read.
        if (*file).as_ref().len() != self.offset + self.bytes {
            return Err(damaged(&self.path, "its length has changed"));
        }
        Ok(Mapped { file, offset: self.offset })
    }

    fn table(&self, mapped: Mapped) -> Result<Loaded, StoreError> {
        let (pattern, bytes): (_, Bytes) = (self.info.pattern.clone(), Arc::new(mapped));
        let wrong = |error: &dyn Display| damaged(&self.path, &error.to_string());
        let layout = || {
            let layout = Layout::new(pattern.size(), pattern.tiles());
            layout.map(Arc::new).map_err(|error| wrong(&error))
        };
        let loaded = match self.info.encoding {
            Encoding::Bit => Table::new(pattern.clone(), layout()?, bytes).map(Loaded::Bit),
            Encoding::Excess => {
                StandardTable::new(pattern.clone(), layout()?, bytes).map(Loaded::Excess)
            }
            Encoding::Class => {
                let places = multi::Places::new(pattern.size(), pattern.tiles());
                let places = places.map_err(|error| wrong(&error))?;
                multi::Table::new(pattern, places, bytes).map(Loaded::Class)
            }
        };
        loaded.map_err(|error| wrong(&error))
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
