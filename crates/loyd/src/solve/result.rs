//! The result of a search: replayed on a plain position, and ready to be reported.

use super::CountOptions;
use super::remark::Remark;
use crate::checking::{Unchecked, Until, check_path, check_path_until};
use crate::choices::Metric;
use crate::listed::Listed;
use crate::record::{Record, columns, object, value};
use crate::task::Task;
use loyd_search::observe::{Limit, Outcome, Report, Statistics, StopCause};
use loyd_search::search::every::Extent;
use loyd_search::solver::{Engine, NoCount, Plan};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The status of a solved position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// There is a solution.
    Solved,
    /// No solution exists.
    Unsolvable,
    /// A limit was met.
    Stopped,
    /// It is not a position, or the request does not suit it.
    Invalid,
}

impl Status {
    /// The word in every format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Stopped => "stopped",
            Self::Invalid => "invalid",
        }
    }
}

/// The number of shortest solutions, in JSON a text beyond 32 bits; null if they were not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "number | string | null"))]
pub struct SolutionCount(pub Option<u128>);

impl Serialize for SolutionCount {
    /// Larger numbers than readers of JSON can hold are text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.map(|count| u32::try_from(count).map_err(|_| count)) {
            None => serializer.serialize_none(),
            Some(Ok(count)) => serializer.serialize_u32(count),
            Some(Err(count)) => serializer.collect_str(&count),
        }
    }
}

/// The result for one position, in plain values.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SolveResult {
    /// The status.
    pub status: Status,
    /// The cost of the solution, or of the best one that a stopped search found.
    pub length: Option<u32>,
    /// True if no solution is shorter.
    pub proven: bool,
    /// Every solution costs at least this much.
    pub lower_bound: Option<u32>,
    /// The solution.
    pub moves: Option<String>,
    /// States expanded.
    pub expanded: Option<u64>,
    /// States generated.
    pub generated: Option<u64>,
    /// Seconds of the search, without those of tables.
    #[serde(serialize_with = "microseconds")]
    pub seconds: Option<f64>,
    /// The algorithm that was used.
    pub algorithm: Option<String>,
    /// The heuristic that was used.
    pub heuristic: Option<String>,
    /// The puzzle, such as `4x4`.
    pub puzzle: Option<String>,
    /// The position in columns; null where it could not be read.
    #[serde(flatten, serialize_with = "columns")]
    #[cfg_attr(test, ts(skip))]
    pub position: Vec<(&'static str, Value)>,
    /// The goal, by its name if it has one.
    pub goal: Option<String>,
    /// The metric.
    pub metric: String,
    /// The metric as words of a sentence.
    #[serde(skip)]
    pub metric_title: String,
    /// The number of shortest solutions, or of those within the slack, if the request wants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub solutions: Option<SolutionCount>,
    /// The algorithm that proved the lower bound, where the search itself did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub bound_by: Option<&'static str>,
    /// The algorithm that found the solution, where the search itself did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub found_by: Option<&'static str>,
    /// The listed shortest solutions, if the request wants their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub all_moves: Option<Vec<String>>,
    /// The greatest difference of their lengths from the shortest, if the request has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub slack: Option<u32>,
    /// The counters of the search beside expansions.
    #[serde(flatten, serialize_with = "lists")]
    #[cfg_attr(test, ts(skip))]
    pub statistics: Statistics,
    /// The remark on this end.
    #[serde(rename = "message", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub remark: Option<Remark>,
}

/// The fields that rows of a table have no column for.
const JSON_ONLY: [&str; 9] = [
    "slack",
    "bound_by",
    "found_by",
    "all_moves",
    "inserted",
    "reopened",
    "peak_open",
    "peak_closed",
    "bytes",
];

/// The open and closed lists of a search.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ListStatistics {
    /// States put on the open list.
    inserted: u64,
    /// Closed states that were reopened.
    reopened: u64,
    /// The greatest number of states on the open list.
    peak_open: u64,
    /// The greatest number of states on the closed list.
    peak_closed: u64,
    /// The greatest size of both lists.
    bytes: u64,
}

/// The statistics of lists; searches without lists insert nothing.
fn lists<S: Serializer>(statistics: &Statistics, serializer: S) -> Result<S::Ok, S::Error> {
    let &Statistics { inserted, reopened, peak_open, peak_closed, bytes, .. } = statistics;
    let lists = ListStatistics { inserted, reopened, peak_open, peak_closed, bytes };
    (inserted > 0).then_some(lists).serialize(serializer)
}

/// Seconds to the microsecond.
#[expect(clippy::ref_option, reason = "serde passes the field by reference")]
fn microseconds<S: Serializer>(seconds: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    seconds.map(|seconds| (seconds * 1e6).round() / 1e6).serialize(serializer)
}

/// The columns of a position.
pub fn position<P: Listed>(position: &P::Position) -> Vec<(&'static str, Value)> {
    P::fields(position).into_iter().map(|(name, field)| (name, value(field))).collect()
}

impl SolveResult {
    /// A result without a search.
    pub fn open<P: Listed>(task: &Task<P>, metric: &Metric) -> Self {
        Self {
            puzzle: Some(P::shape(&task.start)),
            goal: Some(P::goal_name(&task.goal)),
            ..Self::unread(position::<P>(&task.start), metric)
        }
    }

    /// A result with the columns of an unreadable text.
    pub fn unread(position: Vec<(&'static str, Value)>, metric: &Metric) -> Self {
        Self {
            status: Status::Invalid,
            length: None,
            proven: false,
            lower_bound: None,
            moves: None,
            expanded: None,
            generated: None,
            seconds: None,
            algorithm: None,
            heuristic: None,
            puzzle: None,
            position,
            goal: None,
            metric: metric.name.clone(),
            metric_title: metric.title.clone(),
            solutions: None,
            bound_by: None,
            found_by: None,
            all_moves: None,
            slack: None,
            statistics: Statistics::default(),
            remark: None,
        }
    }

    /// The result of a search that took this many seconds. Its path is replayed until the time is over.
    pub fn of<P: Listed>(
        (task, until): (&Task<P>, &Until),
        plan: &Plan<P>,
        report: Report<P::Move>,
        seconds: f64,
    ) -> Self {
        let mut result = Self {
            expanded: Some(report.statistics.expanded),
            generated: Some(report.statistics.generated),
            seconds: Some(seconds),
            algorithm: Some(plan.algorithm.to_string()),
            heuristic: Some(plan.heuristic.to_string()),
            statistics: report.statistics,
            bound_by: report.bound_by,
            found_by: report.found_by,
            ..Self::open(task, &Metric::of::<P>(plan.metric))
        };
        match report.outcome {
            Outcome::Solved { path, cost, lower_bound, proven } => {
                result.status = Status::Solved;
                result.proven = proven;
                result.lower_bound = Some(lower_bound);
                result.take_path((task, until), plan.metric, &path, Some(cost));
            }
            Outcome::Unsolvable(unsolvable) => {
                result.status = Status::Unsolvable;
                let (reason, other_goal) = (unsolvable.reason, P::other_goal(task));
                result.remark = Some(Remark::Unsolvable { reason, other_goal });
            }
            Outcome::Stopped { cause: StopCause::BrokenTable, .. } => {
                let heuristic = plan.heuristic.to_string();
                result.remark = Some(Remark::BrokenTable { heuristic });
            }
            Outcome::Stopped { cause, lower_bound, best } => {
                result.status = Status::Stopped;
                result.lower_bound = Some(lower_bound);
                result.remark = Some(Remark::Stopped(cause));
                if let Some(path) = best {
                    result.take_path((task, until), plan.metric, &path, None);
                }
            }
        }
        result
    }

    /// Takes a path if it is a solution; anything else is a bug and never passed off as one.
    pub fn take_path<P: Listed>(
        &mut self,
        (task, until): (&Task<P>, &Until),
        metric: P::Metric,
        path: &[P::Move],
        cost: Option<u32>,
    ) {
        match check_path_until(task, metric, path, cost, until) {
            Ok(()) => {
                self.length = cost.or_else(|| Some(P::length(path, metric)));
                self.moves = Some(P::format_moves(path));
            }
            Err(Unchecked::Stopped(cause)) => {
                (self.status, self.proven) = (Status::Stopped, false);
                self.remark = Some(Remark::Unchecked(cause));
            }
            Err(Unchecked::Wrong(reason)) => self.reject(reason),
        }
    }

    /// Discards a path that is not a solution, for this reason.
    pub(crate) fn reject(&mut self, reason: String) {
        self.status = Status::Stopped;
        (self.proven, self.lower_bound) = (false, Some(0));
        self.remark = Some(Remark::Wrong { reason });
    }

    /// Gives the counted solutions fields, as the request wants them.
    pub fn want_all(&mut self, counted: CountOptions) {
        self.slack = Some(counted.slack).filter(|&slack| slack > 0);
        self.solutions.get_or_insert_default();
        self.all_moves.get_or_insert_default();
    }

    /// The number of shortest solutions and the listed ones, if they were counted.
    pub fn shortest(&self) -> Option<(u128, &[String])> {
        Some((self.solutions?.0?, self.all_moves.as_deref()?))
    }

    /// The length of which all solutions can be counted. Adds a remark if the length is not proven.
    pub fn countable(&mut self, counted: CountOptions) -> Option<u32> {
        self.want_all(counted);
        let length = self.length.filter(|_| self.proven);
        if length.is_none() && self.status == Status::Solved {
            self.remark = Some(Remark::NotCounted);
        }
        length
    }

    /// Counts all solutions of this length, which is the shortest, and those within the slack, and lists some.
    pub fn count_all<P: Listed>(
        &mut self,
        task: &Task<P>,
        solver: &dyn Engine<P>,
        (length, CountOptions { list, slack }): (u32, CountOptions),
        limit: &Limit,
    ) {
        let metric = solver.plan().metric;
        let wrong = |path: &Vec<P::Move>| {
            let cost = P::length(path, metric);
            if !(length..=length + slack).contains(&cost) {
                return Some(format!("a solution of {cost} moves was counted"));
            }
            check_path(task, metric, path, Some(cost)).err()
        };
        let extent = Extent { length, slack, max_paths: list };
        match solver.all_within(&task.start, extent, limit) {
            Ok(all) => {
                if let Some(reason) = all.paths.iter().find_map(wrong) {
                    self.remark = Some(Remark::WrongCount { reason });
                } else {
                    let moves = all.paths.iter().map(|path| P::format_moves(path));
                    self.all_moves = Some(moves.collect());
                    self.solutions = Some(SolutionCount(Some(all.count)));
                }
            }
            Err(NoCount::Stopped(cause)) => self.remark = Some(Remark::CountStopped(cause)),
            Err(why) => self.remark = Some(Remark::Uncountable { reason: why.to_string() }),
        }
    }

    /// The result as a row, without the remark, which each program puts into its own words.
    pub fn record(&self) -> Record {
        let mut record = Record::new();
        for (name, value) in object(self) {
            match name.as_str() {
                "message" => {}
                name if JSON_ONLY.contains(&name) => record.note(name, value),
                name => record.push(name, value),
            }
        }
        record
    }
}
