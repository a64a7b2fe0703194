//! Keys in buckets: those of a level, sorted, and candidates on their way there.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Binary logarithm of the number of buckets.
const BITS: u32 = 11;

/// Buckets of a level. The candidates of ten million classes fit a second-level cache one bucket at
/// a time; a thread's buffers, 1 MiB, do too.
pub(super) const BUCKETS: usize = 1 << BITS;

/// Keys that a thread collects for a bucket before it hands them over.
const BUFFER: usize = 64;

/// The bucket of a key. The multiplier is odd, 2^64 divided by the golden ratio (D. E. Knuth, *The
/// Art of Computer Programming* 3, 6.4): the highest bits of the product depend on all of the key.
#[inline]
pub(super) fn bucket(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BITS)) as usize
}

/// The process that has a bucket, where several share them.
pub(super) fn owner(bucket: usize, processes: usize) -> usize {
    bucket % processes
}

/// The keys of a level.
#[derive(Default)]
pub(super) struct Level {
    /// In ascending order in each bucket. Empty for an empty level.
    buckets: Vec<Vec<u64>>,
    len: u64,
}

impl Level {
    /// The level with one key.
    pub(super) fn of(key: u64) -> Self {
        let mut level = Self::empty();
        level.push(key);
        level
    }

    /// A level without keys that can take some.
    pub(super) fn empty() -> Self {
        Self { buckets: vec![Vec::new(); BUCKETS], len: 0 }
    }

    /// Adds a key that is larger than those of its bucket; `None` if it is not.
    pub(super) fn push(&mut self, key: u64) -> Option<()> {
        let keys = &mut self.buckets[bucket(key)];
        if keys.last().is_some_and(|&last| last >= key) {
            return None;
        }
        keys.push(key);
        self.len += 1;
        Some(())
    }

    /// The level with the keys of some buckets.
    pub(super) fn new(buckets: Vec<Vec<u64>>) -> Self {
        let len = buckets.iter().map(|keys| keys.len() as u64).sum();
        Self { buckets, len }
    }

    /// The process that has the first key; `None` for an empty level.
    pub(super) fn owner(&self, processes: usize) -> Option<usize> {
        let bucket = self.buckets.iter().position(|keys| !keys.is_empty())?;
        Some(owner(bucket, processes))
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        self.len * 8
    }

    /// The keys of a bucket, in ascending order.
    pub(super) fn bucket(&self, bucket: usize) -> &[u64] {
        self.buckets.get(bucket).map_or(&[], Vec::as_slice)
    }

    /// Parts of at most `max_keys` keys.
    pub(super) fn parts(&self, max_keys: usize) -> Vec<&[u64]> {
        self.buckets.iter().flat_map(|keys| keys.chunks(max_keys)).collect()
    }
}

/// Candidates by bucket, with duplicates and in any order.
pub(super) struct Candidates {
    buckets: Vec<Mutex<Vec<u64>>>,
}

impl Candidates {
    /// Room for this many candidates, spread evenly over some buckets, and an eighth more.
    pub(super) fn new(candidates: u64, range: &Range<usize>) -> Self {
        let each = candidates / range.len() as u64;
        let room = |bucket| if range.contains(&bucket) { each + each / 8 + 16 } else { 0 };
        let keys = |bucket| Mutex::new(Vec::with_capacity(room(bucket) as usize));
        Self { buckets: (0..BUCKETS).map(keys).collect() }
    }

    /// Bytes that [`new`](Candidates::new) takes.
    pub(super) fn bytes(candidates: u64) -> u64 {
        candidates.saturating_mul(9) + 16 * 8 * BUCKETS as u64
    }

    /// Passes the candidates of a bucket to `run`, and empties it.
    pub(super) fn drain<T>(&self, bucket: usize, run: impl FnOnce(&mut Vec<u64>) -> T) -> T {
        let mut keys = self.buckets[bucket].lock().unwrap_or_else(PoisonError::into_inner);
        let result = run(&mut keys);
        keys.clear();
        result
    }
}

/// A place for candidates by bucket.
pub(super) trait Sink {
    /// Takes some candidates of a bucket.
    fn take(&mut self, bucket: usize, keys: &[u64]);
}

impl Sink for &Candidates {
    fn take(&mut self, bucket: usize, keys: &[u64]) {
        let bucket = &self.buckets[bucket];
        bucket.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(keys);
    }
}

/// The buffers of a thread, one a bucket.
pub(super) struct Buffers {
    /// [`BUFFER`] places for each bucket.
    keys: Vec<u64>,
    lengths: Vec<u8>,
}

impl Buffers {
    pub(super) const BYTES: u64 = (BUCKETS * (BUFFER * 8 + 1)) as u64;

    pub(super) fn new() -> Self {
        Self { keys: vec![0; BUCKETS * BUFFER], lengths: vec![0; BUCKETS] }
    }

    /// Sorts keys into the buckets of a range, and drops those of other buckets.
    pub(super) fn scatter(&mut self, keys: &[u64], range: &Range<usize>, into: &mut impl Sink) {
        for &key in keys {
            let bucket = bucket(key);
            if !range.contains(&bucket) {
                continue;
            }
            let length = self.lengths[bucket] as usize;
            self.keys[bucket * BUFFER + length] = key;
            self.lengths[bucket] += 1;
            if length + 1 == BUFFER {
                self.flush(bucket, into);
            }
        }
    }

    pub(super) fn flush_all(&mut self, into: &mut impl Sink) {
        (0..BUCKETS).for_each(|bucket| self.flush(bucket, into));
    }

    fn flush(&mut self, bucket: usize, into: &mut impl Sink) {
        let length = std::mem::take(&mut self.lengths[bucket]) as usize;
        if length > 0 {
            into.take(bucket, &self.keys[bucket * BUFFER..][..length]);
        }
    }
}

/// Removes from ascending keys those that another ascending list has.
pub(super) fn remove(keys: &mut Vec<u64>, others: &[u64]) {
    let mut others = others.iter().copied().peekable();
    keys.retain(|&key| {
        while others.next_if(|&other| other < key).is_some() {}
        others.peek() != Some(&key)
    });
}

/// Two ascending lists without common keys as one.
pub(super) fn merged(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let mut b = b.iter().copied().peekable();
    for &key in a {
        while let Some(smaller) = b.next_if(|&other| other < key) {
            all.push(smaller);
        }
        all.push(key);
    }
    all.extend(b);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn lists_are_sets(a: BTreeSet<u8>, b: BTreeSet<u8>) {
            let list = |set: &BTreeSet<u8>| set.iter().map(|&key| key.into()).collect::<Vec<u64>>();
            let mut remaining = list(&a);
            remove(&mut remaining, &list(&b));
            let difference: BTreeSet<u8> = a.difference(&b).copied().collect();
            prop_assert_eq!(&remaining, &list(&difference));
            let union: BTreeSet<u8> = a.union(&b).copied().collect();
            prop_assert_eq!(merged(&remaining, &list(&b)), list(&union));
        }

        #[test]
        fn buckets_lose_no_key_of_their_range(
            keys in prop::collection::vec(any::<u64>(), 0..20_000),
            first in 0..BUCKETS,
        ) {
            let range = first..BUCKETS;
            let candidates = Candidates::new(keys.len() as u64, &range);
            let mut buffers = Buffers::new();
            buffers.scatter(&keys, &range, &mut &candidates);
            buffers.flush_all(&mut &candidates);
            let mut drained = Vec::new();
            for place in 0..BUCKETS {
                candidates.drain(place, |keys| {
                    assert!(keys.iter().all(|&key| bucket(key) == place));
                    drained.append(keys);
                });
            }
            let mut expected: Vec<u64> =
                keys.into_iter().filter(|&key| range.contains(&bucket(key))).collect();
            drained.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(drained, expected);
        }
    }
}
