//! Standard output of a comparison: objects as they come, or all of it at the end.

use crate::exit::Failure;
use crate::output::Output;
use loyd_lab::{Experiment, RunResult, raw};
use serde_json::{Map, Value, json};

/// Standard output.
pub(super) struct Stream {
    output: Output,
    /// True if results are also written to a folder or to files.
    has_other_output: bool,
    /// The reader closed the pipe.
    closed: bool,
}

impl Stream {
    /// Standard output; with another output, a closed pipe is not a failure.
    pub(super) fn open(has_other_output: bool) -> Result<Self, Failure> {
        Ok(Self { output: Output::open(None)?, has_other_output, closed: false })
    }

    /// An object on a separate line, written at once.
    pub(super) fn line(&mut self, kind: &str, members: Map<String, Value>) -> Result<(), Failure> {
        let mut object = Map::new();
        object.insert("type".into(), json!(kind));
        object.extend(members);
        self.print(&format!("{}\n", Value::Object(object)))
    }

    /// A run, with the values known by now.
    pub(super) fn run(&mut self, experiment: &Experiment, run: &RunResult) -> Result<(), Failure> {
        self.line("run", raw::early_object(experiment, run))
    }

    /// Text, handed on at once.
    pub(super) fn print(&mut self, text: &str) -> Result<(), Failure> {
        if self.closed {
            return Ok(());
        }
        match self.output.write(text).and_then(|()| self.output.flush()) {
            Err(Failure::ClosedPipe) if self.has_other_output => {
                self.closed = true;
                Ok(())
            }
            other => other,
        }
    }

    /// The end.
    pub(super) fn close(self) -> Result<(), Failure> {
        if self.closed { Ok(()) } else { self.output.commit() }
    }
}
