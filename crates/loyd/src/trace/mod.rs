//! Traces: a search written down expansion by expansion, to be looked at step by step.
//!
//! A trace is a few lines of text, then records of a few bytes each, then a checksum; the format is
//! described in `docs/trace-format.md`. It knows no puzzle but through [`Puzzle`]: positions are text,
//! moves are numbers. Most states are not written but the moves that lead to them from the expansion
//! before, about six bytes a record.
//!
//! | file | idea |
//! |---|---|
//! | `step` | the parts of a trace |
//! | `recorder` | from the expansions of a running search to bytes |
//! | `reader` | from bytes to steps, and from a step to its position |
//! | `moves` | moves by number, and the positions one move before another |
//! | `bytes` | numbers in few bytes |
//!
//! [`Puzzle`]: crate::puzzle::Puzzle

mod bytes;
mod moves;
mod reader;
mod recorder;
mod step;

pub use reader::{NotATrace, Trace, puzzle_of};
pub use recorder::Recorder;
pub use step::{End, Ending, Expansion, Header, Origin, Step};

/// The first word of a trace; the number of the version follows.
const MAGIC: &str = "loyd-trace";

/// The version that is written, and the only one that is read.
const VERSION: u64 = 2;

/// The kind of a record: the low two bits of its first byte.
mod kind {
    pub(super) const EXPANSION: u8 = 0;
    pub(super) const EVENT: u8 = 1;
    pub(super) const END: u8 = 2;
    /// Of the flags of an expansion: it was expanded by the search from the goal.
    pub(super) const BACKWARD: u8 = 4;
    /// It has a parent; otherwise its position follows.
    pub(super) const CHILD: u8 = 8;
}
