//! Records in the format asked for.

use crate::args::{Format, OutputArgs};
use crate::exit::Failure;
use crate::output::Output;
use crate::platform;
use loyd_report::record::Record;
use loyd_report::{csv, json};
use std::io::IsTerminal;

/// Writes the results of a command.
pub(crate) struct Reporter {
    output: Output,
    format: Format,
    header_written: bool,
}

impl Reporter {
    /// Opens the output.
    pub(crate) fn open(args: &OutputArgs, default: Format) -> Result<Self, Failure> {
        let output = Output::open(args.output.as_deref())?;
        let format = args.format(default)?;
        Ok(Self { output, format, header_written: false })
    }

    /// Writes a record, in text as `text` says.
    pub(crate) fn record(
        &mut self,
        record: &Record,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        match self.format {
            Format::Text => self.output.write(&text())?,
            Format::Json => {
                self.output.write(&json::line(record))?;
                self.output.flush()?;
            }
            Format::Csv => {
                if !self.header_written {
                    self.header_written = true;
                    self.output.write(&csv::header(record))?;
                }
                self.output.write(&csv::row(record))?;
            }
        }
        Ok(())
    }

    /// Writes what only people want to read.
    pub(crate) fn text(&mut self, text: impl FnOnce() -> String) -> Result<(), Failure> {
        if self.format == Format::Text { self.output.write(&text()) } else { Ok(()) }
    }

    /// Columns of the terminal that results go to, if they go to one.
    pub(crate) fn columns(&self) -> Option<usize> {
        platform::columns().filter(|_| self.output.is_standard())
    }

    /// True if results go to a terminal.
    pub(crate) fn is_on_terminal(&self) -> bool {
        self.output.is_standard() && std::io::stdout().is_terminal()
    }

    /// True if text may hold the codes for colours.
    pub(crate) fn may_colour(&self) -> bool {
        self.output.is_standard() && platform::colour()
    }

    /// The format.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Hands on what has been written so far.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.output.flush()
    }

    /// All is written.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.output.commit()
    }
}
