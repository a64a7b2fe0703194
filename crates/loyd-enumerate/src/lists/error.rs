//! Errors of a search with levels as lists.

use super::StoreError;
use crate::error::{EngineError, EngineFault, EnumerateError};

/// The reason why a search by lists is impossible, or had to stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The store failed.
    #[error(
        "the lists of level {depth} could not be {at}: {reason}; earlier levels are not lost: fix the \
         problem and resume"
    )]
    Store {
        /// The level under construction.
        depth: u32,
        /// The operation.
        at: &'static str,
        /// The error of the store.
        reason: StoreError,
    },
    /// A list read from the store differs from the written one.
    #[error(
        "level {depth} is damaged in list {list}: {reason}; check the disk and the memory of this \
         machine, and start again"
    )]
    Corrupt {
        /// The level that was read.
        depth: u32,
        /// The list.
        list: u32,
        /// The damage.
        reason: &'static str,
    },
    /// A record belongs to another run, or contradicts itself.
    #[error("the saved run cannot be continued: {what}")]
    Record {
        /// The difference.
        what: &'static str,
    },
}

impl From<ListError> for EnumerateError {
    fn from(error: ListError) -> Self {
        let fault = match &error {
            ListError::Store { reason, .. } => EngineFault::Store(reason.fault),
            ListError::Corrupt { .. } | ListError::Record { .. } => EngineFault::Input,
        };
        EngineError::new(fault, error).into()
    }
}
