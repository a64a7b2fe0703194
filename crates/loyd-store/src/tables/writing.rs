//! Writing a table to a file that appears when it is complete.

use super::check::checksums;
use super::file::refused;
use super::subject::{Header, Subject, TableInfo};
use super::{MAGIC, MAX_HEADER, NEW, PAGE, PART, VERSION};
use crate::disk::{Disk, WritableFile};
use loyd_enumerate::checkpoint::StoreError;
use std::io::{self, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The bytes of a table, wherever they lie. They must not change while they are written.
pub trait Contents {
    /// The number of bytes.
    fn length(&self) -> usize;

    /// Fills a buffer with the bytes from an offset on; there are enough.
    fn read(&self, offset: usize, buffer: &mut [u8]);
}

impl<T: AsRef<[u8]> + ?Sized> Contents for T {
    fn length(&self) -> usize {
        self.as_ref().len()
    }

    fn read(&self, offset: usize, buffer: &mut [u8]) {
        buffer.copy_from_slice(&self.as_ref()[offset..offset + buffer.len()]);
    }
}

/// Writes a table to a file that appears when it is complete; returns the file's length. If it
/// cannot be written, nothing of it remains.
///
/// # Errors
/// If it cannot be written.
pub fn write<S: Subject, C: Contents + ?Sized>(
    disk: &dyn Disk,
    place: &Path,
    info: &TableInfo<S>,
    contents: &C,
) -> Result<u64, StoreError> {
    let refused = |error: io::Error| refused("write", place, &error);
    let name = place.file_name().ok_or_else(|| refused(io::ErrorKind::InvalidInput.into()))?;
    let temporary =
        place.with_file_name(format!("{}.{}{NEW}", name.to_string_lossy(), std::process::id()));
    // A file of that name that cannot be replaced stays.
    let file = disk.create(&temporary).map_err(refused)?;
    let written = put(file, info, contents).and_then(|bytes| {
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

fn put<S: Subject, C: Contents + ?Sized>(
    mut file: Box<dyn WritableFile>,
    info: &TableInfo<S>,
    contents: &C,
) -> io::Result<u64> {
    let length = contents.length();
    let header = serde_json::to_vec(&Header::new(info, length as u64))?;
    let header_length = u32::try_from(header.len()).ok().filter(|&length| length <= MAX_HEADER);
    let header_length =
        header_length.ok_or_else(|| io::Error::other("the histogram is too long"))?;
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend(header_length.to_le_bytes());
    head.extend(header);
    head.extend(checksums(contents).into_iter().flat_map(u64::to_le_bytes));
    head.extend(xxh3_64(&head).to_le_bytes());
    head.resize(head.len().next_multiple_of(PAGE as usize), 0);
    file.write_all(&head)?;
    let mut buffer = vec![0; (16 * PART).min(length)];
    let mut offset = 0;
    while offset < length {
        let run = buffer.len().min(length - offset);
        contents.read(offset, &mut buffer[..run]);
        file.write_all(&buffer[..run])?;
        offset += run;
    }
    file.sync()?;
    Ok((head.len() + length) as u64)
}
