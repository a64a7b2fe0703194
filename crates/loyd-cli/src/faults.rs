//! Errors of the libraries, with their exit codes.

use crate::exit::{Exit, Failure};
use loyd_enumerate::EnumerateError;
use loyd_enumerate::checkpoint::{StoreError, StoreFault};
use loyd_enumerate::disk::DiskError;
use loyd_enumerate::frontier::FrontierError;

/// What went wrong with files.
pub(crate) fn of_store(error: &StoreError) -> Failure {
    Failure::Message { exit: exit(error.fault), text: error.message.clone() }
}

/// The exit code for what is at fault.
fn exit(fault: StoreFault) -> Exit {
    match fault {
        StoreFault::Environment | StoreFault::Full | StoreFault::Memory => Exit::Environment,
        StoreFault::Data => Exit::BadInput,
    }
}

/// What went wrong with an enumeration.
pub(crate) fn of_enumeration(error: &EnumerateError) -> Failure {
    if let EnumerateError::Store(error) = error {
        return of_store(error);
    }
    let exit = match error {
        EnumerateError::WrongTotal { .. } | EnumerateError::Disk(DiskError::Sum { .. }) => {
            Exit::Failed
        }
        EnumerateError::OutOfMemory { .. }
        | EnumerateError::Disk(DiskError::Memory(_) | DiskError::Thread(_)) => Exit::Environment,
        EnumerateError::Disk(DiskError::Store { reason, .. })
        | EnumerateError::Frontier(FrontierError::Store { reason, .. }) => exit(reason.fault),
        _ => Exit::BadInput,
    };
    let hint = match error {
        EnumerateError::TooLarge { needed: Some(_), .. } | EnumerateError::DoesNotFit { .. } => {
            ", or count on disk with --dir FOLDER"
        }
        _ => "",
    };
    Failure::Message { exit, text: format!("{error}{hint}") }
}
