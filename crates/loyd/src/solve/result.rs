//! The result of a search: replayed on a plain position, and ready to be reported.

use super::remark::Remark;
use crate::checking::{Unchecked, Until, check_path, check_path_until};
use crate::choices::Metric;
use crate::listed::Listed;
use crate::record::{Record, value};
use crate::task::Task;
use loyd_search::observe::{Limit, Outcome, Report, Statistics, StopCause};
use loyd_search::solver::{Engine, NoCount, Plan};
use serde_json::Value;

/// The status of a solved position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// There is a solution.
    Solved,
    /// There is none.
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

/// The shortest solutions of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortest {
    /// The number.
    pub count: u128,
    /// The listed ones.
    pub moves: Vec<String>,
}

/// The result for one position, in plain values.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveResult {
    /// The status.
    pub status: Status,
    /// The cost of the solution, or of the best one that a stopped search found.
    pub length: Option<u32>,
    /// True if no solution is shorter.
    pub proven: bool,
    /// Every solution costs at least this much.
    pub lower_bound: Option<u32>,
    /// The algorithm that proved the lower bound, where the search itself did not.
    pub bound_by: Option<&'static str>,
    /// The algorithm that found the solution, where the search itself did not.
    pub found_by: Option<&'static str>,
    /// The solution.
    pub moves: Option<String>,
    /// States expanded.
    pub expanded: Option<u64>,
    /// States generated.
    pub generated: Option<u64>,
    /// Seconds of the search, without those of tables.
    pub seconds: Option<f64>,
    /// The algorithm that was used.
    pub algorithm: Option<String>,
    /// The heuristic that was used.
    pub heuristic: Option<String>,
    /// The puzzle, such as `4x4`.
    pub puzzle: Option<String>,
    /// The position in columns; null where it could not be read.
    pub position: Vec<(&'static str, Value)>,
    /// The goal, by its name if it has one.
    pub goal: Option<String>,
    /// The metric.
    pub metric: String,
    /// The metric as words of a sentence.
    pub metric_title: String,
    /// All shortest solutions, if the request wants them and they were counted.
    pub all: Option<Shortest>,
    /// True if the request wants all shortest solutions.
    pub wants_all: bool,
    /// The counters of the search beside expansions.
    pub statistics: Statistics,
    /// The remark on this end.
    pub remark: Option<Remark>,
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
            bound_by: None,
            found_by: None,
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
            all: None,
            wants_all: false,
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

    /// The length of which all solutions can be counted. Adds a remark if the length is not proven.
    pub fn countable(&mut self) -> Option<u32> {
        self.wants_all = true;
        let length = self.length.filter(|_| self.proven);
        if length.is_none() && self.status == Status::Solved {
            self.remark = Some(Remark::NotCounted);
        }
        length
    }

    /// Counts all solutions of this length, which is the shortest, and lists up to `max_paths` of them.
    pub fn count_all<P: Listed>(
        &mut self,
        task: &Task<P>,
        solver: &dyn Engine<P>,
        (length, max_paths): (u32, usize),
        limit: &Limit,
    ) {
        let metric = solver.plan().metric;
        let wrong = |path: &Vec<P::Move>| check_path(task, metric, path, Some(length)).err();
        match solver.all(&task.start, length, max_paths, limit) {
            Ok(all) => {
                if let Some(reason) = all.paths.iter().find_map(wrong) {
                    self.remark = Some(Remark::WrongCount { reason });
                } else {
                    let moves = all.paths.iter().map(|path| P::format_moves(path)).collect();
                    self.all = Some(Shortest { count: all.count, moves });
                }
            }
            Err(NoCount::Stopped(cause)) => self.remark = Some(Remark::CountStopped(cause)),
            Err(why) => self.remark = Some(Remark::Uncountable { reason: why.to_string() }),
        }
    }

    /// The result as fields, without the remark, which each program puts into its own words.
    pub fn record(&self) -> Record {
        let mut record = Record::new();
        record.push("status", self.status.name());
        record.push("length", self.length);
        record.push("proven", self.proven);
        record.push("lower_bound", self.lower_bound);
        record.push("moves", self.moves.clone());
        record.push("expanded", self.expanded);
        record.push("generated", self.generated);
        record.push("seconds", self.seconds.map(|seconds| (seconds * 1e6).round() / 1e6));
        record.push("algorithm", self.algorithm.clone());
        record.push("heuristic", self.heuristic.clone());
        record.push("puzzle", self.puzzle.clone());
        for (name, value) in &self.position {
            record.push(name, value.clone());
        }
        record.push("goal", self.goal.clone());
        record.push("metric", self.metric.clone());
        for (name, algorithm) in [("bound_by", self.bound_by), ("found_by", self.found_by)] {
            if let Some(algorithm) = algorithm {
                record.note(name, algorithm);
            }
        }
        if self.wants_all {
            // Larger numbers than JSON readers can hold are text.
            let count = self.all.as_ref().map_or(Value::Null, |all| {
                u32::try_from(all.count).map_or_else(|_| all.count.to_string().into(), Value::from)
            });
            record.push("solutions", count);
            let moves = self.all.iter().flat_map(|all| all.moves.clone());
            record.note("all_moves", moves.collect::<Vec<_>>());
        }
        // Searches without lists insert nothing.
        if self.statistics.inserted > 0 {
            record.note("inserted", self.statistics.inserted);
            record.note("reopened", self.statistics.reopened);
            record.note("peak_open", self.statistics.peak_open);
            record.note("peak_closed", self.statistics.peak_closed);
            record.note("bytes", self.statistics.bytes);
        }
        record
    }

    /// The result as an object of JSON, with the remark as `message`.
    pub fn json(&self) -> Value {
        let mut record = self.record();
        if let Some(remark) = &self.remark {
            record.note("message", remark.to_string());
        }
        record.json()
    }
}
