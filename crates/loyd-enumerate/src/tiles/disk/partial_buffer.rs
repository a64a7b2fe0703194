//! Partials in memory, from one pass of a level to a later one, as far as memory allows.
//!
//! They stay until the segment that needs them is finished, not only until they are read: a
//! [checkpoint](super::level_checkpoint) must include all that are still needed.

use super::store::Unit;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Coded partials in memory.
#[derive(Debug)]
pub(super) struct PartialBuffer {
    kept: Mutex<Buffered>,
    most_bytes: usize,
}

#[derive(Debug, Default)]
struct Buffered {
    units: FxHashMap<Unit, Held>,
    bytes: usize,
}

#[derive(Debug)]
struct Held {
    coded: Vec<u8>,
    /// True if the store has it too.
    stored: bool,
}

/// Memory of a map entry in addition to its bytes.
const ENTRY_BYTES: usize = 64;

impl PartialBuffer {
    pub(super) fn new(most_bytes: usize) -> Self {
        PartialBuffer { kept: Mutex::default(), most_bytes }
    }

    /// Buffers a partial, or returns it if it does not fit.
    pub(super) fn keep(&self, unit: Unit, coded: Vec<u8>) -> Result<(), Vec<u8>> {
        let mut kept = self.kept();
        let bytes = kept.bytes + coded.capacity() + ENTRY_BYTES;
        if bytes > self.most_bytes {
            return Err(coded);
        }
        kept.bytes = bytes;
        kept.units.insert(unit, Held { coded, stored: false });
        Ok(())
    }

    /// Copies a partial into an empty buffer; returns whether it was buffered.
    pub(super) fn copy(&self, unit: Unit, into: &mut Vec<u8>) -> bool {
        let kept = self.kept();
        let Some(held) = kept.units.get(&unit) else { return false };
        into.extend_from_slice(&held.coded);
        true
    }

    /// Drops a partial that is no longer needed.
    pub(super) fn release(&self, unit: Unit) {
        let mut kept = self.kept();
        if let Some(held) = kept.units.remove(&unit) {
            kept.bytes -= held.coded.capacity() + ENTRY_BYTES;
        }
    }

    /// Takes the list of partials that the store does not have; from now on they count as stored.
    pub(super) fn take_unstored(&self) -> Vec<Unit> {
        let mut kept = self.kept();
        let unstored = kept.units.iter_mut().filter(|(_, held)| !held.stored);
        let mut units: Vec<Unit> = unstored
            .map(|(&unit, held)| {
                held.stored = true;
                unit
            })
            .collect();
        units.sort_unstable();
        units
    }

    /// Drops all partials.
    pub(super) fn clear(&self) {
        *self.kept() = Buffered::default();
    }

    fn kept(&self) -> MutexGuard<'_, Buffered> {
        // No code under the lock can panic half-way.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
