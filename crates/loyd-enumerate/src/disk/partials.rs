//! Partials on their way from the lower half of a level to the upper half, as far as there is
//! memory for them.

use super::store::Unit;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Coded partials in memory.
#[derive(Debug)]
pub(super) struct Partials {
    kept: Mutex<Kept>,
    most_bytes: usize,
}

#[derive(Debug, Default)]
struct Kept {
    units: FxHashMap<Unit, Vec<u8>>,
    bytes: usize,
}

/// What a map entry takes beside its bytes.
const ENTRY_BYTES: usize = 64;

impl Partials {
    pub(super) fn new(most_bytes: usize) -> Self {
        Partials { kept: Mutex::default(), most_bytes }
    }

    /// Keeps a partial, or gives it back if there is no room.
    pub(super) fn keep(&self, unit: Unit, coded: Vec<u8>) -> Result<(), Vec<u8>> {
        let mut kept = self.kept();
        let bytes = kept.bytes + coded.capacity() + ENTRY_BYTES;
        if bytes > self.most_bytes {
            return Err(coded);
        }
        kept.bytes = bytes;
        kept.units.insert(unit, coded);
        Ok(())
    }

    /// Takes a partial out, if it was kept.
    pub(super) fn take(&self, unit: Unit) -> Option<Vec<u8>> {
        let mut kept = self.kept();
        let coded = kept.units.remove(&unit)?;
        kept.bytes -= coded.capacity() + ENTRY_BYTES;
        Some(coded)
    }

    /// Drops all partials.
    pub(super) fn clear(&self) {
        *self.kept() = Kept::default();
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Nothing under the lock can panic half-way.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
