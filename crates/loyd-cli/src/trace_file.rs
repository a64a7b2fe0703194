//! `--trace FILE`: a search written down while it runs.

use crate::exit::Failure;
use crate::input::{Batch, Item};
use crate::output::Output;
use crate::progress::Display;
use crate::solution::Solution;
use loyd::erased::AnySolvers;
use loyd::{Error, TraceSink};
use loyd_search::observe::{Limit, Progress};
use std::path::Path;

struct TraceFile<'a> {
    output: Output,
    display: &'a Display,
    /// The first failure of the file; the search continues without it.
    failure: Option<Failure>,
}

/// Solves a position of the input, and records at most this many steps in a file, which appears when
/// it is complete. If the file cannot be written, the result has a message about it.
pub(crate) fn solve(
    (batch, item): (&Batch, &Item),
    solvers: &dyn AnySolvers,
    (file, steps): (&Path, u32),
    limit: &Limit,
    display: &Display,
) -> Solution {
    let mut trace = match Output::open(Some(file)) {
        Ok(output) => TraceFile { output, display, failure: None },
        Err(why) => return Solution::failed((batch, item), &solvers.metric(), &why),
    };
    let mut is_recorded = false;
    let mut solution = Solution::solve((batch, item), &solvers.metric(), |task| {
        let result = solvers.record(task, steps, limit, &mut trace);
        is_recorded = result.is_ok();
        result.map_err(unobserved)
    });
    if is_recorded && let Err(failure) = trace.failure.map_or_else(|| trace.output.commit(), Err) {
        solution.without_trace(&failure);
    }
    solution
}

/// The error with the option that helps.
fn unobserved(why: Error) -> Error {
    let Error::Unobserved { algorithm } = why else { return why };
    Error::Algorithm {
        reason: format!(
            "{algorithm} does not tell what it expands, so there is nothing to trace: choose another \
             --algorithm, such as astar or idastar-plain"
        ),
    }
}

impl TraceSink for TraceFile<'_> {
    fn write(&mut self, bytes: Vec<u8>) {
        if self.failure.is_none() {
            self.failure = self.output.write_bytes(&bytes).err();
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.display.search(progress);
    }
}
