//! What differs between systems when a file is opened by its own name.

use std::fs::{Metadata, OpenOptions};

/// Options that never wait for the other end of a pipe and, if asked, follow no link.
#[cfg(unix)]
pub(super) fn guarded(options: &mut OpenOptions, refuse_links: bool) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let follow = if refuse_links { libc::O_NOFOLLOW } else { 0 };
    // A pipe without a writer is opened at once.
    options.custom_flags(follow | libc::O_NONBLOCK)
}

/// Options that, if asked, open a link itself instead of the file it leads to.
#[cfg(windows)]
pub(super) fn guarded(options: &mut OpenOptions, refuse_links: bool) -> &mut OpenOptions {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    options.custom_flags(if refuse_links { FILE_FLAG_OPEN_REPARSE_POINT } else { 0 })
}

/// The options as they are.
#[cfg(all(not(unix), not(windows)))]
pub(super) fn guarded(options: &mut OpenOptions, _refuse_links: bool) -> &mut OpenOptions {
    options
}

/// Names that a file has.
#[cfg(unix)]
pub(super) fn names(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

/// Names that a file has: one, where the system does not tell.
#[cfg(not(unix))]
pub(super) fn names(_metadata: &Metadata) -> u64 {
    1
}
