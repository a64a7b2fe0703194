//! The results of a run: printed, drawn, compared with the published levels.

use super::EnumerateArgs;
use crate::args::Format;
use crate::enumerable::Enumerable;
use crate::exit::{Exit, Failure};
use crate::plot::Plot;
use crate::published::Reference;
use crate::render::Reporter;
use crate::render::enumerate::{antipodes, confirmation, table};
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
        let reporter = Reporter::open(&args.counting.output, Format::Text)?;
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
    match reporter.format() {
        Format::Csv => {
            for (depth, &states) in enumeration.levels.iter().enumerate() {
                let mut record = Record::new();
                record.push("depth", depth);
                record.push("states", states);
                reporter.record(&record, String::new)?;
            }
            Ok(())
        }
        Format::Text | Format::Json => {
            let (shown, columns) = (args.shown(), reporter.columns());
            let text = || table(enumeration, reference, columns) + &antipodes(enumeration, shown);
            reporter.record(&record(enumeration, shown, reference), text)
        }
    }
}

/// `shown`: how many antipodes are wanted, if any.
pub(super) fn record<P: Enumerable>(
    enumeration: &Enumeration<P>,
    shown: Option<usize>,
    reference: Reference,
) -> Record {
    let mut record = Record::new();
    record.push("puzzle", P::shape(&enumeration.start));
    record.push("metric", enumeration.metric.to_string());
    record.push("start", P::format(&enumeration.start));
    record.push("start_cell", P::start_cell(&enumeration.start));
    record.push("levels", enumeration.levels.clone());
    record.push("total", enumeration.total);
    record.push("complete", enumeration.complete);
    record.push("radius", enumeration.radius);
    record.push("engine", enumeration.engine.map(|engine| engine.info().name));
    record.push("seconds", enumeration.seconds);
    record.push("setup_seconds", enumeration.setup_seconds);
    record.push("peak_memory_bytes", enumeration.peak_memory_bytes);
    record.push("bytes_read", enumeration.bytes_read);
    record.push("bytes_written", enumeration.bytes_written);
    record.push("reference", reference.name());
    record.push("resumed_at_depth", enumeration.resumed_at);
    if let Some(shown) = shown {
        let count = enumeration.levels.last().filter(|_| enumeration.complete);
        let boards = enumeration
            .antipodes
            .as_ref()
            .map(|boards| boards.iter().take(shown).map(P::format).collect::<Vec<_>>());
        record.push("antipodes", boards);
        record.push("antipode_count", count.copied());
    }
    record
}
