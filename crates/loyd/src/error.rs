//! Errors, as data and as messages that suit every program.

#[cfg(feature = "enumerate")]
use loyd_enumerate::EnumerateError;
use loyd_search::quote::quoted;
use loyd_search::solver::Unavailable;

/// The reason why a position, a goal or a shape cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// The text is not a shape of the puzzle.
    #[error("{reason}")]
    Shape {
        /// The reason.
        reason: String,
    },
    /// The text is not a goal.
    #[error("the goal: {reason}")]
    Goal {
        /// The reason.
        reason: String,
        /// Shapes for which the text would be valid; empty unless only the shape is missing.
        shapes: Vec<String>,
    },
    /// The text is not a position.
    #[error("{reason}")]
    Position {
        /// The reason.
        reason: String,
        /// Shapes for which the text would be valid; empty unless only the shape is missing.
        shapes: Vec<String>,
    },
    /// The text is not a start of an enumeration.
    #[error("the start: {reason}")]
    Start {
        /// The reason.
        reason: String,
    },
    /// The position and the goal are of different shapes.
    #[error("the {noun} is {start} and the goal {goal}: they must be of one size")]
    TwoShapes {
        /// The noun for a position of the puzzle.
        noun: &'static str,
        /// The shape of the position.
        start: String,
        /// The shape of the goal.
        goal: String,
    },
    /// The goal has another shape than requested.
    #[error("the goal is not a {shape} {noun}: they must be of one size")]
    OtherShape {
        /// The noun for a position of the puzzle.
        noun: &'static str,
        /// The requested shape.
        shape: String,
    },
}

impl Unreadable {
    /// The shapes for which the text would be valid; empty unless only the shape is missing.
    pub fn shapes(&self) -> &[String] {
        match self {
            Self::Goal { shapes, .. } | Self::Position { shapes, .. } => shapes,
            Self::Shape { .. }
            | Self::Start { .. }
            | Self::TwoShapes { .. }
            | Self::OtherShape { .. } => &[],
        }
    }
}

/// The reason why a request is not carried out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The puzzle is unknown.
    #[error("{} is not a puzzle: {hint}", quoted(.name))]
    Puzzle {
        /// The name.
        name: String,
        /// Similar names, or all names.
        hint: String,
    },
    /// The metric is unknown.
    #[error("{} is not a metric of {puzzle}: {hint}", quoted(.name))]
    Metric {
        /// The name.
        name: String,
        /// The puzzle.
        puzzle: &'static str,
        /// Similar names, or all names.
        hint: String,
    },
    /// The algorithm is unknown, or its parameters are wrong.
    #[error("{reason}")]
    Algorithm {
        /// The reason.
        reason: String,
    },
    /// The heuristic is unknown.
    #[error("{reason}")]
    Heuristic {
        /// The reason.
        reason: String,
    },
    /// The extent of pruning is unknown.
    #[error("choose auto, last-move, or a number of moves from 1 to {longest}")]
    Pruning {
        /// The greatest length of move strings that can be pruned.
        longest: u32,
    },
    /// The position, the goal or the shape cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The text is not a list of moves.
    #[error("{reason}")]
    Moves {
        /// The reason.
        reason: String,
    },
    /// The heuristic or the algorithm is unavailable for this goal.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// The system refused the memory of a search.
    #[error("the system refused the memory that a search needs")]
    Memory,
    /// The algorithm does not report expansions.
    #[error(
        "{algorithm} does not report expansions and cannot be recorded: choose another algorithm, such as \
         astar or idastar-plain"
    )]
    Unobserved {
        /// The algorithm.
        algorithm: String,
    },
    /// The part of the tree does not exist.
    #[error(
        "part {part} of {parts} does not exist: parts count from 0, and a tree has at most {max}"
    )]
    Share {
        /// The number of the part, from 0.
        part: usize,
        /// The number of parts.
        parts: usize,
        /// The greatest number of parts.
        max: usize,
    },
    /// The position cannot be solved, so it has no distance.
    #[error("{0}")]
    Unsolvable(String),
    /// The bytes are not a trace.
    #[error("{reason}")]
    Trace {
        /// The reason.
        reason: String,
    },
    /// The source of tables failed.
    #[error("{0}")]
    Tables(Box<dyn std::error::Error + Send + Sync>),
    /// The checkpoint of a board belongs to another search.
    #[cfg(feature = "store")]
    #[error("{reason}")]
    Checkpoint {
        /// The folder, and the fault of its checkpoint.
        reason: String,
    },
    /// The error of a folder.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Store(#[from] loyd_enumerate::checkpoint::StoreError),
    /// The engine of enumeration is unknown.
    #[cfg(feature = "enumerate")]
    #[error(transparent)]
    Engine(#[from] loyd_enumerate::UnknownEngine),
    /// The enumeration is impossible within its limits, or it failed.
    #[cfg(feature = "enumerate")]
    #[error(transparent)]
    Enumerate(#[from] EnumerateError),
}

impl Error {
    /// The wrong field of the request; `request` if the error concerns several fields.
    pub fn what(&self) -> &'static str {
        match self {
            Self::Puzzle { .. } => "puzzle",
            Self::Metric { .. } => "metric",
            Self::Algorithm { .. } | Self::Unobserved { .. } => "algorithm",
            Self::Heuristic { .. } | Self::Unavailable(_) | Self::Tables(_) => "heuristic",
            Self::Pruning { .. } => "pruning",
            Self::Unreadable(Unreadable::Shape { .. }) => "size",
            Self::Unreadable(Unreadable::Start { .. }) => "start",
            Self::Unreadable(
                Unreadable::Goal { .. }
                | Unreadable::TwoShapes { .. }
                | Unreadable::OtherShape { .. },
            ) => "goal",
            Self::Unreadable(Unreadable::Position { .. }) | Self::Unsolvable(_) => "board",
            Self::Moves { .. } => "moves",
            Self::Share { .. } => "share",
            Self::Trace { .. } => "trace",
            Self::Memory => "memory",
            #[cfg(feature = "store")]
            Self::Checkpoint { .. } | Self::Store(_) => "folder",
            #[cfg(feature = "enumerate")]
            Self::Engine(_) => "engine",
            #[cfg(feature = "enumerate")]
            Self::Enumerate(_) => "request",
        }
    }
}

impl PartialEq for Error {
    /// Compares the messages.
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

/// The reason why a solver cannot be prepared, with the error of the source of tables.
#[derive(Debug, thiserror::Error)]
pub enum NotPrepared<E> {
    /// The system refused the memory of a search.
    #[error("the system refused the memory that a search needs")]
    Memory,
    /// The heuristic or the algorithm is unavailable for this goal.
    #[error("{0}")]
    Unavailable(Unavailable),
    /// The source of tables failed.
    #[error("{0}")]
    Tables(E),
}

impl<E: std::error::Error + Send + Sync + 'static> From<NotPrepared<E>> for Error {
    fn from(why: NotPrepared<E>) -> Self {
        match why {
            NotPrepared::Memory => Self::Memory,
            NotPrepared::Unavailable(why) => Self::Unavailable(why),
            NotPrepared::Tables(why) => Self::Tables(Box::new(why)),
        }
    }
}
