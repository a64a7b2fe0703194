//! The results of a run: printed, drawn, compared with the published levels.

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

    /// Writes everything; says whether the levels are the published ones.
    pub(super) fn write<P: Enumerable>(
        mut self,
        args: &EnumerateArgs,
        found: &Enumeration<P>,
    ) -> Result<Exit, Failure> {
        let reference = Reference::of(found);
        report(found, args, reference, &mut self.reporter)?;
        self.reporter.finish()?;
        if !args.output().quiet
            && let Some(hint) = confirmation(found, args.shown(), &args.again(found))
        {
            let _ = writeln!(std::io::stderr(), "{hint}");
        }
        if let Some(plot) = self.plot {
            plot.write(found, reference)?;
        }
        Ok(reference.exit())
    }
}

/// The run to be continued is done: its results, as it left them.
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
    let (shown, columns) = (args.shown(), reporter.columns());
    let text = || table(enumeration, reference, columns) + &antipodes(enumeration, shown);
    reporter.list(rows, || record(enumeration, shown, reference), text)
}

/// The result with the comparison with the published levels; `shown` antipodes if they are wanted.
pub(super) fn record<P: Enumerable>(
    enumeration: &Enumeration<P>,
    shown: Option<usize>,
    reference: Reference,
) -> Record {
    let mut record = EnumerateResult::of(enumeration, shown).record();
    record.push("reference", reference.name());
    record
}
