//! The parts of a trace.

use crate::observe::{Outcome, Report, SearchEvent, StopCause};
use crate::puzzle::Puzzle;

/// The search that was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header<P: Puzzle> {
    /// The position from which the search began.
    pub start: P::Position,
    /// The goal, of the same shape.
    pub goal: P::Position,
    /// The metric in which moves are counted.
    pub metric: P::Metric,
    /// The algorithm, as written on the command line.
    pub algorithm: String,
    /// The heuristic, as written on the command line.
    pub heuristic: String,
    /// Name and version of the program that recorded it.
    pub program: String,
}

/// One step of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<P: Puzzle> {
    /// A state was expanded.
    Expansion(Expansion<P>),
    /// An event between expansions.
    Event(SearchEvent),
}

/// A state was expanded: its successors were generated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansion<P: Puzzle> {
    /// The origin of the state.
    pub origin: Origin<P>,
    /// True if it belongs to the search from the goal of a bidirectional search.
    pub backward: bool,
    /// The cost of the path that leads to it.
    pub g: u32,
    /// The estimate.
    pub h: u32,
    /// The priority by which it was chosen.
    pub f: u64,
    /// States on the open list; 0 without one.
    pub open: u64,
    /// States on the closed list; 0 without one.
    pub closed: u64,
}

/// The origin of an expanded state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin<P: Puzzle> {
    /// A root: a search, an iteration or a stage began with this position.
    Root(P::Position),
    /// A move from a state expanded before.
    Child {
        /// The step of the parent, counted from 0.
        parent: u32,
        /// The move.
        mv: P::Move,
    },
}

/// The end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End<P: Puzzle> {
    /// The outcome.
    pub ending: Ending<P>,
    /// States expanded, including those not recorded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
}

impl<P: Puzzle> End<P> {
    /// The end of a search with this report.
    pub fn of(report: &Report<P::Move>) -> Self {
        let ending = match &report.outcome {
            Outcome::Solved { path, proven, .. } => {
                Ending::Solved { path: path.clone(), proven: *proven }
            }
            Outcome::Unsolvable(_) => Ending::Unsolvable,
            Outcome::Stopped { cause, .. } => Ending::Stopped(*cause),
        };
        let statistics = &report.statistics;
        Self { ending, expanded: statistics.expanded, generated: statistics.generated }
    }
}

/// The outcome of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending<P: Puzzle> {
    /// A solution was found.
    Solved {
        /// The moves.
        path: Vec<P::Move>,
        /// True if the solution is proven shortest.
        proven: bool,
    },
    /// There is no solution.
    Unsolvable,
    /// A limit was reached.
    Stopped(StopCause),
}
