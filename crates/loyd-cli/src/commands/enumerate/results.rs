//! Prints and draws the results of a run and compares them with the published levels.

use super::EnumerateArgs;
use crate::exit::{Exit, Failure};
use crate::plot::Plot;
use crate::published::Reference;
use crate::registry::texts;
use crate::render::Reporter;
use crate::render::enumerate::{antipodes, confirmation, table};
use loyd::{AnyEnumeration, EnumerateResult, LevelsRequest};
use loyd_report::record::Record;
use std::io::Write;

/// The destinations of results: opened before the run, so that none is lost to a typing mistake.
pub(super) struct Results {
    reporter: Reporter,
    plot: Option<Plot>,
}

impl Results {
    pub(super) fn open(args: &EnumerateArgs) -> Result<Self, Failure> {
        let reporter = Reporter::open(&args.counting.output)?;
        let results = args.counting.output.output.as_deref();
        let plot = args.plot.as_ref().map(|file| Plot::open(file, results)).transpose()?;
        Ok(Self { reporter, plot })
    }

    /// Writes everything; the exit code depends on the published levels.
    pub(super) fn write(
        mut self,
        args: &EnumerateArgs,
        enumeration: &dyn AnyEnumeration,
    ) -> Result<Exit, Failure> {
        let (request, reference) = (enumeration.request(), Reference::of(enumeration));
        let result = enumeration.result(args.printed_antipodes());
        report(&result, reference, &mut self.reporter)?;
        self.reporter.finish()?;
        let metric = metric_option(&request);
        let solve = texts(request.puzzle()).solve_command(&*request.start, &metric);
        if !args.output().quiet
            && let Some(hint) = confirmation(&result, &solve, &args.again(&request))
        {
            let _ = writeln!(std::io::stderr(), "{hint}");
        }
        if let Some(plot) = self.plot {
            plot.write(&result, reference)?;
        }
        Ok(reference.exit())
    }
}

impl EnumerateArgs {
    /// The command that repeats the run, without options for its results.
    pub(super) fn again(&self, request: &LevelsRequest) -> String {
        let engine = self.counting.engine.map(|engine| format!(" --engine {}", engine.info().name));
        let arguments = texts(request.puzzle()).arguments(&*request.start);
        let (metric, engine) = (metric_option(request), engine.unwrap_or_default());
        format!("loyd enumerate {arguments}{metric}{engine}")
    }
}

/// The option for the metric of a request; nothing for the default one.
fn metric_option(request: &LevelsRequest) -> String {
    let usual = request.puzzle().puzzle().metric(None);
    let is_usual = usual.is_ok_and(|usual| usual == request.metric);
    if is_usual { String::new() } else { format!(" --metric {}", request.metric.name) }
}

/// Writes the results of a run that was finished before.
pub(super) fn report_finished(
    args: &EnumerateArgs,
    enumeration: &dyn AnyEnumeration,
) -> Result<Exit, Failure> {
    if !args.counting.output.quiet {
        let _ = writeln!(std::io::stderr(), "the run is finished: this is its certificate");
    }
    Results::open(args)?.write(args, enumeration)
}

fn report(
    enumeration: &EnumerateResult,
    reference: Reference,
    reporter: &mut Reporter,
) -> Result<(), Failure> {
    let rows = enumeration.levels.iter().enumerate().map(|(depth, &states)| {
        let mut record = Record::new();
        record.push("depth", depth);
        record.push("states", states);
        record
    });
    let columns = reporter.columns();
    let text = || table(enumeration, reference, columns) + &antipodes(enumeration);
    reporter.list(rows, || record(enumeration, reference), text)
}

/// The result, compared with the published levels.
pub(super) fn record(enumeration: &EnumerateResult, reference: Reference) -> Record {
    let mut record = enumeration.record();
    record.push("reference", reference.name());
    record
}
