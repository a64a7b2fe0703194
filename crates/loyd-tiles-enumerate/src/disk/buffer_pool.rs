//! Reusable buffers: memory that is returned to the system and allocated again costs page faults
//! for every unit.

use std::sync::{Mutex, PoisonError};

/// Unused buffers.
#[derive(Debug, Default)]
pub(super) struct BufferPool(Mutex<Vec<Vec<u8>>>);

impl BufferPool {
    /// Takes an empty buffer.
    pub(super) fn take(&self) -> Vec<u8> {
        self.buffers(Vec::pop).unwrap_or_default()
    }

    /// Returns a buffer to the pool.
    pub(super) fn give(&self, mut buffer: Vec<u8>) {
        buffer.clear();
        self.buffers(|buffers| buffers.push(buffer));
    }

    fn buffers<R>(&self, then: impl FnOnce(&mut Vec<Vec<u8>>) -> R) -> R {
        then(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
