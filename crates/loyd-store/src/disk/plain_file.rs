//! Opening files by their own name: never through an unwanted link, and never a pipe or a device, so
//! that opening a file neither blocks nor reaches another place.

use super::platform;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// The reason why a file is not opened. The [`io::Error`] contains it, see [`NotPlain::of`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotPlain {
    /// A symbolic link.
    #[error("it is a link to another file")]
    Link,
    /// A folder, a pipe, a device.
    #[error("it is not a plain file")]
    Kind,
    /// A file that has a second name elsewhere, which a write would change too.
    #[error("it has a second name (a hard link), under which it would change too")]
    Shared,
}

impl NotPlain {
    /// The reason, if an operation was refused for one.
    #[must_use]
    pub fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl From<NotPlain> for io::Error {
    fn from(why: NotPlain) -> Self {
        io::Error::new(io::ErrorKind::InvalidInput, why)
    }
}

/// The treatment of symbolic links.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    Refuse,
    Follow,
}

pub(super) fn read(path: &Path, links: Links) -> io::Result<File> {
    open(File::options().read(true), path, links)
}

/// Opens an existing file for writing.
pub(super) fn write(path: &Path) -> io::Result<File> {
    let file = open(File::options().write(true), path, Links::Refuse)?;
    if platform::hard_links(&file.metadata()?) > 1 {
        return Err(NotPlain::Shared.into());
    }
    Ok(file)
}

/// Opens a file for locking and creates it if need be; nothing is ever written into it.
pub(super) fn lock(path: &Path) -> io::Result<File> {
    open(File::options().write(true).create(true).truncate(false), path, Links::Refuse)
}

/// Creates a file. A plain file of this name is unlinked first; its contents, which may have another
/// name elsewhere, do not change.
pub(super) fn create(path: &Path) -> io::Result<File> {
    let create = || File::options().write(true).create_new(true).open(path);
    match create() {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            ensure_plain(&fs::symlink_metadata(path)?)?;
            fs::remove_file(path)?;
            create()
        }
        result => result,
    }
}

fn ensure_plain(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_symlink() {
        return Err(NotPlain::Link.into());
    }
    if metadata.is_file() { Ok(()) } else { Err(NotPlain::Kind.into()) }
}

fn open(options: &mut OpenOptions, path: &Path, links: Links) -> io::Result<File> {
    // Checked before opening, for the reason, and again afterwards, since it may have changed.
    let existing = match links {
        Links::Refuse => fs::symlink_metadata(path),
        Links::Follow => fs::metadata(path),
    };
    match existing {
        Ok(metadata) => ensure_plain(&metadata)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let file = platform::guarded(options, links == Links::Refuse).open(path)?;
    ensure_plain(&file.metadata()?)?;
    Ok(file)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    fn reason<T>(result: io::Result<T>) -> Option<NotPlain> {
        NotPlain::of(&result.err()?)
    }

    #[test]
    fn links_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [outside, link, loose] = ["outside", "link", "loose"].map(|n| folder.path().join(n));
        fs::write(&outside, "contents").unwrap();
        symlink(&outside, &link).unwrap();
        symlink(folder.path().join("nowhere"), &loose).unwrap();
        for link in [&link, &loose] {
            assert_eq!(reason(read(link, Links::Refuse)), Some(NotPlain::Link));
            assert_eq!(reason(write(link)), Some(NotPlain::Link));
            assert_eq!(reason(lock(link)), Some(NotPlain::Link));
            assert_eq!(reason(create(link)), Some(NotPlain::Link));
        }
        assert!(read(&link, Links::Follow).is_ok());
        assert_eq!(fs::read(&outside).unwrap(), b"contents");
        assert!(!folder.path().join("nowhere").exists());
    }

    #[test]
    fn a_file_with_a_second_name_remains_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let [outside, inside] = ["outside", "inside"].map(|name| folder.path().join(name));
        fs::write(&outside, "contents").unwrap();
        fs::hard_link(&outside, &inside).unwrap();
        assert_eq!(reason(write(&inside)), Some(NotPlain::Shared));
        create(&inside).unwrap().write_all(b"new").unwrap();
        assert_eq!(fs::read(&outside).unwrap(), b"contents");
        assert_eq!(fs::read(&inside).unwrap(), b"new");
        assert!(write(&inside).is_ok());
    }

    #[test]
    fn pipes_and_folders_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for links in [Links::Refuse, Links::Follow] {
            assert_eq!(reason(read(&pipe, links)), Some(NotPlain::Kind));
            assert_eq!(reason(read(folder.path(), links)), Some(NotPlain::Kind));
        }
        for path in [&pipe, folder.path()] {
            assert_eq!(reason(write(path)), Some(NotPlain::Kind));
            assert_eq!(reason(lock(path)), Some(NotPlain::Kind));
            assert_eq!(reason(create(path)), Some(NotPlain::Kind));
        }
    }
}
