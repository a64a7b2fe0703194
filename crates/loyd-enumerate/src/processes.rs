//! The contract of engines with the other processes of a run.
//!
//! A run may be shared by several processes, each with a part of the work. What travels between them
//! and how is up to an implementation; engines see two operations: all processes exchange some bytes
//! and wait for each other ([`Processes::gather`]), and one sends bytes to another
//! ([`KeyExchange::send`]).

use crate::checkpoint::StoreError;
use std::fmt::Debug;

/// The maximum number of processes of a run.
pub const MAX_PROCESSES: usize = 1024;

/// The processes of a run, seen from one of them.
pub trait Processes: Debug + Send + Sync {
    /// The number of processes.
    fn processes(&self) -> usize;

    /// The number of this process, from 0.
    fn process(&self) -> usize;

    /// The lowest memory limit of all processes, in bytes.
    fn min_memory(&self) -> u64;

    /// The largest number of threads of all processes.
    fn max_threads(&self) -> usize;

    /// Gives some bytes to all processes and waits for theirs; returns those of each process in
    /// order, its own included. All that a process has sent before is then stored or processed by its
    /// receivers. `None` if the run is being stopped.
    ///
    /// # Errors
    /// If a process or the connection to it is lost, or a store failed.
    fn gather(&self, own: Vec<u8>) -> Result<Option<Vec<Vec<u8>>>, StoreError>;
}

/// A function that takes the bytes of a sender.
pub type Deliver = Box<dyn Fn(usize, &[u8]) -> Result<(), StoreError> + Send + Sync>;

/// Processes that send blocks of keys to each other.
pub trait KeyExchange: Processes {
    /// Sets the function that takes what others send, once. It is called from one thread, and only
    /// with blocks of the current epoch.
    fn receive(&self, deliver: Deliver);

    /// Begins an epoch, a number that grows: blocks of later ones wait.
    fn begin(&self, epoch: u32);

    /// Sends a block; waits while too much is on the way. May be called from any thread.
    ///
    /// # Errors
    /// If the run has failed.
    fn send(&self, to: usize, epoch: u32, bytes: Vec<u8>) -> Result<(), StoreError>;
}
