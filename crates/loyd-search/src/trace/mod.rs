//! Traces: searches recorded expansion by expansion, to be shown step by step.
//!
//! A trace is a few lines of text, then records of a few bytes each, then a checksum; the format is
//! described in `docs/trace-format.md`. It knows a puzzle only through [`Puzzle`]: positions are
//! text, moves are numbers. For most states only the move from an earlier expansion is written,
//! about six bytes per record.
//!
//! | file | contents |
//! |---|---|
//! | `step` | the parts of a trace |
//! | `recorder` | from the expansions of a running search to bytes |
//! | `reader` | from bytes to steps, and from a step to its position |
//! | `moves` | moves by number, and predecessors of a position |
//! | `bytes` | variable-length numbers |
//! | `checksum` | CRC-32 |
//!
//! [`Puzzle`]: crate::puzzle::Puzzle

mod bytes;
mod checksum;
mod moves;
mod reader;
mod recorder;
mod step;

pub use reader::{NotATrace, Trace, puzzle_of};
pub use recorder::Recorder;
pub use step::{End, Ending, Expansion, Header, Origin, Step};

/// The first word of a trace; the version number follows.
const MAGIC: &str = "loyd-trace";

/// The version that is written, and the only one that is read.
const VERSION: u64 = 2;

/// The kind of a record: the low two bits of its first byte.
mod kind {
    pub(super) const EXPANSION: u8 = 0;
    pub(super) const EVENT: u8 = 1;
    pub(super) const END: u8 = 2;
    /// Flag of an expansion by the search from the goal.
    pub(super) const BACKWARD: u8 = 4;
    /// Flag of an expansion with a parent; without it the position follows.
    pub(super) const CHILD: u8 = 8;
}
