//! Goals by name, or boards.
//!
//! The convention throughout loyd: the default goal is [`Goal::BlankLast`]. Searches end at it,
//! enumerations start from it, and heuristics are audited for it. An enumeration that starts with
//! the blank on another cell starts from [`Position::blank_on`] that cell: the tiles in reading
//! order around the blank, as in the default goal.

use super::super::{Position, Size, solvable};
use super::layout::{self, is_compact};
use super::{NotationError, parse_position};
use std::fmt;

/// A goal as written; with a size it becomes a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// `1 2 … n 0`
    #[default]
    BlankLast,
    /// `0 1 … n`
    BlankFirst,
    /// Any board.
    Board(Position),
}

impl Goal {
    /// The goals with names.
    pub const NAMED: [Self; 2] = [Self::BlankLast, Self::BlankFirst];

    /// Returns the goal on boards of this size, or `None` if it is a board of another size.
    pub fn position(&self, size: Size) -> Option<Position> {
        match self {
            Self::BlankLast => Some(Position::blank_last(size)),
            Self::BlankFirst => Some(Position::blank_first(size)),
            Self::Board(position) => (position.size() == size).then(|| position.clone()),
        }
    }

    /// Returns a position as a goal, by name if it has one.
    pub fn of(position: &Position) -> Self {
        let named = Self::NAMED.into_iter().find(|goal| {
            goal.position(position.size()).is_some_and(|its_board| its_board == *position)
        });
        named.unwrap_or_else(|| Self::Board(position.clone()))
    }

    /// Returns a named goal that a board can reach.
    pub fn reachable_from(start: &Position) -> Option<Self> {
        let reachable = |goal: &Self| {
            let goal = goal.position(start.size());
            goal.is_some_and(|goal| solvable(start.size(), start.tiles(), goal.tiles()).is_ok())
        };
        Self::NAMED.into_iter().find(reachable)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankLast => f.write_str("blank-last"),
            Self::BlankFirst => f.write_str("blank-first"),
            Self::Board(position) => f.write_str(&position.to_line()),
        }
    }
}

/// Parses a goal: `blank-last`, `blank-first` (hyphen or underscore) or a board.
///
/// # Errors
/// The errors of [`parse_position`].
pub fn parse_goal(text: &str, size: Option<Size>) -> Result<Goal, NotationError> {
    match text.trim().to_ascii_lowercase().replace('_', "-").as_str() {
        "blank-last" => Ok(Goal::BlankLast),
        "blank-first" => Ok(Goal::BlankFirst),
        _ if begins_with_word(text) => Err(NotationError::new(
            text,
            Some(0..text.len()),
            "a goal is blank-last, blank-first or a board",
        )),
        _ => parse_position(text, size).map(Goal::Board),
    }
}

/// Returns true if the first token is a word rather than digits or a sign for the blank.
fn begins_with_word(text: &str) -> bool {
    let first = layout::first_token(text).unwrap_or_default();
    first.starts_with(|c: char| c.is_ascii_alphabetic()) && !first.chars().all(is_compact)
}
