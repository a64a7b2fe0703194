//! Options for building a table, and errors.

use crate::observe::Cancel;

/// The form in which distances are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Storage {
    /// 8 bits: distances up to 253; larger ones are read as 254.
    #[default]
    Bytes,
    /// 4 bits: distances larger than the maximum are read as the maximum.
    Nibbles {
        /// The largest value, 1 to 14.
        maximum: u8,
    },
    /// 2 bits: distances modulo 3. Only possible if no move changes the distance by more than 1.
    Residues,
}

impl Storage {
    /// The largest value; only smaller distances are stored exactly.
    pub(super) fn limit(self) -> u32 {
        match self {
            Self::Bytes | Self::Residues => 254,
            Self::Nibbles { maximum } => u32::from(maximum),
        }
    }

    /// Bits of an entry while the table is built.
    pub(super) fn bits(self) -> u32 {
        if matches!(self, Self::Nibbles { .. }) { 4 } else { 8 }
    }
}

/// Options for building a table.
#[derive(Clone, Debug)]
pub struct Options {
    /// The form of the entries.
    pub storage: Storage,
    /// Threads, at least 1; without the feature `threads` there is one.
    pub threads: usize,
    /// Stops the work from outside.
    pub cancel: Cancel,
}

impl Default for Options {
    /// [`Storage::Bytes`], one thread, and a new cancel flag.
    fn default() -> Self {
        Self { storage: Storage::Bytes, threads: 1, cancel: Cancel::new() }
    }
}

/// The reason why a build failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// The system refused the memory.
    #[error("a table of {bytes} bytes does not fit in memory")]
    Memory {
        /// Bytes requested.
        bytes: u64,
    },
    /// The maximum of [`Storage::Nibbles`] is not from 1 to 14.
    #[error("4 bits hold a maximum from 1 to 14, not {maximum}")]
    Maximum {
        /// The maximum requested.
        maximum: u8,
    },
    /// [`Storage::Residues`] was requested, and distances are too large to be checked.
    #[error("some abstract states are more than {limit} from the goal")]
    TooFar {
        /// The largest distance that can be checked.
        limit: u32,
    },
    /// [`Storage::Residues`] was requested, and a move changes the distance by more than 1.
    #[error("a move from rank {from} to rank {to} changes the distance from {before} to {after}")]
    Step {
        /// The rank before the move.
        from: u64,
        /// The rank after it.
        to: u64,
        /// The distance before the move.
        before: u32,
        /// The distance after it.
        after: u32,
    },
    /// A move is charged more than it costs: the distances would not be lower bounds.
    #[error("a move that costs {cost} is charged {charge}")]
    Overcharged {
        /// The charge of an action.
        charge: u32,
        /// The least cost of a move that is this action.
        cost: u32,
    },
    /// The work was cancelled.
    #[error("building the table was stopped")]
    Cancelled,
}
