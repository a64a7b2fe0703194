//! Buffers that are used again: memory given back to the system and taken anew costs page faults
//! at every unit.

use std::sync::{Mutex, PoisonError};

/// Buffers not in use.
#[derive(Debug, Default)]
pub(super) struct BufferPool(Mutex<Vec<Vec<u8>>>);

impl BufferPool {
    /// An empty buffer.
    pub(super) fn take(&self) -> Vec<u8> {
        self.buffers(Vec::pop).unwrap_or_default()
    }

    /// Takes a buffer back.
    pub(super) fn give(&self, mut buffer: Vec<u8>) {
        buffer.clear();
        self.buffers(|buffers| buffers.push(buffer));
    }

    fn buffers<R>(&self, then: impl FnOnce(&mut Vec<Vec<u8>>) -> R) -> R {
        then(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
