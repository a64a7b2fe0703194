//! `--trace FILE`: a search written down while it runs.

use crate::exit::Failure;
use crate::input::Task;
use crate::output::Output;
use crate::progress::Display;
use loyd::observe::{Cancel, Expansion, Landmark, Limit, Outcome, Progress, Report};
use loyd::puzzle::tiles::{Position, Slide};
use loyd::solver::{Solver, Watch};
use loyd::trace::{End, Ending, Header, Recorder};
use std::path::Path;

/// Bytes that wait before they are written.
const WAITING: usize = 1 << 16;

/// A trace in the making.
struct Recording<'a> {
    recorder: Recorder,
    output: Output,
    display: &'a Display,
    /// What went wrong with the file; the search is stopped then.
    failure: Option<Failure>,
    cancel: &'a Cancel,
}

/// Solves a board, and records at most `most` steps in a file, which appears when all is done.
pub(crate) fn record(
    solver: &Solver,
    task: &Task,
    (file, most): (&Path, u32),
    limit: &Limit,
    cancel: &Cancel,
    display: &Display,
) -> Result<Report<Slide>, Failure> {
    let plan = solver.plan();
    if !plan.algorithm.name.info().observed {
        return Err(Failure::input(format!(
            "{} does not tell what it expands, so there is nothing to trace: choose another --algorithm, \
             such as astar or idastar-plain",
            plan.algorithm
        )));
    }
    let header = Header {
        start: task.start.clone(),
        goal: task.goal.clone(),
        metric: plan.metric,
        algorithm: plan.algorithm.to_string(),
        heuristic: plan.heuristic.to_string(),
        program: concat!("loyd ", env!("CARGO_PKG_VERSION")).into(),
    };
    let (recorder, output) = (Recorder::new(&header, most), Output::open(Some(file))?);
    let mut recording = Recording { recorder, output, display, failure: None, cancel };
    let report = solver
        .watch(&task.start, limit, &mut recording)
        .ok_or_else(|| Failure::environment("internal error: a search could not be watched"))?;
    let Recording { recorder, mut output, failure, .. } = recording;
    if let Some(failure) = failure {
        return Err(failure);
    }
    output.write_bytes(&recorder.end(&end(&report)))?;
    output.commit()?;
    Ok(report)
}

fn end(report: &Report<Slide>) -> End {
    let ending = match &report.outcome {
        Outcome::Solved { path, proven, .. } => {
            Ending::Solved { path: path.clone(), proven: *proven }
        }
        Outcome::Unsolvable(_) => Ending::Unsolvable,
        Outcome::Stopped { cause, .. } => Ending::Stopped(*cause),
    };
    let statistics = &report.statistics;
    End { ending, expanded: statistics.expanded, generated: statistics.generated }
}

impl Recording<'_> {
    fn write(&mut self) {
        if self.recorder.waiting() >= WAITING && self.failure.is_none() {
            let bytes = self.recorder.take();
            if let Err(failure) = self.output.write_bytes(&bytes) {
                self.failure = Some(failure);
                self.cancel.cancel();
            }
        }
    }
}

impl Watch for Recording<'_> {
    fn expanding(&mut self, expansion: &Expansion<'_, Position>) {
        self.recorder.expansion(expansion);
        self.write();
    }

    fn landmark(&mut self, landmark: Landmark) {
        self.recorder.landmark(landmark);
        self.write();
    }

    fn progress(&mut self, progress: &Progress) {
        self.display.search(progress);
    }
}
