//! What the engine asks of those who keep its units: a [`LevelStore`] keeps coded bytes, a
//! [`UnitCodec`] makes them.
//!
//! ```text
//! open → begin(0) put commit(0)
//!      → for each level d+1:  begin(d+1)
//!                             get(d, …), put(d+1, …)          in any order, from two threads
//!                             mark(d+1)                       now and then
//!                             commit(d+1); forget(d)
//! ```
//!
//! A level that was committed stays readable until a later one is committed; of a level that was
//! not, only what was put before its last mark counts, see [`LevelStore::reopen`]. So a run that
//! ends at any moment, for whatever reason, goes on from the last level committed or the last mark.

use super::level_checkpoint::LevelCheckpoint;
use crate::LevelSummary;
pub use crate::checkpoint::StoreError;
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::Line;
use loyd_tiles::bitmap::Place;
use std::fmt;

/// The grain of coding, checking and counting, see [`Segmentation`](super::Segmentation).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit {
    /// The bitmap: in the single-tile metric the cell of the blank, as stored; in the multi-tile
    /// metric the number of the classes, rows before columns.
    pub cell: u8,
    /// The band: digits that the upper half leaves alone.
    pub band: u32,
    /// The column: digits that the lower half leaves alone.
    pub column: u32,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}, band {}, column {}", self.cell, self.band, self.column)
    }
}

/// To what a unit belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitKind {
    /// A level.
    Level,
    /// What a pass found for a later pass of the same level. It need not outlive the level, and the
    /// process only if a mark was set after it.
    Partial,
}

/// A place for coded units.
///
/// `get` and `put` may be called at the same time from two threads, never more.
pub trait LevelStore: fmt::Debug + Send + Sync {
    /// The last level committed, if there is one. What was begun after it is dropped.
    ///
    /// # Errors
    /// If it cannot be told, or cannot be read.
    fn open(&self) -> Result<Option<LevelRecord>, StoreError>;

    /// Makes room for a level; what was put for this or later levels before is dropped, and all
    /// partials.
    ///
    /// # Errors
    /// If the store refuses.
    fn begin(&self, depth: u32) -> Result<(), StoreError>;

    /// Makes all that was put since the level was begun last, and with it the mark, in place of the
    /// one before. Nothing is put or asked for meanwhile, except that level units may be read. A
    /// store may keep no marks.
    ///
    /// # Errors
    /// If it cannot be done; the mark before then still stands.
    fn save_checkpoint(&self, checkpoint: &LevelCheckpoint) -> Result<(), StoreError> {
        let _ = checkpoint;
        Ok(())
    }

    /// Goes on with a level where it was marked last, instead of beginning it: what was put after
    /// the mark is dropped. `None` if there is no mark, or none that is whole.
    ///
    /// # Errors
    /// If the store refuses.
    fn resume_level(&self, depth: u32) -> Result<Option<LevelCheckpoint>, StoreError> {
        let _ = depth;
        Ok(None)
    }

    /// Keeps a unit of the level begun. Each unit is put once at most; those that are empty or
    /// full never.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError>;

    /// Tells which units will be asked for next, in this order, if no failure or interruption
    /// prevents it: level units of `depth`, partials of the level after it. Some of the partials
    /// may not be asked for, nor be there.
    fn announce(&self, depth: u32, units: &[(UnitKind, Unit)]) {
        let _ = (depth, units);
    }

    /// Reads a unit of the level committed, or a partial of the level begun, into an empty buffer.
    /// Other partials may be put meanwhile.
    ///
    /// # Errors
    /// If it is missing, or does not come back as it was put.
    fn get(
        &self,
        depth: u32,
        kind: UnitKind,
        unit: Unit,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError>;

    /// Makes all units of the level begun last, and with them the record: afterwards
    /// [`open`](LevelStore::open) returns it, whatever happens. Drops the partials.
    ///
    /// # Errors
    /// If it cannot be done; the level before then still stands.
    fn commit(&self, record: &LevelRecord) -> Result<(), StoreError>;

    /// The level committed last has turned out to be damaged. If an older one is still there it is
    /// the last one from now on, and its depth is returned: [`open`](LevelStore::open) gives its
    /// record, and nothing else is to be asked for before.
    ///
    /// # Errors
    /// If the store refuses.
    fn discard_damaged(&self, depth: u32) -> Result<Option<u32>, StoreError> {
        let _ = depth;
        Ok(None)
    }

    /// There is no room left: gives up what is kept without need. Whether there was anything; then
    /// the level can be gone on with, or begun again, as after a failure.
    ///
    /// # Errors
    /// If it cannot be given up.
    fn drop_optional(&self) -> Result<bool, StoreError> {
        Ok(false)
    }

    /// Gives up the space of a level that is not the last one committed.
    ///
    /// # Errors
    /// If the store refuses.
    fn release(&self, depth: u32) -> Result<(), StoreError>;
}

/// A level boundary, beside its units: all that a run needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelRecord {
    /// Columns of the board as given.
    pub width: usize,
    /// Rows of the board as given.
    pub height: usize,
    /// The metric counted in.
    pub metric: MetricName,
    /// The start cell as given.
    pub start: usize,
    /// Digits in a block.
    pub block_digits: usize,
    /// The digit at which the maps are cut.
    pub digit: usize,
    /// Lines of a column.
    pub column_lines: usize,
    /// What was found at each depth so far, and what it took.
    pub levels: Vec<LevelSummary>,
    /// States of every unit, as [`Segmentation::number`](super::Segmentation::number) counts them: in the single-tile
    /// metric for the cells of the last level's colour up to that level, for the others up to the
    /// level before; in the multi-tile metric the classes in the balls at that level.
    pub counts: Vec<u32>,
    /// Some states of each level.
    pub samples: Vec<Vec<Place>>,
}

impl LevelRecord {
    /// The depth of the last level.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.levels.len().saturating_sub(1) as u32
    }
}

/// How the lines of a unit lie in blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitShape {
    /// n: bits of a lane that are used.
    pub tiles: usize,
    /// Lanes of a block that are used; the rest of its last line is zero.
    pub block_lanes: usize,
    /// Lines of a block.
    pub block_lines: usize,
    /// Runs of lines.
    pub rows: usize,
    /// Lines of each run: several blocks, one, or a part of one.
    pub row_lines: usize,
    /// The line of a block with which each run begins.
    pub first_line: usize,
}

impl UnitShape {
    /// Lines of the unit.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.rows * self.row_lines
    }
}

/// Why coded bytes are not those of a unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CorruptUnit(pub String);

/// What those who encode had better save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bottleneck {
    /// The store keeps up: time.
    Cpu,
    /// Threads are waiting for the store, to read or to write: bytes.
    Disk,
}

/// A code for units.
pub trait UnitCodec: fmt::Debug + Send + Sync {
    /// A coder for one thread.
    fn coder(&self) -> Box<dyn UnitCoder>;

    /// The most bytes that a unit of `lines` lines may take coded.
    fn most_bytes(&self, lines: usize) -> usize;

    /// Bytes that a coder holds, for units of up to `lines` lines.
    fn coder_bytes(&self, lines: usize) -> usize;
}

/// Encodes and decodes units, one at a time.
pub trait UnitCoder: Send {
    /// Appends the code of a unit that holds `states` states (neither none nor all) to an empty
    /// buffer.
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
    /// If the bytes are no code of a unit of this shape.
    fn decode(
        &mut self,
        shape: &UnitShape,
        bytes: &[u8],
        lines: &mut [Line],
    ) -> Result<(), CorruptUnit>;
}
