//! Checks of a position: its solvability, and the values of the heuristics.

use crate::error::Error;
use crate::listed::Listed;
use crate::puzzles::{PuzzleName, for_goal};
use crate::record::{Record, columns, record, value};
use crate::solve::position;
use crate::task::Task;
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{Engine, Plan, Settings, Solve};
use serde::Serialize;
use serde_json::Value;

/// A request to check a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct CheckRequest {
    /// The puzzle: `tiles`, `cube2`, `cube3`.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub puzzle: String,
    /// The position.
    #[cfg_attr(test, ts(rename = "board"))]
    pub position: String,
    /// The shape, such as `4x3`, where the position does not tell it.
    #[cfg_attr(test, ts(rename = "size"))]
    pub shape: Option<String>,
    /// The goal, by name or as a position.
    pub goal: Option<String>,
    /// The metric.
    pub metric: Option<String>,
}

/// The facts about a position, in plain values; empty if the position could not be read.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckResult {
    /// The puzzle, such as `4x4`.
    pub puzzle: Option<String>,
    /// The position in columns.
    #[serde(flatten, serialize_with = "columns")]
    #[cfg_attr(test, ts(skip))]
    pub position: Vec<(&'static str, Value)>,
    /// The goal, as a position on one line.
    pub goal: Option<String>,
    /// True if it can be solved.
    pub solvable: Option<bool>,
    /// Further facts, by name.
    #[serde(flatten, serialize_with = "columns")]
    #[cfg_attr(test, ts(skip))]
    pub facts: Vec<(&'static str, Value)>,
    /// The metric.
    pub metric: Option<String>,
    /// The value of each heuristic, by name; `None` if the heuristic is unavailable.
    #[serde(flatten, serialize_with = "columns")]
    #[cfg_attr(test, ts(skip))]
    pub heuristics: Vec<(&'static str, Option<u32>)>,
    /// The reason why it cannot be solved.
    #[serde(rename = "message", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
    /// A named goal that the position can reach, if it cannot reach the requested goal.
    #[serde(skip)]
    pub other_goal: Option<String>,
}

impl CheckResult {
    /// Checks a position.
    pub fn of<P: Listed>(task: &Task<P>, heuristics: &mut Heuristics<P>) -> Self {
        let reason = P::solvable(&task.start, &task.goal).err().map(|why| why.reason);
        Self {
            puzzle: Some(P::shape(&task.start)),
            position: position::<P>(&task.start),
            goal: Some(P::format(&task.goal)),
            solvable: Some(reason.is_none()),
            other_goal: reason.as_ref().and_then(|_| P::other_goal(task)),
            reason,
            facts: P::FACTS.iter().copied().zip(P::facts(task).into_iter().map(value)).collect(),
            metric: Some(heuristics.metric.to_string()),
            heuristics: heuristics.values(task),
        }
    }

    /// The same fields without values, for a text that could not be read.
    pub fn unread<P: Listed>(position: Vec<(&'static str, Value)>) -> Self {
        Self {
            puzzle: None,
            position,
            goal: None,
            solvable: None,
            reason: None,
            other_goal: None,
            facts: P::FACTS.iter().map(|&name| (name, Value::Null)).collect(),
            metric: None,
            heuristics: P::heuristics().into_iter().map(|info| (info.name, None)).collect(),
        }
    }

    /// The result as a row, without the reason, which each program puts into its own words.
    pub fn record(&self) -> Record {
        record(&Self { reason: None, ..self.clone() })
    }
}

/// Engines with the heuristics for a goal, by name; `None` if the heuristic is unavailable.
type Engines<P> = Vec<(&'static str, Option<Box<dyn Engine<P>>>)>;

/// All heuristics of a puzzle, with their tables for one goal.
pub struct Heuristics<P: Puzzle> {
    metric: P::Metric,
    /// The goal of the last position, which often is the goal of the next position too.
    prepared: Option<(P::Position, Engines<P>)>,
}

impl<P: Solve> Heuristics<P> {
    /// The heuristics of a metric; the first position prepares them.
    pub fn new(metric: P::Metric) -> Self {
        Self { metric, prepared: None }
    }

    /// The value of each heuristic for a position, by name; `None` if the heuristic is unavailable.
    pub fn values(&mut self, task: &Task<P>) -> Vec<(&'static str, Option<u32>)> {
        let metric = self.metric;
        let prepared = self.prepared.take().filter(|(goal, _)| *goal == task.goal);
        let prepared = prepared.unwrap_or_else(|| {
            let engine = |name: &'static str| {
                let settings = Settings {
                    metric,
                    algorithm: Some(AlgorithmName::AStar.into()),
                    heuristic: Some(name.parse().ok()?),
                    ..Settings::default()
                };
                Plan::<P>::new(&task.goal, &settings).ok()?.prepare().ok()
            };
            let all = P::heuristics().into_iter().map(|info| (info.name, engine(info.name)));
            (task.goal.clone(), all.collect())
        });
        let (_, all) = self.prepared.insert(prepared);
        let value = |engine: &dyn Engine<P>| engine.estimate(&task.start);
        all.iter().map(|(name, engine)| (*name, engine.as_deref().and_then(value))).collect()
    }
}

impl CheckRequest {
    /// Checks the position. A position without a solution is a result, not an error.
    ///
    /// # Errors
    /// If a name in the request is unknown, or the position cannot be read.
    pub fn run(&self) -> Result<CheckResult, Error> {
        let (shape, goal) = (self.shape.clone(), self.goal.as_deref());
        let (puzzle, shape) = for_goal(PuzzleName::named(&self.puzzle)?, shape, goal);
        let puzzle = puzzle.puzzle();
        let mut check = puzzle.checker(self.metric.as_deref())?;
        let task = puzzle.read(&self.position, shape.as_deref(), goal)?;
        Ok(check(&*task))
    }
}

text_options! { CheckRequest:
    /// Sets the shape, such as `4x3`.
    shape,
    /// Sets the goal, by name or as a position.
    goal,
    /// Sets the metric.
    metric,
}

/// A request to check a position of a puzzle; [`CheckRequest::run`] checks it.
///
/// ```
/// let checked = loyd::check("tiles", "2 1 3 4 5 6 7 8 0").run()?;
/// assert_eq!(checked.solvable, Some(false));
/// # Ok::<(), loyd::Error>(())
/// ```
pub fn check(puzzle: &str, position: &str) -> CheckRequest {
    let (puzzle, position) = (puzzle.to_owned(), position.to_owned());
    CheckRequest { puzzle, position, ..CheckRequest::default() }
}
