//! Recordings of searches in memory, step by step, in plain values.

use crate::error::Error;
use crate::listed::Listed;
use crate::puzzles::PuzzleName;
use crate::solve::SolveRequest;
use crate::task::Task;
use loyd_search::observe::{Expansion, Limit, Progress, Report, SearchEvent};
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::{Engine, Watch};
use loyd_search::trace::{self, End, Ending, Header, Origin, Recorder, Step, Trace, puzzle_of};
use serde::Serialize;

/// A request to record a search.
#[derive(Clone, Debug)]
pub struct TraceRequest {
    /// The search; `threads` and `all` are ignored.
    pub solve: SolveRequest,
    /// The greatest number of recorded steps.
    pub steps: u32,
}

/// A recorded search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TraceResult {
    /// The program that recorded the search.
    pub program: String,
    /// The puzzle.
    pub puzzle: &'static str,
    /// The shape, such as `4x4`.
    pub shape: String,
    /// The metric.
    pub metric: String,
    /// The algorithm.
    pub algorithm: String,
    /// The heuristic.
    pub heuristic: String,
    /// The start, as a position on one line.
    pub start: String,
    /// The goal, as a position on one line.
    pub goal: String,
    /// The steps.
    pub steps: Vec<TraceStep>,
    /// The end; null if the recording was interrupted.
    pub end: Option<TraceEnd>,
    /// The places that each intermediate goal adds, for searches with intermediate goals.
    pub intermediate_goals: Option<Vec<Vec<usize>>>,
}

/// A step of a recorded search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TraceStep {
    /// A state was expanded.
    Expansion(TraceExpansion),
    /// An iteration began.
    Iteration {
        /// The bound.
        value: u64,
    },
    /// An intermediate goal was reached.
    IntermediateGoal {
        /// The number of the next intermediate goal, from 1.
        value: u64,
    },
    /// A solution was found.
    Solution {
        /// The cost.
        value: u64,
    },
}

/// The expansion of a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TraceExpansion {
    /// The step of the parent, from 0; null for a root.
    pub parent: Option<u32>,
    /// The move from the parent.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The position, in the notation of requests.
    pub board: Option<String>,
    /// The cost of the path to the state.
    pub g: u32,
    /// The estimate.
    pub h: u32,
    /// The priority in the open list.
    pub f: u64,
    /// States on the open list.
    pub open: u64,
    /// States on the closed list.
    pub closed: u64,
    /// True if the search from the goal of a bidirectional search expanded the state.
    pub backward: bool,
}

/// The end of a recorded search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TraceEnd {
    /// The status: `solved`, `unsolvable` or `stopped`.
    #[cfg_attr(test, ts(type = "'solved' | 'unsolvable' | 'stopped'"))]
    pub status: &'static str,
    /// True if the moves are proven shortest, or the position proven unsolvable.
    pub proven: bool,
    /// The solution.
    pub moves: Option<String>,
    /// The number of moves of the solution.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub length: Option<usize>,
    /// States expanded, whether recorded or not.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// The reason why the search stopped.
    pub message: Option<String>,
}

impl TraceExpansion {
    /// An expansion with its position.
    pub(crate) fn of<P: Puzzle>(
        expansion: &trace::Expansion<P>,
        position: Option<&P::Position>,
    ) -> Self {
        let trace::Expansion { g, h, f, open, closed, backward, .. } = *expansion;
        let (parent, mv) = match expansion.origin {
            Origin::Root(_) => (None, None),
            Origin::Child { parent, mv } => (Some(parent), Some(P::format_moves(&[mv]))),
        };
        Self { parent, mv, board: position.map(P::format), g, h, f, open, closed, backward }
    }
}

impl TraceResult {
    fn of<P: Listed>(trace: Trace<P>) -> Self {
        let steps = steps(&trace);
        let Header { start, goal, metric, algorithm, heuristic, program } = trace.header;
        Self {
            program,
            puzzle: P::NAME,
            shape: P::shape(&start),
            metric: metric.to_string(),
            start: P::format(&start),
            goal: P::format(&goal),
            steps,
            end: trace.end.as_ref().map(end::<P>),
            intermediate_goals: P::intermediate_goals(&goal, &algorithm),
            algorithm,
            heuristic,
        }
    }
}

/// The place that a trace is written to while the search runs.
pub trait TraceSink {
    /// Takes the next bytes of the trace.
    fn write(&mut self, bytes: Vec<u8>);

    /// Takes a report of the progress of the search.
    fn progress(&mut self, _progress: &Progress) {}
}

impl TraceSink for Vec<u8> {
    fn write(&mut self, bytes: Vec<u8>) {
        self.extend(bytes);
    }
}

/// Searches on one thread and writes up to `steps` expansions to a sink.
pub(crate) fn record_to<P: Puzzle>(
    task: &Task<P>,
    solver: &dyn Engine<P>,
    steps: u32,
    limit: &Limit,
    sink: &mut dyn TraceSink,
) -> Result<Report<P::Move>, Error> {
    let plan = solver.plan();
    let header = Header {
        start: task.start.clone(),
        goal: task.goal.clone(),
        metric: plan.metric,
        algorithm: plan.algorithm.to_string(),
        heuristic: plan.heuristic.to_string(),
        program: concat!("loyd ", env!("CARGO_PKG_VERSION")).into(),
    };
    let mut recording = Recording { recorder: Recorder::<P>::new(&header, steps), sink };
    let report = solver.watch(&task.start, limit, &mut recording);
    let report = report.ok_or(Error::Unobserved { algorithm: header.algorithm })?;
    let Recording { recorder, sink } = recording;
    sink.write(recorder.end(&End::of(&report)));
    Ok(report)
}

/// Reads a recorded search, as `docs/trace-format.md` describes it.
///
/// # Errors
/// If the bytes are not a trace of a listed puzzle.
pub fn read_trace(bytes: &[u8]) -> Result<TraceResult, Error> {
    let puzzle = puzzle_of(bytes).map_err(|why| unreadable(&why))?;
    for_puzzle!(PuzzleName::named(puzzle)?, P => read_typed::<P>(bytes))
}

fn read_typed<P: Listed>(bytes: &[u8]) -> Result<TraceResult, Error> {
    let trace = Trace::<P>::read(bytes).map_err(|why| unreadable(&why))?;
    Ok(TraceResult::of(trace))
}

fn unreadable(why: &trace::NotATrace) -> Error {
    Error::Trace { reason: why.to_string() }
}

/// A trace whose bytes go to a sink.
struct Recording<'a, P: Puzzle> {
    recorder: Recorder<P>,
    sink: &'a mut dyn TraceSink,
}

impl<P: Puzzle> Recording<'_, P> {
    /// Writes the bytes of the recorder once there are enough.
    fn write(&mut self) {
        const ENOUGH: usize = 1 << 16;
        if self.recorder.waiting() >= ENOUGH {
            self.sink.write(self.recorder.take());
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
        self.sink.progress(progress);
    }
}

/// The steps, each expansion with its position.
fn steps<P: Puzzle>(trace: &Trace<P>) -> Vec<TraceStep> {
    let mut positions: Vec<Option<P::Position>> = Vec::with_capacity(trace.steps.len());
    let mut steps = Vec::with_capacity(trace.steps.len());
    for step in &trace.steps {
        let expansion = match step {
            Step::Expansion(expansion) => expansion,
            Step::Event(event) => {
                positions.push(None);
                steps.push((*event).into());
                continue;
            }
        };
        let position = match &expansion.origin {
            Origin::Root(root) => Some(root.clone()),
            Origin::Child { parent, mv } => {
                let before = positions.get(*parent as usize).cloned().flatten();
                before.and_then(|mut position| {
                    P::apply(&mut position, *mv).is_ok().then_some(position)
                })
            }
        };
        steps.push(TraceStep::Expansion(TraceExpansion::of(expansion, position.as_ref())));
        positions.push(position);
    }
    steps
}

impl From<SearchEvent> for TraceStep {
    fn from(event: SearchEvent) -> Self {
        match event {
            SearchEvent::Iteration(value) => Self::Iteration { value },
            SearchEvent::Stage(value) => Self::IntermediateGoal { value },
            SearchEvent::Solution(value) => Self::Solution { value },
        }
    }
}

pub(crate) fn end<P: Puzzle>(end: &End<P>) -> TraceEnd {
    let (status, proven, path, message) = match &end.ending {
        Ending::Solved { path, proven } => ("solved", *proven, Some(path), None),
        Ending::Unsolvable => ("unsolvable", true, None, None),
        Ending::Stopped(cause) => ("stopped", false, None, Some(cause.describe())),
    };
    TraceEnd {
        status,
        proven,
        moves: path.map(|path| P::format_moves(path)),
        length: path.map(Vec::len),
        expanded: end.expanded,
        generated: end.generated,
        message: message.map(|cause| format!("stopped by {cause}")),
    }
}
