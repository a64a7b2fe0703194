//! Values of pattern states that were met lately.
//!
//! A table of one bit a state tells a value only by walking to the goal: some microseconds. Searches
//! with lists store states and no values, so each state that they expand would be walked from; but
//! the values of its patterns were known when it was generated, and most of its patterns are those
//! of many other states. A table of fixed size, indexed by a hash of the pattern's state, remembers
//! the last value that was put into each slot.
//!
//! A slot is one word, the key and the value together, so threads that share the table can only
//! ever read what one of them wrote.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots: 4 MiB of words. Twice as many changed little.
const SLOTS: usize = 1 << 19;

/// A memory of values by key.
pub(super) struct Recent {
    slots: Box<[AtomicU64]>,
}

impl Recent {
    /// Keys have to be below this.
    pub(super) const KEYS: u64 = 1 << 56;

    pub(super) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(u64::MAX)).collect() }
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        // Fibonacci hashing: the upper bits of a product with the golden ratio.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.slots[(hash >> (64 - SLOTS.trailing_zeros())) as usize]
    }

    /// The value of a key, if it was not forgotten.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u8> {
        let word = self.slot(key).load(Relaxed);
        (word >> 8 == key).then_some(word as u8)
    }

    /// Remembers a value.
    #[inline]
    pub(super) fn put(&self, key: u64, value: u8) {
        debug_assert!(key < Self::KEYS - 1, "the largest key means an empty slot");
        self.slot(key).store(key << 8 | u64::from(value), Relaxed);
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
    fn what_is_remembered_is_what_was_put_last() {
        let recent = Recent::new();
        assert_eq!(recent.get(0), None);
        for round in 0..3u8 {
            for key in 0..2 * SLOTS as u64 {
                recent.put(key * 977, (key % 200) as u8 + round);
                assert_eq!(recent.get(key * 977), Some((key % 200) as u8 + round));
            }
            // Others may have been forgotten, but none has a wrong value.
            let known = (0..2 * SLOTS as u64).filter(|key| match recent.get(key * 977) {
                None => false,
                Some(value) => {
                    assert_eq!(value, (key % 200) as u8 + round);
                    true
                }
            });
            let known = known.count();
            assert!(known > SLOTS / 2 && known <= SLOTS, "{known}");
        }
    }
}
