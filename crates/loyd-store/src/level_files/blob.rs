//! Blobs: coded bytes in a file, with their checksums elsewhere.

use crate::failure::refused;
use loyd_disk::{ReadableFile, resize};
use loyd_enumerate::checkpoint::StoreError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The location of a blob, and the low half of its XXH3-64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Blob {
    pub(crate) offset: u64,
    pub(crate) bytes: u32,
    pub(crate) hash: u32,
}

impl Blob {
    /// Bytes of an entry of an index.
    pub(crate) const ENTRY: usize = 16;

    /// Bytes with their checksum, at the beginning of a file.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self { offset: 0, bytes: bytes.len() as u32, hash: xxh3_64(bytes) as u32 }
    }

    /// Returns whether it lies within a file of this length.
    pub(crate) fn lies_within(&self, length: u64) -> bool {
        self.offset.checked_add(u64::from(self.bytes)).is_some_and(|end| end <= length)
    }

    /// The entry of an index.
    pub(crate) fn to_bytes(self) -> [u8; Self::ENTRY] {
        let mut entry = [0; Self::ENTRY];
        entry[..8].copy_from_slice(&self.offset.to_le_bytes());
        entry[8..12].copy_from_slice(&self.bytes.to_le_bytes());
        entry[12..].copy_from_slice(&self.hash.to_le_bytes());
        entry
    }

    /// Parses an entry.
    pub(crate) fn parse(entry: &[u8]) -> Option<Self> {
        let word = |at: usize| Some(u32::from_le_bytes(entry.get(at..at + 4)?.try_into().ok()?));
        let offset = u64::from_le_bytes(entry.get(..8)?.try_into().ok()?);
        Some(Self { offset, bytes: word(8)?, hash: word(12)? })
    }

    /// Reads the blob into a buffer and verifies its checksum; `what` it is, for messages.
    pub(crate) fn fetch(
        &self,
        file: &dyn ReadableFile,
        path: &Path,
        what: &dyn Display,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        let read = resize(into, self.bytes as usize);
        match read.and_then(|()| file.read_at(into, self.offset)) {
            Ok(()) if xxh3_64(into) as u32 == self.hash => Ok(()),
            Ok(()) => Err(StoreError::data(format!(
                "{} is damaged: the checksum of {what} does not fit",
                path.display()
            ))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                let path = path.display();
                Err(StoreError::data(format!("{path} is damaged: it ends before {what}")))
            }
            Err(error) => Err(refused(&format!("read {what} from"), path, &error)),
        }
    }
}
