//! Files that end with the XXH3-64 of their contents. Lengths that a file states are compared with
//! its own length before memory is allocated, and the checksum of a large file is verified before
//! the file is loaded.

use crate::failure::{damaged, refused};
use crate::folder::LockedFolder;
use crate::names::FileName;
use loyd_disk::{ReadableFile, zeroed};
use loyd_enumerate::checkpoint::StoreError;
use std::io;
use std::path::PathBuf;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// Bytes of the checksum.
const SUM: u64 = 8;
/// Larger files are read twice.
const LARGE: u64 = 16 << 20;
const PIECE: u64 = 1 << 20;

/// A sealed file that is open.
pub(crate) struct Sealed {
    file: Box<dyn ReadableFile>,
    length: u64,
    place: PathBuf,
}

impl Sealed {
    /// Opens a file; `None` if it does not exist.
    pub(crate) fn open(folder: &LockedFolder, name: &FileName) -> Result<Option<Self>, StoreError> {
        let place = folder.place(name);
        let open = || -> io::Result<_> {
            let file = folder.open_file(name)?;
            Ok((file.length()?, file))
        };
        match open() {
            Ok((length, file)) => Ok(Some(Self { file, length, place })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(refused("read", &place, &error)),
        }
    }

    /// Length of the contents before the checksum.
    pub(crate) fn content(&self) -> u64 {
        self.length.saturating_sub(SUM)
    }

    /// Reads a part of the contents.
    pub(crate) fn part(&self, offset: u64, bytes: u64) -> Result<Vec<u8>, StoreError> {
        if offset.checked_add(bytes).is_none_or(|end| end > self.content()) {
            return Err(self.damaged("it is too short"));
        }
        self.read(offset, bytes).map_err(|error| refused("read", &self.place, &error))
    }

    /// Reads the contents and the checksum.
    pub(crate) fn load(&self) -> Result<(Vec<u8>, u64), StoreError> {
        self.whole().map_err(|error| refused("read", &self.place, &error))?.ok_or_else(|| {
            self.damaged(if self.length < SUM {
                "it is too short"
            } else {
                "its checksum does not fit"
            })
        })
    }

    pub(crate) fn damaged(&self, what: &str) -> StoreError {
        damaged(&self.place, what)
    }

    fn read(&self, offset: u64, bytes: u64) -> io::Result<Vec<u8>> {
        let mut buffer = zeroed(bytes)?;
        self.file.read_at(&mut buffer, offset)?;
        Ok(buffer)
    }

    fn whole(&self) -> io::Result<Option<(Vec<u8>, u64)>> {
        if self.length < SUM {
            return Ok(None);
        }
        let sum = self.read(self.content(), SUM)?;
        let sum = u64::from_le_bytes(sum.try_into().unwrap_or_default());
        if self.length > LARGE && self.hash()? != sum {
            return Ok(None);
        }
        let content = self.read(0, self.content())?;
        Ok((xxh3_64(&content) == sum).then_some((content, sum)))
    }

    fn hash(&self) -> io::Result<u64> {
        let mut hash = Xxh3Default::new();
        let mut piece = vec![0; PIECE as usize];
        for offset in (0..self.content()).step_by(PIECE as usize) {
            let length = PIECE.min(self.content() - offset) as usize;
            self.file.read_at(&mut piece[..length], offset)?;
            hash.update(&piece[..length]);
        }
        Ok(hash.digest())
    }
}
