//! Searches recorded in memory, step by step, in plain values.

use crate::error::Error;
use crate::listed::Listed;
use crate::puzzles::PuzzleName;
use crate::solve::SolveRequest;
use crate::solvers::Solvers;
use crate::tables::TableCache;
use crate::task::Task;
use loyd_search::observe::{Expansion, Limit, Progress, Report, SearchEvent};
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::{Engine, Watch};
use loyd_search::trace::{self, End, Ending, Header, Origin, Recorder, Step, Trace, puzzle_of};
use serde_json::{Map, Value, json};

/// A request to record a search.
#[derive(Clone, Debug)]
pub struct TraceRequest {
    /// The search; its threads and `all` mean nothing here.
    pub solve: SolveRequest,
    /// The greatest number of steps that are recorded.
    pub steps: u32,
}

/// A recorded search: its header, its steps and its end as an object of JSON.
///
/// | field | value |
/// |---|---|
/// | `program`, `puzzle`, `shape`, `metric`, `algorithm`, `heuristic`, `start`, `goal` | the header |
/// | `steps` | an array of expansions (`parent`, `move`, `board`, `g`, `h`, `f`, `open`, `closed`, `backward`) and events (`kind`, `value`) |
/// | `end` | `status`, `proven`, `moves`, `expanded`, `generated`, `message`; null if it was interrupted |
/// | `intermediate_goals` | the places that each intermediate goal adds, of searches that have such goals |
#[derive(Clone, PartialEq, Debug)]
pub struct TraceResult {
    fields: Map<String, Value>,
}

impl TraceResult {
    /// The object.
    pub fn json(self) -> Value {
        Value::Object(self.fields)
    }

    fn of<P: Listed>(trace: &Trace<P>) -> Self {
        let Header { start, goal, metric, algorithm, heuristic, program } = &trace.header;
        let fields = json!({
            "program": program,
            "puzzle": P::NAME,
            "shape": P::shape(start),
            "metric": metric.to_string(),
            "algorithm": algorithm,
            "heuristic": heuristic,
            "start": P::format(start),
            "goal": P::format(goal),
            "steps": steps(trace),
            "end": trace.end.as_ref().map(end::<P>),
            "intermediate_goals": P::intermediate_goals(goal, algorithm),
        });
        let Value::Object(fields) = fields else { unreachable!("an object was written") };
        Self { fields }
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

/// Records a search by solvers that were made with the choices of the request.
pub(crate) fn record<P: Listed, C: TableCache<P>>(
    request: &TraceRequest,
    solvers: &Solvers<P, C>,
) -> Result<TraceResult, Error> {
    let TraceRequest { solve, steps } = request;
    let task = P::read(&solve.position, solve.shape.as_deref(), solve.goal.as_deref())?;
    let mut bytes = Vec::new();
    record_to(&task, &*solvers.get(&task.goal)?, *steps, &solve.limit, &mut bytes)?;
    read_typed::<P>(&bytes)
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
/// If the bytes are no trace, or no trace of a puzzle in the list.
pub fn read_trace(bytes: &[u8]) -> Result<TraceResult, Error> {
    let puzzle = puzzle_of(bytes).map_err(|why| unreadable(&why))?;
    for_puzzle!(PuzzleName::named(puzzle)?, P => read_typed::<P>(bytes))
}

fn read_typed<P: Listed>(bytes: &[u8]) -> Result<TraceResult, Error> {
    let trace = Trace::<P>::read(bytes).map_err(|why| unreadable(&why))?;
    Ok(TraceResult::of(&trace))
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

/// The steps as objects, each expansion with its position.
fn steps<P: Puzzle>(trace: &Trace<P>) -> Vec<Value> {
    let mut positions: Vec<Option<P::Position>> = Vec::with_capacity(trace.steps.len());
    let mut steps = Vec::with_capacity(trace.steps.len());
    for step in &trace.steps {
        let expansion = match step {
            Step::Expansion(expansion) => expansion,
            Step::Event(event) => {
                positions.push(None);
                steps.push(event_object(*event));
                continue;
            }
        };
        let (parent, mv, position) = match &expansion.origin {
            Origin::Root(root) => (None, None, Some(root.clone())),
            Origin::Child { parent, mv } => {
                let before = positions.get(*parent as usize).cloned().flatten();
                let position = before.and_then(|mut position| {
                    P::apply(&mut position, *mv).is_ok().then_some(position)
                });
                (Some(*parent), Some(P::format_moves(&[*mv])), position)
            }
        };
        steps.push(json!({
            "kind": "expansion",
            "parent": parent,
            "move": mv,
            "board": position.as_ref().map(P::format),
            "g": expansion.g,
            "h": expansion.h,
            "f": expansion.f,
            "open": expansion.open,
            "closed": expansion.closed,
            "backward": expansion.backward,
        }));
        positions.push(position);
    }
    steps
}

fn event_object(event: SearchEvent) -> Value {
    let (kind, value) = match event {
        SearchEvent::Iteration(bound) => ("iteration", bound),
        SearchEvent::Stage(number) => ("intermediate_goal", number),
        SearchEvent::Solution(cost) => ("solution", cost),
    };
    json!({ "kind": kind, "value": value })
}

fn end<P: Puzzle>(end: &End<P>) -> Value {
    let (status, proven, moves, message) = match &end.ending {
        Ending::Solved { path, proven } => ("solved", *proven, Some(P::format_moves(path)), None),
        Ending::Unsolvable => ("unsolvable", true, None, None),
        Ending::Stopped(cause) => ("stopped", false, None, Some(cause.describe())),
    };
    json!({
        "status": status,
        "proven": proven,
        "moves": moves,
        "expanded": end.expanded,
        "generated": end.generated,
        "message": message.map(|cause| format!("stopped by {cause}")),
    })
}
