//! What can go wrong in a search by lists.

use super::store::StoreError;
use crate::error::{EngineError, EngineFault, EnumerateError};

/// Why a search by lists cannot be done, or had to stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrontierError {
    /// The store cannot keep or give what it should.
    #[error(
        "the lists of level {depth} could not be {at}: {reason}; nothing of the levels before is \
         lost, put it right and resume"
    )]
    Store {
        /// The level being made.
        depth: u32,
        /// What was done to them.
        at: &'static str,
        /// What the store says.
        reason: StoreError,
    },
    /// A list came back from the store as something else.
    #[error(
        "level {depth} is damaged in list {unit}: {reason}; check the disk and the memory of this \
         machine, and start anew"
    )]
    Corrupt {
        /// The level that was read.
        depth: u32,
        /// The list.
        unit: u32,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A record does not belong to this run, or contradicts itself.
    #[error("the saved run cannot be continued: {what}")]
    Record {
        /// What differs.
        what: &'static str,
    },
}

impl From<FrontierError> for EnumerateError {
    fn from(error: FrontierError) -> Self {
        let fault = match &error {
            FrontierError::Store { reason, .. } => EngineFault::Store(reason.fault),
            FrontierError::Corrupt { .. } | FrontierError::Record { .. } => EngineFault::Input,
        };
        EngineError::new(fault, error).into()
    }
}
