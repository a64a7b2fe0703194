//! A trace as a table, CSV or JSON.

use super::ReplayArgs;
use crate::exit::{Exit, Failure};
use crate::render::Reporter;
use loyd::erased::AnyTrace;
use loyd_report::numbers::{grouped, plural};
use loyd_report::record::Record;
use loyd_search::observe::SearchEvent;

/// Prints the steps from `first` on.
pub(super) fn run(args: &ReplayArgs, trace: &dyn AnyTrace, first: usize) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output)?;
    reporter.text(|| heading(trace))?;
    let limit = args.count.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
    for number in (first..trace.steps()).take(limit) {
        reporter.record(&record(trace, number), || line(trace, number))?;
    }
    reporter.text(|| ending(trace))?;
    reporter.finish()?;
    Ok(Exit::Done)
}

fn heading(trace: &dyn AnyTrace) -> String {
    let header = trace.header();
    format!(
        "{} with {}, {}, recorded by {}\nfrom {}\nto   {}\n\n{:>9} {:>9} {:>5} {:>6} {:>5} {:>6} {:>10} {:>10}  position\n",
        header.algorithm,
        header.heuristic,
        header.metric.title,
        header.program,
        header.task.start(),
        header.task.goal(),
        "step",
        "parent",
        "move",
        "g",
        "h",
        "f",
        "open",
        "closed",
    )
}

/// The name and the number of an event between expansions.
pub(super) fn event(event: SearchEvent) -> (&'static str, u64) {
    match event {
        SearchEvent::Iteration(bound) => ("iteration with bound", bound),
        SearchEvent::Stage(stage) => ("intermediate goal", stage),
        SearchEvent::Solution(cost) => ("solution of length", cost),
    }
}

fn line(trace: &dyn AnyTrace, number: usize) -> String {
    if let Some(happened) = trace.event(number) {
        let (name, value) = event(happened);
        return format!("{number:>9} --- {name} {value}\n");
    }
    let Some(expansion) = trace.expansion(number) else { return String::new() };
    let parent = expansion.parent.map_or("-".into(), |parent| parent.to_string());
    let mv = expansion.mv.as_deref().unwrap_or("-");
    let position = trace.task(number).map_or_else(String::new, |task| task.start());
    let side = if expansion.backward { " (from the goal)" } else { "" };
    format!(
        "{number:>9} {parent:>9} {mv:>5} {:>6} {:>5} {:>6} {:>10} {:>10}  {position}{side}\n",
        expansion.g, expansion.h, expansion.f, expansion.open, expansion.closed,
    )
}

fn record(trace: &dyn AnyTrace, number: usize) -> Record {
    let mut record = Record::new();
    record.push("step", number);
    // The name by which positions are found again in a table of input.
    let column = trace.header().task.puzzle().puzzle().facts().columns[0];
    if let Some(happened) = trace.event(number) {
        let (name, value) = event(happened);
        record.push("event", name);
        for field in ["parent", "move", "g", "h"] {
            record.push(field, None::<u64>);
        }
        record.push("f", value);
        for field in ["open", "closed", column] {
            record.push(field, None::<u64>);
        }
    } else if let Some(expansion) = trace.expansion(number) {
        let name = if expansion.backward { "backward expansion" } else { "expansion" };
        record.push("event", name);
        record.push("parent", expansion.parent);
        record.push("move", expansion.mv);
        record.push("g", expansion.g);
        record.push("h", expansion.h);
        record.push("f", expansion.f);
        record.push("open", expansion.open);
        record.push("closed", expansion.closed);
        record.push(column, trace.task(number).map(|task| task.start()));
    }
    record
}

/// The end of the search, in a line.
pub(super) fn ending(trace: &dyn AnyTrace) -> String {
    let recorded = (0..trace.steps()).filter(|&step| trace.event(step).is_none()).count() as u64;
    let Some(end) = trace.end() else {
        return format!("\nno end after {}\n", plural(recorded, "expansion"));
    };
    let how = match (end.length, &end.moves) {
        (Some(length), Some(moves)) => {
            let proven = if end.proven { ", proven shortest" } else { "" };
            format!("solved in {}{proven}: {moves}", plural(length as u64, "move"))
        }
        _ => end.message.unwrap_or_else(|| end.status.to_owned()),
    };
    let part = if recorded < end.expanded {
        format!(", the first {} of them recorded", grouped(recorded))
    } else {
        String::new()
    };
    format!(
        "\n{how}\n{} expanded{part}, {} generated\n",
        grouped(end.expanded),
        grouped(end.generated)
    )
}
