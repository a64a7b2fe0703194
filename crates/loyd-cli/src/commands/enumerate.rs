//! `loyd enumerate`: how many states there are at every depth.

use crate::args::{Format, MetricArgs, OutputArgs, ResourceArgs, size};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::interrupt::on_interrupt;
use crate::names::{self, Choice};
use crate::progress::Display;
use crate::record::Record;
use crate::render::Reporter;
use crate::render::enumerate::{progress_line, table};
use clap::Args;
use loyd::observe::{Cancel, StopCause};
use loyd::puzzle::tiles::Size;
use loyd_enumerate::{EngineName, EnumerateError, Enumeration, Plan, Request};
use std::io::Write;
use std::str::FromStr;

/// `loyd enumerate`.
#[derive(Args, Debug)]
#[command(after_help = help::ENUMERATE, after_long_help = help::enumerate())]
pub(crate) struct EnumerateArgs {
    /// Columns x rows.
    #[arg(value_name = "WxH", value_parser = size)]
    size: Size,
    #[command(flatten)]
    metric: MetricArgs,
    /// Where the blank starts: `corner`, `edge`, `centre`, or a cell from 0 in reading order.
    #[arg(long, value_name = "CELL", default_value = "corner")]
    start: Start,
    /// Stop after this depth.
    #[arg(short, long, value_name = "N")]
    depth: Option<u32>,
    /// The engine, or `auto`.
    #[arg(short, long, value_name = "NAME", default_value = "auto",
          value_parser = names::engines(), hide_possible_values = true)]
    engine: Choice<EngineName>,
    #[command(flatten)]
    resources: ResourceArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Show progress even if standard error is no terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    progress: bool,
}

/// Where the blank starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    Corner,
    Edge,
    Centre,
    Cell(usize),
}

impl Start {
    fn cell(self, size: Size) -> usize {
        match self {
            Self::Corner => 0,
            Self::Edge => 1,
            Self::Centre => (size.height() - 1) / 2 * size.width() + (size.width() - 1) / 2,
            Self::Cell(cell) => cell,
        }
    }
}

impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "corner" => Ok(Self::Corner),
            "edge" => Ok(Self::Edge),
            "centre" | "center" => Ok(Self::Centre),
            other => other.parse().map(Self::Cell).map_err(|_| {
                "a start is corner, edge, centre, or the number of a cell from 0".to_owned()
            }),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &EnumerateArgs) -> Result<Exit, Failure> {
    let request = Request {
        size: args.size,
        metric: args.metric.metric,
        start_cell: args.start.cell(args.size),
        depth: args.depth,
        engine: args.engine,
        memory: args.resources.memory(),
        threads: args.resources.threads(),
    };
    let plan = Plan::new(&request).map_err(|error| failure(&error))?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let (result, out_of_time) = count(args, &plan);
    let enumeration = result.map_err(|error| failure(&error))?;
    report(&enumeration, &mut reporter)?;
    reporter.finish()?;
    let Some(cause) = enumeration.stopped else { return Ok(Exit::Done) };
    let cause = if out_of_time { StopCause::Time } else { cause };
    let finished = enumeration.levels.len().saturating_sub(1);
    if !args.output.quiet {
        let _ = writeln!(
            std::io::stderr(),
            "stopped by {}: the levels to depth {finished} are complete; run it again with a \
             larger limit, or with --depth {finished}",
            cause.describe(),
        );
    }
    Ok(Exit::Stopped)
}

/// Runs the plan; also says whether it was the time limit that stopped it.
fn count(args: &EnumerateArgs, plan: &Plan) -> (Result<Enumeration, EnumerateError>, bool) {
    let display = Display::new(args.output.quiet, args.progress, 1, 1);
    let interrupted = on_interrupt();
    let cancel = Cancel::new();
    let mut out_of_time = false;
    let result = loyd_enumerate::run(plan, &cancel, &mut |progress| {
        display.report(|| progress_line(progress));
        out_of_time |= args.resources.max_time.is_some_and(|most| progress.elapsed >= most);
        if out_of_time || interrupted.is_cancelled() {
            cancel.cancel();
        }
    });
    display.finish();
    (result, out_of_time && !interrupted.is_cancelled())
}

fn failure(error: &EnumerateError) -> Failure {
    let exit = match error {
        EnumerateError::WrongTotal { .. } => Exit::Failed,
        EnumerateError::OutOfMemory { .. } => Exit::Environment,
        _ => Exit::BadInput,
    };
    Failure::Message { exit, text: error.to_string() }
}

fn report(enumeration: &Enumeration, reporter: &mut Reporter) -> Result<(), Failure> {
    match reporter.format() {
        Format::Csv => {
            for (depth, &states) in enumeration.levels.iter().enumerate() {
                let mut record = Record::new();
                record.push("depth", depth);
                record.push("states", states);
                reporter.record(&record, String::new)?;
            }
            Ok(())
        }
        Format::Text | Format::Json => reporter.record(&record(enumeration), || table(enumeration)),
    }
}

fn record(enumeration: &Enumeration) -> Record {
    let mut record = Record::new();
    record.push("puzzle", enumeration.size.to_string());
    record.push("metric", enumeration.metric.name());
    record.push("start_cell", enumeration.start_cell);
    record.push("levels", enumeration.levels.clone());
    record.push("total", enumeration.total);
    record.push("complete", enumeration.complete);
    record.push("radius", enumeration.radius);
    record.push("engine", enumeration.engine.map(|engine| engine.info().name));
    record.push("seconds", enumeration.seconds);
    record.push("setup_seconds", enumeration.setup_seconds);
    record.push("peak_memory_bytes", enumeration.peak_memory_bytes);
    record.push("bytes_read", enumeration.bytes_read);
    record.push("bytes_written", enumeration.bytes_written);
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_cells() {
        let size = Size::new(4, 3).expect("a size");
        let cell = |text: &str| text.parse::<Start>().map(|start| start.cell(size));
        assert_eq!(cell("corner"), Ok(0));
        assert_eq!(cell("edge"), Ok(1));
        assert_eq!(cell("centre"), Ok(5));
        assert_eq!(cell("7"), Ok(7));
        assert!(cell("middle").is_err() && cell("-1").is_err());
    }
}
