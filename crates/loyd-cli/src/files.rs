//! Files that a command reads, none of which it writes over.
//!
//! Everything that opens a file the user named says so here, the reader and the writer, in whichever
//! order: the second of them is refused. Files are compared as the system knows them, so neither
//! symbolic nor hard links hide anything.

use crate::exit::Failure;
use crate::platform;
use crate::platform::identity::{Identity, standard_input};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files that this process has opened so far: one process runs one command.
static OPENED: Mutex<Opened> =
    Mutex::new(Opened { read: Vec::new(), written: Vec::new(), standard_input: None });

struct Opened {
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
    /// The file that standard input comes from.
    standard_input: Option<Identity>,
}

/// A file, or a folder with all in it, is read.
pub(crate) fn reading(file: &Path) -> Result<(), Failure> {
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(written) = opened.written.iter().find(|written| holds(file, written)) {
        return Err(refused(written, &file.display().to_string()));
    }
    opened.read.push(file.to_path_buf());
    Ok(())
}

/// The bytes of a file or pipe, `max` at most.
///
/// # Errors
/// If it is a device or longer, or cannot be read.
pub(crate) fn read(file: &Path, max: u64) -> Result<Vec<u8>, Failure> {
    reading(file)?;
    let name = file.display();
    let unreadable = |why: String| Failure::input(format!("cannot read {name}: {why}"));
    let metadata = fs::metadata(file).map_err(|error| unreadable(error.to_string()))?;
    if platform::is_device(&metadata) {
        return Err(unreadable("it is a device: name a file".to_owned()));
    }
    let mut bytes = Vec::new();
    let read = fs::File::open(file).and_then(|file| file.take(max + 1).read_to_end(&mut bytes));
    read.map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() as u64 > max {
        return Err(unreadable(format!("it is longer than {}", loyd_report::numbers::bytes(max))));
    }
    Ok(bytes)
}

/// Standard input is read.
pub(crate) fn reading_standard_input() -> Result<(), Failure> {
    let Some(identity) = standard_input() else { return Ok(()) };
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |written: &&PathBuf| Identity::of(written).as_ref() == Some(&identity);
    if let Some(written) = opened.written.iter().find(same) {
        return Err(refused(written, "standard input"));
    }
    opened.standard_input = Some(identity);
    Ok(())
}

/// A file is about to be written.
pub(crate) fn writing(file: &Path) -> Result<(), Failure> {
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(read) = opened.read.iter().find(|read| holds(read, file)) {
        return Err(refused(file, &read.display().to_string()));
    }
    if opened.standard_input.is_some() && Identity::of(file) == opened.standard_input {
        return Err(refused(file, "standard input"));
    }
    opened.written.push(file.to_path_buf());
    Ok(())
}

/// Returns true if what is read is the file that is written, or a folder that has it.
fn holds(read: &Path, written: &Path) -> bool {
    let Some(identity) = Identity::of(written) else { return false };
    if Identity::of(read) == Some(identity) {
        return true;
    }
    let (Ok(folder), Ok(file)) = (fs::canonicalize(read), fs::canonicalize(written)) else {
        return false;
    };
    folder.is_dir() && file.starts_with(folder)
}

fn refused(written: &Path, read: &str) -> Failure {
    Failure::input(format!(
        "{} would be written over, and this command reads it ({read}): name another file for the \
         output",
        written.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_not_written_in_either_order() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["read", "written", "other"] {
            fs::write(path(name), "x").expect("a writable place");
        }
        reading(&path("read")).expect("nothing is written");
        assert!(writing(&path("read")).is_err());
        writing(&path("written")).expect("nobody reads it");
        assert!(reading(&path("written")).is_err());
        writing(&path("new")).expect("it does not exist");
        reading(&path("other")).expect("nobody writes it");
        fs::create_dir(path("inner")).expect("a writable place");
        fs::write(path("inner/kept"), "x").expect("a writable place");
        reading(&path("inner")).expect("nothing in it is written");
        assert!(writing(&path("inner/kept")).is_err());
        writing(&path("inner/new")).expect("it does not exist");
        assert!(writing(&path("inner/../read")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_hide_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("boards"), "x").expect("a writable place");
        std::os::unix::fs::symlink(path("boards"), path("link")).expect("a writable place");
        fs::hard_link(path("boards"), path("hard")).expect("a writable place");
        reading(&path("boards")).expect("nothing is written");
        assert!(writing(&path("link")).is_err() && writing(&path("hard")).is_err());
    }
}
