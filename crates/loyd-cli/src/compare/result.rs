//! What came of one run: one line of what is kept, one row of the raw results.

use serde::{Deserialize, Serialize};

/// How a run ended.
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
}

/// One run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct RunResult {
    /// The index of the cell, and of the board in its group.
    pub(crate) cell: usize,
    pub(crate) board: usize,
    pub(crate) ending: Ending,
    /// Moves of the solution found, the best one so far of a run that was stopped.
    pub(crate) length: Option<u32>,
    /// Whether no solution is shorter.
    pub(crate) proven: bool,
    /// No solution is shorter than this.
    pub(crate) lower_bound: Option<u32>,
    /// What the heuristic says of the board.
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
    /// Processor time of the search; known where one run goes on at a time.
    pub(crate) cpu_seconds: Option<f64>,
    pub(crate) moves: Option<String>,
    pub(crate) message: Option<String>,
}
