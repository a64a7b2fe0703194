//! What came of one board: solved, replayed on a plain board, and ready to be reported.

mod fields;

pub(crate) use fields::position;

use crate::checking::{Unchecked, Until, check_path, check_path_until};
use crate::exit::{Exit, Failure};
use crate::input::{Item, Task, located};
use crate::puzzles::Family;
use crate::resuming::Resumable;
use crate::solvers::{Shared, Solvers};
use crate::tables::broken;
use loyd::observe::{Limit, Outcome, Progress, Report, Statistics, StopCause};
use loyd::solver::{Engine, NoCount, Plan};
use loyd_store::solves::BoardResult;
use serde_json::Value;
use std::time::{Duration, Instant};

/// How a board ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// There is a solution.
    Solved,
    /// There is none.
    Unsolvable,
    /// A limit was met.
    Stopped,
    /// It is not a board, or cannot be searched as asked.
    Invalid,
}

impl Status {
    /// The word in every format.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Stopped => "stopped",
            Self::Invalid => "invalid",
        }
    }
}

/// The result for one board.
pub(crate) struct Solution {
    pub(crate) id: String,
    pub(crate) place: String,
    /// The puzzle, such as `4x4`.
    pub(crate) puzzle: Option<String>,
    /// The position in columns; of a text that is none, what was given.
    pub(crate) position: Vec<(&'static str, Value)>,
    /// The goal, by its name if it has one.
    pub(crate) goal: Option<String>,
    pub(crate) metric: String,
    /// The metric as words of a sentence.
    pub(crate) metric_title: String,
    pub(crate) status: Status,
    pub(crate) exit: Exit,
    pub(crate) moves: Option<String>,
    pub(crate) length: Option<u32>,
    pub(crate) proven: bool,
    pub(crate) lower_bound: Option<u32>,
    pub(crate) expanded: Option<u64>,
    pub(crate) generated: Option<u64>,
    pub(crate) seconds: Option<f64>,
    /// What the search counted beside that.
    pub(crate) statistics: Statistics,
    pub(crate) algorithm: Option<String>,
    pub(crate) heuristic: Option<String>,
    /// All shortest solutions, if they were asked for.
    pub(crate) all: Option<Shortest>,
    /// Whether they were asked for.
    pub(crate) wants_all: bool,
    /// The reason where there is no solution.
    pub(crate) message: Option<String>,
    pub(crate) passed: Vec<String>,
}

/// The message where all shortest solutions were asked for and none is proven.
const NOT_COUNTED: &str =
    "the shortest solutions were not counted: this one is not proven to be shortest";

/// The shortest solutions of a board.
pub(crate) struct Shortest {
    /// How many.
    pub(crate) count: u128,
    /// Some of them.
    pub(crate) moves: Vec<String>,
}

impl Solution {
    /// Nothing known yet but what is wrong.
    fn invalid<P: Family>(item: &Item<P>, metric: P::Metric, message: String) -> Self {
        let task = item.task.as_ref().ok();
        Self {
            id: item.id.clone(),
            place: item.place.clone(),
            puzzle: task.map(|task| P::shape(&task.start)),
            position: position(item),
            goal: task.map(|task| P::goal_name(&task.goal)),
            metric: metric.to_string(),
            metric_title: P::metric_title(metric),
            status: Status::Invalid,
            exit: Exit::BadInput,
            moves: None,
            length: None,
            proven: false,
            lower_bound: None,
            expanded: None,
            generated: None,
            seconds: None,
            statistics: Statistics::default(),
            algorithm: None,
            heuristic: None,
            all: None,
            wants_all: false,
            message: Some(message),
            passed: item.passed.clone(),
        }
    }

    /// Solves one board of the input.
    pub(crate) fn find<P: Family>(
        item: &Item<P>,
        solvers: &Solvers<P>,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Self {
        Self::find_by(item, solvers, limit, |solver, task| {
            Ok(solver.solve(&task.start, threads, limit, progress))
        })
    }

    /// As [`Solution::find`], with a folder in which the search is kept: its `board`th.
    pub(crate) fn find_kept<P: Family>(
        item: &Item<P>,
        solvers: &Solvers<P>,
        (threads, limit): (usize, &Limit),
        (folder, board): (&Resumable<P>, usize),
        progress: &mut dyn FnMut(&Progress),
    ) -> Self {
        if let Some((done, metric)) = folder.done(board) {
            return Self::restored(item, &done, metric);
        }
        let solve = |task: &Task<P>, solver: &Shared<P>| {
            folder.solve(board, task, &**solver, (threads, limit), progress)
        };
        let solution = Self::found(item, solvers, limit, solve);
        folder.finish(board, solution.done(item));
        solution
    }

    /// Solves one board by a search of one's own; the limit holds until its result is checked.
    pub(crate) fn find_by<P: Family>(
        item: &Item<P>,
        solvers: &Solvers<P>,
        limit: &Limit,
        search: impl FnOnce(&dyn Engine<P>, &Task<P>) -> Result<Report<P::Move>, Failure>,
    ) -> Self {
        Self::found(item, solvers, limit, |task, solver| {
            let began = Instant::now();
            let report = search(&**solver, task)?;
            Ok((report, began.elapsed()))
        })
    }

    fn found<P: Family>(
        item: &Item<P>,
        solvers: &Solvers<P>,
        limit: &Limit,
        solve: impl FnOnce(&Task<P>, &Shared<P>) -> Result<(Report<P::Move>, Duration), Failure>,
    ) -> Self {
        let task = match &item.task {
            Ok(task) => task,
            Err(message) => return Self::invalid(item, solvers.metric(), message.clone()),
        };
        let solver = match solvers.get(&task.goal) {
            Ok(solver) => solver,
            Err(why) => {
                let exit = why.exit();
                return Self { exit, ..Self::invalid(item, solvers.metric(), why.to_string()) };
            }
        };
        let until = Until::end_of(Instant::now(), limit);
        match solve(task, &solver) {
            Ok((report, time)) => {
                Self::of(item, (task, &until), solver.plan(), report, time.as_secs_f64())
            }
            Err(why) => {
                Self { exit: why.exit(), ..Self::invalid(item, solvers.metric(), why.to_string()) }
            }
        }
    }

    /// The result of a board that an earlier run solved.
    pub(crate) fn restored<P: Family>(
        item: &Item<P>,
        done: &BoardResult,
        metric: P::Metric,
    ) -> Self {
        let mut solution = Self::invalid(item, metric, String::new());
        let known = [Status::Solved, Status::Unsolvable];
        let status = known.into_iter().find(|status| status.name() == done.status);
        let (Some(status), Ok(task)) = (status, &item.task) else {
            solution.message.clone_from(&done.message);
            return solution;
        };
        let exit = if status == Status::Solved { Exit::Done } else { Exit::Failed };
        (solution.status, solution.exit) = (status, exit);
        (solution.proven, solution.lower_bound) = (done.proven, done.lower_bound);
        (solution.expanded, solution.generated) = (done.expanded, done.generated);
        (solution.seconds, solution.message) = (done.seconds, done.message.clone());
        solution.heuristic.clone_from(&done.heuristic);
        solution.algorithm.clone_from(&done.algorithm);
        if let Some(moves) = &done.moves {
            let path = P::parse_moves(moves).unwrap_or_default();
            solution.take_path((task, &Until::done()), metric, &path, done.length);
        }
        solution
    }

    /// What a later run need not find again; `None` if it has to.
    fn done<P: Family>(&self, item: &Item<P>) -> Option<BoardResult> {
        let over = match self.status {
            Status::Solved | Status::Unsolvable => true,
            // What is wrong with the board stays so; a folder or a table can be mended.
            Status::Invalid => item.task.is_err(),
            Status::Stopped => false,
        };
        over.then(|| BoardResult {
            status: self.status.name().to_owned(),
            length: self.length,
            proven: self.proven,
            lower_bound: self.lower_bound,
            moves: self.moves.clone(),
            expanded: self.expanded,
            generated: self.generated,
            seconds: self.seconds,
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            message: self.message.clone(),
        })
    }

    /// Counts all shortest solutions of a board that is solved, and lists `most` of them.
    pub(crate) fn find_all<P: Family>(
        &mut self,
        item: &Item<P>,
        solvers: &Solvers<P>,
        most: usize,
        limit: &Limit,
    ) {
        self.wants_all = true;
        let (Ok(task), Some(length), true) = (&item.task, self.length, self.proven) else {
            if self.status == Status::Solved {
                self.message = Some(NOT_COUNTED.to_owned());
            }
            return;
        };
        let found = solvers.get(&task.goal).map_err(|why| (why.exit(), why.to_string())).and_then(
            |solver| {
                let metric = solver.plan().metric;
                let all =
                    solver.all(&task.start, length, most, limit).map_err(|why| match why {
                        NoCount::Stopped(cause) => (
                            Exit::Stopped,
                            format!(
                                "counting the shortest solutions was stopped by {}",
                                cause.describe()
                            ),
                        ),
                        why => (Exit::BadInput, why.to_string()),
                    })?;
                let wrong = all
                    .paths
                    .iter()
                    .find_map(|path| check_path(task, metric, path, Some(length)).err());
                match wrong {
                    Some(why) => Err((Exit::Environment, format!("internal error: {why}"))),
                    None => Ok(all),
                }
            },
        );
        match found {
            Ok(all) => {
                let moves = all.paths.iter().map(|path| P::format_moves(path)).collect();
                self.all = Some(Shortest { count: all.count, moves });
            }
            Err((exit, message)) => (self.exit, self.message) = (exit, Some(message)),
        }
    }

    /// The trace of the search could not be kept; what was found stands.
    pub(crate) fn without_trace(&mut self, failure: &Failure) {
        // A trace that nobody reads any more is no loss.
        if failure.exit() == Exit::Done {
            return;
        }
        self.exit = self.exit.max(failure.exit());
        let earlier =
            self.message.take().map_or_else(String::new, |earlier| format!("{earlier}; "));
        self.message = Some(format!("{earlier}the trace is not kept: {failure}"));
    }

    fn of<P: Family>(
        item: &Item<P>,
        task: (&Task<P>, &Until),
        plan: &Plan<P>,
        report: Report<P::Move>,
        seconds: f64,
    ) -> Self {
        let mut solution = Self {
            expanded: Some(report.statistics.expanded),
            generated: Some(report.statistics.generated),
            seconds: Some(seconds),
            algorithm: Some(plan.algorithm.to_string()),
            heuristic: Some(plan.heuristic.to_string()),
            statistics: report.statistics,
            message: None,
            ..Self::invalid(item, plan.metric, String::new())
        };
        match report.outcome {
            Outcome::Solved { path, cost, lower_bound, proven } => {
                (solution.status, solution.exit) = (Status::Solved, Exit::Done);
                solution.proven = proven;
                solution.lower_bound = Some(lower_bound);
                solution.take_path(task, plan.metric, &path, Some(cost));
            }
            Outcome::Unsolvable(unsolvable) => {
                (solution.status, solution.exit) = (Status::Unsolvable, Exit::Failed);
                let advice = P::other_goal(task.0).unwrap_or_default();
                solution.message = Some(unsolvable.reason + &advice);
            }
            Outcome::Stopped { cause: StopCause::BrokenTable, .. } => {
                solution.message = Some(broken(&plan.heuristic.to_string()));
            }
            Outcome::Stopped { cause, lower_bound, best } => {
                (solution.status, solution.exit) = (Status::Stopped, Exit::Stopped);
                solution.lower_bound = Some(lower_bound);
                solution.message = Some(format!("stopped by {}", cause.describe()));
                if let Some(path) = best {
                    solution.take_path(task, plan.metric, &path, None);
                }
            }
        }
        solution
    }

    /// Takes a path if it is a solution; anything else is a bug and never passed off as one.
    fn take_path<P: Family>(
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
                (self.status, self.exit, self.proven) = (Status::Stopped, Exit::Stopped, false);
                self.message = Some(format!(
                    "stopped by {}, before what was found was checked",
                    cause.describe()
                ));
            }
            Err(Unchecked::Wrong(why)) => {
                (self.status, self.exit) = (Status::Stopped, Exit::Environment);
                (self.proven, self.lower_bound) = (false, Some(0));
                self.message = Some(format!(
                    "internal error: {why}; this is a bug in loyd, and the result was discarded"
                ));
            }
        }
    }

    /// What went wrong, and with which board.
    pub(crate) fn error(&self) -> Option<String> {
        let wrong = matches!(self.exit, Exit::BadInput | Exit::Environment);
        let message = self.message.as_ref().filter(|_| wrong)?;
        Some(located(&self.place, message))
    }
}
