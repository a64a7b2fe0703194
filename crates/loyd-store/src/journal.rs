//! A journal of results: a folder of lines that are only appended.
//!
//! ```text
//! comparison.json     the experiment, written once                          (a document)
//! results-0001.jsonl  a line for each result, in order of completion
//! results-0002.jsonl  the same of a process that continued the first
//! lock                locked by the process that works in the folder
//! ```
//!
//! The folder is locked first: files that another process may be writing are not read.
//!
//! A line is `{"result":…,"checksum":"…"}`, where the checksum is the XXH3-64 of the result's text.
//! A killed process leaves at most its last line unfinished: so an incomplete last line of a file
//! is dropped, and any other incomplete line is damage. No file is appended to after its process
//! has ended, so nothing is written after a torn line.

use crate::disk::{Disk, ReadableFile, WritableFile};
use crate::document;
use crate::failure::{damaged, missing, refused, unsuited};
use crate::folder::{FolderKind, LockedFolder};
use crate::names::{FileName, Numbered};
use loyd_enumerate::checkpoint::StoreError;
use serde_json::{Map, Value};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

const FORMAT: &str = "loyd comparison";
const VERSION: u32 = 1;
const MANIFEST: FileName = FolderKind::Comparison.manifest();
const RESULTS: Numbered = Numbered::new("results-", &[4], ".jsonl");

/// The maximum length of a line: a path on the largest board, several times over.
const MAX_LINE: usize = 64 << 20;

/// Quick results share a synchronisation: a power loss costs at most this much work.
const PATIENCE: Duration = Duration::from_millis(100);

/// A folder of results, open for appending.
pub struct Journal {
    folder: LockedFolder,
    name: FileName,
    writing: Box<dyn WritableFile>,
    synchronised: Instant,
    pending: bool,
}

/// The contents of a folder when it was opened.
pub struct StoredResults {
    /// The manifest of [`Journal::create`].
    pub manifest: Map<String, Value>,
    /// The results, in order of completion.
    pub results: Vec<Value>,
    /// The number of incomplete lines, which are not among the results.
    pub torn: usize,
}

/// A fingerprint of a text: 128 bits of XXH3 in hexadecimal.
pub fn fingerprint(text: &str) -> String {
    format!("{:032x}", xxh3_128(text.as_bytes()))
}

impl Journal {
    /// Creates a journal in an empty folder.
    ///
    /// # Errors
    /// If it contains a comparison already, another process has locked it, or it cannot be written
    /// to.
    pub fn create(
        disk: Arc<dyn Disk>,
        folder: &Path,
        manifest: Map<String, Value>,
    ) -> Result<Self, StoreError> {
        let folder = LockedFolder::create_for_run(disk, folder, FolderKind::Comparison)?;
        let mut members = Map::new();
        members.insert("format".into(), FORMAT.into());
        members.insert("version".into(), VERSION.into());
        members.extend(manifest);
        document::write(&folder, &MANIFEST, members)?;
        Self::begin(folder, 1)
    }

    /// Opens a folder to continue.
    ///
    /// # Errors
    /// If it contains no comparison, another process has locked it, or a file is damaged.
    pub fn open(disk: Arc<dyn Disk>, folder: &Path) -> Result<(Self, StoredResults), StoreError> {
        let none =
            || missing(format!("{} holds no comparison: {MANIFEST} is missing", folder.display()));
        let folder_lock =
            LockedFolder::open(disk, folder, FolderKind::Comparison)?.ok_or_else(none)?;
        let manifest = manifest(&folder_lock)?.ok_or_else(none)?;
        let files = folder_lock.numbered(&RESULTS);
        let files = files.map_err(|error| refused("look into", folder, &error))?;
        let mut stored = StoredResults { manifest, results: Vec::new(), torn: 0 };
        for numbers in &files {
            read(&folder_lock, &RESULTS.name(numbers), &mut stored)?;
        }
        let next = files.last().map_or(Some(1), |numbers| numbers[0].checked_add(1));
        let next =
            next.ok_or_else(|| damaged(folder, "all numbers of files of results are in use"))?;
        Ok((Self::begin(folder_lock, next)?, stored))
    }

    fn begin(folder: LockedFolder, number: u32) -> Result<Self, StoreError> {
        let name = RESULTS.name(&[number]);
        let failed = |error: io::Error| refused("write", &folder.place(&name), &error);
        let writing = folder.create_file(&name).map_err(failed)?;
        folder.sync().map_err(failed)?;
        Ok(Self { folder, name, writing, synchronised: Instant::now(), pending: false })
    }

    /// The path of the folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Appends a result. It survives the end of the process, and a power loss after a tenth of a
    /// second.
    ///
    /// # Errors
    /// The error of the system; earlier results remain.
    pub fn keep(&mut self, result: &Value) -> Result<(), StoreError> {
        let text = result.to_string();
        let line =
            format!("{{\"result\":{text},\"checksum\":\"{:016x}\"}}\n", xxh3_64(text.as_bytes()));
        let written = self.writing.write_all(line.as_bytes()).and_then(|()| self.writing.flush());
        written.map_err(|error| self.refused(&error))?;
        self.pending = true;
        if self.synchronised.elapsed() >= PATIENCE { self.synchronise() } else { Ok(()) }
    }

    /// Makes all results durable.
    ///
    /// # Errors
    /// The error of the system.
    pub fn synchronise(&mut self) -> Result<(), StoreError> {
        if std::mem::take(&mut self.pending) {
            self.writing.sync().map_err(|error| self.refused(&error))?;
        }
        self.synchronised = Instant::now();
        Ok(())
    }

    fn refused(&self, error: &io::Error) -> StoreError {
        refused("write", &self.folder.place(&self.name), error)
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // An empty file is useless; the next process may reuse its number.
        let empty = self.folder.open_file(&self.name).and_then(|file| file.length());
        if matches!(empty, Ok(0)) {
            let _ = self.folder.remove_file(&self.name);
        }
    }
}

fn manifest(folder: &LockedFolder) -> Result<Option<Map<String, Value>>, StoreError> {
    let place = folder.place(&MANIFEST);
    let Some(mut members) = document::read(folder, &MANIFEST, document::MAX_OF_RUN)? else {
        return Ok(None);
    };
    if members.shift_remove("format").as_ref().and_then(Value::as_str) != Some(FORMAT) {
        return Err(damaged(&place, "it is not of a comparison"));
    }
    match members.shift_remove("version").as_ref().and_then(Value::as_u64) {
        Some(version) if version == u64::from(VERSION) => Ok(Some(members)),
        version => Err(unsuited(format!(
            "{} has the version {}, and this loyd reads version {VERSION}: continue it with the \
             loyd that began it",
            place.display(),
            version.map_or("(none)".to_owned(), |version| version.to_string()),
        ))),
    }
}

/// A file as a stream.
struct Stream {
    file: Box<dyn ReadableFile>,
    offset: u64,
    length: u64,
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let remaining = usize::try_from(self.length - self.offset).unwrap_or(usize::MAX);
        let length = remaining.min(buffer.len());
        self.file.read_at(&mut buffer[..length], self.offset)?;
        self.offset += length as u64;
        Ok(length)
    }
}

/// Reads the next line with its end, or as much of it as a line can have; the rest of a longer one
/// follows as another incomplete line.
fn next_line(stream: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    while line.len() < MAX_LINE && line.last() != Some(&b'\n') {
        let there = stream.fill_buf()?;
        if there.is_empty() {
            break;
        }
        let end = there.iter().position(|&byte| byte == b'\n').map_or(there.len(), |at| at + 1);
        line.try_reserve(end).map_err(|_| io::ErrorKind::OutOfMemory)?;
        line.extend_from_slice(&there[..end]);
        stream.consume(end);
    }
    Ok(())
}

/// Adds the results of a file.
fn read(
    folder: &LockedFolder,
    name: &FileName,
    stored: &mut StoredResults,
) -> Result<(), StoreError> {
    let place = folder.place(name);
    let failed = |error: io::Error| refused("read", &place, &error);
    let file = folder.open_file(name).map_err(failed)?;
    let length = file.length().map_err(failed)?;
    let mut stream = BufReader::with_capacity(1 << 16, Stream { file, offset: 0, length });
    let (mut line, mut torn) = (Vec::new(), None);
    for number in 1u64.. {
        next_line(&mut stream, &mut line).map_err(failed)?;
        if line.is_empty() {
            break;
        }
        if let Some(torn) = torn {
            let what = format!("the checksum of line {torn} does not fit");
            return Err(damaged(&place, &what));
        }
        match result(&line) {
            Some(result) => stored.results.push(result),
            None => torn = Some(number),
        }
    }
    stored.torn += usize::from(torn.is_some());
    Ok(())
}

/// The result of a complete line.
fn result(line: &[u8]) -> Option<Value> {
    let line = line.strip_suffix(b"\n")?;
    let Value::Object(mut members) = serde_json::from_slice(line).ok()? else { return None };
    let result = members.shift_remove("result")?;
    let checksum = format!("{:016x}", xxh3_64(result.to_string().as_bytes()));
    (members.get("checksum")?.as_str()? == checksum).then_some(result)
}

#[cfg(test)]
mod tests;
