//! A disk in memory that fails on request: for tests of crash safety.
//!
//! It distinguishes the bytes and names that a program sees from those that are durable. After a
//! kill the next program sees everything. After a power loss it sees what was synchronised and an
//! arbitrary part of the rest: names may have changed or not; bytes that were not synchronised may
//! be there, missing or zero.
//!
//! Every operation is a *point*, numbered from 0. One point can be made to fail, with an error or
//! by the end of the process; the kind of the failed operation is recorded.

use super::{Disk, Lock, ReadableFile, WritableFile};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The kinds of operations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Point {
    /// A file is created.
    Create,
    /// A file is truncated, to be appended to.
    Truncate,
    /// Bytes are written.
    Write,
    /// Bytes are made durable.
    Sync,
    /// A file gets another name.
    Rename,
    /// Names are made durable.
    SyncFolder,
    /// A file is removed.
    Remove,
    /// A file is opened for reading.
    Open,
    /// Bytes are read.
    Read,
}

/// The kind of a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It reports an error, once.
    Error(io::ErrorKind),
    /// It and all later ones fail: the process has ended. A write transfers half of its bytes.
    End,
}

/// A disk in memory; clones are the same disk.
#[derive(Clone, Debug, Default)]
pub struct SimulatedDisk {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    names: BTreeMap<PathBuf, usize>,
    durable_names: BTreeMap<PathBuf, usize>,
    contents: Vec<Content>,
    points: u64,
    fault: Option<(u64, Fault)>,
    ended: bool,
    /// The kind of the point that failed.
    failed: Option<Point>,
    /// The size of the disk in bytes.
    size: Option<u64>,
}

#[derive(Clone, Debug, Default)]
struct Content {
    bytes: Vec<u8>,
    durable: Vec<u8>,
}

impl SimulatedDisk {
    /// An empty disk.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes operation number `point` fail, counted from the first on this disk.
    pub fn fail_at(&self, point: u64, fault: Fault) {
        self.state().fault = Some((point, fault));
    }

    /// Limits the total size of all files.
    pub fn set_size(&self, bytes: Option<u64>) {
        self.state().size = bytes;
    }

    /// Returns the number of operations so far.
    #[must_use]
    pub fn points(&self) -> u64 {
        self.state().points
    }

    /// Returns the kind of operation that failed, if the fault has happened.
    #[must_use]
    pub fn failed_point(&self) -> Option<Point> {
        self.state().failed
    }

    /// Returns the disk as the next process sees it after this one was killed.
    #[must_use]
    pub fn after_kill(&self) -> Self {
        let state = self.state();
        Self::with(state.names.clone(), state.contents.clone())
    }

    /// Returns the disk as it may be after a power loss; `seed` selects one of the possible states.
    #[must_use]
    pub fn after_power_loss(&self, seed: u64) -> Self {
        let mut random = seed;
        let mut coin = |sides: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % sides
        };
        let state = self.state();
        let mut names = state.durable_names.clone();
        let changed = state.names.keys().chain(state.durable_names.keys());
        for name in changed {
            if coin(2) == 0 {
                match state.names.get(name) {
                    Some(&content) => names.insert(name.clone(), content),
                    None => names.remove(name),
                };
            }
        }
        let survive = |content: &Content| {
            let Content { bytes, durable } = content;
            let mut after_loss = durable.clone();
            match coin(4) {
                0 => {}
                1 => after_loss.clone_from(bytes),
                2 => after_loss.resize(bytes.len().max(durable.len()), 0),
                _ => {
                    let length = coin(bytes.len() as u64 + 1) as usize;
                    if length > after_loss.len() {
                        after_loss.extend_from_slice(&bytes[after_loss.len()..length]);
                    }
                }
            }
            Content { bytes: after_loss.clone(), durable: after_loss }
        };
        Self::with(names, state.contents.iter().map(survive).collect())
    }

    fn with(names: BTreeMap<PathBuf, usize>, contents: Vec<Content>) -> Self {
        let contents = contents
            .into_iter()
            .map(|content| Content { durable: content.bytes.clone(), bytes: content.bytes });
        let contents = contents.collect();
        let state = State { durable_names: names.clone(), names, contents, ..State::default() };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// Returns the bytes of a file.
    #[must_use]
    pub fn read(&self, file: &Path) -> Option<Vec<u8>> {
        let state = self.state();
        state.names.get(file).map(|&content| state.contents[content].bytes.clone())
    }

    /// Changes the bytes of a file without passing a point.
    pub fn tamper(&self, file: &Path, change: impl FnOnce(&mut Vec<u8>)) {
        let mut state = self.state();
        if let Some(&content) = state.names.get(file) {
            change(&mut state.contents[content].bytes);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Counts an operation; fails if it is the one that was chosen to fail.
    fn pass(&mut self, point: Point) -> io::Result<()> {
        if self.ended {
            return Err(io::Error::other("the process has ended"));
        }
        let number = self.points;
        self.points += 1;
        match self.fault {
            Some((at, fault)) if at == number => {
                self.failed = Some(point);
                match fault {
                    Fault::Error(kind) => Err(kind.into()),
                    Fault::End => {
                        self.ended = true;
                        Err(io::Error::other("the process has ended"))
                    }
                }
            }
            _ => Ok(()),
        }
    }

    fn used(&self) -> u64 {
        self.names.values().map(|&content| self.contents[content].bytes.len() as u64).sum()
    }
}

impl Disk for SimulatedDisk {
    fn create_folder(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let state = self.state();
        let inside = state.names.keys().filter(|name| name.parent() == Some(folder));
        Ok(inside.filter_map(|name| Some(name.file_name()?.to_str()?.to_owned())).collect())
    }

    fn create(&self, file: &Path) -> io::Result<Box<dyn WritableFile>> {
        let mut state = self.state();
        state.pass(Point::Create)?;
        let content = state.contents.len();
        state.contents.push(Content::default());
        state.names.insert(file.to_owned(), content);
        Ok(Box::new(SimulatedFile { disk: self.clone(), content }))
    }

    fn reopen(&self, file: &Path, length: u64) -> io::Result<Box<dyn WritableFile>> {
        let mut state = self.state();
        state.pass(Point::Truncate)?;
        let content = *state.names.get(file).ok_or(io::ErrorKind::NotFound)?;
        let bytes = &mut state.contents[content].bytes;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if bytes.len() < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // Durable bytes behind the new end may reappear after a power loss.
        bytes.truncate(length);
        Ok(Box::new(SimulatedFile { disk: self.clone(), content }))
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadableFile>> {
        let mut state = self.state();
        state.pass(Point::Open)?;
        let content = *state.names.get(file).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(SimulatedFile { disk: self.clone(), content }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.pass(Point::Rename)?;
        let content = state.names.remove(from).ok_or(io::ErrorKind::NotFound)?;
        state.names.insert(to.to_owned(), content);
        Ok(())
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.pass(Point::Remove)?;
        state.names.remove(file).map(|_| ()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.pass(Point::SyncFolder)?;
        let elsewhere = |name: &PathBuf| name.parent() != Some(folder);
        let State { names, durable_names, .. } = &mut *state;
        durable_names.retain(|name, _| elsewhere(name));
        let inside = names.iter().filter(|(name, _)| !elsewhere(name));
        durable_names.extend(inside.map(|(name, &content)| (name.clone(), content)));
        Ok(())
    }

    fn free_space(&self, _folder: &Path) -> io::Result<u64> {
        let state = self.state();
        Ok(state.size.map_or(u64::MAX, |size| size.saturating_sub(state.used())))
    }

    fn lock(&self, _file: &Path) -> io::Result<Option<Lock>> {
        Ok(Some(Box::new(())))
    }
}

struct SimulatedFile {
    disk: SimulatedDisk,
    content: usize,
}

impl Write for SimulatedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.disk.state();
        let passed = state.pass(Point::Write);
        let written = match &passed {
            Ok(()) => bytes,
            Err(_) if state.failed == Some(Point::Write) => &bytes[..bytes.len() / 2],
            Err(_) => &[],
        };
        let free = state.size.map_or(u64::MAX, |size| size.saturating_sub(state.used()));
        let fits = written.len().min(usize::try_from(free).unwrap_or(usize::MAX));
        state.contents[self.content].bytes.extend_from_slice(&written[..fits]);
        passed?;
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(fits) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl WritableFile for SimulatedFile {
    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.disk.state();
        state.pass(Point::Sync)?;
        let content = &mut state.contents[self.content];
        content.durable.clone_from(&content.bytes);
        Ok(())
    }
}

impl ReadableFile for SimulatedFile {
    fn length(&self) -> io::Result<u64> {
        Ok(self.disk.state().contents[self.content].bytes.len() as u64)
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let mut state = self.disk.state();
        state.pass(Point::Read)?;
        let bytes = &state.contents[self.content].bytes;
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let part = start.checked_add(buffer.len()).and_then(|end| bytes.get(start..end));
        buffer.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsynchronised_bytes_may_be_lost_and_synchronised_ones_are_not() {
        let disk = SimulatedDisk::new();
        let (folder, old, new) = (Path::new("d"), Path::new("d/old"), Path::new("d/new"));
        let mut file = disk.create(old).unwrap();
        file.write_all(b"safe").unwrap();
        file.sync().unwrap();
        disk.sync_folder(folder).unwrap();
        file.write_all(b"unsafe").unwrap();
        disk.create(new).unwrap().write_all(b"x").unwrap();
        let mut ends = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let after = disk.after_power_loss(seed);
            let contents = after.read(old).expect("its name is durable");
            assert!(contents.starts_with(b"safe"));
            ends.insert((contents.len(), after.read(new).is_some()));
        }
        assert!(ends.contains(&(4, false)) && ends.contains(&(10, true)));
        assert_eq!(disk.after_kill().read(old).unwrap(), b"safeunsafe");
    }

    #[test]
    fn a_fault_happens_once() {
        let disk = SimulatedDisk::new();
        disk.fail_at(1, Fault::Error(io::ErrorKind::StorageFull));
        let mut file = disk.create(Path::new("f")).unwrap();
        assert_eq!(file.write(b"abcd").unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(disk.failed_point(), Some(Point::Write));
        assert_eq!(file.write(b"ef").unwrap(), 2);
    }
}
