//! Traces: a search written down expansion by expansion, to be looked at step by step.
//!
//! A trace is a few lines of text, then records of a few bytes each, then a checksum; the format is
//! described in `docs/trace-format.md`. States are not written but the moves that lead to them from
//! the expansion before, about six bytes a record.
//!
//! | file | what |
//! |---|---|
//! | `event` | what a trace is made of |
//! | `recorder` | from the expansions of a running search to bytes |
//! | `reader` | from bytes to events, and from an event to its board |
//! | `bytes` | numbers in few bytes |

mod bytes;
mod event;
mod reader;
mod recorder;

pub use event::{End, Ending, Event, Expansion, Header, Origin};
pub use loyd::observe::Landmark;
pub use reader::{NotATrace, Trace};
pub use recorder::Recorder;

/// The first line of a trace.
const MAGIC: &str = "loyd-trace 1";

/// What kind of record follows: the low two bits of its first byte.
mod kind {
    pub(super) const EXPANSION: u8 = 0;
    pub(super) const LANDMARK: u8 = 1;
    pub(super) const END: u8 = 2;
    /// Of the flags of an expansion: it was expanded by the search from the goal.
    pub(super) const BACKWARD: u8 = 4;
    /// It has a parent; otherwise its board follows.
    pub(super) const CHILD: u8 = 8;
}
