//! The result of one run: one line of what is kept, one row of the raw results.

use loyd::Status;
use serde::{Deserialize, Serialize};

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ending {
    /// A solution, replayed.
    Solved,
    /// There is none.
    Unsolvable,
    /// Expanded as many states as allowed.
    NodeLimit,
    /// Took as long as allowed.
    TimeLimit,
    /// Held as many bytes as allowed.
    MemoryLimit,
    /// Ctrl-C; such a run is not kept and starts afresh.
    Interrupted,
    /// A bug: what was found does not lead to the goal.
    Wrong,
}

impl Ending {
    /// All, as they are counted.
    pub(crate) const ALL: [Self; 7] = [
        Self::Solved,
        Self::Unsolvable,
        Self::NodeLimit,
        Self::TimeLimit,
        Self::MemoryLimit,
        Self::Interrupted,
        Self::Wrong,
    ];

    /// In words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::NodeLimit => "node limit",
            Self::TimeLimit => "time limit",
            Self::MemoryLimit => "memory limit",
            Self::Interrupted => "interrupted",
            Self::Wrong => "wrong",
        }
    }

    /// The word that `solve` has for it. A result that is wrong is discarded there too.
    pub(crate) fn status(self) -> Status {
        match self {
            Self::Solved => Status::Solved,
            Self::Unsolvable => Status::Unsolvable,
            Self::NodeLimit
            | Self::TimeLimit
            | Self::MemoryLimit
            | Self::Interrupted
            | Self::Wrong => Status::Stopped,
        }
    }

    /// The limit that stopped the run.
    pub(crate) fn stopped_by(self) -> Option<&'static str> {
        match self {
            Self::NodeLimit => Some("nodes"),
            Self::TimeLimit => Some("time"),
            Self::MemoryLimit => Some("memory"),
            Self::Interrupted => Some("interrupt"),
            Self::Solved | Self::Unsolvable | Self::Wrong => None,
        }
    }
}

/// One run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct RunResult {
    /// The index of the cell, and of the board in its group.
    pub(crate) cell: usize,
    pub(crate) board: usize,
    /// The number of the run among those of the same search, from 1.
    #[serde(default = "first")]
    pub(crate) repeat: u32,
    pub(crate) ending: Ending,
    /// Moves of the solution found, the best one so far of a run that was stopped.
    pub(crate) length: Option<u32>,
    /// True if no solution is shorter.
    pub(crate) proven: bool,
    /// No solution is shorter than this.
    pub(crate) lower_bound: Option<u32>,
    /// The value of the heuristic for the board.
    pub(crate) estimate: Option<u32>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) inserted: u64,
    pub(crate) reopened: u64,
    pub(crate) max_open: u64,
    pub(crate) max_closed: u64,
    /// Most bytes of the lists.
    pub(crate) bytes: u64,
    /// Of the search alone.
    pub(crate) seconds: f64,
    /// Processor time of the search; known where one run runs at a time.
    pub(crate) cpu_seconds: Option<f64>,
    pub(crate) moves: Option<String>,
    pub(crate) message: Option<String>,
    /// The processor and the day of the run; empty where an older loyd kept it.
    #[serde(default)]
    pub(crate) processor: String,
    #[serde(default)]
    pub(crate) date: String,
}

impl RunResult {
    /// The search of which this is a run: cell and board.
    pub(crate) fn search(&self) -> (usize, usize) {
        (self.cell, self.board)
    }

    /// True if the search kept lists, so that what is counted of them says something.
    pub(crate) fn has_lists(&self) -> bool {
        self.inserted + self.max_open + self.max_closed + self.bytes > 0
    }
}

fn first() -> u32 {
    1
}
