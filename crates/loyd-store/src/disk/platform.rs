//! What of opening files differs between systems.

use std::fs::{Metadata, OpenOptions};

/// Lets files be opened without waiting for the other end of a pipe, and links not be followed unless
/// that is wanted.
#[cfg(unix)]
pub(super) fn guarded(options: &mut OpenOptions, follow: bool) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let links = if follow { 0 } else { libc::O_NOFOLLOW };
    options.custom_flags(links | libc::O_NONBLOCK)
}

/// Lets links not be followed unless that is wanted, where a system can do that.
#[cfg(not(unix))]
pub(super) fn guarded(options: &mut OpenOptions, follow: bool) -> &mut OpenOptions {
    if !follow {
        open_links(options);
    }
    options
}

/// Lets a link be opened itself; it is then found to be no plain file.
#[cfg(windows)]
fn open_links(options: &mut OpenOptions) {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
}

/// Leaves the options as they are: files are looked at before and after they are opened.
#[cfg(not(unix))]
#[cfg(not(windows))]
fn open_links(_options: &mut OpenOptions) {}

/// Returns the number of names that a file has.
#[cfg(unix)]
pub(super) fn names(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

/// Returns one: other systems do not tell it here.
#[cfg(not(unix))]
pub(super) fn names(_metadata: &Metadata) -> u64 {
    1
}
