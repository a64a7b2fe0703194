//! `loyd compare`: algorithms and heuristics on the same boards, side by side.

mod levels;
mod outputs;
mod program;
mod request;
mod stream;

pub(crate) use request::CompareArgs;

use crate::exit::{Exit, Failure};
use crate::faults::of_store;
use crate::interrupt::on_interrupt;
use crate::platform;
use crate::progress::Display;
use loyd_lab::measures::seconds;
use loyd_lab::presets::Preset;
use loyd_lab::raw::{self, Form, Report};
use loyd_lab::{
    Ending, Experiment, Findings, ResultsFolder, Resumed, RunResult, Runner, StoredComparison,
    summary,
};
use loyd_report::document::{Document, WIDTHS, text};
use loyd_report::numbers::plural;
use outputs::{Reports, listed};
use program::Program;
use request::{Request, StdoutFormat};
use std::io::Write;
use std::time::Duration;
use stream::Stream;

/// Runs the command.
pub(crate) fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    let opened = args.resume.as_deref().map(StoredComparison::of).transpose()?;
    let request = Request::of(args, opened.as_ref())?;
    request.keep_apart()?;
    if request.args.preset == Some(Preset::Lehman) {
        return levels::run(&request);
    }
    compare(&request, opened)
}

fn compare(request: &Request, opened: Option<StoredComparison>) -> Result<Exit, Failure> {
    let mut experiment = request.experiment()?;
    let cancel = on_interrupt();
    let reports = Reports::open(&request.args.output)?;
    let mut stdout = Stream::open(request.is_kept())?;
    let (mut folder, mut results) = open_folder(request, opened, &experiment)?;
    warn(request, &experiment.remarks);
    let display = Display::new(request.args.quiet, request.args.progress, experiment.runs(), 1);
    let program = Program { request, cancel: &cancel, display: &display };
    let in_lines = request.args.format == StdoutFormat::Json;
    if in_lines {
        stdout.line("comparison", raw::opening(request.title(), &experiment, &program))?;
        results.iter().try_for_each(|run| stdout.run(&experiment, run))?;
    }
    let earlier = results.clone();
    let runner = Runner { experiment: &experiment, environment: &program, cancel: &cancel };
    let ran = runner.run(&earlier, &mut |result| {
        display.around(|| {
            // Known even if it cannot be stored.
            results.push(result);
            let Some(result) = results.last() else { return Ok(()) };
            if let Some(folder) = &mut folder {
                folder.store(result).map_err(|error| of_store(&error))?;
            }
            if in_lines { stdout.run(&experiment, result) } else { Ok(()) }
        })
    });
    display.finish();
    let stored = folder.as_mut().map_or(Ok(()), ResultsFolder::synchronise);
    // A table that was not finished when the user stopped the work is not a failure; all else is.
    let ran = match ran {
        Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
        Err(Failure::Message { exit: Exit::Stopped, .. }) if cancel.is_cancelled() => {
            Ok(Duration::ZERO)
        }
        other => other,
    };
    // Finished runs are reported after any failure.
    let remarks = experiment.remarks.len();
    experiment.complete(&program, &mut results);
    warn(request, &experiment.remarks[remarks..]);
    let findings = Findings::new(&experiment, &results);
    let mut document = match request.args.preset {
        Some(preset) => preset.document(&findings, &program),
        None => loyd_lab::document(&findings, &program),
    };
    if experiment.has_databases() {
        let setup = ran.as_ref().map_or(Duration::ZERO, |setup| *setup);
        let what = format!("{}, in no time of a search", seconds(setup.as_secs_f64()));
        document.facts.push(("tables built or loaded in".to_owned(), what));
    }
    let (columns, row) = (raw::columns(request.puzzle), |run| findings.row(run));
    let report = Report { document: &document, columns: &columns, rows: results.len(), row: &row };
    let written = deliver(request, reports, stdout, &report, &short(&document, &findings));
    let stored = stored.err().map(|error| of_store(&error));
    worst(ran.err().into_iter().chain(stored).chain(written).collect())?;
    let exit = exit(&document, &results);
    if results.len() < experiment.runs() {
        print_advice(request, results.len(), &experiment);
        return Ok(if exit == Exit::Failed { exit } else { Exit::Stopped });
    }
    Ok(exit)
}

/// The exit code for results without a failure.
fn exit(document: &Document, results: &[RunResult]) -> Exit {
    let ended = |ending: Ending| results.iter().any(|run| run.ending == ending);
    if !document.alarms.is_empty() || ended(Ending::Unsolvable) {
        Exit::Failed
    } else if results.iter().any(|run| run.ending != Ending::Solved) {
        Exit::Stopped
    } else {
        Exit::Done
    }
}

/// The first of several failures, the others said; a reader who went away matters least.
fn worst(failures: Vec<Failure>) -> Result<(), Failure> {
    let (closed, mut failures): (Vec<_>, Vec<_>) =
        failures.into_iter().partition(|failure| matches!(failure, Failure::ClosedPipe));
    if failures.is_empty() {
        return closed.into_iter().next().map_or(Ok(()), Err);
    }
    let first = failures.remove(0);
    for other in failures.iter().filter(|other| other.to_string() != first.to_string()) {
        let _ = writeln!(std::io::stderr(), "error: {other}");
    }
    Err(first)
}

/// The folder of results, and those that it has.
fn open_folder(
    request: &Request,
    opened: Option<StoredComparison>,
    experiment: &Experiment,
) -> Result<(Option<ResultsFolder>, Vec<RunResult>), Failure> {
    if let Some(opened) = opened {
        let Resumed { folder, results, torn } = opened.resume(experiment)?;
        if torn > 0 && !request.args.quiet {
            let _ = writeln!(
                std::io::stderr(),
                "{} cut off and not used; what it was of is done again",
                plural(torn as u64, "unfinished line")
            );
        }
        return Ok((Some(folder), results));
    }
    let Some(folder) = &request.args.dir else { return Ok((None, Vec::new())) };
    let folder = ResultsFolder::create(folder, experiment, &request.arguments)?;
    Ok((Some(folder), Vec::new()))
}

/// Notes for the reader.
fn warn(request: &Request, remarks: &[String]) {
    if !request.args.quiet {
        for remark in remarks {
            let _ = writeln!(std::io::stderr(), "warning: {remark}");
        }
    }
}

/// Prints the alarms, writes the files and prints the results, in short unless all are requested; returns the
/// failures.
fn deliver(
    request: &Request,
    reports: Reports,
    mut stdout: Stream,
    report: &Report<'_>,
    short: &Document,
) -> Vec<Failure> {
    for alarm in &report.document.alarms {
        let _ = writeln!(std::io::stderr(), "error: {alarm}");
    }
    // Files first: they remain if the reader of the output is gone.
    let mut failures = reports.write(report);
    let width = platform::columns().unwrap_or(*WIDTHS.end());
    let printed = match request.args.format {
        StdoutFormat::Json => stdout.line("summary", raw::summary(report.document)),
        StdoutFormat::Text if request.args.full => stdout.print(&text(report.document, width)),
        StdoutFormat::Text => {
            if request.args.output.is_empty() && !request.args.quiet {
                let _ = writeln!(std::io::stderr(), "--full prints every table, chart and note");
            }
            stdout.print(&text(short, width))
        }
        StdoutFormat::Csv => stdout.print(&report.written(Form::Csv)),
        StdoutFormat::Markdown => stdout.print(&report.written(Form::Markdown)),
    };
    failures.extend(printed.and_then(|()| stdout.close()).err());
    failures
}

/// The summary: the table of the searches, and the alarms.
fn short(document: &Document, findings: &Findings<'_>) -> Document {
    let is_short =
        |(name, _): &&(String, String)| ["processor", "date", "done"].contains(&&name[..]);
    Document {
        title: document.title.clone(),
        facts: document.facts.iter().filter(is_short).cloned().collect(),
        alarms: document.alarms.clone(),
        sections: vec![summary(findings)],
    }
}

/// Prints how to continue a comparison that was stopped.
fn print_advice(request: &Request, done: usize, experiment: &Experiment) {
    if request.args.quiet {
        return;
    }
    let advice = match request.folder() {
        Some(folder) => {
            format!("continue with `loyd compare --resume {}`", crate::run_folder::quoted(folder))
        }
        None if !request.args.output.is_empty() => format!(
            "results are in {}; with --dir the rest could run later",
            listed(&request.args.output)
        ),
        None => {
            "results were printed but not stored; with --dir the rest could run later".to_owned()
        }
    };
    let all = plural(experiment.runs() as u64, "run");
    let _ = writeln!(std::io::stderr(), "stopped after {done} of {all}; {advice}");
}
