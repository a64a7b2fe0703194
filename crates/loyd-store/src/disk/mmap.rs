//! Memory-mapped files, shared by all processes that read them. The only `unsafe` of the crate.

use super::plain_file::{self, Links};
use memmap2::Mmap;
use std::io;
use std::path::Path;

pub(super) fn map(file: &Path) -> io::Result<Mmap> {
    let file = plain_file::read(file, Links::Follow)?;
    // SAFETY: the bytes of a mapping must not change while they are borrowed. The files that loyd
    // maps are written under another name, renamed when they are complete, and never written
    // again: a newer file takes the name, and the old contents remain for the processes that have
    // them mapped. Another program that writes into such a file or truncates it can make results
    // wrong or end the process; checksums and `verify` detect such damage.
    unsafe { Mmap::map(&file) }
}
