//! `loyd check`: whether positions can be solved, and what the heuristics say.

use crate::args::{BoardArgs, Format, MetricArgs, OutputArgs};
use crate::exit::{Exit, Failure};
use crate::family::Family;
use crate::help;
use crate::input::{self, Item, located};
use crate::render::Reporter;
use crate::solution::position;
use clap::Args;
use loyd::Task;
use loyd::{CheckResult, Heuristics, for_puzzle};
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

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    for_puzzle!(args.boards.puzzle.puzzle(), P => check::<P>(args))
}

fn check<P: Family>(args: &CheckArgs) -> Result<Exit, Failure> {
    let metric = args.metric.of::<P>()?;
    let batch = input::read::<P>(&args.boards, args.output.quiet)?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let colour = reporter.may_colour();
    let mut heuristics = Heuristics::new(metric);
    let mut exit = Exit::Done;
    for item in &batch.items {
        let found = item.task.as_ref().map(|task| (task, CheckResult::of(task, &mut heuristics)));
        exit = exit.max(match &found {
            Ok((_, found)) if found.reason.is_none() => Exit::Done,
            Ok(_) => Exit::Failed,
            Err(message) => {
                let error = located(&item.place, message);
                let _ = writeln!(std::io::stderr(), "error: {error}");
                Exit::BadInput
            }
        });
        let mut record = record(item, found.as_ref().ok().map(|(_, found)| found));
        for (column, value) in batch.columns.iter().zip(&item.passed) {
            record.pass(column, value);
        }
        reporter.record(&record, || {
            let title =
                if item.place.is_empty() { String::new() } else { format!("{}\n", item.place) };
            found.map_or_else(
                |_| String::new(),
                |(task, found)| title + &text(task, metric, &found, colour),
            )
        })?;
    }
    reporter.finish()?;
    Ok(exit)
}

/// The reason why a position cannot be solved, and the option that helps.
fn reason(found: &CheckResult) -> Option<String> {
    let reason = found.reason.as_ref()?;
    Some(match &found.other_goal {
        Some(other) => format!("{reason}; to {other} it can be solved: add --goal {other}"),
        None => reason.clone(),
    })
}

fn text<P: Family>(task: &Task<P>, metric: P::Metric, found: &CheckResult, colour: bool) -> String {
    let mut text = P::shown(&task.start, colour);
    match reason(found) {
        None => text += "solvable\n",
        Some(reason) => {
            let _ = writeln!(text, "unsolvable: {reason}");
        }
    }
    text += &P::facts_text(&found.facts);
    let _ = writeln!(text, "heuristics ({}):", P::metric_title(metric));
    let longest = found.heuristics.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let width = longest.max(MIN_WIDTH);
    for (name, value) in &found.heuristics {
        let value = value.map_or("not available".into(), |value| value.to_string());
        let _ = writeln!(text, "  {name:<width$} {value:>5}");
    }
    text
}

fn record<P: Family>(item: &Item<P>, found: Option<&CheckResult>) -> Record {
    let mut record = Record::new();
    record.push("id", item.id.clone());
    record.extend(match found {
        Some(found) => found.record(),
        None => CheckResult::unread::<P>(position(item)).record(),
    });
    let message = match found {
        Some(found) => reason(found),
        None => item.task.as_ref().err().map(|message| located(&item.place, message)),
    };
    if let Some(message) = message {
        record.note("message", message);
    }
    record
}
