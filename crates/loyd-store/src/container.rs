//! A level boundary in one file: a header and its bytes, every part of a file with a checksum.
//!
//! ```text
//! "loydball"  version u32  header length u32  header (JSON)  XXH3-64 of all that     (see `sealed`)
//! per bitmap, per 256 KiB:  kind u8  [bytes]  XXH3-64 of the bytes, seeded with the part's number
//!                           kind 0: all zero, no bytes;  1: the bytes as they are
//! "end."  number of parts u64  XXH3-64 of all their checksums
//! ```
//!
//! A boundary with parts of one length has a bitmap for each part; any other has one with all its bytes.
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

/// The header may contain ten million stored states, as text.
const FORMAT: Format = Format { magic: b"loydball", version: 3, max_header: 1 << 30 };
const END: &[u8; 4] = b"end.";
const PART: usize = 256 << 10;
const EMPTY: u8 = 0;
const PLAIN: u8 = 1;
/// Bytes of an empty part, and of the end.
const MIN_PART: u64 = 9;
const TAIL: u64 = 20;

#[derive(Clone, Serialize, Deserialize)]
struct Header {
    run: RecordEntry,
    /// Part and rank of each state.
    deepest: Option<Vec<(usize, u64)>>,
    search_nanoseconds: u64,
    bitmaps: usize,
    bitmap_bytes: u64,
}

/// The division of bytes into bitmaps of one length, and of these into parts.
#[derive(Clone, Copy)]
struct Division {
    bitmaps: u64,
    bitmap_bytes: u64,
}

impl Division {
    /// Each part as a bitmap, or all of them together.
    fn of(lengths: &[u64]) -> Self {
        let all = lengths.iter().sum();
        match lengths {
            _ if all == 0 => Division { bitmaps: 0, bitmap_bytes: 0 },
            [first, rest @ ..] if rest.iter().all(|length| length == first) => {
                Division { bitmaps: lengths.len() as u64, bitmap_bytes: *first }
            }
            _ => Division { bitmaps: 1, bitmap_bytes: all },
        }
    }

    fn bytes(self) -> u64 {
        self.bitmaps.saturating_mul(self.bitmap_bytes)
    }

    /// The length of the part that begins at a byte; 0 at the end.
    fn part(self, at: u64) -> usize {
        if at >= self.bytes() {
            return 0;
        }
        (self.bitmap_bytes - at % self.bitmap_bytes).min(PART as u64) as usize
    }
}

impl Header {
    /// Returns whether this many bytes can contain the bitmaps and the end of a container.
    fn fits(&self, bytes: u64) -> bool {
        let parts = (self.bitmaps as u64).checked_mul(self.bitmap_bytes.div_ceil(PART as u64));
        let min_bytes = parts.and_then(|parts| parts.checked_mul(MIN_PART)?.checked_add(TAIL));
        let is_filled = self.bitmaps == 0 || self.bitmap_bytes > 0;
        is_filled && min_bytes.is_some_and(|min_bytes| min_bytes <= bytes)
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
    let Boundary { snapshot, parts: lengths, part } = boundary;
    let division = Division::of(lengths);
    let mut head = FORMAT.head(&Header {
        run: (&snapshot.record).into(),
        deepest: snapshot.deepest.as_deref().map(pairs),
        search_nanoseconds: snapshot.elapsed.as_nanos() as u64,
        bitmaps: division.bitmaps as usize,
        bitmap_bytes: division.bitmap_bytes,
    })?;
    head.extend(xxh3_64(&head).to_le_bytes());

    let mut file = folder.create_file(name)?;
    file.write_all(&head)?;
    let mut bytes = head.len() as u64;
    let mut parts = Parts::default();
    let mut written = 0;
    // The kind of a part, and its bytes so far.
    let mut buffer = Vec::with_capacity(PART + 9);
    buffer.push(PLAIN);
    for (index, &length) in lengths.iter().enumerate() {
        let source = part(index).map_err(io::Error::other)?;
        if source.len() as u64 != length {
            return Err(io::Error::other("a part of the state has another length than it should"));
        }
        let mut rest = &source[..];
        while !rest.is_empty() {
            let free = division.part(written) + 1 - buffer.len();
            let (head, tail) = rest.split_at(free.min(rest.len()));
            buffer.extend_from_slice(head);
            rest = tail;
            if head.len() < free {
                break;
            }
            written += buffer.len() as u64 - 1;
            if buffer[1..].iter().all(|&byte| byte == 0) {
                buffer.clear();
                buffer.push(EMPTY);
            }
            let hash = parts.add(&buffer[1..]);
            buffer.extend(hash.to_le_bytes());
            file.write_all(&buffer)?;
            bytes += buffer.len() as u64;
            buffer.clear();
            buffer.push(PLAIN);
        }
    }
    let tail = parts.tail();
    file.write_all(&tail)?;
    file.sync()?;
    Ok(Seal { bytes: bytes + tail.len() as u64, hash: parts.hash() })
}

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

/// A container that is being read, one part after the other.
pub(crate) struct Container {
    path: PathBuf,
    file: Box<dyn ReadableFile>,
    length: u64,
    offset: u64,
    snapshot: Snapshot,
    division: Division,
    parts: Parts,
    /// Bytes of the parts that were read.
    read: u64,
    /// A part of which only some bytes were copied, and their number.
    partial: Vec<u8>,
    copied: usize,
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
        Ok(Self {
            path: path.to_owned(),
            file,
            length,
            offset,
            snapshot,
            division: Division { bitmaps: bitmaps as u64, bitmap_bytes },
            parts: Parts::default(),
            read: 0,
            partial: Vec::new(),
            copied: 0,
        })
    }

    /// Everything except the bytes.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The number of bytes.
    pub fn bytes(&self) -> u64 {
        self.division.bytes()
    }

    /// Reads the next bytes; returns the number of bytes read from the file. After the last
    /// part the end of the file is verified, too.
    ///
    /// # Errors
    /// If they cannot be read, are damaged, or are fewer.
    pub fn load(&mut self, mut bytes: &mut [u8]) -> Result<u64, StoreError> {
        let begin = self.offset;
        while !bytes.is_empty() {
            let length = self.division.part(self.read);
            if self.copied < self.partial.len() {
                let count = bytes.len().min(self.partial.len() - self.copied);
                let (head, rest) = bytes.split_at_mut(count);
                head.copy_from_slice(&self.partial[self.copied..][..count]);
                self.copied += count;
                bytes = rest;
            } else if length == 0 {
                return Err(damaged(&self.path, "its bitmaps are of another size"));
            } else if length <= bytes.len() {
                let (head, rest) = bytes.split_at_mut(length);
                self.part(head)?;
                bytes = rest;
            } else {
                let mut partial = std::mem::take(&mut self.partial);
                partial.resize(length, 0);
                self.part(&mut partial)?;
                (self.partial, self.copied) = (partial, 0);
            }
        }
        Ok(self.offset - begin)
    }

    /// The identity of the container, once it was read to its end.
    #[must_use]
    pub fn seal(&self) -> Option<Seal> {
        let is_copied = self.copied == self.partial.len() && self.read == self.bytes();
        let done = is_copied && self.offset == self.length;
        done.then(|| Seal { bytes: self.length, hash: self.parts.hash() })
    }

    /// Reads the next part, and the end of the file after the last one.
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
        if stated != hash.to_le_bytes() {
            let number = self.parts.count - 1;
            return Err(damaged(
                &self.path,
                &format!("the checksum of part {number} does not fit"),
            ));
        }
        self.read += part.len() as u64;
        if self.read == self.bytes() { self.end() } else { Ok(()) }
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
        let mut buffer = vec![0; PART];
        if self.bytes() == 0 {
            self.end()?;
        }
        while let length @ 1.. = self.division.part(self.read) {
            self.part(&mut buffer[..length])?;
        }
        Ok(Seal { bytes: self.length, hash: self.parts.hash() })
    }
}
