//! Compact keys of states, and a set of keys.

use crate::EnumerateError;
use loyd_search::space::Ranking;

/// A mapping of states to keys of a fixed number of 64-bit words; different states have different
/// keys.
pub trait Packing<State> {
    /// Words of a key, at least 1.
    fn words(&self) -> usize;
    /// Writes the key of a state. The first word of a key is never [`u64::MAX`].
    fn pack(&self, state: &State, key: &mut [u64]);
    /// The state of a key.
    fn unpack(&self, key: &[u64]) -> State;
}

/// Ranks as keys, one word each.
#[derive(Clone, Debug)]
pub struct RankKeys<'a, R>(pub &'a R);

impl<State, R: Ranking<State>> Packing<State> for RankKeys<'_, R> {
    fn words(&self) -> usize {
        1
    }

    #[inline]
    fn pack(&self, state: &State, key: &mut [u64]) {
        // Below the number of states, so no key is `u64::MAX`.
        key[0] = self.0.rank(state);
    }

    fn unpack(&self, key: &[u64]) -> State {
        self.0.unrank(key[0])
    }
}

/// A set of keys that never grows: open addressing with linear probing.
#[derive(Debug)]
pub(super) struct KeySet {
    /// Words of a key.
    stride: usize,
    /// The slots in sequence; the first word of a free one is [`FREE`].
    words: Vec<u64>,
    capacity: u64,
    length: u64,
}

/// The first word of a free slot.
const FREE: u64 = u64::MAX;

impl KeySet {
    /// Number of slots for this many keys: at most two in three are used. On average a search then
    /// inspects (1 + 1/(1 − α)²) / 2 = 5 slots for a new key and (1 + 1/(1 − α)) / 2 = 2 for an existing
    /// one (Knuth, *Sorting and Searching*, section 6.4), and it always ends at a free slot.
    fn slots(capacity: u64) -> u64 {
        capacity.saturating_add(capacity / 2).saturating_add(1)
    }

    /// Bytes of a set that can hold this many keys.
    pub(super) fn bytes(capacity: u64, key_bytes: usize) -> u64 {
        Self::slots(capacity).saturating_mul(key_bytes as u64)
    }

    /// An empty set; touches its memory.
    pub(super) fn new(capacity: u64, key_words: usize) -> Result<Self, EnumerateError> {
        let bytes = Self::bytes(capacity, 8 * key_words);
        let refused = EnumerateError::OutOfMemory { bytes };
        let length = usize::try_from(bytes / 8).map_err(|_| refused.clone())?;
        let mut words = Vec::new();
        words.try_reserve_exact(length).map_err(|_| refused)?;
        words.resize(length, FREE);
        Ok(Self { stride: key_words, words, capacity, length: 0 })
    }

    pub(super) fn memory(&self) -> u64 {
        8 * self.words.len() as u64
    }

    pub(super) fn len(&self) -> u64 {
        self.length
    }

    /// The slot at which the search for a key begins.
    #[inline]
    fn home(&self, key: &[u64]) -> usize {
        let slots = self.words.len() / self.stride;
        // Slots have equal shares of the range of the hash.
        ((u128::from(hash(key)) * slots as u128) >> 64) as usize * self.stride
    }

    /// The slot that contains a key, or the free one where it belongs.
    #[inline]
    fn slot(&self, key: &[u64]) -> usize {
        let mut slot = self.home(key);
        loop {
            let word = &self.words[slot..][..self.stride];
            if word[0] == FREE || word.iter().eq(key) {
                return slot;
            }
            slot += self.stride;
            if slot == self.words.len() {
                slot = 0;
            }
        }
    }

    /// Loads the slots of many keys into the cache. No load depends on another, so the processor
    /// waits for all of them at once; in [`KeySet::insert`] it would wait for each.
    pub(super) fn touch(&self, keys: &[u64]) {
        let loaded = keys.chunks_exact(self.stride).map(|key| self.words[self.home(key)]);
        std::hint::black_box(loaded.fold(0, |all, word| all ^ word));
    }

    #[inline]
    pub(super) fn contains(&self, key: &[u64]) -> bool {
        self.words[self.slot(key)] != FREE
    }

    /// Adds a key; returns whether it was new.
    ///
    /// # Panics
    /// If the set is full.
    #[inline]
    pub(super) fn insert(&mut self, key: &[u64]) -> bool {
        let slot = self.slot(key);
        let new = self.words[slot] == FREE;
        if new {
            assert!(self.length < self.capacity, "more states in a level than its moves allow");
            self.length += 1;
            self.words[slot..][..self.stride].copy_from_slice(key);
        }
        new
    }

    /// The keys, in no particular order.
    pub(super) fn keys(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.stride).filter(|key| key[0] != FREE)
    }

    /// The keys, in no particular order, in batches from this many slots.
    pub(super) fn batches(
        &self,
        slots: usize,
    ) -> impl Iterator<Item = impl Iterator<Item = &[u64]>> {
        let batches = self.words.chunks(slots * self.stride);
        batches.map(|batch| batch.chunks_exact(self.stride).filter(|key| key[0] != FREE))
    }
}

/// Spreads keys over all 64-bit numbers, above all in the high bits, which select the slot. The
/// multiplier is 2^64 divided by the golden ratio (Knuth, *Sorting and Searching*, 6.4).
#[inline]
fn hash(key: &[u64]) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    key.iter().fold(0, |hash: u64, word| {
        let mixed = (hash ^ word).wrapping_mul(GOLDEN);
        (mixed ^ mixed >> 32).wrapping_mul(GOLDEN)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_full_set_contains_the_inserted_keys() {
        let mut set = KeySet::new(1000, 2).unwrap();
        let mut expected = HashSet::new();
        for number in 0..3000u64 {
            let key = [number * number % 1013 % 500, number % 2];
            assert_eq!(set.insert(&key), expected.insert(key));
        }
        assert_eq!(set.len(), expected.len() as u64);
        assert!(expected.iter().all(|key| set.contains(key)));
        assert!(!set.contains(&[500, 0]));
        let listed: HashSet<[u64; 2]> =
            set.batches(7).flatten().map(|key| [key[0], key[1]]).collect();
        assert_eq!(listed, expected);
    }

    #[test]
    #[should_panic(expected = "more states")]
    fn an_overfull_set_is_a_defect() {
        let mut set = KeySet::new(1, 1).unwrap();
        set.insert(&[1]);
        set.insert(&[2]);
    }
}
