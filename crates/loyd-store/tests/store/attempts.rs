//! Processes that work on lists in files until they end: killed, without power, or refused by the disk.

use loyd_store::LockedFolder;
use loyd_store::disk::simulated::{Fault, SimulatedDisk};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

pub(crate) const FOLDER: &str = "run";

pub(crate) fn locked(disk: &SimulatedDisk) -> LockedFolder {
    LockedFolder::create(Arc::new(disk.clone()), Path::new(FOLDER)).unwrap()
}

/// The work of a process before it ended.
pub(crate) struct Attempt {
    pub(crate) result: Result<Vec<u64>, String>,
    /// The last level that it had committed.
    pub(crate) committed: Option<u32>,
    pub(crate) resumed_at: Option<u32>,
}

/// A run, its right levels, and one process that begins or continues it, to a level if specified.
pub(crate) struct Run<'a> {
    pub(crate) levels: &'a [u64],
    pub(crate) attempt: &'a dyn Fn(&SimulatedDisk, Option<u32>) -> Attempt,
}

impl Run<'_> {
    /// Ends the run at every few operations: kills it, and cuts the power once for each seed. The first
    /// process stops after level `middle`, and is continued once. Returns how often it ended.
    pub(crate) fn ends(&self, stride: usize, middle: u32, seeds: Range<u64>) -> u32 {
        let mut points = 0;
        for point in (0..).step_by(stride) {
            let disk = SimulatedDisk::new();
            disk.fail_at(point, Fault::End);
            let mut first = (self.attempt)(&disk, Some(middle));
            if disk.failed_point().is_none() {
                first = (self.attempt)(&disk, None);
            }
            let Some(struck) = disk.failed_point() else { break };
            points += 1;
            let lost = seeds.clone().map(|seed| disk.after_power_loss(seed * 977 + point));
            for (number, after) in lost.chain([disk.after_kill()]).enumerate() {
                let what = format!("{struck:?}, operation {point}, end {number}");
                let second = (self.attempt)(&after, None);
                assert_eq!(second.result.as_deref(), Ok(self.levels), "{what}");
                assert!(second.resumed_at >= first.committed, "{what}: a level was lost");
            }
        }
        points
    }

    /// Refuses every few operations, once each; returns the number of failed processes.
    pub(crate) fn errors(&self, stride: usize) -> u32 {
        let mut failures = 0;
        for kind in [ErrorKind::StorageFull, ErrorKind::Other] {
            for point in (0..).step_by(stride) {
                let disk = SimulatedDisk::new();
                disk.fail_at(point, Fault::Error(kind));
                let first = (self.attempt)(&disk, None);
                if disk.failed_point().is_none() {
                    break;
                }
                let result = first.result.or_else(|_| {
                    failures += 1;
                    (self.attempt)(&disk, None).result
                });
                assert_eq!(result.as_deref(), Ok(self.levels), "{kind:?} at operation {point}");
            }
        }
        failures
    }
}
