//! The preset that counts levels instead of comparing searches.

use super::request::{Request, StdoutFormat};
use super::stream::Stream;
use super::worst;
use crate::compare::facts::{begun_by, here_and_now};
use crate::compare::outputs::{Form, Reports, Rows, written};
use crate::compare::raw;
use crate::counting::status;
use crate::exit::{Exit, Failure};
use crate::interrupt::on_interrupt;
use crate::progress::Display;
use crate::tiles::presets::lehman::{COLUMNS, Means, count};
use loyd_enumerate::LevelProgress;
use std::io::Write;

/// Counts, and writes what came of it.
pub(super) fn run(request: &Request) -> Result<Exit, Failure> {
    request.counts_levels()?;
    let cancel = on_interrupt();
    let reports = Reports::open(&request.files)?;
    let mut stdout = Stream::open(request.is_kept())?;
    let display = Display::new(request.quiet, request.progress, 1, 1);
    let means = Means {
        levels: request.count().unwrap_or(u64::MAX),
        memory: request.memory,
        threads: request.threads,
        cancel: &cancel,
        servers: request.servers(),
    };
    let mut facts = begun_by(&request.command);
    facts.push(("metric".to_owned(), "single; of the cube quarter".to_owned()));
    facts.extend(here_and_now());
    let mut progress = |progress: &LevelProgress| display.status(|| status(progress, "", true));
    let counted = count(&means, facts, &mut progress)?;
    display.finish();
    let document = counted.document;
    for alarm in &document.alarms {
        let _ = writeln!(std::io::stderr(), "error: {alarm}");
    }
    let csv = || counted.csv.clone();
    let rows = Rows { csv: &csv, columns: &COLUMNS, objects: &|| counted.objects.clone() };
    let mut failures = reports.write(&document, &rows);
    let form = match request.format {
        StdoutFormat::Csv => Form::Csv,
        StdoutFormat::Markdown => Form::Markdown,
        StdoutFormat::Text | StdoutFormat::Json => Form::Text,
    };
    let printed = if request.format == StdoutFormat::Json {
        stdout.line("summary", raw::summary(&document))
    } else {
        stdout.print(&written(form, &document, &rows))
    };
    failures.extend(printed.and_then(|()| stdout.close()).err());
    worst(failures)?;
    Ok(match (document.alarms.is_empty(), counted.complete) {
        (false, _) => Exit::Failed,
        (true, false) => Exit::Stopped,
        (true, true) => Exit::Done,
    })
}
