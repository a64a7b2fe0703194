//! What a trace is made of.

use crate::{MetricName, Position, Slide};
use loyd::observe::{Landmark, StopCause};

/// What was searched, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Where the search began.
    pub start: Position,
    /// Where it should end.
    pub goal: Position,
    /// What counts as a move.
    pub metric: MetricName,
    /// The algorithm, as it is written.
    pub algorithm: String,
    /// The heuristic, as it is written.
    pub heuristic: String,
    /// Name and version of the program that recorded it.
    pub program: String,
}

/// One step of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A state was expanded.
    Expansion(Expansion),
    /// Something else worth knowing happened.
    Landmark(Landmark),
}

/// A state was expanded: its successors were generated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// Where the state comes from.
    pub origin: Origin,
    /// Whether it belongs to the search from the goal of a bidirectional search.
    pub backward: bool,
    /// The cost of the path that leads to it.
    pub g: u32,
    /// The estimate.
    pub h: u32,
    /// What it was chosen by.
    pub f: u64,
    /// States on the open list, 0 where there is none.
    pub open: u64,
    /// States on the closed list, 0 where there is none.
    pub closed: u64,
}

/// Where an expanded state comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A search, an iteration or a stage began with it.
    Root(Position),
    /// A move from a state expanded before.
    Child {
        /// The number of the parent's event, counted from 0.
        parent: u32,
        /// The move.
        slide: Slide,
    },
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// With what.
    pub ending: Ending,
    /// States expanded, those that were not recorded among them.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
}

/// With what a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With a solution.
    Solved {
        /// The moves.
        path: Vec<Slide>,
        /// Whether none is shorter.
        proven: bool,
    },
    /// There is none.
    Unsolvable,
    /// A limit was met.
    Stopped(StopCause),
}
