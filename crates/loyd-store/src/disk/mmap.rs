//! Files as memory, shared by all processes that look at them. The only `unsafe` of the crate.

use super::plain::{self, Links};
use memmap2::Mmap;
use std::io;
use std::path::Path;

/// Maps a file, to be read.
pub(super) fn map(file: &Path) -> io::Result<Mmap> {
    let file = plain::read(file, Links::Follow)?;
    // SAFETY: the bytes of a mapping must not change while they are borrowed. The files that loyd
    // maps are written under another name and renamed when they are complete, and never written
    // again: a newer one takes the name and leaves the old contents to whoever has them mapped.
    // Someone else who writes into such a file, or cuts it off, can make results wrong or end the
    // process; to find such damage is what checksums and `verify` are for.
    unsafe { Mmap::map(&file) }
}
