//! The contract between engines and the storage of their checkpoints.
//!
//! Between two levels the state of an engine is a [`Snapshot`] and bytes: bitmaps, or lists of keys. An
//! engine offers it at every level boundary, and once more when it is stopped; a [`Checkpoints`] decides
//! when and how to write it. Nothing here depends on files.

use crate::record::RunRecord;
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// The storage of a run's checkpoints.
pub trait Checkpoints: Send {
    /// Returns whether a checkpoint is due after level `depth`.
    fn is_due(&mut self, depth: u32) -> bool;

    /// Writes a checkpoint; returns the bytes written. On success it replaces the previous
    /// checkpoint and survives a crash; on failure the previous one remains.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&mut self, boundary: &Boundary<'_>) -> Result<u64, StoreError>;

    /// Opens the checkpoint to resume from, if there is one; returns the number of its bytes, too.
    ///
    /// # Errors
    /// If it cannot be read, or differs from the written one.
    fn saved(&mut self) -> Result<Option<(Snapshot, u64)>, StoreError>;

    /// Reads the next bytes of that checkpoint; returns the number of bytes that the store read for them.
    ///
    /// # Errors
    /// If they cannot be read, or differ from the written ones.
    fn load(&mut self, bytes: &mut [u8]) -> Result<u64, StoreError>;
}

/// A state, as a bit of an engine's bitmaps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bit {
    /// The part of the space: for tiles the cell of the blank, as stored; 0 if there is one part.
    pub part: usize,
    /// The number of the state in its part.
    pub rank: u64,
}

/// The state of an engine between two levels, without its bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The run.
    pub record: RunRecord,
    /// The states of the deepest level, if they are within the limit and not in the bytes.
    pub deepest: Option<Vec<Bit>>,
    /// Time of the search so far, without the setup.
    pub elapsed: Duration,
}

/// The state of an engine between two levels.
pub struct Boundary<'a> {
    /// Everything except the bytes.
    pub snapshot: Snapshot,
    /// The length of each part of the bytes.
    pub parts: Vec<u64>,
    /// The bytes of a part: borrowed, or read from a device for this call.
    pub part: &'a PartSource<'a>,
}

/// The bytes of a part by its number.
pub type PartSource<'a> = dyn Fn(usize) -> Result<Cow<'a, [u8]>, StoreError> + 'a;

/// One checkpoint in memory, due after every level.
#[derive(Clone, Debug, Default)]
pub struct MemoryCheckpoints {
    /// The checkpoint, if there is one.
    pub saved: Option<Snapshot>,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The number of bytes that were loaded.
    loaded: usize,
}

impl Checkpoints for MemoryCheckpoints {
    fn is_due(&mut self, _depth: u32) -> bool {
        true
    }

    fn save(&mut self, boundary: &Boundary<'_>) -> Result<u64, StoreError> {
        let parts = (0..boundary.parts.len()).map(|index| (boundary.part)(index));
        self.bytes = parts.collect::<Result<Vec<_>, StoreError>>()?.concat();
        self.saved = Some(boundary.snapshot.clone());
        Ok(self.bytes.len() as u64)
    }

    fn saved(&mut self) -> Result<Option<(Snapshot, u64)>, StoreError> {
        self.loaded = 0;
        Ok(self.saved.clone().map(|saved| (saved, self.bytes.len() as u64)))
    }

    fn load(&mut self, bytes: &mut [u8]) -> Result<u64, StoreError> {
        let rest = self.bytes[self.loaded..].get(..bytes.len());
        bytes.copy_from_slice(rest.ok_or_else(|| StoreError::data("the checkpoint is too short"))?);
        self.loaded += bytes.len();
        Ok(bytes.len() as u64)
    }
}

/// The kind of a storage failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreFault {
    /// The location is unusable: no permission, a failing device, or in use.
    Environment,
    /// The storage is full.
    Full,
    /// The data differs from the written one, or belongs to another run.
    Data,
    /// The system refused memory.
    Memory,
    /// The folder contains a run already.
    Occupied,
    /// The folder contains no run of the requested kind.
    Missing,
}

/// The reason why the state of a run could not be saved or restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    /// The kind of failure.
    pub fault: StoreFault,
    /// The message: the fault, its place and the remedy.
    pub message: String,
}

impl StoreError {
    /// The system refused memory.
    pub fn memory() -> Self {
        let message = "the system refused more memory".to_owned();
        StoreError { fault: StoreFault::Memory, message }
    }

    /// The location is unusable.
    pub fn environment(message: impl Into<String>) -> Self {
        StoreError { fault: StoreFault::Environment, message: message.into() }
    }

    /// The data differs from the written one.
    pub fn data(message: impl Into<String>) -> Self {
        StoreError { fault: StoreFault::Data, message: message.into() }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StoreError {}
