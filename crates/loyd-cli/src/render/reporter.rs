//! Writes records in the requested format.

use crate::args::OutputArgs;
use crate::exit::Failure;
use crate::output::Output;
use crate::platform;
use loyd_report::format::{Form, Format, Text};
use loyd_report::record::Record;
use std::io::IsTerminal;

/// Writes the results of a command.
pub(crate) struct Reporter {
    output: Output,
    format: &'static dyn Format,
    header_written: bool,
}

impl Reporter {
    /// Opens the output of a command with text as its default format.
    pub(crate) fn open(args: &OutputArgs) -> Result<Self, Failure> {
        Self::open_with(args, &Text)
    }

    /// Opens the output of a command with another default format.
    pub(crate) fn open_with(
        args: &OutputArgs,
        default: &'static dyn Format,
    ) -> Result<Self, Failure> {
        let output = Output::open(args.output.as_deref())?;
        let format = args.format(default)?;
        Ok(Self { output, format, header_written: false })
    }

    /// Writes a record; `text` makes its text for people.
    pub(crate) fn record(
        &mut self,
        record: &Record,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        if !std::mem::replace(&mut self.header_written, true) {
            self.output.write(&self.format.header(record))?;
        }
        let mut text = Some(text);
        let mut text = || text.take().map_or_else(String::new, |text| text());
        self.output.write(&self.format.record(record, &mut text))?;
        if self.format.form() == Form::Objects { self.output.flush() } else { Ok(()) }
    }

    /// Writes a result with a list: its rows in a format of rows, else one record.
    pub(crate) fn list(
        &mut self,
        mut rows: impl Iterator<Item = Record>,
        record: impl FnOnce() -> Record,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        match self.format.form() {
            Form::Rows => rows.try_for_each(|row| self.record(&row, String::new)),
            Form::Text => self.output.write(&text()),
            Form::Objects => self.record(&record(), text),
        }
    }

    /// Writes text that is for people only.
    pub(crate) fn text(&mut self, text: impl FnOnce() -> String) -> Result<(), Failure> {
        if self.format.form() == Form::Text { self.output.write(&text()) } else { Ok(()) }
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

    /// The form of results.
    pub(crate) fn form(&self) -> Form {
        self.format.form()
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
