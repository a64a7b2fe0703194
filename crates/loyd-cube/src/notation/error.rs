//! An error with the offending token and its position.

use super::MAX_STEPS;
use loyd_search::quote::quoted;
use std::fmt;
use std::ops::Range;

/// A token that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The token.
    pub token: String,
    /// Its byte range in the text.
    pub span: Range<usize>,
    /// The line of its first character, from 1.
    pub line: usize,
    /// The column of its first character, from 1.
    pub column: usize,
    /// The problem.
    pub problem: Problem,
}

/// The problem of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The token is not a move.
    UnknownMove,
    /// A move of a middle layer, on a cube without one.
    NoMiddleLayer {
        /// Small cubes along an edge.
        side: usize,
    },
    /// A group repeated 0 times, too often to count, or inverted twice.
    Repetition,
    /// A group is closed that was not opened.
    Unopened,
    /// A group is not closed.
    Unclosed,
    /// More than [`MAX_STEPS`] steps.
    TooLong,
}

impl NotationError {
    pub(super) fn new(text: &str, span: Range<usize>, problem: Problem) -> Self {
        let before = &text[..span.start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            token: text[span.clone()].to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span,
            problem,
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at ", quoted(&self.token))?;
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        write!(f, "character {}", self.column)?;
        match self.problem {
            Problem::UnknownMove => f.write_str(
                " is not a move: write U R F D L B, each alone or with ' or 2 \
                 (and x y z, Rw or r for rotations and wide turns)",
            ),
            Problem::NoMiddleLayer { side } => {
                write!(f, " turns a middle layer, which a {side}x{side}x{side} cube does not have")
            }
            Problem::Repetition => f.write_str(
                " does not close a group: the parenthesis may be followed only by a number above 0 \
                 and one prime",
            ),
            Problem::Unopened => f.write_str(" closes a group that was not opened"),
            Problem::Unclosed => f.write_str(" opens a group that is not closed"),
            Problem::TooLong => write!(f, " makes more than {MAX_STEPS} moves"),
        }
    }
}

impl std::error::Error for NotationError {}
