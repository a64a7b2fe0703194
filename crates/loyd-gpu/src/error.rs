//! Errors of enumerations on a graphics processor.

use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::{Bytes, EngineError, EngineFault, EngineName, EnumerateError, Request};
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate::memory::{self, MemoryError};

/// The reason why an enumeration on a graphics processor is impossible, or failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no adapter: no driver, or no loader of drivers.
    #[error("no graphics adapter was found: no driver for {backends}, or no loader to find one")]
    NoAdapter {
        /// The interfaces that were tried.
        backends: &'static str,
    },
    /// The only adapters are drivers that run on the processor.
    #[error(
        "no graphics card was found, only {name}, a driver that runs on the processor and is slower \
         than the memory engine"
    )]
    OnlySoftware {
        /// The name of the driver.
        name: String,
    },
    /// There is no software driver.
    #[error("no driver that runs on the processor was found")]
    NoSoftware,
    /// No card has the requested name.
    #[error("no graphics card is called {name:?}; there {known}")]
    NoSuchAdapter {
        /// The requested name.
        name: String,
        /// The names of all cards, as the end of a sentence.
        known: String,
    },
    /// A limit of the adapter is too low for the bitmaps.
    #[error("{adapter} cannot hold {puzzle}: {what} {allowed}, and {needed} are needed")]
    TooSmall {
        /// The name of the adapter.
        adapter: String,
        /// The board.
        puzzle: String,
        /// The limit, as the beginning of a clause: "a binding has at most".
        what: &'static str,
        /// The amount needed, with its unit.
        needed: String,
        /// The limit, with its unit.
        allowed: String,
    },
    /// The memory of the card that may be used is less than one piece of a streamed bitmap needs.
    #[error(
        "{puzzle} needs at least {} KiB on the card, and {} are allowed", needed.div_ceil(1024),
        Bytes(*allowed)
    )]
    Budget {
        /// The board.
        puzzle: String,
        /// The smallest budget, in bytes.
        needed: u64,
        /// The budget, in bytes.
        allowed: u64,
    },
    /// The device refused memory.
    #[error("{adapter} refused {} of memory", Bytes(*bytes))]
    OutOfMemory {
        /// The name of the adapter.
        adapter: String,
        /// Bytes of all buffers together.
        bytes: u64,
    },
    /// The device was lost: reset, removed, or taken by a watchdog.
    #[error("{adapter} was lost ({why}); the last checkpoint is intact")]
    Lost {
        /// The name of the adapter.
        adapter: String,
        /// The reason as the driver gives it.
        why: String,
    },
    /// The interface refused an operation: a defect of this program or of the driver.
    #[error("{adapter} failed: {message}")]
    Failed {
        /// The name of the adapter.
        adapter: String,
        /// The message of the interface, on one line.
        message: String,
    },
    /// The counts are wrong: a defect of this program, or of the driver.
    #[error(
        "{adapter} counted wrongly: {what}; check its driver and its memory, and please report it"
    )]
    WrongCount {
        /// The name of the adapter.
        adapter: String,
        /// The contradiction.
        what: &'static str,
    },
    /// The board, the start or a checkpoint is unsuitable for bitmaps.
    #[error(transparent)]
    Bitmaps(#[from] MemoryError),
    /// A checkpoint could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl GpuError {
    /// The error of the request that could not be carried out.
    pub(crate) fn of_request(self, request: &Request<Tiles>) -> EnumerateError {
        let fault = match self {
            GpuError::Bitmaps(error) => {
                return memory::translate(&error, EngineName::Gpu, request);
            }
            GpuError::Store(error) => return EnumerateError::Store(error),
            GpuError::WrongCount { .. } => EngineFault::WrongResult,
            GpuError::Budget { .. } => EngineFault::Input,
            _ => EngineFault::Environment,
        };
        EnumerateError::Engine(EngineError::new(fault, self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest budget is not rounded down.
    #[test]
    fn the_smallest_budget_is_allowed_as_it_is_printed() {
        let puzzle = "4x3".to_owned();
        let error = GpuError::Budget { puzzle, needed: 1025, allowed: 1024 };
        let text = "4x3 needs at least 2 KiB on the card, and 1.0 KiB are allowed";
        assert_eq!(error.to_string(), text);
    }

    #[test]
    fn refused_memory_has_a_unit() {
        let error = GpuError::OutOfMemory { adapter: "a card".into(), bytes: 94_201_125_404 };
        assert_eq!(error.to_string(), "a card refused 87.7 GiB of memory");
    }
}
