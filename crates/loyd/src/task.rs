//! The task of a search: a start and a goal.

use loyd_search::puzzle::Puzzle;

/// A position and its goal, both of one shape.
#[derive(Clone, Debug)]
pub struct Task<P: Puzzle> {
    /// The position.
    pub start: P::Position,
    /// The goal.
    pub goal: P::Position,
}
