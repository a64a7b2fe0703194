//! Warnings and the progress of tables on standard error.

use crate::progress::{Display, Status};
use loyd::{TableBuild, TableObserver, TableWarning};
use loyd_report::numbers::{count, duration};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// Shows how tables are found and built.
pub(crate) struct Terminal {
    /// No progress and no warnings.
    pub(crate) quiet: bool,
    /// Progress in plain lines where standard error is not a terminal.
    pub(crate) progress: bool,
    /// The display of the build, if there is one.
    pub(crate) display: Mutex<Option<Display>>,
}

impl Terminal {
    /// A terminal without progress in plain lines.
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet, progress: false, display: Mutex::default() }
    }
}

impl TableObserver for Terminal {
    fn warning(&self, warning: &TableWarning) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr(), "warning: {warning}");
        }
    }

    fn progress(&self, build: &TableBuild<'_>) {
        let mut display = self.display.lock().unwrap_or_else(PoisonError::into_inner);
        let display = display.get_or_insert_with(|| Display::new(self.quiet, self.progress, 1, 1));
        display.status(|| status(build));
    }

    fn ended(&self) {
        let display = self.display.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(display) = display {
            display.finish();
        }
    }
}

/// The progress of a table.
fn status(build: &TableBuild<'_>) -> Status {
    let elapsed = build.elapsed.as_secs_f64();
    Status::of(build.done as f64 / build.entries.max(1) as f64, elapsed)
        .with(format!("table of {}", build.table))
        .with(format!("distance {}", build.distance))
        .with(format!("{} of {} {}", count(build.done), count(build.entries), build.unit))
        .with(duration(elapsed))
}
