//! `--trace FILE`: a search written down while it runs.

use crate::exit::Failure;
use crate::family::Family;
use crate::family::Solvers;
use crate::input::Item;
use crate::output::Output;
use crate::progress::Display;
use crate::solution::Solution;
use loyd::Task;
use loyd_search::observe::{Expansion, Limit, Progress, Report, SearchEvent};
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::{Engine, Watch};
use loyd_search::trace::{End, Header, Recorder};
use std::path::Path;

/// Bytes that wait before they are written.
const WAITING: usize = 1 << 16;

/// A trace in the making.
struct Recording<'a, P: Puzzle> {
    recorder: Recorder<P>,
    output: Output,
    display: &'a Display,
    /// The first failure of the file; the search continues without it.
    failure: Option<Failure>,
}

/// Solves a position of the input, and records at most this many steps in a file, which appears when
/// all is done. A trace that cannot be kept loses nothing but itself: the result is there, and says
/// so.
pub(crate) fn solve<P: Family>(
    item: &Item<P>,
    solvers: &Solvers<P>,
    trace: (&Path, u32),
    limit: &Limit,
    display: &Display,
) -> Solution {
    let mut lost = None;
    let mut solution = Solution::find_by(item, solvers, limit, |solver, task| {
        let (report, kept) = record(solver, task, trace, limit, display)?;
        lost = kept.err();
        Ok(report)
    });
    if let Some(failure) = lost {
        solution.without_trace(&failure);
    }
    solution
}

/// The report of a search, and whether its trace is kept.
type Recorded<P> = (Report<<P as Puzzle>::Move>, Result<(), Failure>);

fn record<P: Puzzle>(
    solver: &dyn Engine<P>,
    task: &Task<P>,
    (file, most): (&Path, u32),
    limit: &Limit,
    display: &Display,
) -> Result<Recorded<P>, Failure> {
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
    let mut recording = Recording { recorder, output, display, failure: None };
    let report = solver
        .watch(&task.start, limit, &mut recording)
        .ok_or_else(|| Failure::environment("internal error: a search could not be watched"))?;
    let Recording { recorder, mut output, failure, .. } = recording;
    let kept = failure.map_or(Ok(()), Err).and_then(|()| {
        output.write_bytes(&recorder.end(&End::of(&report)))?;
        output.commit()
    });
    Ok((report, kept))
}

impl<P: Puzzle> Recording<'_, P> {
    fn write(&mut self) {
        if self.recorder.waiting() < WAITING {
            return;
        }
        let bytes = self.recorder.take();
        if self.failure.is_none() {
            self.failure = self.output.write_bytes(&bytes).err();
        }
    }
}

impl<P: Puzzle> Watch<P> for Recording<'_, P> {
    fn expanding(&mut self, expansion: &Expansion<'_, P::Position>) {
        self.recorder.expansion(expansion);
        self.write();
    }

    fn event(&mut self, event: SearchEvent) {
        self.recorder.event(event);
        self.write();
    }

    fn progress(&mut self, progress: &Progress) {
        self.display.search(progress);
    }
}
