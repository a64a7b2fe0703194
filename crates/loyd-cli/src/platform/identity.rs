//! Identifies files across names and links.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// The identity of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Identity {
    /// Device and number on it.
    #[cfg(unix)]
    Node(u64, u64),
    /// Its place without links.
    #[cfg_attr(unix, allow(dead_code))]
    Place(PathBuf),
}

impl Identity {
    /// The identity of a regular file that exists.
    pub(crate) fn of(file: &Path) -> Option<Self> {
        let metadata = fs::metadata(file).ok().filter(Metadata::is_file)?;
        #[cfg(unix)]
        return Some(Self::of_metadata(&metadata));
        #[cfg(not(unix))]
        return fs::canonicalize(file).ok().map(Self::Place).filter(|_| metadata.is_file());
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self::Node(metadata.dev(), metadata.ino())
    }
}

/// The file of standard input, if the system knows it.
#[cfg(unix)]
pub(crate) fn standard_input() -> Option<Identity> {
    use std::os::fd::AsFd;
    let descriptor = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    let metadata = fs::File::from(descriptor).metadata().ok()?;
    metadata.is_file().then(|| Identity::of_metadata(&metadata))
}

/// The file of standard input: unknown on this system.
#[cfg(not(unix))]
pub(crate) fn standard_input() -> Option<Identity> {
    None
}
