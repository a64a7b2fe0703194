//! Binary files with a header in JSON, and files that end with the XXH3-64 of their contents.
//!
//! ```text
//! magic (8 bytes)  version u32  header length u32  header (JSON)
//! content          bytes, their number implied by the header
//! XXH3-64 of all that
//! ```
//!
//! Lengths that a file states are compared with its own length before memory is allocated, and the
//! checksum of a large file is verified before the file is loaded.

use crate::disk::{ReadableFile, WritableFile, zeroed};
use crate::failure::{damaged, refused, unsuited};
use crate::folder::LockedFolder;
use crate::names::FileName;
use loyd_enumerate::checkpoint::StoreError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

const SUM: u64 = 8;
/// Bytes before the header.
pub(crate) const FIXED: usize = 16;
/// Larger files are read twice.
const LARGE: u64 = 16 << 20;
const PIECE: u64 = 1 << 20;

/// The beginning of a kind of files.
pub(crate) struct Format {
    pub(crate) magic: &'static [u8; 8],
    pub(crate) version: u32,
    /// The maximum length of its header.
    pub(crate) max_header: u32,
}

impl Format {
    /// The beginning of a file, with its header.
    pub(crate) fn head(&self, header: &impl Serialize) -> io::Result<Vec<u8>> {
        let header = serde_json::to_vec(header)?;
        let length = u32::try_from(header.len()).ok().filter(|&length| length <= self.max_header);
        let length = length.ok_or_else(|| io::Error::other("the state list is too large"))?;
        let mut head = self.magic.to_vec();
        head.extend(self.version.to_le_bytes());
        head.extend(length.to_le_bytes());
        head.extend(header);
        Ok(head)
    }

    /// Returns the length of the header of a file that begins with these bytes.
    ///
    /// # Errors
    /// If it is of another kind or version.
    pub(crate) fn header_length(
        &self,
        fixed: &[u8; FIXED],
        place: &Path,
    ) -> Result<u32, StoreError> {
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| fixed[at + i]));
        if fixed[..8] != self.magic[..] {
            return Err(damaged(place, "it is a file of another kind"));
        }
        if number(8) != self.version {
            return Err(unsuited(format!(
                "{} was written in version {} of the format, this loyd reads version {}: continue \
                 it with the loyd that wrote it",
                place.display(),
                number(8),
                self.version
            )));
        }
        let length = number(12);
        if length > self.max_header {
            return Err(damaged(place, "its header is too long"));
        }
        Ok(length)
    }
}

/// A sealed file that is being written.
pub(crate) struct SealedWriter {
    file: Box<dyn WritableFile>,
    gathered: Vec<u8>,
    hash: Xxh3Default,
}

impl SealedWriter {
    /// Creates a file with a header.
    pub(crate) fn create(
        folder: &LockedFolder,
        name: &FileName,
        format: &Format,
        header: &impl Serialize,
    ) -> io::Result<Self> {
        let gathered = format.head(header)?;
        Ok(Self { file: folder.create_file(name)?, gathered, hash: Xxh3Default::new() })
    }

    pub(crate) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() as u64 >= PIECE { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.hash.update(&self.gathered);
        self.file.write_all(&self.gathered)?;
        self.gathered.clear();
        Ok(())
    }

    /// Writes the checksum, which is returned, and makes the file durable.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.hash.update(&self.gathered);
        let hash = self.hash.digest();
        self.gathered.extend(hash.to_le_bytes());
        self.file.write_all(&self.gathered)?;
        self.file.sync()?;
        Ok(hash)
    }
}

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

    /// Reads the header; returns the number of bytes up to its end, too.
    pub(crate) fn header<H: DeserializeOwned>(
        &self,
        format: &Format,
    ) -> Result<(H, u64), StoreError> {
        let fixed = self.part(0, FIXED as u64)?;
        let fixed = fixed.first_chunk().ok_or_else(|| self.damaged("it is too short"))?;
        let length = u64::from(format.header_length(fixed, &self.place)?);
        let header = serde_json::from_slice(&self.part(FIXED as u64, length)?)
            .map_err(|error| self.damaged(&format!("its header cannot be read ({error})")))?;
        Ok((header, FIXED as u64 + length))
    }

    fn part(&self, offset: u64, bytes: u64) -> Result<Vec<u8>, StoreError> {
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
