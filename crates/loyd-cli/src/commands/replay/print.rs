//! A trace as a table, CSV or JSON.

use super::ReplayArgs;
use crate::exit::{Exit, Failure};
use crate::render::Reporter;
use loyd_report::numbers::{grouped, plural};
use loyd_report::record::Record;
use loyd_search::observe::SearchEvent;
use loyd_search::puzzle::Puzzle;
use loyd_search::trace::{Ending, Origin, Step, Trace};

/// Prints the steps from `first` on.
pub(super) fn run<P: Puzzle>(
    args: &ReplayArgs,
    trace: &Trace<P>,
    first: usize,
) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output)?;
    reporter.text(|| heading(trace))?;
    let limit = args.count.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
    for number in (first..trace.steps.len()).take(limit) {
        reporter.record(&record(trace, number), || line(trace, number))?;
    }
    reporter.text(|| ending(trace))?;
    reporter.finish()?;
    Ok(Exit::Done)
}

fn heading<P: Puzzle>(trace: &Trace<P>) -> String {
    let header = &trace.header;
    format!(
        "{} with {}, {}, recorded by {}\nfrom {}\nto   {}\n\n{:>9} {:>9} {:>5} {:>6} {:>5} {:>6} {:>10} {:>10}  position\n",
        header.algorithm,
        header.heuristic,
        P::metric_title(header.metric),
        header.program,
        P::format(&header.start),
        P::format(&header.goal),
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

fn line<P: Puzzle>(trace: &Trace<P>, number: usize) -> String {
    let expansion = match &trace.steps[number] {
        Step::Expansion(expansion) => expansion,
        Step::Event(happened) => {
            let (name, value) = event(*happened);
            return format!("{number:>9} --- {name} {value}\n");
        }
    };
    let (parent, mv) = match &expansion.origin {
        Origin::Root(_) => ("-".into(), "-".into()),
        Origin::Child { parent, mv } => (parent.to_string(), P::format_moves(&[*mv])),
    };
    let position = trace.position(number).map_or_else(String::new, |position| P::format(&position));
    let side = if expansion.backward { " (from the goal)" } else { "" };
    format!(
        "{number:>9} {parent:>9} {mv:>5} {:>6} {:>5} {:>6} {:>10} {:>10}  {position}{side}\n",
        expansion.g, expansion.h, expansion.f, expansion.open, expansion.closed,
    )
}

fn record<P: Puzzle>(trace: &Trace<P>, number: usize) -> Record {
    let mut record = Record::new();
    record.push("step", number);
    // The name by which positions are found again in a table of input.
    let column = P::COLUMNS[0];
    match &trace.steps[number] {
        Step::Expansion(expansion) => {
            let (parent, mv) = match &expansion.origin {
                Origin::Root(_) => (None, None),
                Origin::Child { parent, mv } => (Some(*parent), Some(P::format_moves(&[*mv]))),
            };
            record
                .push("event", if expansion.backward { "backward expansion" } else { "expansion" });
            record.push("parent", parent);
            record.push("move", mv);
            record.push("g", expansion.g);
            record.push("h", expansion.h);
            record.push("f", expansion.f);
            record.push("open", expansion.open);
            record.push("closed", expansion.closed);
            record.push(column, trace.position(number).map(|position| P::format(&position)));
        }
        Step::Event(happened) => {
            let (name, value) = event(*happened);
            record.push("event", name);
            for field in ["parent", "move", "g", "h"] {
                record.push(field, None::<u64>);
            }
            record.push("f", value);
            for field in ["open", "closed", column] {
                record.push(field, None::<u64>);
            }
        }
    }
    record
}

/// The end of the search, in a line.
pub(super) fn ending<P: Puzzle>(trace: &Trace<P>) -> String {
    let recorded = trace.steps.iter().filter(|step| matches!(step, Step::Expansion(_)));
    let recorded = recorded.count() as u64;
    let Some(end) = &trace.end else {
        return format!("\nno end after {}\n", plural(recorded, "expansion"));
    };
    let how = match &end.ending {
        Ending::Solved { path, proven } => {
            let proven = if *proven { ", proven shortest" } else { "" };
            format!(
                "solved in {}{proven}: {}",
                plural(path.len() as u64, "move"),
                P::format_moves(path)
            )
        }
        Ending::Unsolvable => "unsolvable".into(),
        Ending::Stopped(cause) => format!("stopped by {}", cause.describe()),
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
