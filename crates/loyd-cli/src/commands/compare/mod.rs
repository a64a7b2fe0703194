//! `loyd compare`: algorithms and heuristics on the same boards, side by side.

mod levels;
mod request;
mod stream;

pub(crate) use request::CompareArgs;

use crate::compare::findings::Findings;
use crate::compare::judge::judge;
use crate::compare::measures::seconds;
use crate::compare::outputs::{Form, Reports, Rows, listed, written};
use crate::compare::plan::{Cell, Experiment};
use crate::compare::repeats::merged;
use crate::compare::result::{Ending, RunResult};
use crate::compare::results_folder::{self, Opened};
use crate::compare::run::{Runner, Spent, estimates};
use crate::compare::summary::summary;
use crate::compare::{facts, raw};
use crate::exit::{Exit, Failure};
use crate::family::Family;
use crate::interrupt::on_interrupt;
use crate::platform;
use crate::progress::Display;
use crate::tables::Terminal;
use crate::tiles::presets::Preset;
use loyd::for_puzzle;
use loyd_report::document::Document;
use loyd_report::document::{WIDTHS, text};
use loyd_report::numbers::plural;
use loyd_store::Journal;
use request::{Request, StdoutFormat};
use serde_json::Value;
use std::io::Write;
use std::time::Duration;
use stream::Stream;

/// Runs the command.
pub(crate) fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    let opened = args.resume.as_deref().map(Opened::of).transpose()?;
    let request = Request::of(args, opened.as_ref())?;
    request.keep_apart()?;
    if request.preset == Some(Preset::Lehman) {
        return levels::run(&request);
    }
    for_puzzle!(request.puzzle, P => compare::<P>(&request, opened))
}

fn compare<P: Family>(request: &Request, opened: Option<Opened>) -> Result<Exit, Failure> {
    let mut experiment = request.experiment::<P>()?;
    let cancel = on_interrupt();
    let reports = Reports::open(&request.files)?;
    let mut stdout = Stream::open(request.is_kept())?;
    let (mut journal, mut results) = open_journal(request, opened, &experiment)?;
    warn(request, &experiment.remarks);
    let display = Display::new(request.quiet, request.progress, experiment.runs(), 1);
    let tables = || {
        let tables = request.cache.cached().threads(platform::cores()).memory(request.memory);
        tables.cancel(&cancel).observer(Terminal::new(request.quiet)).into()
    };
    let runner =
        Runner { experiment: &experiment, cancel: &cancel, display: &display, tables: &tables };
    let in_lines = request.format == StdoutFormat::Json;
    if in_lines {
        begin_lines(request, &experiment, &results, &mut stdout)?;
    }
    let done = results.clone();
    let ran = runner.run(&done, &mut |result| {
        // Known even if it cannot be kept.
        results.push(result);
        let Some(result) = results.last() else { return Ok(()) };
        if let Some(journal) = &mut journal {
            keep(journal, result)?;
        }
        if in_lines { stdout.run(&experiment, result) } else { Ok(()) }
    });
    display.finish();
    let safe = journal.as_mut().map_or(Ok(()), Journal::synchronise);
    // A table that was not finished when the user stopped the work is not a failure; all else is.
    let ran = match ran {
        Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
        Err(Failure::Message { exit: Exit::Stopped, .. }) if cancel.is_cancelled() => {
            Ok(Spent::default())
        }
        other => other,
    };
    let setup = ran.as_ref().map_or(Duration::ZERO, |spent| spent.setup);
    // Whatever went wrong, what is done is reported.
    results.sort_by_key(|run| (run.cell, run.board, run.repeat));
    let missing = estimates(&experiment, &tables, &mut results);
    warn(request, &missing);
    experiment.remarks.extend(missing);
    let (exit, written) = report(request, &experiment, (&results, setup), reports, stdout);
    let kept = safe.err().map(|error| crate::faults::of_store(&error));
    worst(ran.err().into_iter().chain(kept).chain(written).collect())?;
    if results.len() < experiment.runs() {
        say_how_to_continue(request, &results, &experiment);
        return Ok(if exit == Exit::Failed { exit } else { Exit::Stopped });
    }
    Ok(exit)
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

/// Keeps a result in the folder.
fn keep(journal: &mut Journal, result: &RunResult) -> Result<(), Failure> {
    let kept = serde_json::to_value(result).map_err(|why| {
        Failure::environment(format!("internal error: a result is not JSON: {why}"))
    })?;
    journal.keep(&kept).map_err(|error| crate::faults::of_store(&error))
}

/// The searches to compare, and the results that are there already.
fn begin_lines<P: Family>(
    request: &Request,
    experiment: &Experiment<P>,
    done: &[RunResult],
    stdout: &mut Stream,
) -> Result<(), Failure> {
    let verdict = judge(experiment, &[]);
    let findings = Findings::new(experiment, (&[], &[]), &verdict, &request.command);
    let mut head = raw::head(&Document {
        title: request.title(),
        facts: facts::facts(&findings),
        ..Document::default()
    });
    head.shift_remove("done");
    stdout.line("comparison", head)?;
    done.iter().try_for_each(|run| stdout.run(experiment, run))
}

/// The folder that results are kept in, and those that are there already.
fn open_journal<P: Family>(
    request: &Request,
    opened: Option<Opened>,
    experiment: &Experiment<P>,
) -> Result<(Option<Journal>, Vec<RunResult>), Failure> {
    if let Some(opened) = opened {
        let (journal, mut results, torn) = results_folder::resume(opened, experiment)?;
        results.sort_by_key(|run| (run.cell, run.board, run.repeat));
        if torn > 0 && !request.quiet {
            let _ = writeln!(
                std::io::stderr(),
                "{} cut off and not used; what it was of is done again",
                plural(torn as u64, "unfinished line")
            );
        }
        return Ok((Some(journal), results));
    }
    let Some(folder) = &request.dir else { return Ok((None, Vec::new())) };
    Ok((Some(results_folder::begin(folder, experiment, &request.arguments)?), Vec::new()))
}

/// Notes for the reader.
fn warn(request: &Request, remarks: &[String]) {
    if !request.quiet {
        for remark in remarks {
            let _ = writeln!(std::io::stderr(), "warning: {remark}");
        }
    }
}

/// Judges, writes everything, and says loudly what does not hold; returns what could not be written.
fn report<P: Family>(
    request: &Request,
    experiment: &Experiment<P>,
    (results, setup): (&[RunResult], Duration),
    reports: Reports,
    mut stdout: Stream,
) -> (Exit, Vec<Failure>) {
    let verdict = judge(experiment, results);
    let searches = merged(results);
    let findings = Findings::new(experiment, (results, &searches), &verdict, &request.command);
    let mut document = request.document(&findings);
    if experiment.cells.iter().any(Cell::has_databases) {
        let what = format!("{}, in no time of a search", seconds(setup.as_secs_f64()));
        document.facts.push(("tables built or loaded in".to_owned(), what));
    }
    for alarm in &document.alarms {
        let _ = writeln!(std::io::stderr(), "error: {alarm}");
    }
    let csv = || raw::csv(&findings);
    let objects = || {
        let records = results.iter().map(|run| {
            Value::Object(raw::object(&raw::record(experiment, run, findings.optimal(run))))
        });
        records.collect()
    };
    let rows = Rows { csv: &csv, columns: &raw::columns::<P>(), objects: &objects };
    // Files first: they stay when nobody reads the rest.
    let mut failures = reports.write(&document, &rows);
    let width = platform::columns().unwrap_or(*WIDTHS.end());
    let printed = match request.format {
        StdoutFormat::Json => stdout.line("summary", raw::summary(&document)),
        StdoutFormat::Text if request.full => stdout.print(&text(&document, width)),
        StdoutFormat::Text => {
            if request.files.is_empty() && !request.quiet {
                let _ = writeln!(std::io::stderr(), "--full prints every table, chart and note");
            }
            stdout.print(&text(&short(&document, &findings), width))
        }
        StdoutFormat::Csv => stdout.print(&written(Form::Csv, &document, &rows)),
        StdoutFormat::Markdown => stdout.print(&written(Form::Markdown, &document, &rows)),
    };
    failures.extend(printed.and_then(|()| stdout.close()).err());
    let unsolvable = results.iter().any(|run| run.ending == Ending::Unsolvable);
    let exit = if !document.alarms.is_empty() || unsolvable {
        Exit::Failed
    } else if results.iter().any(|run| run.ending != Ending::Solved) {
        Exit::Stopped
    } else {
        Exit::Done
    };
    (exit, failures)
}

/// The summary: the table of the searches, and the alarms.
fn short<P: Family>(document: &Document, findings: &Findings<'_, P>) -> Document {
    let wanted = |(name, _): &&(String, String)| ["processor", "date", "done"].contains(&&name[..]);
    Document {
        title: document.title.clone(),
        facts: document.facts.iter().filter(wanted).cloned().collect(),
        alarms: document.alarms.clone(),
        sections: vec![summary(findings)],
    }
}

fn say_how_to_continue<P: Family>(
    request: &Request,
    results: &[RunResult],
    experiment: &Experiment<P>,
) {
    if request.quiet {
        return;
    }
    let done = results.len();
    let advice = match request.dir.as_ref().or(request.resume.as_ref()) {
        Some(folder) => {
            format!("continue with `loyd compare --resume {}`", crate::run_folder::quoted(folder))
        }
        None if !request.files.is_empty() => format!(
            "what is done is in {}; with --dir the rest could be done later",
            listed(&request.files)
        ),
        None => "what is done was printed and is kept nowhere else; with --dir the rest could be \
                 done later"
            .to_owned(),
    };
    let all = plural(experiment.runs() as u64, "run");
    let _ = writeln!(std::io::stderr(), "stopped after {done} of {all}; {advice}");
}
