//! The preset that counts levels instead of comparing searches.

use super::outputs::{Reports, deliver, worst};
use super::program::Program;
use super::request::{CompareArgs, Request};
use super::stream::Stream;
use crate::counting::status;
use crate::exit::{Exit, Failure};
use crate::interrupt::on_interrupt;
use crate::progress::Display;
use loyd_enumerate::LevelProgress;
use loyd_lab::presets::lehman::{COLUMNS, Means, count};
use loyd_lab::raw::Report;
use loyd_report::scene::Scene;

/// Counts the levels, and writes the report.
pub(crate) fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    let request = &Request::of(args, None)?;
    request.keep_apart()?;
    request.refuse_searching()?;
    let cancel = on_interrupt();
    let reports = Reports::open(&request.args.output)?;
    let stdout = Stream::open(request.has_other_output())?;
    let display = Display::new(request.args.quiet, request.args.progress, 1, 1);
    let program = Program { request, cancel: &cancel, display: &display };
    let means = Means {
        levels: request.args.count.unwrap_or(u64::MAX),
        memory: request.memory,
        threads: request.args.threads,
        cancel: &cancel,
        #[cfg(feature = "graph")]
        servers: &request.args.db,
    };
    let mut progress = |progress: &LevelProgress| display.status(|| status(progress, "", true));
    let counted = count(&means, &program, &mut progress)?;
    display.finish();
    let document = &counted.document;
    let row = |row: usize| counted.rows[row].clone();
    let (rows, pictures) = (counted.rows.len(), || Scene::stacked(String::new(), []));
    let report = Report { document, columns: &COLUMNS, rows, row: &row, pictures: &pictures };
    worst(deliver(request, reports, stdout, &report, document))?;
    Ok(match (document.alarms.is_empty(), counted.complete) {
        (false, _) => Exit::Failed,
        (true, false) => Exit::Stopped,
        (true, true) => Exit::Done,
    })
}
