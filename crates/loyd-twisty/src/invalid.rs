//! The error for a text that is not a position, a goal or a puzzle.

use crate::error::DefinitionError;
use crate::notation::NotationError;
use loyd_search::quote::quoted;

/// The reason why a text is not a position of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidPosition {
    /// No puzzle is known by this name.
    #[error("{} is not the name of a twisty puzzle of this loyd: {hint}", quoted(.name))]
    Unknown {
        /// The name.
        name: String,
        /// Similar names, or all of them.
        hint: String,
    },
    /// The puzzle is not named.
    #[error("a position of a twisty puzzle is read with the name of its puzzle")]
    Unnamed,
    /// The text is not a sequence of moves.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The puzzle has no such move.
    #[error("{reason}")]
    Move {
        /// The reason, with the moves that there are.
        reason: String,
    },
    /// The pattern is not one of this puzzle.
    #[error(transparent)]
    Pattern(#[from] DefinitionError),
    /// The pattern has other pieces than the puzzle.
    #[error("orbit {}: {reason}", quoted(.orbit))]
    Pieces {
        /// The orbit.
        orbit: String,
        /// The difference.
        reason: String,
    },
}
