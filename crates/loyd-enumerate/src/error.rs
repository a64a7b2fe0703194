//! Errors of enumerations.

use crate::EngineName;
use crate::checkpoint::{StoreError, StoreFault};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The reason why an enumeration is impossible, or its result wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerateError {
    /// The memory limit is too low. Detected before anything is allocated.
    #[error("{}", too_large(puzzle, *states, *needed, *memory))]
    TooLarge {
        /// The puzzle, as results name it.
        puzzle: String,
        /// Number of states; `None` if it is unknown, or above 2^128.
        states: Option<u128>,
        /// Bytes needed to count them all; `None` if they are unknown, or more than any machine has.
        needed: Option<u64>,
        /// The memory limit in bytes.
        memory: u64,
        /// A depth for which the memory limit certainly suffices.
        depth: Option<u32>,
    },
    /// The requested engine needs more memory than the limit. Detected before anything is
    /// allocated.
    #[error("the {} engine needs {} for {puzzle}, and {} are allowed",
            engine.info().name, Bytes(*needed), Bytes(*allowed))]
    DoesNotFit {
        /// The engine.
        engine: EngineName,
        /// The puzzle, as results name it.
        puzzle: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// An engine of one puzzle failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine needs a store for its levels.
    #[error("the disk engine stores its levels in a folder, and none is given")]
    NeedsFolder,
    /// The requested engine cannot enumerate this puzzle.
    #[error("{}", unsuited(*engine, puzzle, reason))]
    Unsuited {
        /// The engine.
        engine: EngineName,
        /// The puzzle, as results name it.
        puzzle: String,
        /// The reason.
        reason: Unsuitable,
    },
    /// The system refused memory within the limit.
    #[error("the system refused {} of memory", Bytes(*bytes))]
    OutOfMemory {
        /// Bytes requested.
        bytes: u64,
    },
    /// The state of the run could not be saved or restored.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// A complete enumeration counted a wrong number of states: a defect of the engine.
    #[error("{} counted {total} states of {puzzle} ({metric} metric, start {start}), but there are \
             {expected}: the level counts are wrong; please report it",
            engine.map_or("the engine", |engine| engine.info().name))]
    WrongTotal {
        /// The engine.
        engine: Option<EngineName>,
        /// The puzzle, as results name it.
        puzzle: String,
        /// The metric.
        metric: String,
        /// The start.
        start: String,
        /// States counted.
        total: u64,
        /// States of the space.
        expected: u128,
    },
}

/// The reason why an engine cannot serve a request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unsuitable {
    /// The engine belongs to other puzzles.
    #[error("this puzzle has no such engine")]
    NoSuchEngine,
    /// The engine needs a perfect hash of the states.
    #[error("its states have no ranks")]
    NoNumbers,
    /// Antipodes were requested, and the engine keeps none.
    #[error("its levels are counted without their positions")]
    Antipodes,
    /// The engine is for first levels only.
    #[error("no depth is specified")]
    NoDepth,
    /// States exceed the key length of the engine.
    #[error("its states exceed the key length; no engine enumerates a space so large")]
    LongStates,
    /// The start must have all parts in order; other starts have the same levels.
    #[error("its start must have the tiles in order")]
    Start,
    /// Another reason, as text.
    #[error("{0}")]
    Other(String),
}

/// An error of an engine for one puzzle: its cause is the engine's own type.
///
/// Two such errors are equal if their faults and messages are.
#[derive(Clone, Debug)]
pub struct EngineError {
    fault: EngineFault,
    cause: Arc<dyn Error + Send + Sync>,
}

/// The party responsible for the failure of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineFault {
    /// The request, or the data to resume from.
    Input,
    /// The system refused memory or threads.
    Environment,
    /// The store of levels.
    Store(StoreFault),
    /// The engine or the machine: the counts are wrong.
    WrongResult,
}

impl EngineError {
    /// An error with its cause.
    pub fn new(fault: EngineFault, cause: impl Error + Send + Sync + 'static) -> Self {
        Self { fault, cause: Arc::new(cause) }
    }

    /// The party at fault.
    pub fn fault(&self) -> EngineFault {
        self.fault
    }

    /// The engine's own error; `None` if it is of another type.
    pub fn cause<E: Error + 'static>(&self) -> Option<&E> {
        self.cause.downcast_ref()
    }
}

impl PartialEq for EngineError {
    fn eq(&self, other: &Self) -> bool {
        self.fault == other.fault && self.to_string() == other.to_string()
    }
}

impl Eq for EngineError {}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl Error for EngineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.source()
    }
}

impl EnumerateError {
    /// The error of an engine for one puzzle; `None` if this is another error, or of
    /// another type.
    pub fn engine_cause<E: Error + 'static>(&self) -> Option<&E> {
        match self {
            Self::Engine(error) => error.cause(),
            _ => None,
        }
    }
}

fn unsuited(engine: EngineName, puzzle: &str, reason: &Unsuitable) -> String {
    match reason {
        Unsuitable::Antipodes => format!("the antipodes of {puzzle} cannot be listed: {reason}"),
        _ => format!("the {} engine cannot enumerate {puzzle}: {reason}", engine.info().name),
    }
}

fn too_large(puzzle: &str, states: Option<u128>, needed: Option<u64>, memory: u64) -> String {
    let states = match states {
        Some(states) => format!("{states} states"),
        None => "more than 2^128 states".to_owned(),
    };
    let needed = match needed {
        Some(needed) => {
            format!("counting them takes {}, and {} are allowed", Bytes(needed), Bytes(memory))
        }
        None => format!("they do not fit in {}", Bytes(memory)),
    };
    format!("{puzzle} has {states}; {needed}")
}

/// Bytes in readable form: `64 B`, `3.0 KiB`, `16.2 GiB`.
#[derive(Clone, Copy, Debug)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        if self.0 < 1024 {
            return write!(f, "{} B", self.0);
        }
        let mut value = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while value >= 1024.0 && unit + 1 < UNITS.len() {
            value /= 1024.0;
            unit += 1;
        }
        // Without the formatting of floats, which is a percent of the module of the page.
        let tenths = (value * 10.0).round_ties_even() as u64;
        write!(f, "{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_for_people() {
        for (bytes, text) in [
            (64, "64 B"),
            (1023, "1023 B"),
            (3072, "3.0 KiB"),
            (8 << 30, "8.0 GiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
    }
}
