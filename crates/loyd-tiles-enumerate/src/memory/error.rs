//! Errors of an enumeration in memory.

use core::fmt;

use loyd_enumerate::Bytes;
use loyd_enumerate::checkpoint::StoreError;
use loyd_search::arch::memory::OutOfMemory;
use loyd_tiles::bitmap::{LayoutError, RankError};

/// The reason why an enumeration is impossible, or its result wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryError {
    /// The board is unsuitable for bitmaps.
    Layout(LayoutError),
    /// The start cell does not exist.
    Start(RankError),
    /// More memory is needed than the limit allows.
    TooBig {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The system refused memory within the limit.
    Memory(OutOfMemory),
    /// The levels do not sum to the number of states: the result is wrong.
    Sum {
        /// The sum of the levels.
        total: u64,
        /// (w·h)!/2.
        expected: u64,
    },
    /// The bitmaps of a snapshot could not be read.
    Store(StoreError),
    /// A snapshot belongs to another plan, or contradicts itself.
    Snapshot {
        /// The difference.
        what: &'static str,
    },
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryError::Layout(error) => error.fmt(f),
            MemoryError::Start(error) => error.fmt(f),
            MemoryError::TooBig { needed, allowed } => write!(
                f,
                "the bitmaps need {needed} bytes of memory ({}) and {allowed} ({}) are allowed; allow \
                 more, or use an engine that works on disk",
                Bytes(*needed),
                Bytes(*allowed),
            ),
            MemoryError::Memory(error) => error.fmt(f),
            MemoryError::Sum { total, expected } => write!(
                f,
                "the levels sum to {total} states instead of {expected}: the result is wrong; please \
                 check the memory of this machine and report the board, metric and start cell"
            ),
            MemoryError::Store(error) => error.fmt(f),
            MemoryError::Snapshot { what } => {
                write!(f, "the saved state is unusable: {what}; start the run again")
            }
        }
    }
}

impl std::error::Error for MemoryError {}

impl From<LayoutError> for MemoryError {
    fn from(error: LayoutError) -> Self {
        MemoryError::Layout(error)
    }
}

impl From<RankError> for MemoryError {
    fn from(error: RankError) -> Self {
        MemoryError::Start(error)
    }
}

impl From<StoreError> for MemoryError {
    fn from(error: StoreError) -> Self {
        MemoryError::Store(error)
    }
}

impl From<OutOfMemory> for MemoryError {
    fn from(error: OutOfMemory) -> Self {
        MemoryError::Memory(error)
    }
}
