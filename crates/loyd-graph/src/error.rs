//! Errors, as data and as messages for every program.

use crate::key::Key;
use std::fmt::Write;

/// The reason why a graph cannot be built or read.
#[derive(Debug, thiserror::Error)]
pub enum GraphError {
    /// The text is not an address of a database.
    #[error("{text} is not an address of a database: {reason}")]
    Url {
        /// The text, without a password.
        text: String,
        /// The reason.
        reason: String,
    },
    /// The puzzle has no graph that can be stored.
    #[error("the graph of this puzzle cannot be stored: {reason}")]
    Unsuited {
        /// The reason.
        reason: &'static str,
    },
    /// The graph has too many states for a picture.
    #[error("it has more than {limit} states, too many for a picture")]
    TooLarge {
        /// The greatest number of states in a picture.
        limit: u64,
    },
    /// The database does not exist.
    #[error("{place} has no graph: build it first")]
    Missing {
        /// The database.
        place: String,
    },
    /// The database holds something else.
    #[error("{place} {reason}: nothing was changed; name another database, or a new file")]
    Foreign {
        /// The database.
        place: String,
        /// The reason.
        reason: String,
    },
    /// The database holds the graph of something else.
    #[error(
        "the graph at {place} is of the {what} {stored}, not of {requested}: nothing was changed; name \
         another database"
    )]
    OtherGraph {
        /// The database.
        place: String,
        /// The part of the request: `puzzle`, `metric`, `goal`.
        what: &'static str,
        /// The value in the database.
        stored: String,
        /// The value of the request.
        requested: String,
    },
    /// The database was written in another format.
    #[error(
        "the graph at {place} has format {format}, and this program reads format {supported}: build it \
         again in another database"
    )]
    Version {
        /// The database.
        place: String,
        /// The version of its format.
        format: String,
        /// The version of this program.
        supported: u32,
    },
    /// A build state by state was interrupted within a level.
    #[error(
        "level {level} is not complete: a build with strategy row was interrupted; continue it with \
         strategy row"
    )]
    Unfinished {
        /// The level.
        level: u32,
    },
    /// The contents of the database contradict each other.
    #[error("the graph at {place} is damaged: {reason}; build it again in another database")]
    Damaged {
        /// The database.
        place: String,
        /// The reason.
        reason: String,
    },
    /// The database cannot be reached or opened.
    #[error("cannot open {place}: {reason}")]
    Unreachable {
        /// The database.
        place: String,
        /// The reason.
        reason: String,
    },
    /// The program was built without the driver of a server.
    #[error("this program was built without {server}, which {place} needs")]
    Unsupported {
        /// The database.
        place: String,
        /// The server.
        server: &'static str,
        /// The feature to build it with.
        feature: &'static str,
    },
    /// The server refuses the user or the password.
    #[error("the server refuses the user or the password of {place}: {reason}")]
    Login {
        /// The database.
        place: String,
        /// The reason.
        reason: String,
    },
    /// The user lacks a right.
    #[error(
        "{place} refuses that: {reason}; log in as a user who may create, read and write tables there"
    )]
    Denied {
        /// The database.
        place: String,
        /// The reason.
        reason: String,
    },
    /// The connection to the server was lost.
    #[error("the connection to {place} was lost: {reason}; run it again to continue")]
    Lost {
        /// The database.
        place: String,
        /// The reason.
        reason: String,
    },
    /// The disk, a quota or a server is full.
    #[error("no space is left for {place}: free some space, then run it again to continue")]
    Full {
        /// The database.
        place: String,
    },
    /// Another program has locked the database.
    #[error("{place} is in use by another program: wait for it, then run it again")]
    Busy {
        /// The database.
        place: String,
    },
    /// The database failed.
    #[error("{place}: {reason}")]
    Database {
        /// The database.
        place: String,
        /// The reason.
        reason: String,
    },
    /// The system does not grant memory.
    #[error("the system does not grant {bytes} bytes of memory")]
    Memory {
        /// The bytes.
        bytes: u64,
    },
    /// Something could not be written.
    #[error("{0}")]
    Write(#[from] std::io::Error),
    /// The goal, the metric or the position cannot be read.
    #[error(transparent)]
    Facade(#[from] loyd::Error),
}

impl GraphError {
    /// A key of the database that belongs to no state.
    pub(crate) fn invalid_key(key: &Key) -> Self {
        let text = match key {
            Key::Number(number) => number.to_string(),
            Key::Bytes(bytes) => bytes.iter().fold("0x".to_owned(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            }),
        };
        Self::Damaged {
            place: "this address".to_owned(),
            reason: format!("key {text} is not a state"),
        }
    }

    /// The same error with the name of the database.
    pub(crate) fn at(self, place: &str) -> Self {
        match self {
            Self::Damaged { reason, .. } => Self::Damaged { place: place.to_owned(), reason },
            other => other,
        }
    }
}

/// The result of everything that can fail here.
pub type Result<T> = std::result::Result<T, GraphError>;
