//! A recorded search of a puzzle that is known at run time.

use super::{AnyTask, Metric};
use crate::listed::Listed;
use crate::puzzles::PuzzleName;
use crate::task::Task;
use crate::trace::{TraceEnd, TraceExpansion, end};
use loyd_search::observe::SearchEvent;
use loyd_search::trace::{Ending, Expansion, NotATrace, Origin, Step, Trace};
use std::sync::Arc;

/// The search that a trace records.
pub struct TraceHeader {
    /// The position that was searched, with its goal.
    pub task: Arc<dyn AnyTask>,
    /// The metric.
    pub metric: Metric,
    /// The algorithm.
    pub algorithm: String,
    /// The heuristic.
    pub heuristic: String,
    /// The program that recorded the search.
    pub program: String,
}

/// A trace whose positions and moves are made when they are asked for.
pub trait AnyTrace {
    /// The search.
    fn header(&self) -> TraceHeader;

    /// The number of steps.
    fn steps(&self) -> usize;

    /// The event that a step is; `None` for expansions.
    fn event(&self, step: usize) -> Option<SearchEvent>;

    /// The expansion that a step is, without its position.
    fn expansion(&self, step: usize) -> Option<TraceExpansion>;

    /// The position of an expansion, with the goal of its search.
    fn task(&self, step: usize) -> Option<Arc<dyn AnyTask>>;

    /// The expansions from a root to a step.
    fn line(&self, step: usize) -> Vec<usize>;

    /// The moves to some expansions from their parents.
    fn moves(&self, steps: &[usize]) -> String;

    /// The positions along the solution, as far as its moves are possible; the start alone without one.
    fn solution(&self) -> Vec<Arc<dyn AnyTask>>;

    /// The end of the search; `None` if the recording was interrupted.
    fn end(&self) -> Option<TraceEnd>;
}

/// Reads a trace of a puzzle.
///
/// # Errors
/// If the bytes are not a trace of the puzzle.
pub fn trace(puzzle: PuzzleName, bytes: &[u8]) -> Result<Box<dyn AnyTrace>, NotATrace> {
    for_puzzle!(puzzle, P => Ok(Box::new(Trace::<P>::read(bytes)?)))
}

fn expansion<P: Listed>(trace: &Trace<P>, step: usize) -> Option<&Expansion<P>> {
    match trace.steps.get(step)? {
        Step::Expansion(expansion) => Some(expansion),
        Step::Event(_) => None,
    }
}

impl<P: Listed> AnyTrace for Trace<P> {
    fn header(&self) -> TraceHeader {
        let header = &self.header;
        TraceHeader {
            task: Arc::new(Task::<P> { start: header.start.clone(), goal: header.goal.clone() }),
            metric: Metric::of::<P>(header.metric),
            algorithm: header.algorithm.clone(),
            heuristic: header.heuristic.clone(),
            program: header.program.clone(),
        }
    }

    fn steps(&self) -> usize {
        self.steps.len()
    }

    fn event(&self, step: usize) -> Option<SearchEvent> {
        match self.steps.get(step)? {
            Step::Event(event) => Some(*event),
            Step::Expansion(_) => None,
        }
    }

    fn expansion(&self, step: usize) -> Option<TraceExpansion> {
        Some(TraceExpansion::of(expansion(self, step)?, None))
    }

    fn task(&self, step: usize) -> Option<Arc<dyn AnyTask>> {
        let backward = expansion(self, step)?.backward;
        let goal = if backward { &self.header.start } else { &self.header.goal };
        Some(Arc::new(Task::<P> { start: self.position(step)?, goal: goal.clone() }))
    }

    fn line(&self, step: usize) -> Vec<usize> {
        Trace::line(self, step)
    }

    fn moves(&self, steps: &[usize]) -> String {
        let mv = |&step: &usize| match expansion(self, step)?.origin {
            Origin::Child { mv, .. } => Some(mv),
            Origin::Root(_) => None,
        };
        P::format_moves(&steps.iter().filter_map(mv).collect::<Vec<_>>())
    }

    fn solution(&self) -> Vec<Arc<dyn AnyTask>> {
        let path = match self.end.as_ref().map(|end| &end.ending) {
            Some(Ending::Solved { path, .. }) => path.as_slice(),
            _ => &[],
        };
        let task = |start: &P::Position| -> Arc<dyn AnyTask> {
            Arc::new(Task::<P> { start: start.clone(), goal: self.header.goal.clone() })
        };
        let mut position = self.header.start.clone();
        let mut positions = vec![task(&position)];
        for &mv in path {
            if P::apply(&mut position, mv).is_err() {
                break;
            }
            positions.push(task(&position));
        }
        positions
    }

    fn end(&self) -> Option<TraceEnd> {
        self.end.as_ref().map(end)
    }
}
