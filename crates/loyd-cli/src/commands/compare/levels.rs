//! The preset that counts levels instead of comparing searches.

use super::request::{Request, StdoutFormat};
use super::write_line;
use crate::compare::outputs::{Form, Reports, written};
use crate::compare::presets::lehman::{Means, count};
use crate::compare::raw;
use crate::exit::{Exit, Failure};
use crate::interrupt::on_interrupt;
use crate::output::Output;
use crate::progress::Display;
use crate::render::enumerate::status;
use loyd_enumerate::LevelProgress;
use serde_json::Value;
use std::io::Write;

/// Counts, and writes what came of it.
pub(super) fn run(request: &Request) -> Result<Exit, Failure> {
    let cancel = on_interrupt();
    let reports = Reports::open(&request.files)?;
    let mut stdout = Output::open(None)?;
    let display = Display::new(request.quiet, request.progress, 1, 1);
    let means = Means {
        levels: request.count().unwrap_or(u64::MAX),
        memory: request.memory,
        threads: request.threads,
        cancel: &cancel,
    };
    let facts = vec![
        ("loyd".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("command".to_owned(), request.command.clone()),
        ("metric".to_owned(), "single".to_owned()),
    ];
    let mut progress = |progress: &LevelProgress| display.status(|| status(progress, "", true));
    let counted = count(&means, facts, &mut progress)?;
    display.finish();
    let document = counted.document;
    for alarm in &document.alarms {
        let _ = writeln!(std::io::stderr(), "error: {alarm}");
    }
    let csv = || counted.csv.clone();
    if request.format == StdoutFormat::Json {
        let whole = raw::json(&document, Vec::new());
        if let Ok(Value::Object(mut summary)) = serde_json::from_str(&whole) {
            summary.shift_remove("runs");
            write_line(&mut stdout, "summary", summary)?;
        }
    } else {
        let form = match request.format {
            StdoutFormat::Csv => Form::Csv,
            StdoutFormat::Markdown => Form::Markdown,
            StdoutFormat::Text | StdoutFormat::Json => Form::Text,
        };
        stdout.write(&written(form, &document, &csv, &Vec::new))?;
    }
    stdout.commit()?;
    reports.write(&document, &csv, &Vec::new)?;
    Ok(match (document.alarms.is_empty(), counted.complete) {
        (false, _) => Exit::Failed,
        (true, false) => Exit::Stopped,
        (true, true) => Exit::Done,
    })
}
