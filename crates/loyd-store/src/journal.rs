//! Results kept one by one: a folder of lines that are only ever added to.
//!
//! ```text
//! comparison.json     what is being done, written once                      (a document)
//! results-0001.jsonl  a line for each result, in the order of their coming
//! results-0002.jsonl  the same of a process that continued the first
//! lock                held by the process at work
//! ```
//!
//! The lock comes first: what another process may be writing is neither read nor judged.
//!
//! A line is `{"result":…,"checksum":"…"}`, the checksum being the XXH3-64 of the result's text.
//! A process that is killed leaves at most its last line unfinished: the last line of a file is
//! therefore dropped when it is not whole, and any other line that is not means damage. No file is
//! appended to after its process has ended, so nothing is ever written behind a torn line.

use crate::disk::{Disk, Lock, Writing};
use crate::document;
use crate::failure::{damaged, refused, unsuited};
use loyd_enumerate::checkpoint::StoreError;
use serde_json::{Map, Value};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

const FORMAT: &str = "loyd comparison";
const VERSION: u32 = 1;
const MANIFEST: &str = "comparison.json";
const LOCK: &str = "lock";
const PREFIX: &str = "results-";
const SUFFIX: &str = ".jsonl";

/// Quick results share a synchronisation: a loss of power costs no more work than this.
const PATIENCE: Duration = Duration::from_millis(100);

/// A folder of results, open for more of them.
pub struct Journal {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    place: PathBuf,
    writing: Box<dyn Writing>,
    synchronised: Instant,
    pending: bool,
    _lock: Lock,
}

/// What a folder held when it was opened.
pub struct Kept {
    /// What is being done, as it was given to [`Journal::create`].
    pub manifest: Map<String, Value>,
    /// The results, in the order of their coming.
    pub results: Vec<Value>,
    /// Lines that were not finished and are not among them.
    pub torn: usize,
}

/// A text as a name: the same for the same text and, for all that is known, for no other.
pub fn fingerprint(text: &str) -> String {
    format!("{:032x}", xxh3_128(text.as_bytes()))
}

impl Journal {
    /// Begins in a folder that holds no other comparison.
    ///
    /// # Errors
    /// If there is one, or the folder cannot be written to.
    pub fn create(
        disk: Arc<dyn Disk>,
        folder: &Path,
        manifest: Map<String, Value>,
    ) -> Result<Self, StoreError> {
        disk.create_folder(folder).map_err(|error| refused("make", folder, &error))?;
        // Nothing is left in a folder of others, not even a lock.
        be_unused(&*disk, folder)?;
        let lock = lock(&*disk, folder)?;
        // Only now nobody else can begin here.
        be_unused(&*disk, folder)?;
        let mut members = Map::new();
        members.insert("format".into(), FORMAT.into());
        members.insert("version".into(), VERSION.into());
        members.extend(manifest);
        document::write(&*disk, folder, MANIFEST, members)?;
        Self::begin(disk, folder, 1, lock)
    }

    /// Opens a folder to continue in it.
    ///
    /// # Errors
    /// If it holds no comparison, another process is at work in it, or a file is damaged.
    pub fn open(disk: Arc<dyn Disk>, folder: &Path) -> Result<(Self, Kept), StoreError> {
        // Without a manifest there is nothing to lock, and nothing is left behind.
        match disk.list(folder) {
            Ok(names) if names.iter().any(|name| name == MANIFEST) => {}
            Err(error) if !is_missing(&error) => return Err(refused("look into", folder, &error)),
            _ => return Err(no_comparison(folder)),
        }
        let lock = lock(&*disk, folder)?;
        let manifest = manifest(&*disk, folder)?;
        let files = files(&*disk, folder)?;
        let mut kept = Kept { manifest, results: Vec::new(), torn: 0 };
        for (_, name) in &files {
            read(&*disk, &folder.join(name), &mut kept)?;
        }
        let next = files.last().map_or(1, |(number, _)| number + 1);
        Ok((Self::begin(disk, folder, next, lock)?, kept))
    }

    fn begin(
        disk: Arc<dyn Disk>,
        folder: &Path,
        number: u32,
        lock: Lock,
    ) -> Result<Self, StoreError> {
        let place = folder.join(format!("{PREFIX}{number:04}{SUFFIX}"));
        let writing = disk.create(&place).map_err(|error| refused("write", &place, &error))?;
        disk.sync_folder(folder).map_err(|error| refused("write", &place, &error))?;
        let folder = folder.to_owned();
        let synchronised = Instant::now();
        Ok(Self { disk, folder, place, writing, synchronised, pending: false, _lock: lock })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps a result: whatever happens to the process afterwards, it is there; whatever happens
    /// to the machine, it is there unless less than a tenth of a second has passed.
    ///
    /// # Errors
    /// What the system reports; the results kept before are still there.
    pub fn keep(&mut self, result: &Value) -> Result<(), StoreError> {
        let text = result.to_string();
        let line =
            format!("{{\"result\":{text},\"checksum\":\"{:016x}\"}}\n", xxh3_64(text.as_bytes()));
        let written = self.writing.write_all(line.as_bytes()).and_then(|()| self.writing.flush());
        written.map_err(|error| refused("write", &self.place, &error))?;
        self.pending = true;
        if self.synchronised.elapsed() >= PATIENCE { self.synchronise() } else { Ok(()) }
    }

    /// Makes all results kept so far safe.
    ///
    /// # Errors
    /// What the system reports.
    pub fn synchronise(&mut self) -> Result<(), StoreError> {
        if std::mem::take(&mut self.pending) {
            self.writing.sync().map_err(|error| refused("write", &self.place, &error))?;
        }
        self.synchronised = Instant::now();
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // A file without a line tells nothing; the next process may have its number.
        let empty = self.disk.open(&self.place).and_then(|file| file.length());
        if matches!(empty, Ok(0)) {
            let _ = self.disk.remove(&self.place);
        }
    }
}

/// Fails unless a comparison can begin in the folder.
fn be_unused(disk: &dyn Disk, folder: &Path) -> Result<(), StoreError> {
    let names = disk.list(folder).map_err(|error| refused("look into", folder, &error))?;
    if names.iter().any(|name| name == MANIFEST) {
        return Err(unsuited(format!(
            "{0} holds a comparison already: continue it with --resume {0}, or choose another \
             folder",
            folder.display()
        )));
    }
    let unfinished = format!("{MANIFEST}.new");
    if names.iter().any(|name| name != LOCK && *name != unfinished) {
        return Err(unsuited(format!(
            "{} is not empty: choose a folder of its own for the comparison",
            folder.display()
        )));
    }
    Ok(())
}

/// Whether there is no such folder.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn no_comparison(folder: &Path) -> StoreError {
    unsuited(format!(
        "{} holds no comparison: there is no {MANIFEST} in it. Name the folder that was given to \
         --dir",
        folder.display()
    ))
}

/// What is being done in a folder that is locked.
fn manifest(disk: &dyn Disk, folder: &Path) -> Result<Map<String, Value>, StoreError> {
    let place = folder.join(MANIFEST);
    let Some(mut members) = document::read(disk, folder, MANIFEST)? else {
        return Err(no_comparison(folder));
    };
    if members.shift_remove("format").as_ref().and_then(Value::as_str) != Some(FORMAT) {
        return Err(damaged(&place, "it is not of a comparison"));
    }
    match members.shift_remove("version").as_ref().and_then(Value::as_u64) {
        Some(version) if version == u64::from(VERSION) => Ok(members),
        version => Err(unsuited(format!(
            "{} has the version {}, and this loyd reads version {VERSION}: continue it with the \
             loyd that began it",
            place.display(),
            version.map_or("(none)".to_owned(), |version| version.to_string()),
        ))),
    }
}

fn lock(disk: &dyn Disk, folder: &Path) -> Result<Lock, StoreError> {
    let place = folder.join(LOCK);
    let lock = disk.lock(&place).map_err(|error| refused("lock", &place, &error))?;
    lock.ok_or_else(|| {
        unsuited(format!(
            "another loyd is at work in {}: wait for it, or choose another folder",
            folder.display()
        ))
    })
}

/// The files of results by number.
fn files(disk: &dyn Disk, folder: &Path) -> Result<Vec<(u32, String)>, StoreError> {
    let names = disk.list(folder).map_err(|error| refused("look into", folder, &error))?;
    let number = |name: &str| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.parse().ok();
    let mut files: Vec<(u32, String)> =
        names.into_iter().filter_map(|name| Some((number(&name)?, name))).collect();
    files.sort();
    Ok(files)
}

/// Adds the results of a file.
fn read(disk: &dyn Disk, place: &Path, kept: &mut Kept) -> Result<(), StoreError> {
    let file = disk.open(place).map_err(|error| refused("read", place, &error))?;
    let length = file.length().map_err(|error| refused("read", place, &error))?;
    let length = usize::try_from(length).map_err(|_| damaged(place, "it is too large"))?;
    let mut bytes = vec![0; length];
    file.read_at(&mut bytes, 0).map_err(|error| refused("read", place, &error))?;
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        match result(line) {
            Some(result) => kept.results.push(result),
            None if lines.peek().is_none() => kept.torn += 1,
            None => {
                let what = format!("the checksum of line {} does not fit", index + 1);
                return Err(damaged(place, &what));
            }
        }
    }
    Ok(())
}

/// The result of a line that is whole.
fn result(line: &[u8]) -> Option<Value> {
    let line = line.strip_suffix(b"\n")?;
    let Value::Object(mut members) = serde_json::from_slice(line).ok()? else { return None };
    let result = members.shift_remove("result")?;
    let checksum = format!("{:016x}", xxh3_64(result.to_string().as_bytes()));
    (members.get("checksum")?.as_str()? == checksum).then_some(result)
}

#[cfg(test)]
mod tests;
