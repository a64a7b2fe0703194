//! `loyd check`: whether positions can be solved, and what the heuristics say.

use crate::args::{BoardArgs, Format, MetricArgs, OutputArgs};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::input::{self, Item, Task, located};
use crate::puzzles::{Facts, Family, for_puzzle};
use crate::record::Record;
use crate::record::value;
use crate::render::Reporter;
use crate::solution::position;
use clap::Args;
use loyd::puzzle::{Puzzle, SearchVisitor, Space};
use loyd::space::Heuristic;
use std::fmt::Write as _;
use std::io::Write as _;

/// `loyd check`.
#[derive(Args, Debug)]
#[command(after_help = help::CHECK)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    metric: MetricArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    for_puzzle!(args.boards.puzzle.puzzle, P => check::<P>(args))
}

fn check<P: Family>(args: &CheckArgs) -> Result<Exit, Failure> {
    let metric = args.metric.of::<P>()?;
    let batch = input::read::<P>(&args.boards, args.output.quiet)?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let mut heuristics = Heuristics::new(metric);
    let mut exit = Exit::Done;
    for item in &batch.items {
        let finding = item.task.as_ref().map(|task| Finding::of(task, &mut heuristics));
        exit = exit.max(match &finding {
            Ok(finding) if finding.reason.is_none() => Exit::Done,
            Ok(_) => Exit::Failed,
            Err(message) => {
                let error = located(&item.place, message);
                let _ = writeln!(std::io::stderr(), "error: {error}");
                Exit::BadInput
            }
        });
        let mut record = record(item, finding.as_ref().ok());
        for (column, value) in batch.columns.iter().zip(&item.passed) {
            record.pass(column, value);
        }
        reporter.record(&record, || {
            let title =
                if item.place.is_empty() { String::new() } else { format!("{}\n", item.place) };
            finding.map_or_else(|_| String::new(), |finding| title + &finding.text())
        })?;
    }
    reporter.finish()?;
    Ok(exit)
}

/// What there is to say about a position.
struct Finding<'a, P: Puzzle> {
    task: &'a Task<P>,
    metric: P::Metric,
    /// Why it cannot be solved.
    reason: Option<String>,
    facts: Facts,
    /// The value of each heuristic; `None` where it cannot be had.
    values: Vec<(&'static str, Option<u32>)>,
}

impl<'a, P: Family> Finding<'a, P> {
    fn of(task: &'a Task<P>, heuristics: &mut Heuristics<P>) -> Self {
        let reason = P::solvable(&task.start, &task.goal).err();
        Self {
            task,
            metric: heuristics.metric,
            reason: reason
                .map(|unsolvable| unsolvable.reason + &P::other_goal(task).unwrap_or_default()),
            facts: P::facts(task),
            values: heuristics.values(task),
        }
    }

    fn text(&self) -> String {
        let mut text = P::shown(&self.task.start);
        match &self.reason {
            None => text += "solvable\n",
            Some(reason) => {
                let _ = writeln!(text, "unsolvable: {reason}");
            }
        }
        text += &self.facts.text;
        let _ = writeln!(text, "heuristics ({}):", P::metric_title(self.metric));
        for (name, value) in &self.values {
            let value = value.map_or("not available".into(), |value| value.to_string());
            let _ = writeln!(text, "  {name:<18} {value:>5}");
        }
        text
    }
}

/// The value of a position.
type Value<P> = dyn Fn(&<P as Puzzle>::Position) -> u32;

/// The heuristics for a goal by name; `None` where one cannot be had.
type Named<P> = Vec<(&'static str, Option<Box<Value<P>>>)>;

/// All heuristics of a puzzle, with the tables that they have for a goal.
struct Heuristics<P: Puzzle> {
    metric: P::Metric,
    /// The goal of the last position, which is mostly that of the next one too.
    made: Option<(P::Position, Named<P>)>,
}

impl<P: Family> Heuristics<P> {
    fn new(metric: P::Metric) -> Self {
        Self { metric, made: None }
    }

    fn values(&mut self, task: &Task<P>) -> Vec<(&'static str, Option<u32>)> {
        let metric = self.metric;
        let made = self.made.take().filter(|(goal, _)| *goal == task.goal).unwrap_or_else(|| {
            let make = |name: &'static str| {
                let heuristic: P::Heuristic = name.parse().ok()?;
                P::visit(&task.goal, metric, &heuristic, Valuing).ok()
            };
            let all = P::heuristics().into_iter().map(|info| (info.name, make(info.name)));
            (task.goal.clone(), all.collect())
        });
        let (_, all) = self.made.insert(made);
        all.iter().map(|(name, of)| (*name, of.as_ref().map(|of| of(&task.start)))).collect()
    }
}

/// Makes a [`Value`] of a space and a heuristic.
struct Valuing;

impl<P: Puzzle> SearchVisitor<P> for Valuing {
    type Output = Box<Value<P>>;

    fn visit<S, H>(self, space: S, heuristic: H) -> Self::Output
    where
        S: Space<P>,
        H: Heuristic<S, Memo: Send + Sync> + Clone + Send + Sync + 'static,
    {
        Box::new(move |start| heuristic.value(heuristic.start(&space.state(start))))
    }
}

fn record<P: Family>(item: &Item<P>, finding: Option<&Finding<'_, P>>) -> Record {
    let mut record = Record::new();
    record.push("id", item.id.clone());
    record.push("puzzle", finding.map(|finding| P::shape(&finding.task.start)));
    for (name, value) in position(item) {
        record.push(name, value);
    }
    record.push("goal", finding.map(|finding| P::format(&finding.task.goal)));
    record.push("solvable", finding.map(|finding| finding.reason.is_none()));
    for (at, name) in P::FACTS.iter().enumerate() {
        let fact = finding.and_then(|finding| finding.facts.values.get(at));
        record.push(name, fact.cloned().map(value));
    }
    record.push("metric", finding.map(|finding| finding.metric.to_string()));
    for (at, info) in P::heuristics().into_iter().enumerate() {
        record.push(info.name, finding.and_then(|finding| finding.values.get(at)?.1));
    }
    let message = match finding {
        Some(finding) => finding.reason.clone(),
        None => item.task.as_ref().err().map(|message| located(&item.place, message)),
    };
    if let Some(message) = message {
        record.note("message", message);
    }
    record
}
