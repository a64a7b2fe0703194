//! Errors in definitions.

use loyd_search::quote::quoted;
use std::fmt;

/// Maximum length of a definition, in bytes.
pub const MAX_BYTES: usize = 1 << 22;

/// Maximum number of slots of a puzzle, all orbits together.
pub const MAX_SLOTS: usize = 2304;

/// Maximum number of pieces times orientations, all orbits together.
pub const MAX_POINTS: usize = 4096;

/// Maximum number of orientations of a piece: sums of two fit in a byte.
pub const MAX_ORIENTATIONS: usize = 127;

/// Maximum number of moves that derived moves are made of, all together.
pub(crate) const MAX_DERIVED_TURNS: usize = 4096;

/// Maximum number of a piece.
pub const MAX_PIECE: u16 = u16::MAX - 1;

/// Maximum number of moves and derived moves of a definition.
pub const MAX_MOVES: usize = 256;

/// Maximum number of moves of a state: moves with their powers.
pub const MAX_LETTERS: usize = 512;

/// Maximum length of a move name, in bytes.
pub const MAX_NAME: usize = 36;

/// The part of a definition in which an error is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// An orbit in the list of orbits.
    Orbit(String),
    /// An orbit of the default pattern.
    Pattern(String),
    /// An orbit of a move.
    Move {
        /// The move.
        name: String,
        /// The orbit.
        orbit: String,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Orbit(orbit) => write!(f, "orbit {}", quoted(orbit)),
            Self::Pattern(orbit) => write!(f, "default pattern, orbit {}", quoted(orbit)),
            Self::Move { name, orbit } => {
                write!(f, "move {}, orbit {}", quoted(name), quoted(orbit))
            }
        }
    }
}

/// The reason why a text is not a definition that can be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DefinitionError {
    /// The text is too long.
    #[error("a definition has at most {MAX_BYTES} bytes, and this one has {found} or more")]
    TooLong {
        /// Bytes found.
        found: usize,
    },
    /// The text is not JSON, or not an object with the fields of a definition or a pattern.
    #[error("not a {what} in JSON: {path}{}{reason}", if path.is_empty() { "" } else { ": " })]
    Json {
        /// The thing that is expected: "puzzle definition", "pattern".
        what: &'static str,
        /// The field, such as `moves.R.EDGES.permutation[0]`; empty at the top.
        path: String,
        /// The parser's message, with line and column.
        reason: String,
    },
    /// A word of the text form cannot be understood.
    #[error("line {line}, column {column}: {reason}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// The character in its line, from 1.
        column: usize,
        /// The problem.
        reason: String,
    },
    /// A part of the text form breaks a rule.
    #[error("line {line}: {error}")]
    Line {
        /// The line where the part begins, from 1.
        line: usize,
        /// The rule that it breaks.
        error: Box<Self>,
    },
    /// A count exceeds its limit.
    #[error("{place}: {found} {what}, and the limit is {limit}")]
    Limit {
        /// The place.
        place: String,
        /// The things that are counted.
        what: &'static str,
        /// Their number.
        found: u64,
        /// The limit.
        limit: usize,
    },
    /// A name is not allowed.
    #[error("{} is not a name of {what}: {reason}", quoted(.name))]
    Name {
        /// The name.
        name: String,
        /// The thing that is named: "an orbit", "a move".
        what: &'static str,
        /// The rule.
        reason: &'static str,
    },
    /// A name occurs twice.
    #[error("{what} {} is defined twice", quoted(.name))]
    Twice {
        /// The kind of thing.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// An orbit is named that the puzzle does not have.
    #[error("{place}: there is no such orbit")]
    UnknownOrbit {
        /// The place.
        place: Place,
    },
    /// An orbit is missing.
    #[error("{place}: it is missing")]
    MissingOrbit {
        /// The place.
        place: Place,
    },
    /// A list has the wrong length.
    #[error("{place}: {list} has {found} entries instead of {expected}")]
    Length {
        /// The place.
        place: Place,
        /// The list.
        list: &'static str,
        /// Its length.
        found: usize,
        /// Number of pieces of the orbit.
        expected: usize,
    },
    /// A permutation has an entry twice, or one outside its range.
    #[error("{place}: not a permutation: the entry {entry} {reason}")]
    Permutation {
        /// The place.
        place: Place,
        /// The first wrong entry, as it is written.
        entry: u64,
        /// The problem with it.
        reason: &'static str,
    },
    /// A number is outside its range.
    #[error("{place}: {list} has the entry {entry}, and {reason}")]
    Range {
        /// The place.
        place: Place,
        /// The list.
        list: &'static str,
        /// The entry.
        entry: u64,
        /// The rule.
        reason: String,
    },
    /// A move contradicts another one.
    #[error("move {}: {reason}", quoted(.name))]
    Move {
        /// The move.
        name: String,
        /// The problem.
        reason: String,
    },
    /// A derived move cannot be made of the others.
    #[error("derived move {}: {reason}", quoted(.name))]
    Derived {
        /// The derived move.
        name: String,
        /// The problem.
        reason: String,
    },
    /// A pattern has more or fewer parts than the puzzle has orbits.
    #[error("the pattern has {parts} parts, and the puzzle {orbits} orbits")]
    Parts {
        /// Parts of the pattern.
        parts: usize,
        /// Orbits of the puzzle.
        orbits: usize,
    },
    /// A pattern has pieces that the puzzle does not have, or not as the puzzle tells them apart.
    #[error("orbit {}: {reason}", quoted(.orbit))]
    Pieces {
        /// The orbit.
        orbit: String,
        /// The problem.
        reason: String,
    },
    /// There is nothing to move.
    #[error("{reason}")]
    Empty {
        /// The thing that is missing.
        reason: &'static str,
    },
    /// More definitions than a process keeps.
    #[error("at most {limit} definitions can be used by one process")]
    TooMany {
        /// The limit.
        limit: usize,
    },
}

impl DefinitionError {
    /// The error with its line, from 1; 0 if it is unknown.
    pub(crate) fn on_line(self, line: usize) -> Self {
        match (line, &self) {
            (0, _) | (_, Self::Text { .. } | Self::Line { .. }) => self,
            _ => Self::Line { line, error: Box::new(self) },
        }
    }
}
