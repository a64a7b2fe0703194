//! The question of a search: from which position to which goal.

use loyd::puzzle::Puzzle;

/// A position and its goal, both of one shape.
pub(crate) struct Task<P: Puzzle> {
    /// The position.
    pub(crate) start: P::Position,
    /// The goal.
    pub(crate) goal: P::Position,
}
