//! `loyd compare`: algorithms and heuristics on the same boards, side by side.

mod levels;
mod outputs;
mod program;
mod request;
mod stream;

pub(crate) use levels::run as count_levels;
pub(crate) use request::CompareArgs;

use crate::exit::{Exit, Failure};
use crate::faults::of_store;
use crate::interrupt::on_interrupt;
use crate::progress::Display;
use loyd_lab::measures::seconds;
use loyd_lab::raw::{self, Report};
use loyd_lab::{
    Ending, Findings, ResultsFolder, RunResult, Runner, StoredComparison, pictures, summary,
};
use loyd_report::document::Document;
use outputs::{Reports, deliver, print_advice, worst};
use program::Program;
use request::{Request, StdoutFormat};
use std::io::Write;
use std::time::Duration;
use stream::Stream;

/// Runs the searches, and reports them.
pub(crate) fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    let opened = args.resume.as_deref().map(StoredComparison::of).transpose()?;
    let request = &Request::of(args, opened.as_ref())?;
    request.keep_apart()?;
    let cancel = on_interrupt();
    let reports = Reports::open(&request.args.output)?;
    let mut stdout = Stream::open(request.has_other_output())?;
    let mut experiment = request.experiment()?;
    let (mut folder, mut results) = request.open_folder(opened, &experiment)?;
    warn(request, &experiment.remarks);
    let display = Display::new(request.args.quiet, request.args.progress, experiment.runs(), 1);
    let program = Program { request, cancel: &cancel, display: &display };
    let in_lines = request.args.format == StdoutFormat::Json;
    if in_lines {
        stdout.line("comparison", loyd_lab::opening(request.title(), &experiment, &program))?;
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
    let (rows, pictures) = (results.len(), || pictures(&findings));
    let report =
        Report { document: &document, columns: &columns, rows, row: &row, pictures: &pictures };
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

/// Notes for the reader.
fn warn(request: &Request, remarks: &[String]) {
    if !request.args.quiet {
        for remark in remarks {
            let _ = writeln!(std::io::stderr(), "warning: {remark}");
        }
    }
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
