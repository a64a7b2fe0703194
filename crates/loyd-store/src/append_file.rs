//! A file that grows at its end: small pieces are gathered to large writes and made durable
//! continuously.

use crate::disk::WritableFile;
use crate::folder::LockedFolder;
use crate::names::FileName;
use std::io::{self, Write};

/// Bytes gathered before a write.
const GATHER: usize = 4 << 20;
/// Bytes made durable at a time: a commit never waits for more.
const SYNC_EVERY: u64 = 256 << 20;

/// A growing file.
pub(crate) struct AppendFile {
    file: Box<dyn WritableFile>,
    gathered: Vec<u8>,
    written: u64,
    unsafe_bytes: u64,
}

impl AppendFile {
    pub(crate) fn create(folder: &LockedFolder, name: &FileName) -> io::Result<Self> {
        let file = folder.create_file(name)?;
        Ok(AppendFile { file, gathered: Vec::new(), written: 0, unsafe_bytes: 0 })
    }

    /// Opens a file and truncates it to `bytes` bytes.
    pub(crate) fn reopen(folder: &LockedFolder, name: &FileName, bytes: u64) -> io::Result<Self> {
        let file = folder.reopen_file(name, bytes)?;
        Ok(AppendFile { file, gathered: Vec::new(), written: bytes, unsafe_bytes: 0 })
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.written + self.gathered.len() as u64
    }

    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Appends a piece; with `safe`, the file is synchronised from time to time.
    pub(crate) fn append(&mut self, bytes: &[u8], safe: bool) -> io::Result<()> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= GATHER {
            self.flush()?;
        }
        if safe && self.unsafe_bytes >= SYNC_EVERY {
            self.file.sync()?;
            self.unsafe_bytes = 0;
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if !self.gathered.is_empty() {
            self.file.write_all(&self.gathered)?;
            self.written += self.gathered.len() as u64;
            self.unsafe_bytes += self.gathered.len() as u64;
            self.gathered.clear();
        }
        Ok(())
    }

    /// Writes everything and makes it durable.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.flush()?;
        self.unsafe_bytes = 0;
        self.file.sync()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::Disk;
    use crate::disk::simulated::SimulatedDisk;
    use std::path::Path;
    use std::sync::Arc;

    const NAME: FileName = FileName::fixed("pieces");

    #[test]
    fn small_pieces_are_gathered() {
        let disk = SimulatedDisk::new();
        let folder = LockedFolder::create(Arc::new(disk.clone()), Path::new("d")).unwrap();
        let mut file = AppendFile::create(&folder, &NAME).unwrap();
        let before = disk.points();
        for piece in 0..100u8 {
            file.append(&[piece; 10], true).unwrap();
        }
        assert_eq!(disk.points(), before, "nothing was written or synchronised");
        assert_eq!((file.bytes(), file.written()), (1000, 0));
        file.append(&vec![7; GATHER], true).unwrap();
        assert_eq!(disk.points(), before + 1, "one write, which is not synchronised");
        assert_eq!(file.written(), 1000 + GATHER as u64);
        file.append(&[1, 2, 3], true).unwrap();
        file.finish().unwrap();
        assert_eq!(disk.points(), before + 3, "a write and a synchronisation");

        let mut file = AppendFile::reopen(&folder, &NAME, 20).unwrap();
        assert_eq!((file.bytes(), file.written()), (20, 20));
        file.append(&[9], false).unwrap();
        file.finish().unwrap();
        let stored = disk.read(Path::new("d/pieces")).unwrap();
        assert_eq!(stored, [vec![0; 10], vec![1; 10], vec![9]].concat());
        assert!(disk.list(Path::new("d")).unwrap().contains(&"pieces".to_owned()));
    }
}
