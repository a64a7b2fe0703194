//! Errors of connecting.

use crate::hello::Mismatch;
use std::io;
use std::time::Duration;

/// The reason why the processes are not connected.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The own address is unusable.
    #[error("cannot listen at {address}: {error}; is it an address of this machine, and free?")]
    Listen {
        /// The address.
        address: String,
        /// The error of the system.
        error: io::Error,
    },
    /// A process is missing.
    #[error(
        "process {process} ({address}) is not connected after {} s{}: start all processes with \
         the same list of hosts, and check that its port can be reached",
        after.as_secs(), detail(seen.as_ref())
    )]
    Missing {
        /// The process.
        process: usize,
        /// Its address.
        address: String,
        /// The time waited.
        after: Duration,
        /// The last thing seen of it.
        seen: Option<String>,
    },
    /// A process differs.
    #[error("process {process} ({address}) cannot take part: {mismatch}")]
    Mismatch {
        /// The process.
        process: usize,
        /// Its address.
        address: String,
        /// The difference.
        mismatch: Mismatch,
    },
    /// Something else answers at the address of a process.
    #[error(
        "the program that answers at {address} is not a loyd of this kind: check the address of process {process}"
    )]
    Foreign {
        /// The process.
        process: usize,
        /// Its address.
        address: String,
    },
    /// The caller gave up, for this reason.
    #[error("{0}")]
    Aborted(String),
    /// The system refused a thread or a setting of a socket.
    #[error("the connections could not be set up: {0}")]
    System(#[from] io::Error),
}

fn detail(seen: Option<&String>) -> String {
    seen.map_or_else(String::new, |seen| format!(" ({seen})"))
}
