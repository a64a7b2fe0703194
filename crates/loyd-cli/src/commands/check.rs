//! `loyd check` decides whether positions can be solved and prints the values of heuristics.

use crate::args::{BoardArgs, MetricArgs, OutputArgs};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::input::{self, Batch, Item, located};
use crate::registry::texts;
use crate::render::Reporter;
use crate::solution::position;
use crate::texts::PuzzleTexts;
use clap::Args;
use loyd::CheckResult;
use loyd::erased::Metric;
use loyd_report::record::Record;
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

/// The least width of the column of heuristics.
const MIN_WIDTH: usize = 18;

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let puzzle = args.boards.which().puzzle;
    let metric = puzzle.puzzle().metric(args.metric.name())?;
    let batch = input::read(&args.boards, args.output.quiet)?;
    let mut reporter = Reporter::open(&args.output)?;
    let colour = reporter.may_colour();
    let mut check = puzzle.puzzle().checker(args.metric.name())?;
    let mut exit = Exit::Done;
    for item in &batch.items {
        let checked = item.task.as_ref().map(|task| (task, check(&**task)));
        exit = exit.max(match &checked {
            Ok((_, result)) if result.reason.is_none() => Exit::Done,
            Ok(_) => Exit::Failed,
            Err(message) => {
                let error = located(&item.place, message);
                let _ = writeln!(std::io::stderr(), "error: {error}");
                Exit::BadInput
            }
        });
        let mut record = record(&batch, item, checked.as_ref().ok().map(|(_, result)| result));
        for (column, value) in batch.columns.iter().zip(&item.passed) {
            record.pass(column, value);
        }
        reporter.record(&record, || {
            let title =
                if item.place.is_empty() { String::new() } else { format!("{}\n", item.place) };
            checked.map_or_else(
                |_| String::new(),
                |(task, result)| {
                    title
                        + &texts(puzzle).as_text(&**task, colour)
                        + &text(texts(puzzle), &metric, &result)
                },
            )
        })?;
    }
    reporter.finish()?;
    Ok(exit)
}

/// The reason why a position cannot be solved, and the option that helps.
fn reason(result: &CheckResult) -> Option<String> {
    let reason = result.reason.as_ref()?;
    Some(match &result.other_goal {
        Some(other) => format!("{reason}; to {other} it can be solved: add --goal {other}"),
        None => reason.clone(),
    })
}

fn text(puzzle: &dyn PuzzleTexts, metric: &Metric, result: &CheckResult) -> String {
    let mut text = String::new();
    match reason(result) {
        None => text += "solvable\n",
        Some(reason) => {
            let _ = writeln!(text, "unsolvable: {reason}");
        }
    }
    text += &puzzle.facts_text(&result.facts);
    let _ = writeln!(text, "heuristics ({}):", metric.title);
    let longest = result.heuristics.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let width = longest.max(MIN_WIDTH);
    for (name, value) in &result.heuristics {
        let value = value.map_or("not available".into(), |value| value.to_string());
        let _ = writeln!(text, "  {name:<width$} {value:>5}");
    }
    text
}

fn record(batch: &Batch, item: &Item, result: Option<&CheckResult>) -> Record {
    let mut record = Record::new();
    record.push("id", item.id.clone());
    record.extend(match result {
        Some(result) => result.record(),
        None => batch.puzzle.puzzle().unread_check(position(batch, item)).record(),
    });
    let message = match result {
        Some(result) => reason(result),
        None => item.task.as_ref().err().map(|message| located(&item.place, message)),
    };
    if let Some(message) = message {
        record.note("message", message);
    }
    record
}
