//! The queues and the failure that the threads of a pass share.

use super::error::DiskError;
use super::queue::Queue;
use super::segment_plan::SourceUnit;
use super::store::{Unit, UnitKind};
use super::workers::FirstFailure;

pub(super) type Reads = Queue<(SourceUnit, Vec<u8>)>;
pub(super) type Writes = Queue<(UnitKind, Unit, Vec<u8>)>;

/// The queues and the failure that the threads of a pass share.
pub(super) struct PassChannels<'a> {
    pub(super) reads: &'a Reads,
    pub(super) writes: &'a Writes,
    pub(super) failure: &'a FirstFailure,
}

/// The error if the other end of a queue was closed. Its cause was reported before, unless it was a
/// panic.
pub(super) fn closed_queue() -> DiskError {
    DiskError::Thread("it has ended".to_owned())
}
