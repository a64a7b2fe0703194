//! Goals by name, or boards.
//!
//! The convention throughout loyd: the default goal is [`Goal::BlankLast`]. Searches end at it,
//! enumerations start from it, and heuristics are audited for it. An enumeration that starts with
//! the blank on another cell starts from [`Position::blank_on`] that cell: the tiles in reading
//! order around the blank, as in the default goal.

use super::super::{Position, Size, solvable};
use super::NotationError;
use super::board::parse_pattern;
use super::layout::{self, is_compact};
use loyd_search::COMPACT;
use std::fmt;

/// A goal as written; with a size it becomes a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// `1 2 … n 0`
    #[default]
    BlankLast,
    /// `0 1 … n`
    BlankFirst,
    /// Any board, or a goal that admits several boards.
    Board(Position),
    /// The nearest of several goals.
    Nearest(Vec<Self>),
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
            Self::Nearest(goals) => {
                let goals: Option<Vec<_>> = goals.iter().map(|goal| goal.position(size)).collect();
                Position::nearest_of(&goals?)
            }
        }
    }

    /// The size of a goal that has one: goals with names are of every size.
    pub fn size(&self) -> Option<Size> {
        match self {
            Self::BlankLast | Self::BlankFirst => None,
            Self::Board(position) => Some(position.size()),
            Self::Nearest(goals) => goals.iter().find_map(Self::size),
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
            Self::Nearest(goals) => {
                let texts: Vec<String> = goals.iter().map(Self::to_string).collect();
                f.write_str(&texts.join(OR))
            }
        }
    }
}

/// The word between several goals.
const OR: &str = loyd_search::names::OR;

/// Parses a goal.
///
/// | form | example |
/// |---|---|
/// | a name, with hyphen or underscore | `blank-last`, `blank-first` |
/// | a board, in every form of [`parse_position`](super::parse_position) | `1 2 / 3 0` |
/// | with `?` for any tile; without a blank, it is on any of these cells | `1 2 3 4 _ ? ? ? ?`, `1 2 3 ? ? ? ? ? ?` |
/// | several goals, of which the nearest counts; they leave the same tiles free | `blank-last or blank-first` |
///
/// # Errors
/// The errors of [`parse_position`](super::parse_position), goals that leave different tiles free, and in a compact
/// program ([`COMPACT`]) goals that admit several boards.
pub fn parse_goal(text: &str, size: Option<Size>) -> Result<Goal, NotationError> {
    let goal = parse_alternatives(text, size)?;
    let is_board = match &goal {
        Goal::Board(goal) => (0..goal.tiles().len()).all(|cell| goal.tile_at(cell).is_some()),
        Goal::Nearest(_) => false,
        Goal::BlankLast | Goal::BlankFirst => true,
    };
    if COMPACT && !is_board {
        let reason =
            "the WebAssembly module solves for a single board: name every tile of the goal";
        return Err(NotationError::new(text, None, reason));
    }
    Ok(goal)
}

/// Parses one goal, or several with the word `or` between them.
fn parse_alternatives(text: &str, size: Option<Size>) -> Result<Goal, NotationError> {
    let texts = loyd_search::names::alternatives(text);
    if let [only] = texts[..] {
        return parse_one(only, size);
    }
    let goals = texts.into_iter().map(|text| parse_one(text, size));
    let goals: Vec<Goal> = goals.collect::<Result<_, _>>()?;
    let nearest = Goal::Nearest(goals);
    let sample = size.or(nearest.size()).or_else(|| Size::new(4, 4));
    if sample.and_then(|size| nearest.position(size)).is_none() {
        let reason = "the goals have different sizes, or leave different tiles free: solve for each of them, and \
                      compare the lengths";
        return Err(NotationError::new(text, None, reason));
    }
    Ok(nearest)
}

/// Parses a goal that is not one of several.
fn parse_one(text: &str, size: Option<Size>) -> Result<Goal, NotationError> {
    match text.trim().to_ascii_lowercase().replace('_', "-").as_str() {
        "blank-last" => Ok(Goal::BlankLast),
        "blank-first" => Ok(Goal::BlankFirst),
        _ if begins_with_word(text) => Err(NotationError::new(
            text,
            Some(0..text.len()),
            "a goal is blank-last, blank-first or a board, with ? for any tile",
        )),
        _ => parse_pattern(text, size).map(Goal::Board),
    }
}

/// Returns true if the first token is a word rather than digits or a sign for the blank.
fn begins_with_word(text: &str) -> bool {
    let first = layout::first_token(text).unwrap_or_default();
    first.starts_with(|c: char| c.is_ascii_alphabetic()) && !first.chars().all(is_compact)
}
