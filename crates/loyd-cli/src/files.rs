//! Protects the files that a command reads from its output.
//!
//! Readers and writers of files of the user register them here; a file that is both read and written
//! is refused, in any order. Files are compared by their identity in the system, through symbolic
//! and hard links.

use crate::exit::Failure;
use crate::platform;
use crate::platform::identity::{Identity, standard_input};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files that this process has opened so far: one process runs one command.
static REGISTERED: Mutex<Files> =
    Mutex::new(Files { inputs: Vec::new(), outputs: Vec::new(), standard_input: None });

struct Files {
    inputs: Vec<PathBuf>,
    outputs: Vec<PathBuf>,
    /// The file that standard input comes from.
    standard_input: Option<Identity>,
}

/// A file, or a folder with all in it, is read.
pub(crate) fn reading(file: &Path) -> Result<(), Failure> {
    let mut files = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(output) = files.outputs.iter().find(|output| holds(file, output)) {
        return Err(refused(output, &file.display().to_string()));
    }
    files.inputs.push(file.to_path_buf());
    Ok(())
}

/// At most `max` bytes of a file or pipe.
///
/// # Errors
/// If it is a device or longer, or cannot be read.
pub(crate) fn read(file: &Path, max: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = open(file, max)?.take(max + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(file, &error.to_string()))?;
    if bytes.len() as u64 > max {
        return Err(too_long(file, max));
    }
    Ok(bytes)
}

/// Opens a file to be read, of at most `max` bytes, or a pipe.
///
/// # Errors
/// If it is a device or longer, or cannot be opened.
pub(crate) fn open(file: &Path, max: u64) -> Result<fs::File, Failure> {
    reading(file)?;
    let metadata = fs::metadata(file).map_err(|error| unreadable(file, &error.to_string()))?;
    if platform::is_device(&metadata) {
        return Err(unreadable(file, "it is a device: name a file"));
    }
    if metadata.is_dir() {
        return Err(unreadable(file, "it is a folder: name a file"));
    }
    if metadata.is_file() && metadata.len() > max {
        return Err(too_long(file, max));
    }
    fs::File::open(file).map_err(|error| unreadable(file, &error.to_string()))
}

fn unreadable(file: &Path, why: &str) -> Failure {
    Failure::input(format!("cannot read {}: {why}", file.display()))
}

fn too_long(file: &Path, max: u64) -> Failure {
    unreadable(file, &format!("it is longer than {}", loyd_report::numbers::bytes(max)))
}

pub(crate) fn reading_standard_input() -> Result<(), Failure> {
    let Some(identity) = standard_input() else { return Ok(()) };
    let mut files = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |output: &&PathBuf| Identity::of(output).as_ref() == Some(&identity);
    if let Some(output) = files.outputs.iter().find(same) {
        return Err(refused(output, "standard input"));
    }
    files.standard_input = Some(identity);
    Ok(())
}

/// A file is about to be written.
pub(crate) fn writing(file: &Path) -> Result<(), Failure> {
    let mut files = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(input) = files.inputs.iter().find(|input| holds(input, file)) {
        return Err(refused(file, &input.display().to_string()));
    }
    if files.standard_input.is_some() && Identity::of(file) == files.standard_input {
        return Err(refused(file, "standard input"));
    }
    files.outputs.push(file.to_path_buf());
    Ok(())
}

/// Returns true if the read path is the written file, or a folder that contains it.
fn holds(input: &Path, output: &Path) -> bool {
    let Some(identity) = Identity::of(output) else { return false };
    if Identity::of(input) == Some(identity) {
        return true;
    }
    let (Ok(folder), Ok(file)) = (fs::canonicalize(input), fs::canonicalize(output)) else {
        return false;
    };
    folder.is_dir() && file.starts_with(folder)
}

fn refused(output: &Path, input: &str) -> Failure {
    Failure::input(format!(
        "{} would be written over, and this command reads it ({input}): name another file for the \
         output",
        output.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_not_read_and_written_in_either_order() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["read", "written", "other"] {
            fs::write(path(name), "x").expect("a writable place");
        }
        reading(&path("read")).expect("nothing is written");
        assert!(writing(&path("read")).is_err());
        writing(&path("written")).expect("it is not read");
        assert!(reading(&path("written")).is_err());
        writing(&path("new")).expect("it does not exist");
        reading(&path("other")).expect("it is not written");
        fs::create_dir(path("inner")).expect("a writable place");
        fs::write(path("inner/old"), "x").expect("a writable place");
        reading(&path("inner")).expect("nothing in it is written");
        assert!(writing(&path("inner/old")).is_err());
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
