//! A level boundary in one file: a header and bitmaps, every part with a checksum.
//!
//! ```text
//! "loydball"  version u32  header length u32  header (JSON)  XXH3-64 of all that     (see `sealed`)
//! per bitmap, per 256 KiB:  kind u8  [bytes]  XXH3-64 of the bytes, seeded with the part's number
//!                           kind 0: all zero, no bytes;  1: the bytes as they are
//! "end."  number of parts u64  XXH3-64 of all their checksums
//! ```
//!
//! Numbers are little-endian. Written and read in one pass; the time is that of the disk (the
//! checksum runs at several gigabytes a second).

use crate::disk::{ReadableFile, zeroed};
use crate::failure::{damaged, refused};
use crate::folder::LockedFolder;
use crate::names::FileName;
use crate::record::RecordEntry;
use crate::sealed::{FIXED, Format};
use loyd_enumerate::checkpoint::{Bit, Boundary, Snapshot, StoreError};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_64_with_seed};

/// The header may contain ten million kept states, as text.
const FORMAT: Format = Format { magic: b"loydball", version: 3, most_header: 1 << 30 };
const END: &[u8; 4] = b"end.";
const PART: usize = 256 << 10;
const EMPTY: u8 = 0;
const PLAIN: u8 = 1;
/// Bytes of an empty part, and of the end.
const MIN_PART: u64 = 9;
const TAIL: u64 = 20;

/// The contents of the header.
#[derive(Clone, Serialize, Deserialize)]
struct Header {
    run: RecordEntry,
    /// Part and rank of each state.
    deepest: Option<Vec<(usize, u64)>>,
    search_nanoseconds: u64,
    bitmaps: usize,
    bitmap_bytes: u64,
}

impl Header {
    /// Returns whether this many bytes can contain the bitmaps and the end of a container.
    fn fits(&self, bytes: u64) -> bool {
        let parts = (self.bitmaps as u64).checked_mul(self.bitmap_bytes.div_ceil(PART as u64));
        let least = parts.and_then(|parts| parts.checked_mul(MIN_PART)?.checked_add(TAIL));
        let is_filled = self.bitmaps == 0 || self.bitmap_bytes > 0;
        is_filled && least.is_some_and(|least| least <= bytes)
    }
}

/// The identity of a container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seal {
    /// Length of the file.
    pub bytes: u64,
    /// The checksum of all its checksums.
    pub hash: u64,
}

fn pairs(bits: &[Bit]) -> Vec<(usize, u64)> {
    bits.iter().map(|bit| (bit.part, bit.rank)).collect()
}

fn bits(pairs: &[(usize, u64)]) -> Vec<Bit> {
    pairs.iter().map(|&(part, rank)| Bit { part, rank }).collect()
}

/// Writes a level boundary and makes its bytes durable; the name becomes durable with the folder.
///
/// # Errors
/// The error of the disk.
pub(crate) fn write(
    folder: &LockedFolder,
    name: &FileName,
    boundary: &Boundary<'_>,
) -> io::Result<Seal> {
    let Boundary { snapshot, bitmaps, bitmap_bytes, bitmap } = boundary;
    let mut head = FORMAT.head(&Header {
        run: (&snapshot.record).into(),
        deepest: snapshot.deepest.as_deref().map(pairs),
        search_nanoseconds: snapshot.elapsed.as_nanos() as u64,
        bitmaps: *bitmaps,
        bitmap_bytes: if *bitmaps > 0 { *bitmap_bytes } else { 0 },
    })?;
    head.extend(xxh3_64(&head).to_le_bytes());

    let mut file = folder.create_file(name)?;
    file.write_all(&head)?;
    let mut bytes = head.len() as u64;
    let mut parts = Parts::default();
    let mut buffer = Vec::with_capacity(PART + 9);
    for index in 0..*bitmaps {
        for part in bitmap(index).map_err(io::Error::other)?.chunks(PART) {
            buffer.clear();
            let empty = part.iter().all(|&byte| byte == 0);
            let (kind, stored) = if empty { (EMPTY, &part[..0]) } else { (PLAIN, part) };
            buffer.push(kind);
            buffer.extend_from_slice(stored);
            buffer.extend(parts.add(stored).to_le_bytes());
            file.write_all(&buffer)?;
            bytes += buffer.len() as u64;
        }
    }
    let tail = parts.tail();
    file.write_all(&tail)?;
    file.sync()?;
    Ok(Seal { bytes: bytes + tail.len() as u64, hash: parts.hash() })
}

/// The checksums of the parts so far.
#[derive(Default)]
struct Parts {
    count: u64,
    all: Xxh3,
}

impl Parts {
    fn add(&mut self, stored: &[u8]) -> u64 {
        let hash = xxh3_64_with_seed(stored, self.count);
        self.count += 1;
        self.all.update(&hash.to_le_bytes());
        hash
    }

    fn hash(&self) -> u64 {
        self.all.digest()
    }

    fn tail(&self) -> Vec<u8> {
        [&END[..], &self.count.to_le_bytes(), &self.hash().to_le_bytes()].concat()
    }
}

/// A container that is being read, one bitmap after the other.
pub(crate) struct Container {
    path: PathBuf,
    file: Box<dyn ReadableFile>,
    length: u64,
    offset: u64,
    snapshot: Snapshot,
    bitmaps: usize,
    bitmap_bytes: u64,
    parts: Parts,
    next: usize,
}

impl Container {
    /// Opens a container and reads its header.
    ///
    /// # Errors
    /// If it cannot be read, was made by a newer loyd, or is damaged.
    pub(crate) fn open(folder: &LockedFolder, name: &FileName) -> Result<Self, StoreError> {
        let path = &folder.place(name);
        let failed = |error: io::Error| refused("read", path, &error);
        let file = folder.open_file(name).map_err(failed)?;
        let length = file.length().map_err(failed)?;
        let mut fixed = [0; FIXED];
        if length < 24 {
            return Err(damaged(path, "it is too short"));
        }
        file.read_at(&mut fixed, 0).map_err(failed)?;
        let offset = FIXED as u64 + u64::from(FORMAT.header_length(&fixed, path)?) + 8;
        if offset > length {
            return Err(damaged(path, "it is too short"));
        }
        let mut head = zeroed(offset).map_err(failed)?;
        file.read_at(&mut head, 0).map_err(failed)?;
        let (head, checksum) = head.split_at(head.len() - 8);
        if xxh3_64(head).to_le_bytes() != checksum {
            return Err(damaged(path, "the checksum of its header does not fit"));
        }
        let header: Header = serde_json::from_slice(&head[FIXED..])
            .map_err(|error| damaged(path, &format!("its header cannot be read ({error})")))?;
        if !header.fits(length - offset) {
            return Err(damaged(path, "its bitmaps are larger than it"));
        }
        let record = header.run.record().map_err(|what| damaged(path, what))?;
        let snapshot = Snapshot {
            record,
            deepest: header.deepest.as_deref().map(bits),
            elapsed: Duration::from_nanos(header.search_nanoseconds),
        };
        let Header { bitmaps, bitmap_bytes, .. } = header;
        let (path, parts) = (path.to_owned(), Parts::default());
        Ok(Self { path, file, length, offset, snapshot, bitmaps, bitmap_bytes, parts, next: 0 })
    }

    /// Everything except the bitmaps.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Reads the next bitmap, which must be number `index`; returns the bytes read. After the last
    /// bitmap the end of the file is verified, too.
    ///
    /// # Errors
    /// If it cannot be read or is damaged, or if the bitmap has another size.
    pub fn load(&mut self, index: usize, bitmap: &mut [u8]) -> Result<u64, StoreError> {
        if index != self.next || index >= self.bitmaps {
            return Err(damaged(&self.path, "it has no such bitmap"));
        }
        if bitmap.len() as u64 != self.bitmap_bytes {
            return Err(damaged(&self.path, "its bitmaps are of another size"));
        }
        let begin = self.offset;
        for part in bitmap.chunks_mut(PART) {
            self.part(part)?;
        }
        self.next += 1;
        if self.next == self.bitmaps {
            self.end()?;
        }
        Ok(self.offset - begin)
    }

    /// The identity of the container, once it was read to its end.
    #[must_use]
    pub fn seal(&self) -> Option<Seal> {
        let done = self.next == self.bitmaps && self.offset == self.length;
        done.then(|| Seal { bytes: self.length, hash: self.parts.hash() })
    }

    fn part(&mut self, part: &mut [u8]) -> Result<(), StoreError> {
        let mut kind = [0];
        self.take(&mut kind)?;
        let hash = match kind[0] {
            EMPTY => {
                part.fill(0);
                self.parts.add(&[])
            }
            PLAIN => {
                self.take(part)?;
                self.parts.add(part)
            }
            _ => return Err(damaged(&self.path, "a part of it is of no known kind")),
        };
        let mut stated = [0; 8];
        self.take(&mut stated)?;
        if stated == hash.to_le_bytes() {
            return Ok(());
        }
        let number = self.parts.count - 1;
        Err(damaged(&self.path, &format!("the checksum of part {number} does not fit")))
    }

    fn end(&mut self) -> Result<(), StoreError> {
        let expected = self.parts.tail();
        let mut tail = vec![0; expected.len()];
        self.take(&mut tail)?;
        if tail != expected || self.offset != self.length {
            return Err(damaged(&self.path, "its end is not what was written"));
        }
        Ok(())
    }

    fn take(&mut self, buffer: &mut [u8]) -> Result<(), StoreError> {
        if self.length - self.offset < buffer.len() as u64 {
            return Err(damaged(&self.path, "it ends too early"));
        }
        let read = self.file.read_at(buffer, self.offset);
        read.map_err(|error| refused("read", &self.path, &error))?;
        self.offset += buffer.len() as u64;
        Ok(())
    }

    /// Reads the rest and returns the identity.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn check(mut self) -> Result<Seal, StoreError> {
        let size = usize::try_from(self.bitmap_bytes).unwrap_or(usize::MAX);
        let mut buffer = vec![0; size.min(PART)];
        while self.next < self.bitmaps {
            let mut left = size;
            while left > 0 {
                let length = left.min(PART);
                self.part(&mut buffer[..length])?;
                left -= length;
            }
            self.next += 1;
        }
        self.end()?;
        Ok(Seal { bytes: self.length, hash: self.parts.hash() })
    }
}
