//! Why an enumeration cannot be done, or was not right.

use crate::EngineName;
use crate::checkpoint::StoreError;
use crate::disk::DiskError;
use crate::frontier::FrontierError;
use loyd_tiles::{MetricName, Size};
use std::fmt;

/// Why an enumeration cannot be done, or was not right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerateError {
    /// The start is not on the board.
    #[error("cell {cell} is not on a {size} board: its cells are 0 to {}", size.cells() - 1)]
    StartCell {
        /// The cell asked for.
        cell: usize,
        /// The size of the board.
        size: Size,
    },
    /// More memory is needed than is allowed. Found before anything was allocated.
    #[error("{}", too_large(*size, *states, *needed, *memory, *depth))]
    TooLarge {
        /// The size of the board.
        size: Size,
        /// How many states there are; `None` above 2^128.
        states: Option<u128>,
        /// Bytes that are needed to count them all; `None` if no machine has so many.
        needed: Option<u64>,
        /// Bytes that are allowed.
        memory: u64,
        /// A depth down to which the allowed memory is enough for certain.
        depth: Option<u32>,
    },
    /// The engine asked for needs more memory than is allowed. Found before anything was
    /// allocated.
    #[error("the {} engine needs {} for a {size} board, and {} are allowed: set --memory, or \
             leave the choice of the engine to loyd",
            engine.info().name, Bytes(*needed), Bytes(*allowed))]
    DoesNotFit {
        /// The engine.
        engine: EngineName,
        /// The size of the board.
        size: Size,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The engine for disks cannot do what is asked, or had to stop.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The engine for first levels cannot go on.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// Levels must be kept somewhere.
    #[error("the disk engine keeps its levels in a folder: name one with --dir")]
    NeedsFolder,
    /// The engine asked for cannot do this board.
    #[error("the {} engine cannot enumerate a {size} board: {reason}", engine.info().name)]
    Unsuited {
        /// The engine.
        engine: EngineName,
        /// The size of the board.
        size: Size,
        /// Why, and what to use instead.
        reason: String,
    },
    /// The system did not grant memory that the limit allows.
    #[error("the system did not grant {}: set a lower --memory, or stop earlier with --depth",
            Bytes(*bytes))]
    OutOfMemory {
        /// Bytes asked for.
        bytes: u64,
    },
    /// The state of the run could not be kept or read back.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// A complete enumeration that did not count the states there are: a defect of the engine.
    #[error("{} counted {total} states of the {size} board ({metric}-tile metric, blank on cell \
             {start_cell}), but there are {expected}: the level counts are wrong; please report it",
            engine.map_or("the engine", |engine| engine.info().name))]
    WrongTotal {
        /// The engine.
        engine: Option<EngineName>,
        /// The size of the board.
        size: Size,
        /// What counted as a move.
        metric: MetricName,
        /// The cell of the blank in the start.
        start_cell: usize,
        /// States counted.
        total: u64,
        /// States there are.
        expected: u128,
    },
}

fn too_large(
    size: Size,
    states: Option<u128>,
    needed: Option<u64>,
    memory: u64,
    depth: Option<u32>,
) -> String {
    let states = match states {
        Some(states) => format!("{states} states"),
        None => "more than 2^128 states".to_owned(),
    };
    let allowed = Bytes(memory);
    let needed = match needed {
        Some(needed) => format!(
            "counting them takes {}, and {allowed} are allowed: set --memory, or stop early with",
            Bytes(needed)
        ),
        None => "no memory holds a bit for each: stop early with".to_owned(),
    };
    let depth = match depth {
        Some(depth) => format!("--depth N (N up to {depth} fits {allowed} for certain)"),
        None => format!("--depth N (but {allowed} are not enough for the first level)"),
    };
    format!("a {size} board has {states}; {needed} {depth}")
}

/// Bytes for people: `64 B`, `3.0 KiB`, `16.2 GiB`.
pub(crate) struct Bytes(pub(crate) u64);

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
        write!(f, "{value:.1} {}", UNITS[unit])
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
