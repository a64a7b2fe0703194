//! Differences between operating systems when a file is opened by its own name.

use std::fs::{Metadata, OpenOptions};

/// Sets options so that opening never waits for the other end of a pipe and, if requested, follows no
/// link.
#[cfg(unix)]
pub(super) fn guarded(options: &mut OpenOptions, refuse_links: bool) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let follow = if refuse_links { libc::O_NOFOLLOW } else { 0 };
    // Opens a pipe without a writer at once.
    options.custom_flags(follow | libc::O_NONBLOCK)
}

/// Sets options so that, if requested, a link itself is opened instead of its target.
#[cfg(windows)]
pub(super) fn guarded(options: &mut OpenOptions, refuse_links: bool) -> &mut OpenOptions {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    options.custom_flags(if refuse_links { FILE_FLAG_OPEN_REPARSE_POINT } else { 0 })
}

/// Returns the options unchanged.
#[cfg(all(not(unix), not(windows)))]
pub(super) fn guarded(options: &mut OpenOptions, _refuse_links: bool) -> &mut OpenOptions {
    options
}

/// Returns the number of hard links of a file.
#[cfg(unix)]
pub(super) fn hard_links(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

/// Returns 1: the system does not report the number of hard links.
#[cfg(not(unix))]
pub(super) fn hard_links(_metadata: &Metadata) -> u64 {
    1
}
