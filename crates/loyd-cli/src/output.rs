//! Results: to standard output, or to a file that appears when it is complete.

use crate::exit::Failure;
use crate::interrupt;
use crate::platform::stdout::{self, Stdout};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The destination of results.
pub(crate) struct Output {
    sink: Sink,
    name: String,
}

enum Sink {
    Stdout(BufWriter<Stdout>),
    /// A device or pipe, which cannot be replaced.
    Direct(BufWriter<File>),
    /// A file under a temporary name beside its final place.
    Atomic {
        writer: BufWriter<File>,
        temporary: PathBuf,
        place: PathBuf,
        committed: bool,
    },
}

impl Output {
    /// Standard output, or a file; opened before any work, so that no result is lost to a typing
    /// mistake.
    pub(crate) fn open(file: Option<&Path>) -> Result<Self, Failure> {
        let Some(file) = file else {
            let name = "standard output".to_owned();
            let stdout = stdout::open().map_err(|error| Failure::standard_output(&error))?;
            return Ok(Self { sink: Sink::Stdout(BufWriter::new(stdout)), name });
        };
        crate::files::writing(file)?;
        let name = file.display().to_string();
        let sink = open_file(file).map_err(|error| Failure::write(&name, &error))?;
        Ok(Self { sink, name })
    }

    /// True if this is standard output.
    pub(crate) fn is_standard(&self) -> bool {
        matches!(self.sink, Sink::Stdout(_))
    }

    // Standard output is a file too on some systems, and on others not.
    #[allow(clippy::match_same_arms)]
    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Stdout(writer) => writer,
            Sink::Direct(writer) | Sink::Atomic { writer, .. } => writer,
        }
    }

    /// Writes text as it is.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes bytes.
    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let result = self.writer().write_all(bytes);
        result.map_err(|error| Failure::write(&self.name, &error))
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let result = self.writer().flush();
        result.map_err(|error| Failure::write(&self.name, &error))
    }

    /// Puts a file in its place. Without this call it never appears.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        self.flush()?;
        let Sink::Atomic { writer, temporary, place, committed } = &mut self.sink else {
            return Ok(());
        };
        let result = writer.get_ref().sync_all().and_then(|()| fs::rename(&temporary, &place));
        result.map_err(|error| Failure::write(&self.name, &error))?;
        *committed = true;
        interrupt::finished(temporary);
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Sink::Atomic { temporary, committed: false, .. } = &self.sink {
            let _ = fs::remove_file(temporary);
            interrupt::finished(temporary);
        }
    }
}

/// True if two names are of one file, which need not exist.
pub(crate) fn same_place(one: &Path, other: &Path) -> bool {
    let place = |file: &Path| {
        if let Ok(place) = fs::canonicalize(file) {
            return Some(place);
        }
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(file.file_name()?))
    };
    one == other || place(one).is_some_and(|place_of_one| Some(place_of_one) == place(other))
}

fn open_file(file: &Path) -> io::Result<Sink> {
    let existing = fs::metadata(file).ok();
    if let Some(existing) = &existing
        && !existing.is_file()
    {
        if existing.is_dir() {
            return Err(io::Error::other("it is a folder; name a file in it"));
        }
        return Ok(Sink::Direct(BufWriter::new(File::options().write(true).open(file)?)));
    }
    // Through a symbolic link, the file it points to is replaced and not the link.
    let place = if existing.is_some() { fs::canonicalize(file)? } else { file.to_path_buf() };
    let mut name = OsString::from(".");
    name.push(place.file_name().ok_or_else(|| io::Error::other("it does not name a file"))?);
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = place.with_file_name(name);
    interrupt::unfinished(&temporary);
    let writer = File::create(&temporary).inspect_err(|_| interrupt::finished(&temporary))?;
    let writer = BufWriter::new(writer);
    if let Some(existing) = existing {
        fs::set_permissions(&temporary, existing.permissions())?;
    }
    Ok(Sink::Atomic { writer, temporary, place, committed: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_file_are_recognised() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("inner")).expect("a writable place");
        assert!(same_place(&path("a"), &path("inner/../a")));
        assert!(!same_place(&path("a"), &path("b")) && !same_place(&path("a"), &path("inner/a")));
        assert!(same_place(Path::new("missing/a"), Path::new("missing/a")));
        assert!(!same_place(Path::new("missing/a"), Path::new("missing/b")));
        assert!(same_place(Path::new("new-file"), Path::new("./new-file")));
    }

    #[test]
    fn a_file_appears_only_when_committed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("results");
        let mut output = Output::open(Some(&path)).expect("a writable place");
        output.write("half").expect("room on the disk");
        drop(output);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);

        let mut output = Output::open(Some(&path)).expect("a writable place");
        output.write("whole").expect("room on the disk");
        output.commit().expect("a writable place");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "whole");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
