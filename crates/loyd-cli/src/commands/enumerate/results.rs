//! Prints and draws the results of a run and compares them with the published levels.

use super::EnumerateArgs;
use crate::enumerable::Enumerable;
use crate::exit::{Exit, Failure};
use crate::plot::Plot;
use crate::published::Reference;
use crate::render::Reporter;
use crate::render::enumerate::{antipodes, confirmation, table};
use loyd::EnumerateResult;
use loyd_enumerate::Enumeration;
use loyd_report::record::Record;
use loyd_store::Certificate;
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
    pub(super) fn write<P: Enumerable>(
        mut self,
        args: &EnumerateArgs,
        enumeration: &Enumeration<P>,
    ) -> Result<Exit, Failure> {
        let reference = Reference::of(enumeration);
        report(enumeration, args, reference, &mut self.reporter)?;
        self.reporter.finish()?;
        if !args.output().quiet
            && let Some(hint) =
                confirmation(enumeration, args.printed_antipodes(), &args.again(enumeration))
        {
            let _ = writeln!(std::io::stderr(), "{hint}");
        }
        if let Some(plot) = self.plot {
            plot.write(enumeration, reference)?;
        }
        Ok(reference.exit())
    }
}

/// Writes the results of a run that is complete.
pub(super) fn report_finished<P: Enumerable>(
    args: &EnumerateArgs,
    certificate: &Certificate,
) -> Result<Exit, Failure> {
    let enumeration = certificate
        .enumeration::<P>()
        .ok_or_else(|| Failure::input("the certificate is of no board that this loyd knows"))?;
    if !args.counting.output.quiet {
        let _ = writeln!(std::io::stderr(), "the run is finished: this is its certificate");
    }
    Results::open(args)?.write(args, &enumeration)
}

fn report<P: Enumerable>(
    enumeration: &Enumeration<P>,
    args: &EnumerateArgs,
    reference: Reference,
    reporter: &mut Reporter,
) -> Result<(), Failure> {
    let rows = enumeration.levels.iter().enumerate().map(|(depth, &states)| {
        let mut record = Record::new();
        record.push("depth", depth);
        record.push("states", states);
        record
    });
    let (limit, columns) = (args.printed_antipodes(), reporter.columns());
    let text = || table(enumeration, reference, columns) + &antipodes(enumeration, limit);
    reporter.list(rows, || record(enumeration, limit, reference), text)
}

/// The result, compared with the published levels, with at most `limit` antipodes.
pub(super) fn record<P: Enumerable>(
    enumeration: &Enumeration<P>,
    limit: Option<usize>,
    reference: Reference,
) -> Record {
    let mut record = EnumerateResult::of(enumeration, limit).record();
    record.push("reference", reference.name());
    record
}
