//! A trace as a table, CSV or JSON.

use super::ReplayArgs;
use crate::args::Format;
use crate::exit::{Exit, Failure};
use crate::record::Record;
use crate::render::Reporter;
use crate::render::text::{grouped, plural};
use loyd_tiles::format_moves;
use loyd_tiles::trace::{Ending, Event, Landmark, Origin, Trace};

/// Prints the steps from `first` on.
pub(super) fn run(args: &ReplayArgs, trace: &Trace, first: usize) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    reporter.text(|| heading(trace))?;
    let most = args.count.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
    for number in (first..trace.events.len()).take(most) {
        reporter.record(&record(trace, number), || line(trace, number))?;
    }
    reporter.text(|| ending(trace))?;
    reporter.finish()?;
    Ok(Exit::Done)
}

fn heading(trace: &Trace) -> String {
    let header = &trace.header;
    format!(
        "{} with {}, {}-tile metric, recorded by {}\nfrom {}\nto   {}\n\n{:>9} {:>9} {:>5} {:>6} {:>5} {:>6} {:>10} {:>10}  board\n",
        header.algorithm,
        header.heuristic,
        header.metric,
        header.program,
        header.start.to_line(),
        header.goal.to_line(),
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

/// The name and the number of a landmark.
pub(super) fn landmark(landmark: Landmark) -> (&'static str, u64) {
    match landmark {
        Landmark::Iteration(bound) => ("iteration with bound", bound),
        Landmark::Stage(stage) => ("intermediate goal", stage),
        Landmark::Solution(cost) => ("solution of length", cost),
    }
}

fn line(trace: &Trace, number: usize) -> String {
    let expansion = match &trace.events[number] {
        Event::Expansion(expansion) => expansion,
        Event::Landmark(mark) => {
            let (name, value) = landmark(*mark);
            return format!("{number:>9} --- {name} {value}\n");
        }
    };
    let (parent, slide) = match &expansion.origin {
        Origin::Root(_) => ("-".into(), "-".into()),
        Origin::Child { parent, slide } => (parent.to_string(), format_moves(&[*slide])),
    };
    let board = trace.position(number).map_or_else(String::new, |board| board.to_line());
    let side = if expansion.backward { " (from the goal)" } else { "" };
    format!(
        "{number:>9} {parent:>9} {slide:>5} {:>6} {:>5} {:>6} {:>10} {:>10}  {board}{side}\n",
        expansion.g, expansion.h, expansion.f, expansion.open, expansion.closed,
    )
}

fn record(trace: &Trace, number: usize) -> Record {
    let mut record = Record::new();
    record.push("step", number);
    match &trace.events[number] {
        Event::Expansion(expansion) => {
            let (parent, slide) = match &expansion.origin {
                Origin::Root(_) => (None, None),
                Origin::Child { parent, slide } => (Some(*parent), Some(format_moves(&[*slide]))),
            };
            record
                .push("event", if expansion.backward { "backward expansion" } else { "expansion" });
            record.push("parent", parent);
            record.push("move", slide);
            record.push("g", expansion.g);
            record.push("h", expansion.h);
            record.push("f", expansion.f);
            record.push("open", expansion.open);
            record.push("closed", expansion.closed);
            record.push("tiles", trace.position(number).map(|board| board.to_line()));
        }
        Event::Landmark(mark) => {
            let (name, value) = landmark(*mark);
            record.push("event", name);
            for field in ["parent", "move", "g", "h"] {
                record.push(field, None::<u64>);
            }
            record.push("f", value);
            for field in ["open", "closed", "tiles"] {
                record.push(field, None::<u64>);
            }
        }
    }
    record
}

/// How the search ended, in a line.
pub(super) fn ending(trace: &Trace) -> String {
    let recorded = trace.events.iter().filter(|event| matches!(event, Event::Expansion(_)));
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
                format_moves(path)
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
