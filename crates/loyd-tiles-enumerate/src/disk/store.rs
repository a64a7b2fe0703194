//! The contracts of the engine with its storage: a [`LevelStore`] stores coded bytes, a
//! [`UnitCodec`] encodes and decodes them.
//!
//! ```text
//! open → begin(0) put commit(0)
//!      → for each level d+1:  begin(d+1)
//!                             get(d, …), put(d+1, …)          in any order, from two threads
//!                             save_checkpoint(d+1)            now and then
//!                             commit(d+1); release(d)
//! ```
//!
//! A committed level stays readable until a later one is committed. Of an uncommitted level, only
//! the units put before its last checkpoint count, see [`LevelStore::resume_level`]. So a run that
//! ends at any moment resumes from the last committed level or the last checkpoint.

use super::level_checkpoint::LevelCheckpoint;
pub use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::record::RunRecord;
use loyd_tiles::arch::bitmap::Line;
use std::fmt;

/// The granularity of coding, checking and counting, see [`Segmentation`](super::Segmentation).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit {
    /// The bitmap: in the single-tile metric the cell of the blank, as stored; in the multi-tile
    /// metric the number of the classes, rows before columns.
    pub cell: u8,
    /// The band: the digits that the upper half of the moves does not change.
    pub band: u32,
    /// The column: the digits that the lower half of the moves does not change.
    pub column: u32,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}, band {}, column {}", self.cell, self.band, self.column)
    }
}

/// The owner of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitKind {
    /// A level.
    Level,
    /// The result of a pass for a later pass of the same level. It need not outlive the level, nor
    /// the process unless a checkpoint was saved after it.
    Partial,
}

/// A store of coded units.
///
/// `get` and `put` may be called concurrently from two threads, never from more.
pub trait LevelStore: fmt::Debug + Send + Sync {
    /// Returns the last committed level, if there is one. Units of later levels are dropped.
    ///
    /// # Errors
    /// If the record is unknown or cannot be read.
    fn open(&self) -> Result<Option<LevelRecord>, StoreError>;

    /// Begins a level. Units put earlier for this or later levels are dropped, and all partials.
    ///
    /// # Errors
    /// The error of the store.
    fn begin(&self, depth: u32) -> Result<(), StoreError>;

    /// Makes durable all units put since the start of the level, together with the checkpoint, which
    /// replaces the previous one. Nothing is put or read meanwhile, except that units of the
    /// committed level may be read. A store may ignore checkpoints.
    ///
    /// # Errors
    /// If it fails; the previous checkpoint then remains valid.
    fn save_checkpoint(&self, checkpoint: &LevelCheckpoint) -> Result<(), StoreError> {
        let _ = checkpoint;
        Ok(())
    }

    /// Resumes a level at its last checkpoint instead of beginning it: units put after the
    /// checkpoint are dropped. `None` without a complete checkpoint.
    ///
    /// # Errors
    /// The error of the store.
    fn resume_level(&self, depth: u32) -> Result<Option<LevelCheckpoint>, StoreError> {
        let _ = depth;
        Ok(None)
    }

    /// Stores a unit of the current level. Each unit is put at most once; empty and full units never.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError>;

    /// Announces the units that will be read next, in this order, unless a failure or interruption
    /// prevents it: level units of `depth`, partials of the level after it. Some of the partials
    /// may not be read, and may not exist.
    fn announce(&self, depth: u32, units: &[(UnitKind, Unit)]) {
        let _ = (depth, units);
    }

    /// Reads a unit of the committed level, or a partial of the current level, into an empty buffer.
    /// Other partials may be put meanwhile.
    ///
    /// # Errors
    /// If it is missing, or differs from the unit put.
    fn get(
        &self,
        depth: u32,
        kind: UnitKind,
        unit: Unit,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError>;

    /// Makes durable all units of the current level, together with the record: afterwards
    /// [`open`](LevelStore::open) returns it, after any failure. Drops the partials.
    ///
    /// # Errors
    /// If it fails; the level before then remains valid.
    fn commit(&self, record: &LevelRecord) -> Result<(), StoreError>;

    /// Gives up the last committed level: it is damaged, or another process of the run does not have
    /// it. If an older level exists, it becomes
    /// the last one and its depth is returned: [`open`](LevelStore::open) then returns its record,
    /// and must be called before anything else.
    ///
    /// # Errors
    /// The error of the store.
    fn discard_damaged(&self, depth: u32) -> Result<Option<u32>, StoreError> {
        let _ = depth;
        Ok(None)
    }

    /// The depths of the committed levels, the last one first; available once the store was opened. A
    /// store that keeps no older levels may return nothing.
    fn committed(&self) -> Vec<u32> {
        Vec::new()
    }

    /// Trains the coding model of the level after the current one, and returns it; nothing if the
    /// store has none. The next commit uses this model.
    fn train(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Uses a model that the store of another process has trained, in the next commit.
    ///
    /// # Errors
    /// If it is not a model of this run.
    fn adopt(&self, model: &[u8]) -> Result<(), StoreError> {
        let _ = model;
        Ok(())
    }

    /// Frees space by dropping optional levels; returns whether there were any. The level can then
    /// be resumed, or started again, as after a failure.
    ///
    /// # Errors
    /// If they cannot be dropped.
    fn drop_optional(&self) -> Result<bool, StoreError> {
        Ok(false)
    }

    /// Releases the space of a level that is not the last committed one.
    ///
    /// # Errors
    /// The error of the store.
    fn release(&self, depth: u32) -> Result<(), StoreError>;
}

/// A level boundary without its units: everything else that a run needs to resume.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelRecord {
    /// The run.
    pub run: RunRecord,
    /// Digits in a block.
    pub block_digits: usize,
    /// The digit that separates bands from columns.
    pub digit: usize,
    /// Lines of a column.
    pub column_lines: usize,
    /// States of every unit, numbered as by [`Segmentation::number`](super::Segmentation::number):
    /// in the single-tile metric, for the cells of the last level's colour up to that level, for
    /// the others up to the level before; in the multi-tile metric, the classes in the balls of
    /// that level.
    pub counts: Vec<u32>,
}

impl LevelRecord {
    /// The depth of the last level.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.run.depth()
    }
}

/// The arrangement of the lines of a unit in blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitShape {
    /// n: bits of a lane that are used.
    pub tiles: usize,
    /// Lanes of a block that are used; the rest of its last line is zero.
    pub block_lanes: usize,
    /// Lines of a block.
    pub block_lines: usize,
    /// Number of rows: runs of consecutive lines.
    pub rows: usize,
    /// Lines of each row: several blocks, one block, or a part of one.
    pub row_lines: usize,
    /// The line of a block with which each row begins.
    pub first_line: usize,
}

impl UnitShape {
    /// Lines of the unit.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.rows * self.row_lines
    }
}

/// The reason why coded bytes are not those of a unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CorruptUnit(pub String);

/// The scarcer resource: CPU or disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bottleneck {
    /// The store keeps up with the computation.
    Cpu,
    /// Threads are waiting for the store.
    Disk,
}

/// A codec for units.
pub trait UnitCodec: fmt::Debug + Send + Sync {
    /// Returns a coder for one thread.
    fn coder(&self) -> Box<dyn UnitCoder>;

    /// The maximum coded size of a unit of `lines` lines, in bytes.
    fn max_bytes(&self, lines: usize) -> usize;

    /// Bytes of memory that a coder uses for units of up to `lines` lines.
    fn coder_bytes(&self, lines: usize) -> usize;
}

/// Encodes and decodes units, one at a time.
pub trait UnitCoder: Send {
    /// Appends the code of a unit with `states` states (neither empty nor full) to an empty buffer.
    fn encode(
        &mut self,
        shape: &UnitShape,
        states: u64,
        bottleneck: Bottleneck,
        lines: &[Line],
        out: &mut Vec<u8>,
    );

    /// Writes every line of a unit.
    ///
    /// # Errors
    /// If the bytes are not the code of a unit of this shape.
    fn decode(
        &mut self,
        shape: &UnitShape,
        bytes: &[u8],
        lines: &mut [Line],
    ) -> Result<(), CorruptUnit>;
}
