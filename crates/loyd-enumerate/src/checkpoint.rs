//! Keeping a run: the contract between engines and whatever stores their state.
//!
//! Between two levels the state of an engine is a [`Snapshot`] and some bitmaps. An engine offers
//! it at every level boundary, and once more when it is stopped; a [`Checkpoints`] decides when to
//! write it, and how. Nothing here knows files.

use std::fmt;
use std::time::Duration;

/// Where the state of a run is kept.
pub trait Checkpoints {
    /// Whether a checkpoint should be written now that level `depth` is finished.
    fn is_due(&mut self, depth: u32) -> bool;

    /// Writes a checkpoint. Once this returns it replaces the one before, and survives a crash;
    /// if it fails, the one before is still there. Returns the bytes written.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&mut self, boundary: &Boundary<'_>) -> Result<u64, StoreError>;

    /// The checkpoint to continue from, if there is one.
    ///
    /// # Errors
    /// If it cannot be read, or is not what was written.
    fn saved(&mut self) -> Result<Option<Saved>, StoreError>;

    /// Reads bitmap `index` of that checkpoint. Returns the bytes read.
    ///
    /// # Errors
    /// If it cannot be read, or is not what was written.
    fn load(&mut self, index: usize, bitmap: &mut [u8]) -> Result<u64, StoreError>;
}

/// A state, as a bit of an engine's bitmaps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bit {
    /// The part of the space: of tiles the cell of the blank, as stored; 0 if there is one part.
    pub part: usize,
    /// The number of the state in its part.
    pub rank: u64,
}

/// The state of an engine between two levels, without its bitmaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The puzzle, as results name it.
    pub puzzle: String,
    /// What counts as a move.
    pub metric: String,
    /// The start, on one line.
    pub start: String,
    /// The arrangement of bits in the bitmaps: an engine goes on from bitmaps of its own only.
    pub layout: usize,
    /// States at each depth so far.
    pub levels: Vec<u64>,
    /// The states of the deepest level, if they were few enough to be kept.
    pub deepest: Option<Vec<Bit>>,
    /// Some states of each level, if they were wanted.
    pub samples: Vec<Vec<Bit>>,
}

/// No enumeration has more levels: a guard against hostile files.
pub(crate) const MOST_LEVELS: usize = 4000;

impl Snapshot {
    /// Compares what a snapshot says of its run with the run that is to be continued, and of its
    /// levels and states with what can be. `states`: all there are; `parts` of so many bits.
    pub(crate) fn check(
        &self,
        wanted: &Self,
        states: u64,
        (parts, bits): (usize, u64),
    ) -> Result<(), &'static str> {
        if self.puzzle != wanted.puzzle {
            return Err("it is of another puzzle");
        }
        if self.metric != wanted.metric {
            return Err("it is of another metric");
        }
        if self.start != wanted.start {
            return Err("it is of another start");
        }
        if self.layout != wanted.layout {
            return Err("its bitmaps have another layout");
        }
        let levels = &self.levels;
        let mut kept = self.deepest.iter().flatten().chain(self.samples.iter().flatten());
        if self.samples.len() > levels.len()
            || kept.any(|bit| bit.part >= parts || bit.rank >= bits)
        {
            return Err("it keeps states that are not of this puzzle");
        }
        let total = levels.iter().try_fold(0u64, |sum, &level| sum.checked_add(level));
        if levels.first() != Some(&1) || levels.contains(&0) || levels.len() > MOST_LEVELS {
            return Err("its levels cannot be");
        }
        if total.is_none_or(|total| total > states) {
            return Err("its levels have more states than the puzzle");
        }
        Ok(())
    }
}

/// The state of an engine between two levels.
pub struct Boundary<'a> {
    /// Everything but the bitmaps.
    pub snapshot: Snapshot,
    /// Time of the search so far, the setup excluded.
    pub elapsed: Duration,
    /// The number of bitmaps.
    pub bitmaps: usize,
    /// The bytes of each bitmap.
    pub bitmap: &'a dyn Fn(usize) -> &'a [u8],
}

/// What was saved, without the bitmaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Everything but the bitmaps.
    pub snapshot: Snapshot,
    /// Time of the search so far, the setup excluded.
    pub elapsed: Duration,
}

/// What kind of failure it was: whether the place or the data are at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreFault {
    /// The place cannot be used: no permission, a failing device, in use.
    Environment,
    /// There is no room left.
    Full,
    /// The data is not what was written, or not of this run.
    Data,
    /// The system did not grant memory.
    Memory,
    /// The folder holds a run already.
    Occupied,
    /// The folder holds no run of the kind that is wanted.
    Missing,
}

/// Why the state of a run could not be kept or read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    /// What is at fault.
    pub fault: StoreFault,
    /// What happened, where, and what to do.
    pub message: String,
}

impl StoreError {
    /// The system did not grant memory.
    pub fn memory() -> Self {
        let message = "the system did not grant more memory".to_owned();
        StoreError { fault: StoreFault::Memory, message }
    }

    /// The place cannot be used.
    pub fn environment(message: impl Into<String>) -> Self {
        StoreError { fault: StoreFault::Environment, message: message.into() }
    }

    /// The data is not what was written.
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
