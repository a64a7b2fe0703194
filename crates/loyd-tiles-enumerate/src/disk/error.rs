//! Errors of an enumeration with levels that exceed memory.

use super::store::{LevelStore, StoreError, Unit};
use loyd_enumerate::checkpoint::StoreFault;
use loyd_enumerate::{Bytes, EngineError, EngineFault, EnumerateError};
use loyd_search::arch::memory::OutOfMemory;
use loyd_tiles::bitmap::{LayoutError, RankError};

/// The reason why an enumeration is impossible, or had to stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiskError {
    /// The board is unsuitable for bitmaps.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The start cell does not exist.
    #[error(transparent)]
    Start(#[from] RankError),
    /// The bitmaps cannot be segmented as the multi-tile metric requires.
    #[error(
        "the bitmaps of this board have too few digits to be divided as the disk engine requires \
         in the multi-tile metric; use the memory engine"
    )]
    Metric,
    /// Not even the smallest segments fit.
    #[error(
        "the {segments} of the bitmaps need {} of memory ({needed} bytes), and {} are allowed; \
         allow more", Bytes(*needed), Bytes(*allowed)
    )]
    TooBig {
        /// The segments: the smallest ones, or those of a run that is resumed.
        segments: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The system refused memory within the limit.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The store failed.
    #[error(
        "the store failed at level {depth} ({at}): {reason}; earlier levels are not lost: fix the \
             problem and resume"
    )]
    Store {
        /// The level under construction.
        depth: u32,
        /// The operation.
        at: String,
        /// The error of the store.
        reason: StoreError,
    },
    /// A unit read from the store differs from the written one.
    #[error(
        "level {depth} is damaged in {unit}: {reason}; check the disk, and restore the level from a \
             copy or start again"
    )]
    Corrupt {
        /// The level that was read.
        depth: u32,
        /// The unit.
        unit: Unit,
        /// The damage.
        reason: String,
    },
    /// A committed level is damaged, and an older one exists.
    #[error(
        "level {depth} is damaged in {unit}: {reason}; check the disk; level {older} is still \
             there: resume to continue from it"
    )]
    Lost {
        /// The level that was read.
        depth: u32,
        /// The unit.
        unit: Unit,
        /// The damage.
        reason: String,
        /// The level to resume from.
        older: u32,
    },
    /// A record belongs to another plan, or contradicts itself.
    #[error("the saved run cannot be continued: {what}")]
    Record {
        /// The difference.
        what: &'static str,
    },
    /// The levels do not sum to the number of states, or shrink: the result is wrong.
    #[error(
        "the levels sum to {total} states instead of {expected}: the result is wrong; please \
             check the memory and the disk of this machine and report the board and start cell"
    )]
    Sum {
        /// The sum of the levels.
        total: u64,
        /// (w·h)!/2.
        expected: u64,
    },
    /// The run was stopped before its first level was committed.
    #[error("the run was stopped before its first level was stored")]
    Interrupted,
    /// A thread could not be started, or has ended.
    #[error("the thread for reading or writing failed: {0}")]
    Thread(String),
}

impl DiskError {
    /// Returns whether stored bytes are damaged or missing.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            DiskError::Corrupt { .. } | DiskError::Lost { .. } => true,
            DiskError::Store { reason, .. } => reason.fault == StoreFault::Data,
            _ => false,
        }
    }

    /// Returns whether the store is full.
    #[must_use]
    pub fn is_full(&self) -> bool {
        matches!(self, DiskError::Store { reason, .. } if reason.fault == StoreFault::Full)
    }

    /// Returns whether the level from which the run continues is damaged.
    pub(super) fn is_damage_of(&self, level: u32) -> bool {
        matches!(self, DiskError::Corrupt { depth, .. } if *depth == level)
    }

    /// If the level from which the run continues is damaged, discards it in favour of an older one
    /// in the store.
    pub(super) fn give_up(self, level: u32, store: &dyn LevelStore) -> Self {
        match self {
            DiskError::Corrupt { depth, unit, reason } if depth == level => {
                match store.discard_damaged(depth) {
                    Ok(Some(older)) => DiskError::Lost { depth, unit, reason, older },
                    Ok(None) | Err(_) => DiskError::Corrupt { depth, unit, reason },
                }
            }
            other => other,
        }
    }
}

impl From<DiskError> for EnumerateError {
    fn from(error: DiskError) -> Self {
        let fault = match &error {
            DiskError::Sum { .. } => EngineFault::WrongResult,
            DiskError::Memory(_) | DiskError::Thread(_) | DiskError::Interrupted => {
                EngineFault::Environment
            }
            DiskError::Store { reason, .. } => EngineFault::Store(reason.fault),
            _ => EngineFault::Input,
        };
        EngineError::new(fault, error).into()
    }
}
