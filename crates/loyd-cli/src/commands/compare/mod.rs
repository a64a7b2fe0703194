//! `loyd compare`: algorithms and heuristics on the same boards, side by side.

mod levels;
mod request;

pub(crate) use request::CompareArgs;

use crate::compare::findings::Findings;
use crate::compare::judge::judge;
use crate::compare::outputs::{Form, Reports, written};
use crate::compare::plan::Experiment;
use crate::compare::presets::Preset;
use crate::compare::report::document;
use crate::compare::result::{Ending, RunResult};
use crate::compare::run::{Laboratory, estimates};
use crate::compare::{keeping, raw};
use crate::exit::{Exit, Failure};
use crate::interrupt::on_interrupt;
use crate::output::Output;
use crate::platform;
use crate::progress::Display;
use crate::render::text::plural;
use crate::tables::Tables;
use loyd_store::Journal;
use request::{Request, StdoutFormat};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Runs the command.
pub(crate) fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    let request = Request::of(args)?;
    if request.preset == Some(Preset::Lehman) {
        return levels::run(&request);
    }
    let experiment = request.experiment()?;
    let cancel = on_interrupt();
    let reports = Reports::open(&request.files)?;
    let mut stdout = Output::open(None)?;
    let (mut journal, mut results) = open_journal(&request, &experiment)?;
    warn(&request, &experiment);
    let display = Display::new(request.quiet, request.progress, experiment.runs(), 1);
    let tables = || {
        let cache = request.cache.cache();
        let mut tables = Tables::new(cache, platform::cores(), request.memory, cancel.clone());
        tables.quiet = request.quiet;
        tables
    };
    let laboratory =
        Laboratory { experiment: &experiment, cancel: &cancel, display: &display, tables: &tables };
    if request.format == StdoutFormat::Json {
        let verdict = judge(&experiment, &[]);
        let findings = Findings::new(&experiment, &[], &verdict, &request.command);
        let mut head = raw::head(&document(&findings));
        head.shift_remove("done");
        write_line(&mut stdout, "comparison", head)?;
    }
    let done = results.clone();
    let ran = laboratory.run(&done, &mut |result| {
        if let Some(journal) = &mut journal {
            let kept = serde_json::to_value(&result).unwrap_or_default();
            journal.keep(&kept).map_err(|error| crate::faults::of_store(&error))?;
        }
        if request.format == StdoutFormat::Json {
            let run = raw::object(&raw::record(&experiment, &result, None));
            write_line(&mut stdout, "run", run)?;
        }
        results.push(result);
        Ok(())
    });
    display.finish();
    if let Some(journal) = &mut journal {
        journal.synchronise().map_err(|error| crate::faults::of_store(&error))?;
    }
    // Whatever went wrong, what is done is reported; unless nobody reads it any more.
    let failure = match ran {
        Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
        Err(failure) if !cancel.is_cancelled() => Some(failure),
        _ => None,
    };
    results.sort_by_key(|run| (run.cell, run.board));
    estimates(&experiment, &tables, &mut results);
    let exit = report(&request, &experiment, &results, reports, stdout)?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if results.len() < experiment.runs() {
        say_how_to_continue(&request, &results, &experiment);
        return Ok(if exit == Exit::Failed { exit } else { Exit::Stopped });
    }
    Ok(exit)
}

/// The folder that results are kept in, and those that are there already.
fn open_journal(
    request: &Request,
    experiment: &Experiment,
) -> Result<(Option<Journal>, Vec<RunResult>), Failure> {
    if let Some(folder) = &request.resume {
        let (journal, results, torn) = keeping::resume(folder, experiment)?;
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
    Ok((Some(keeping::begin(folder, experiment, &request.arguments)?), Vec::new()))
}

/// What should be known before any waiting.
fn warn(request: &Request, experiment: &Experiment) {
    if !request.quiet {
        for remark in &experiment.remarks {
            let _ = writeln!(std::io::stderr(), "warning: {remark}");
        }
    }
}

/// Judges, writes everything, and says loudly what does not hold.
fn report(
    request: &Request,
    experiment: &Experiment,
    results: &[RunResult],
    reports: Reports,
    mut stdout: Output,
) -> Result<Exit, Failure> {
    let verdict = judge(experiment, results);
    let findings = Findings::new(experiment, results, &verdict, &request.command);
    let document = request.document(&findings);
    for alarm in &document.alarms {
        let _ = writeln!(std::io::stderr(), "error: {alarm}");
    }
    let csv = || raw::csv(&document, &findings);
    let runs = || {
        let records = results.iter().map(|run| {
            Value::Object(raw::object(&raw::record(experiment, run, findings.optimal(run))))
        });
        records.collect()
    };
    match request.format {
        StdoutFormat::Json => {
            let whole = raw::json(&document, Vec::new());
            let mut summary = match serde_json::from_str(&whole) {
                Ok(Value::Object(summary)) => summary,
                _ => Map::new(),
            };
            summary.shift_remove("runs");
            write_line(&mut stdout, "summary", summary)?;
        }
        StdoutFormat::Text => stdout.write(&written(Form::Text, &document, &csv, &runs))?,
        StdoutFormat::Csv => stdout.write(&written(Form::Csv, &document, &csv, &runs))?,
        StdoutFormat::Markdown => stdout.write(&written(Form::Markdown, &document, &csv, &runs))?,
    }
    stdout.commit()?;
    reports.write(&document, &csv, &runs)?;
    Ok(
        if !document.alarms.is_empty() || results.iter().any(|run| run.ending == Ending::Unsolvable)
        {
            Exit::Failed
        } else if results.iter().any(|run| run.ending != Ending::Solved) {
            Exit::Stopped
        } else {
            Exit::Done
        },
    )
}

/// An object on a line of its own, handed on at once.
fn write_line(output: &mut Output, kind: &str, members: Map<String, Value>) -> Result<(), Failure> {
    let mut object = Map::new();
    object.insert("type".into(), json!(kind));
    object.extend(members);
    output.write(&format!("{}\n", Value::Object(object)))?;
    output.flush()
}

fn say_how_to_continue(request: &Request, results: &[RunResult], experiment: &Experiment) {
    if request.quiet {
        return;
    }
    let (done, all) = (results.len(), experiment.runs());
    let advice = match request.dir.as_ref().or(request.resume.as_ref()) {
        Some(folder) => format!("continue with `loyd compare --resume {}`", folder.display()),
        None => "nothing is kept beside what was printed: with --dir it could be continued".into(),
    };
    let _ = writeln!(std::io::stderr(), "stopped after {done} of {all} runs; {advice}");
}
