//! A cache of recent values of pattern states.
//!
//! A table with one bit per state yields a value only by walking to the goal, which takes some
//! microseconds. Searches that store states without pattern values would walk from each state that
//! they expand; but the values of its patterns were known when it was generated, and most of its
//! patterns also occur in many other states. A table of fixed size, indexed by a hash of the pattern
//! state, holds the last value stored in each slot.
//!
//! A slot is one word that holds key and value together, so threads that share the table can only
//! read pairs that one of them wrote.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of slots: 4 MiB of words. 8 MiB changed little.
const SLOTS: usize = 1 << 19;

/// A cache of values by key, empty until it is enabled: searches that never resume need none.
pub(super) struct Recent {
    slots: OnceLock<Box<[AtomicU64]>>,
}

impl Recent {
    /// Upper limit of keys, exclusive.
    pub(super) const KEYS: u64 = 1 << 56;

    pub(super) fn new() -> Self {
        Self { slots: OnceLock::new() }
    }

    /// Stores values from now on.
    #[inline]
    pub(super) fn enable(&self) {
        self.slots.get_or_init(|| (0..SLOTS).map(|_| AtomicU64::new(u64::MAX)).collect());
    }

    #[inline]
    fn slot(&self, key: u64) -> Option<&AtomicU64> {
        // Fibonacci hashing: the upper bits of a product with the golden ratio.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.slots.get()?.get((hash >> (64 - SLOTS.trailing_zeros())) as usize)
    }

    /// Returns the value of a key, if it is still cached.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u8> {
        let word = self.slot(key)?.load(Relaxed);
        (word >> 8 == key).then_some(word as u8)
    }

    #[inline]
    pub(super) fn put(&self, key: u64, value: u8) {
        debug_assert!(key < Self::KEYS - 1, "the largest key means an empty slot");
        if let Some(slot) = self.slot(key) {
            slot.store(key << 8 | u64::from(value), Relaxed);
        }
    }
}

impl std::fmt::Debug for Recent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recent").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_of_a_key_is_returned() {
        let recent = Recent::new();
        recent.put(0, 1);
        assert_eq!(recent.get(0), None, "it is not enabled");
        recent.enable();
        assert_eq!(recent.get(0), None);
        for round in 0..3u8 {
            for key in 0..2 * SLOTS as u64 {
                recent.put(key * 977, (key % 200) as u8 + round);
                assert_eq!(recent.get(key * 977), Some((key % 200) as u8 + round));
            }
            // Other values may have been overwritten, but none is wrong.
            let hits = (0..2 * SLOTS as u64).filter(|key| match recent.get(key * 977) {
                None => false,
                Some(value) => {
                    assert_eq!(value, (key % 200) as u8 + round);
                    true
                }
            });
            let hits = hits.count();
            assert!(hits > SLOTS / 2 && hits <= SLOTS, "{hits}");
        }
    }
}
