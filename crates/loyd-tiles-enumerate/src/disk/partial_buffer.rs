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
    buffered: Mutex<Buffered>,
    max_bytes: usize,
}

#[derive(Debug, Default)]
struct Buffered {
    units: FxHashMap<Unit, Partial>,
    bytes: usize,
}

#[derive(Debug)]
struct Partial {
    coded: Vec<u8>,
    /// True if the store has it too.
    stored: bool,
}

/// Memory of a map entry in addition to its bytes.
const ENTRY_BYTES: usize = 64;

impl PartialBuffer {
    pub(super) fn new(max_bytes: usize) -> Self {
        PartialBuffer { buffered: Mutex::default(), max_bytes }
    }

    /// Buffers a partial, or returns it if it does not fit.
    pub(super) fn keep(&self, unit: Unit, coded: Vec<u8>) -> Result<(), Vec<u8>> {
        let mut buffered = self.lock();
        let bytes = buffered.bytes + coded.capacity() + ENTRY_BYTES;
        if bytes > self.max_bytes {
            return Err(coded);
        }
        buffered.bytes = bytes;
        buffered.units.insert(unit, Partial { coded, stored: false });
        Ok(())
    }

    /// Copies a partial into an empty buffer; returns whether it was buffered.
    pub(super) fn copy(&self, unit: Unit, into: &mut Vec<u8>) -> bool {
        let buffered = self.lock();
        let Some(partial) = buffered.units.get(&unit) else { return false };
        into.extend_from_slice(&partial.coded);
        true
    }

    /// Drops a partial after its last use.
    pub(super) fn release(&self, unit: Unit) {
        let mut buffered = self.lock();
        if let Some(partial) = buffered.units.remove(&unit) {
            buffered.bytes -= partial.coded.capacity() + ENTRY_BYTES;
        }
    }

    /// Takes the list of partials that the store does not have; from now on they count as stored.
    pub(super) fn take_unstored(&self) -> Vec<Unit> {
        let mut buffered = self.lock();
        let unstored = buffered.units.iter_mut().filter(|(_, partial)| !partial.stored);
        let mut units: Vec<Unit> = unstored
            .map(|(&unit, partial)| {
                partial.stored = true;
                unit
            })
            .collect();
        units.sort_unstable();
        units
    }

    pub(super) fn clear(&self) {
        *self.lock() = Buffered::default();
    }

    fn lock(&self) -> MutexGuard<'_, Buffered> {
        // No code under the lock can panic half-way.
        self.buffered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
