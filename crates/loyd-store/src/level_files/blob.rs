//! Blobs: coded bytes in a file, with their checksums elsewhere.

use crate::disk::{ReadableFile, resize};
use crate::failure::refused;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::Disk;
    use crate::disk::simulated::SimulatedDisk;

    #[test]
    fn blobs_lie_within_files_that_are_long_enough() {
        let blob = |offset, bytes| Blob { offset, bytes, hash: 0 };
        assert!(blob(0, 10).lies_within(10) && blob(7, 3).lies_within(10));
        assert!(!blob(0, 11).lies_within(10) && !blob(8, 3).lies_within(10));
        assert!(!blob(u64::MAX, 2).lies_within(u64::MAX), "no overflow");
    }

    #[test]
    fn fetched_bytes_equal_the_written_ones_or_fail() {
        let (disk, path) = (SimulatedDisk::new(), Path::new("units"));
        let contents = b"a unit of a level";
        disk.create(path).unwrap().write_all(contents).unwrap();
        let file = disk.open(path).unwrap();
        let fetch = |blob: Blob| {
            let mut into = vec![1, 2, 3];
            blob.fetch(&*file, path, &"unit 5", &mut into).map(|()| into)
        };
        let whole = Blob::of(contents);
        assert_eq!(fetch(whole), Ok(contents.to_vec()));
        let part = Blob { offset: 2, ..Blob::of(&contents[2..6]) };
        assert_eq!(fetch(part), Ok(contents[2..6].to_vec()));
        assert_eq!(Blob::parse(&part.to_bytes()), Some(part));
        assert_eq!(Blob::parse(&part.to_bytes()[1..]), None);
        let changed = fetch(Blob { hash: part.hash ^ 1, ..part }).unwrap_err();
        assert!(changed.message.contains("units is damaged: the checksum of unit 5 does not fit"));
        let beyond = fetch(Blob { bytes: 18, ..whole }).unwrap_err();
        assert!(beyond.message.contains("units is damaged: it ends before unit 5"), "{beyond}");
    }
}
