//! Remarks on a result beside its values.

use loyd_search::observe::StopCause;
use serde::{Serialize, Serializer};
use std::fmt;

/// A remark on a result, as data; its text suits every program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// The position is unsolvable.
    Unsolvable {
        /// The reason.
        reason: String,
        /// A goal with a name that can be reached.
        other_goal: Option<String>,
    },
    /// A limit was met.
    Stopped(StopCause),
    /// A limit was met before the solution was checked.
    Unchecked(StopCause),
    /// A table turned out to hold no distances, although its checksums fit.
    BrokenTable {
        /// The heuristic.
        heuristic: String,
    },
    /// The search returned a path that is not a solution: a bug. It was discarded.
    Wrong {
        /// The reason.
        reason: String,
    },
    /// The shortest solutions were not counted, as this one is not proven to be shortest.
    NotCounted,
    /// A limit was met while the shortest solutions were counted.
    CountStopped(StopCause),
    /// The shortest solutions cannot be counted.
    Uncountable {
        /// The reason.
        reason: String,
    },
    /// A counted path is not a solution: a bug.
    WrongCount {
        /// The reason.
        reason: String,
    },
}

impl Serialize for Remark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolvable { reason, other_goal: None } | Self::Uncountable { reason } => {
                f.write_str(reason)
            }
            Self::Unsolvable { reason, other_goal: Some(other) } => {
                write!(f, "{reason}; to {other} it can be solved")
            }
            Self::Stopped(cause) => write!(f, "stopped by {}", cause.describe()),
            Self::Unchecked(cause) => {
                write!(f, "stopped by {}, before what was found was checked", cause.describe())
            }
            Self::BrokenTable { heuristic } => write!(
                f,
                "a table of {heuristic} holds no distances, although its checksums fit: it was not \
                 made by loyd. Its values were not used."
            ),
            Self::Wrong { reason } => write!(
                f,
                "internal error: {reason}; this is a bug in loyd, and the result was discarded"
            ),
            Self::NotCounted => f.write_str(
                "the shortest solutions were not counted: this one is not proven to be shortest",
            ),
            Self::CountStopped(cause) => {
                write!(f, "counting the shortest solutions was stopped by {}", cause.describe())
            }
            Self::WrongCount { reason } => write!(f, "internal error: {reason}"),
        }
    }
}
