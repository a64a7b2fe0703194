//! The outcome for one board of the input: its result, in the words of the command line.

use crate::exit::{Exit, Failure};
use crate::input::{Batch, Item, located};
use crate::tables::broken;
use loyd::erased::{AnySolvers, AnyTask, Metric};
use loyd::{CountOptions, Remark, SolveResult, Status};
use loyd_report::numbers::plural;
use loyd_report::record::Record;
use loyd_search::observe::Limit;
use loyd_store::solves::BoardResult;
use serde_json::Value;

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
    /// True if it contradicts a published length.
    pub(crate) is_wrong: bool,
}

/// The columns of a position; of an unreadable text, the text.
pub(crate) fn position(batch: &Batch, item: &Item) -> Vec<(&'static str, Value)> {
    if let Ok(task) = &item.task {
        return task.fields();
    }
    let fields = batch.puzzle.puzzle().facts().fields;
    let mut values: Vec<_> = fields.iter().map(|&name| (name, Value::Null)).collect();
    if let (Some(first), Some(raw_text)) = (values.first_mut(), &item.raw_text) {
        first.1 = raw_text.clone().into();
    }
    values
}

/// The exit code for a remark, and its text with the option that helps.
fn exit_and_message(remark: &Remark) -> (Exit, String) {
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
    /// A board with an error.
    fn invalid(batch: &Batch, item: &Item, metric: &Metric, message: String) -> Self {
        let result = match &item.task {
            Ok(task) => task.open_result(&metric.name),
            Err(_) => SolveResult::unread(position(batch, item), metric),
        };
        Self {
            id: item.id.clone(),
            place: item.place.clone(),
            exit: Exit::BadInput,
            result,
            message: Some(message),
            passed: item.passed.clone(),
            is_wrong: false,
        }
    }

    /// The result of a single board, with its remark.
    #[cfg(feature = "graph")]
    pub(crate) fn of_result(result: SolveResult) -> Self {
        let (id, passed) = ("1".to_owned(), Vec::new());
        Self::of(id, String::new(), passed, result)
    }

    /// A result with its remark.
    fn of(id: String, place: String, passed: Vec<String>, result: SolveResult) -> Self {
        let remark = result.remark.as_ref().map(exit_and_message);
        let (exit, message) = remark.map_or((Exit::Done, None), |(exit, text)| (exit, Some(text)));
        Self { id, place, exit, result, message, passed, is_wrong: false }
    }

    /// Solves one board of the input by a search.
    pub(crate) fn solve<E: Into<Failure>>(
        (batch, item): (&Batch, &Item),
        metric: &Metric,
        search: impl FnOnce(&dyn AnyTask) -> Result<SolveResult, E>,
    ) -> Self {
        let task = match &item.task {
            Ok(task) => &**task,
            Err(message) => return Self::invalid(batch, item, metric, message.clone()),
        };
        match search(task) {
            Ok(result) => {
                Self::of(item.id.clone(), item.place.clone(), item.passed.clone(), result)
            }
            Err(why) => Self::failed((batch, item), metric, &why.into()),
        }
    }

    /// A board that could not be searched.
    pub(crate) fn failed((batch, item): (&Batch, &Item), metric: &Metric, why: &Failure) -> Self {
        let mut solution = Self::invalid(batch, item, metric, why.to_string());
        solution.exit = why.exit();
        if solution.exit == Exit::Stopped {
            // Tables were being built: the position is valid.
            solution.message = Some("stopped while tables were built".to_owned());
            solution.stop((batch, item), metric);
        }
        solution
    }

    /// Turns the result into that of a stopped search, with a solution that needs no tables.
    fn stop(&mut self, (batch, item): (&Batch, &Item), metric: &Metric) {
        self.exit = Exit::Stopped;
        self.result.status = Status::Stopped;
        self.result.lower_bound = Some(0);
        if let Ok(task) = &item.task
            && !batch.limits_moves
        {
            task.add_quick_solution(&metric.name, &mut self.result);
        }
    }

    /// The result of a board that an earlier run solved.
    pub(crate) fn restored(
        (batch, item): (&Batch, &Item),
        stored: &BoardResult,
        metric: &Metric,
    ) -> Self {
        let task = item.task.as_ref().ok();
        let restored = task.and_then(|task| SolveResult::restored(&**task, &metric.name, stored));
        let Some(result) = restored else {
            let invalid = Self::invalid(batch, item, metric, String::new());
            return Self { message: stored.message.clone(), ..invalid };
        };
        let has_remark = result.remark.is_some();
        let status = result.status;
        let solution = Self::of(item.id.clone(), item.place.clone(), item.passed.clone(), result);
        if has_remark {
            return solution;
        }
        let exit = if status == Status::Solved { Exit::Done } else { Exit::Failed };
        Self { exit, message: stored.message.clone(), ..solution }
    }

    /// The result of a board that no run has solved yet.
    pub(crate) fn unfinished((batch, item): (&Batch, &Item), metric: &Metric) -> Self {
        let mut solution = Self::invalid(batch, item, metric, "not solved yet".to_owned());
        if item.task.is_ok() {
            solution.stop((batch, item), metric);
        }
        solution
    }

    /// The result as a folder stores it; `None` if a later run has to search the board again.
    pub(crate) fn stored(&self, item: &Item) -> Option<BoardResult> {
        let is_final = match self.result.status {
            Status::Solved | Status::Unsolvable => true,
            // An invalid board stays invalid; a folder or a table can be mended.
            Status::Invalid => item.task.is_err(),
            Status::Stopped => false,
        };
        is_final.then(|| self.result.stored(self.message.clone()))
    }

    /// True if the length or the lower bound contradicts a published length.
    pub(crate) fn contradicts(&self, published: u32) -> bool {
        match self.result.length {
            Some(length) if self.result.proven => published != length,
            Some(length) => length < published,
            // A bound above the published length is wrong too.
            None => self.result.lower_bound.is_some_and(|bound| bound > published),
        }
    }

    /// Reports a result that contradicts a published length as a failed check.
    pub(crate) fn check_published(&mut self, published: Option<u32>) {
        let Some(published) = published.filter(|&published| self.contradicts(published)) else {
            return;
        };
        let result = match (self.result.length, self.result.lower_bound) {
            (Some(length), _) => format!("this solution has {}", plural(length.into(), "move")),
            (None, bound) => format!("the lower bound is {}", bound.unwrap_or_default()),
        };
        self.exit = self.exit.max(Exit::Failed);
        self.message = Some(format!("the published length is {published}, and {result}"));
        self.is_wrong = true;
    }

    /// Counts all shortest solutions of a solved board, and those within a slack, and lists some of them.
    pub(crate) fn count_all(
        &mut self,
        item: &Item,
        solvers: &dyn AnySolvers,
        counted: CountOptions,
        limit: &Limit,
    ) {
        let Ok(task) = &item.task else {
            self.result.want_all(counted);
            return;
        };
        if let Err(why) = solvers.count_all(&**task, &mut self.result, counted, limit) {
            let why = Failure::from(why);
            (self.exit, self.message) = (why.exit(), Some(why.to_string()));
            return;
        }
        match &self.result.remark {
            Some(Remark::NotCounted) => self.message = Some(Remark::NotCounted.to_string()),
            Some(
                remark @ (Remark::CountStopped(_)
                | Remark::Uncountable { .. }
                | Remark::WrongCount { .. }),
            ) => {
                let (exit, message) = exit_and_message(remark);
                (self.exit, self.message) = (exit, Some(message));
            }
            _ => {}
        }
    }

    /// Adds the failure of the file of the trace; the result stands.
    pub(crate) fn without_trace(&mut self, failure: &Failure) {
        // A closed pipe of a trace is not an error.
        if failure.exit() == Exit::Done {
            return;
        }
        self.exit = self.exit.max(failure.exit());
        let earlier =
            self.message.take().map_or_else(String::new, |earlier| format!("{earlier}; "));
        self.message = Some(format!("{earlier}the trace is not stored: {failure}"));
    }

    /// The fault, and the board that has it.
    pub(crate) fn error(&self) -> Option<String> {
        let wrong = self.is_wrong || matches!(self.exit, Exit::BadInput | Exit::Environment);
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
