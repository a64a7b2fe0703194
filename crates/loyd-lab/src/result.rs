//! The result of one run: a line of a folder of results, a row of the raw results.

use crate::date;
use crate::environment::Environment;
use loyd::{Remark, SolveResult, Status};
use loyd_search::observe::StopCause;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A solution, replayed.
    Solved,
    /// The position is unsolvable.
    Unsolvable,
    /// It reached the limit of expanded states.
    NodeLimit,
    /// It took as long as allowed.
    TimeLimit,
    /// Its lists reached the memory limit.
    MemoryLimit,
    /// It was cancelled; such a run is not stored and starts afresh.
    Interrupted,
    /// A bug: its moves do not lead to the goal.
    Wrong,
}

impl Ending {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 7] = [
        Self::Solved,
        Self::Unsolvable,
        Self::NodeLimit,
        Self::TimeLimit,
        Self::MemoryLimit,
        Self::Interrupted,
        Self::Wrong,
    ];

    /// The name in tables.
    pub fn name(self) -> &'static str {
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

    /// The status of a result that ended so; a wrong one was discarded.
    pub fn status(self) -> Status {
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
    pub fn stopped_by(self) -> Option<&'static str> {
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
pub struct RunResult {
    /// The index of the cell.
    pub cell: usize,
    /// The index of the board in its group.
    pub board: usize,
    /// The number of the run among those of the same search, from 1.
    #[serde(default = "first")]
    pub repeat: u32,
    /// The end.
    pub ending: Ending,
    /// Moves of the solution, of a stopped run the best one so far.
    pub length: Option<u32>,
    /// True if no solution is shorter.
    pub proven: bool,
    /// No solution is shorter than this.
    pub lower_bound: Option<u32>,
    /// The value of the heuristic for the board.
    pub estimate: Option<u32>,
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// States inserted into the open list, each once.
    pub inserted: u64,
    /// States of the closed list that were opened again.
    pub reopened: u64,
    /// Most states of the open list.
    pub max_open: u64,
    /// Most states of the closed list.
    pub max_closed: u64,
    /// Most bytes of the lists.
    pub bytes: u64,
    /// Seconds of the search alone.
    pub seconds: f64,
    /// Processor time of the search, measured if one run executes at a time.
    pub cpu_seconds: Option<f64>,
    /// The solution.
    pub moves: Option<String>,
    /// The reason for a missing or wrong solution.
    pub message: Option<String>,
    /// The processor; empty in results of older versions.
    #[serde(default)]
    pub processor: String,
    /// The day; empty in results of older versions.
    #[serde(default)]
    pub date: String,
}

impl Ending {
    fn of(result: &SolveResult) -> Self {
        match &result.remark {
            Some(Remark::Stopped(cause) | Remark::Unchecked(cause)) => match cause {
                // As for a limit of nodes, a larger one may find a solution.
                StopCause::Nodes | StopCause::Width => Self::NodeLimit,
                StopCause::Time => Self::TimeLimit,
                StopCause::Memory => Self::MemoryLimit,
                StopCause::Cancelled => Self::Interrupted,
                StopCause::BrokenTable => Self::Wrong,
            },
            Some(Remark::Wrong { .. } | Remark::BrokenTable { .. }) => Self::Wrong,
            _ if result.status == Status::Unsolvable => Self::Unsolvable,
            _ => Self::Solved,
        }
    }
}

impl RunResult {
    /// The result of the search of a cell, a board and a repeat, with its processor time.
    pub(crate) fn of(
        (cell, board, repeat): (usize, usize, u32),
        (result, cpu): (SolveResult, Option<Duration>),
        processor: &str,
        environment: &dyn Environment,
    ) -> Self {
        let ending = Ending::of(&result);
        let message = match &result.remark {
            Some(Remark::Unsolvable { reason, .. }) => Some(reason.clone()),
            Some(remark) if ending == Ending::Wrong => Some(environment.message(remark)),
            _ => None,
        };
        let statistics = &result.statistics;
        Self {
            cell,
            board,
            repeat,
            ending,
            length: result.length,
            proven: result.proven,
            lower_bound: result.lower_bound.filter(|_| ending != Ending::Wrong),
            estimate: None,
            expanded: statistics.expanded,
            generated: statistics.generated,
            inserted: statistics.inserted,
            reopened: statistics.reopened,
            max_open: statistics.peak_open,
            max_closed: statistics.peak_closed,
            bytes: statistics.bytes,
            seconds: result.seconds.unwrap_or_default(),
            cpu_seconds: cpu.map(|cpu| cpu.as_secs_f64()),
            moves: result.moves,
            message,
            processor: processor.to_owned(),
            date: date::today(),
        }
    }

    /// The cell, the board and the repeat, by which runs are sorted.
    pub fn key(&self) -> (usize, usize, u32) {
        (self.cell, self.board, self.repeat)
    }

    /// True if the search had open and closed lists, whose counts are then meaningful.
    pub fn has_lists(&self) -> bool {
        self.inserted + self.max_open + self.max_closed + self.bytes > 0
    }
}

fn first() -> u32 {
    1
}
