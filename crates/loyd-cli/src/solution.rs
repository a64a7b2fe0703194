//! The outcome for one board of the input: its result, in the words of the command line.

use crate::exit::{Exit, Failure};
use crate::family::{Family, Solvers};
use crate::input::{Item, located};
use crate::solve_folder::SolvesInFolder;
use crate::tables::broken;
use loyd::checking::Until;
use loyd::{Remark, Shared, SolveResult, Status, Task};
use loyd_report::record::Record;
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Limit, Progress, Report};
use loyd_search::solver::Engine;
use loyd_store::solves::BoardResult;
use serde_json::Value;
use std::time::Duration;

/// The result for one board.
pub(crate) struct Solution {
    pub(crate) id: String,
    pub(crate) place: String,
    pub(crate) exit: Exit,
    /// The result in plain values.
    pub(crate) result: SolveResult,
    /// A remark on it.
    pub(crate) message: Option<String>,
    pub(crate) passed: Vec<String>,
}

/// The columns of a position; of a text that is none, what was given.
pub(crate) fn position<P: Family>(item: &Item<P>) -> Vec<(&'static str, Value)> {
    if let Ok(task) = &item.task {
        return loyd::position::<P>(&task.start);
    }
    let mut values: Vec<_> = P::FIELDS.iter().map(|&name| (name, Value::Null)).collect();
    if let (Some(first), Some(given)) = (values.first_mut(), &item.given) {
        first.1 = given.clone().into();
    }
    values
}

/// A remark in the words of the command line, and how the process ends.
fn told(remark: &Remark) -> (Exit, String) {
    let (exit, text) = match remark {
        Remark::Unsolvable { other_goal: Some(other), .. } => {
            (Exit::Failed, format!("{remark}: add --goal {other}"))
        }
        Remark::BrokenTable { heuristic } => (Exit::BadInput, broken(heuristic)),
        Remark::Unsolvable { other_goal: None, .. } => (Exit::Failed, remark.to_string()),
        Remark::NotCounted => (Exit::Done, remark.to_string()),
        Remark::Stopped(_) | Remark::Unchecked(_) | Remark::CountStopped(_) => {
            (Exit::Stopped, remark.to_string())
        }
        Remark::Uncountable { .. } => (Exit::BadInput, remark.to_string()),
        Remark::Wrong { .. } | Remark::WrongCount { .. } => (Exit::Environment, remark.to_string()),
    };
    (exit, text)
}

impl Solution {
    /// Nothing known yet but what is wrong.
    fn invalid<P: Family>(item: &Item<P>, metric: P::Metric, message: String) -> Self {
        let result = match &item.task {
            Ok(task) => SolveResult::open(task, metric),
            Err(_) => SolveResult::unread::<P>(position(item), metric),
        };
        Self {
            id: item.id.clone(),
            place: item.place.clone(),
            exit: Exit::BadInput,
            result,
            message: Some(message),
            passed: item.passed.clone(),
        }
    }

    #[cfg(feature = "graph")]
    /// The result of the only board, with its remark.
    pub(crate) fn of_result(result: SolveResult) -> Self {
        let (id, exit) = ("1".to_owned(), Exit::Done);
        let open = Self {
            id,
            place: String::new(),
            exit,
            result: result.clone(),
            message: None,
            passed: Vec::new(),
        };
        open.with(result)
    }

    /// With this result and its remark.
    fn with(self, result: SolveResult) -> Self {
        let (exit, message) = match &result.remark {
            Some(remark) => {
                let (exit, message) = told(remark);
                (exit, Some(message))
            }
            None => (Exit::Done, None),
        };
        Self { exit, result, message, ..self }
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

    /// Solves one easy board of the input, before the tables that others need are loaded or built.
    pub(crate) fn find_easily<P: Family>(
        item: &Item<P>,
        solvers: &Solvers<P>,
        threads: usize,
        limit: &Limit,
    ) -> Option<Self> {
        let task = item.task.as_ref().ok()?;
        let (solver, report, began) =
            solvers.try_easily(&task.start, &task.goal, threads, limit)?;
        let (plan, seconds) = (solver.plan(), began.elapsed().as_secs_f64());
        let result = SolveResult::of((task, &Until::end_of(began, limit)), plan, report, seconds);
        Some(Self::invalid(item, plan.metric, String::new()).with(result))
    }

    /// Works as [`Solution::find`] does, with a folder in which the search is kept: its `board`th.
    pub(crate) fn find_kept<P: Family>(
        item: &Item<P>,
        solvers: &Solvers<P>,
        (threads, limit): (usize, &Limit),
        (folder, board): (&SolvesInFolder<P>, usize),
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
            let began = Stopwatch::start();
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
        let failed = |why: &Failure| {
            let mut solution = Self::invalid(item, solvers.metric(), why.to_string());
            solution.exit = why.exit();
            if solution.exit == Exit::Stopped {
                // Tables were being built: nothing is wrong with the position.
                solution.result.status = Status::Stopped;
                solution.result.lower_bound = Some(0);
                solution.message = Some("stopped while tables were built".to_owned());
                solution.add_quick(item, solvers.metric());
            }
            solution
        };
        let task = match &item.task {
            Ok(task) => task,
            Err(message) => return Self::invalid(item, solvers.metric(), message.clone()),
        };
        let solver = match solvers.get(&task.goal) {
            Ok(solver) => solver,
            Err(why) => return failed(&why.into()),
        };
        let until = Until::end_of(Stopwatch::start(), limit);
        match solve(task, &solver) {
            Ok((report, time)) => {
                let (plan, seconds) = (solver.plan(), time.as_secs_f64());
                let result = SolveResult::of((task, &until), plan, report, seconds);
                Self::invalid(item, plan.metric, String::new()).with(result)
            }
            Err(why) => failed(&why),
        }
    }

    /// Adds the solution of a method that needs no other tables.
    fn add_quick<P: Family>(&mut self, item: &Item<P>, metric: P::Metric) {
        if let Ok(task) = &item.task {
            self.result.add_quick(task, metric);
        }
    }

    /// The result of a board that an earlier run solved.
    pub(crate) fn restored<P: Family>(
        item: &Item<P>,
        done: &BoardResult,
        metric: P::Metric,
    ) -> Self {
        let invalid = Self::invalid(item, metric, String::new());
        let known = [Status::Solved, Status::Unsolvable];
        let status = known.into_iter().find(|status| status.name() == done.status);
        let (Some(status), Ok(task)) = (status, &item.task) else {
            return Self { message: done.message.clone(), ..invalid };
        };
        let mut result = SolveResult {
            status,
            proven: done.proven,
            lower_bound: done.lower_bound,
            expanded: done.expanded,
            generated: done.generated,
            seconds: done.seconds,
            heuristic: done.heuristic.clone(),
            algorithm: done.algorithm.clone(),
            ..invalid.result.clone()
        };
        if let Some(moves) = &done.moves {
            let path = P::parse_moves(moves).unwrap_or_default();
            result.take_path((task, &Until::done()), metric, &path, done.length);
        }
        if result.remark.is_some() {
            return invalid.with(result);
        }
        let exit = if status == Status::Solved { Exit::Done } else { Exit::Failed };
        Self { exit, message: done.message.clone(), result, ..invalid }
    }

    /// The result of a board that no run has solved yet.
    pub(crate) fn unfinished<P: Family>(item: &Item<P>, metric: P::Metric) -> Self {
        let mut solution = Self::invalid(item, metric, "not solved yet".to_owned());
        if item.task.is_ok() {
            solution.exit = Exit::Stopped;
            solution.result.status = Status::Stopped;
            solution.result.lower_bound = Some(0);
            solution.add_quick(item, metric);
        }
        solution
    }

    /// The result that a later run need not find again; `None` if it has to.
    fn done<P: Family>(&self, item: &Item<P>) -> Option<BoardResult> {
        let result = &self.result;
        let over = match result.status {
            Status::Solved | Status::Unsolvable => true,
            // What is wrong with the board stays so; a folder or a table can be mended.
            Status::Invalid => item.task.is_err(),
            Status::Stopped => false,
        };
        over.then(|| BoardResult {
            status: result.status.name().to_owned(),
            length: result.length,
            proven: result.proven,
            lower_bound: result.lower_bound,
            moves: result.moves.clone(),
            expanded: result.expanded,
            generated: result.generated,
            seconds: result.seconds,
            algorithm: result.algorithm.clone(),
            heuristic: result.heuristic.clone(),
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
        let length = self.result.countable();
        if let (Ok(task), Some(length)) = (&item.task, length) {
            match solvers.get(&task.goal) {
                Ok(solver) => self.result.count_all(task, &*solver, (length, most), limit),
                Err(why) => {
                    let why = Failure::from(why);
                    (self.exit, self.message) = (why.exit(), Some(why.to_string()));
                    return;
                }
            }
        }
        match &self.result.remark {
            Some(Remark::NotCounted) => self.message = Some(Remark::NotCounted.to_string()),
            Some(
                remark @ (Remark::CountStopped(_)
                | Remark::Uncountable { .. }
                | Remark::WrongCount { .. }),
            ) => {
                let (exit, message) = told(remark);
                (self.exit, self.message) = (exit, Some(message));
            }
            _ => {}
        }
    }

    /// The trace of the search could not be kept; what was found stands.
    pub(crate) fn without_trace(&mut self, failure: &Failure) {
        // A closed pipe of a trace is not an error.
        if failure.exit() == Exit::Done {
            return;
        }
        self.exit = self.exit.max(failure.exit());
        let earlier =
            self.message.take().map_or_else(String::new, |earlier| format!("{earlier}; "));
        self.message = Some(format!("{earlier}the trace is not kept: {failure}"));
    }

    /// The fault, and the board that has it.
    pub(crate) fn error(&self) -> Option<String> {
        let wrong = matches!(self.exit, Exit::BadInput | Exit::Environment);
        let message = self.message.as_ref().filter(|_| wrong)?;
        Some(located(&self.place, message))
    }

    /// The result as fields, those of the input that are passed through last.
    pub(crate) fn record(&self, columns: &[String]) -> Record {
        let mut record = Record::new();
        record.push("id", self.id.clone());
        record.extend(self.result.record());
        for (column, value) in columns.iter().zip(&self.passed) {
            record.pass(column, value);
        }
        if let Some(message) = self.error().as_ref().or(self.message.as_ref()) {
            record.note("message", message.clone());
        }
        record
    }
}
