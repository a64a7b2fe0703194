//! Replays of moves on a plain position, compared with the goal.

use crate::error::Error;
use crate::listed::Listed;
use crate::puzzles::{PuzzleName, for_goal};
use crate::record::{Record, columns, record};
use crate::solve::position;
use crate::task::Task;
use loyd_search::puzzle::Puzzle;
use serde::Serialize;
use serde_json::Value;

/// A request to replay moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ReplayRequest {
    /// The puzzle: `tiles`, `cube2`, `cube3`.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub puzzle: String,
    /// The position.
    #[cfg_attr(test, ts(rename = "board"))]
    pub position: String,
    /// The moves, separated by spaces.
    pub moves: String,
    /// The shape, such as `4x3`, where the position does not tell it.
    #[cfg_attr(test, ts(rename = "size"))]
    pub shape: Option<String>,
    /// The goal, by name or as a position.
    pub goal: Option<String>,
    /// The metric.
    pub metric: Option<String>,
}

/// The verdict on a list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict<P: Puzzle> {
    /// The moves end in this position, which is the goal or one that the goal admits.
    Reaches(P::Position),
    /// The moves end in another position.
    EndsElsewhere(P::Position),
    /// The index of the first impossible move, and the reason.
    Illegal(usize, String),
}

impl<P: Puzzle> Verdict<P> {
    /// Replays the moves.
    pub fn of(task: &Task<P>, moves: &[P::Move]) -> Self {
        let mut position = task.start.clone();
        if let Err((index, illegal)) = P::apply_all(&mut position, moves) {
            return Self::Illegal(index, illegal);
        }
        if P::is_goal(&position, &task.goal) {
            Self::Reaches(position)
        } else {
            Self::EndsElsewhere(position)
        }
    }
}

/// The result of a replay, in plain values.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayResult {
    /// True if every move is possible, and the last one reaches the goal.
    pub valid: bool,
    /// The cost of the moves.
    pub length: u32,
    /// The metric.
    pub metric: String,
    /// The number of the first impossible move, from 1.
    pub illegal_move: Option<usize>,
    /// The last position, if every move is possible.
    pub end: Option<String>,
    /// The puzzle, such as `4x4`.
    pub puzzle: String,
    /// The position in columns.
    #[serde(flatten, serialize_with = "columns")]
    #[cfg_attr(test, ts(skip))]
    pub position: Vec<(&'static str, Value)>,
    /// The goal, by its name if it has one.
    pub goal: String,
    /// The reason why a move is impossible.
    #[serde(rename = "message", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
}

impl ReplayResult {
    /// The result of moves with this verdict.
    pub fn of<P: Listed>(
        task: &Task<P>,
        moves: &[P::Move],
        metric: P::Metric,
        verdict: &Verdict<P>,
    ) -> Self {
        let (end, illegal) = match verdict {
            Verdict::Reaches(end) | Verdict::EndsElsewhere(end) => (Some(end), None),
            Verdict::Illegal(index, reason) => (None, Some((index + 1, reason.clone()))),
        };
        Self {
            valid: matches!(verdict, Verdict::Reaches(_)),
            length: P::length(moves, metric),
            metric: metric.to_string(),
            illegal_move: illegal.as_ref().map(|(number, _)| *number),
            reason: illegal.map(|(_, reason)| reason),
            end: end.map(P::format),
            puzzle: P::shape(&task.start),
            position: position::<P>(&task.start),
            goal: P::goal_name(&task.goal),
        }
    }

    /// The result as a row, without the reason, which each program puts into its own words.
    pub fn record(&self) -> Record {
        record(&Self { reason: None, ..self.clone() })
    }
}

impl ReplayRequest {
    /// Replays moves. Moves that are impossible or end elsewhere are a result, not an error.
    ///
    /// # Errors
    /// If a name in the request is unknown, or the position or the moves cannot be read.
    pub fn run(&self) -> Result<ReplayResult, Error> {
        let (shape, goal) = (self.shape.clone(), self.goal.as_deref());
        let (puzzle, shape) = for_goal(PuzzleName::named(&self.puzzle)?, shape, goal);
        let task = puzzle.puzzle().read(&self.position, shape.as_deref(), goal)?;
        Ok(task.replay(&self.moves, self.metric.as_deref())?.0)
    }
}

text_options! { ReplayRequest:
    /// Sets the shape, such as `4x3`.
    shape,
    /// Sets the goal, by name or as a position.
    goal,
    /// Sets the metric.
    metric,
}

/// A request to replay moves, separated by spaces; [`ReplayRequest::run`] replays them.
///
/// ```
/// assert!(loyd::replay("cube3", "R U", "U' R'").run()?.valid);
/// # Ok::<(), loyd::Error>(())
/// ```
pub fn replay(puzzle: &str, position: &str, moves: &str) -> ReplayRequest {
    ReplayRequest {
        puzzle: puzzle.to_owned(),
        position: position.to_owned(),
        moves: moves.to_owned(),
        ..ReplayRequest::default()
    }
}
