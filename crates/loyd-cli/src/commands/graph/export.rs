//! `loyd graph export`: the states of a stored graph as a file.

use super::StoredArgs;
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use clap::Args;
use loyd_graph::{GraphError, export};
use loyd_report::numbers::plural;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// After the help of `graph export`.
const HELP: &str = "\
Examples:
  loyd graph export --db sqlite:8.db -o 8.csv
  loyd graph export --db sqlite:8.db -o 8.parquet
  loyd graph export --db sqlite:8.db | head
  duckdb -c \"SELECT level, count(*) FROM '8.parquet' GROUP BY level\"

Columns: key, position, level, move, parent. States are in ascending order of keys and are not held
in memory. The file appears when it is complete.";

/// A format, by the end of the name of the file.
#[derive(Clone, Copy)]
enum Format {
    Csv,
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// The format of the output: CSV for standard output and devices.
    fn of(output: Option<&Path>) -> Result<Self, Failure> {
        let Some(file) = output else { return Ok(Self::Csv) };
        let extension = file.extension().map(|end| end.to_string_lossy().to_lowercase());
        let is_device = std::fs::metadata(file).is_ok_and(|file| !file.is_file());
        match extension.as_deref() {
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(Self::Parquet),
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => Err(crate::left_out::failure("Parquet (.csv works)", "parquet")),
            Some("csv") => Ok(Self::Csv),
            _ if is_device => Ok(Self::Csv),
            _ => Err(Failure::input(format!(
                "{} names no format that can be written: end it in .csv or .parquet",
                file.display()
            ))),
        }
    }
}

/// `loyd graph export`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    stored: StoredArgs,
    /// Write to FILE.csv or FILE.parquet [default: standard output, as CSV].
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Print no hints.
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

pub(super) fn run(args: &ExportArgs) -> Result<Exit, Failure> {
    let format = Format::of(args.output.as_deref())?;
    let mut backend = args.stored.open()?;
    let mut sink = Sink { output: Output::open(args.output.as_deref())?, failure: None };
    let cancel = on_interrupt();
    let count = match format {
        Format::Csv => export::csv::write(&mut *backend, &cancel, &mut sink),
        #[cfg(feature = "parquet")]
        Format::Parquet => export::parquet::write(&mut *backend, &cancel, &mut sink),
    };
    let count = match (count, sink.failure.take()) {
        (Err(GraphError::Write(_)), Some(failure)) => return Err(failure),
        (count, _) => count.map_err(faults::of_graph)?,
    };
    let Some(states) = count else {
        if !args.quiet {
            let _ = writeln!(
                io::stderr(),
                "stopped by an interrupt: nothing was written; run it again"
            );
        }
        return Ok(Exit::Stopped);
    };
    sink.output.commit()?;
    if let Some(file) = args.output.as_ref().filter(|_| !args.quiet) {
        let _ = writeln!(io::stderr(), "{} in {}", plural(states, "state"), file.display());
    }
    Ok(Exit::Done)
}

/// The output as a writer that stores its failure.
struct Sink {
    output: Output,
    failure: Option<Failure>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.output.write_bytes(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(failure) => {
                self.failure = Some(failure);
                Err(io::Error::other("the output failed"))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
