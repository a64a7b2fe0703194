//! The buckets of a pass: candidates made here and received, and the new keys among them.

use crate::symmetric::buckets::{BUCKETS, Level, bucket, merged, remove};
use loyd_search::puzzle::Classes;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The buckets of a pass.
pub(super) struct Collector {
    pub(super) classes: Arc<dyn Classes>,
    /// The last level, and the one before it.
    levels: [Arc<Level>; 2],
    range: Range<usize>,
    buckets: Vec<Mutex<Bucket>>,
    /// Candidates of a bucket that are sorted at once.
    max_pending: usize,
    max_keys: u64,
    key_count: AtomicU64,
    is_full: AtomicBool,
}

#[derive(Default)]
struct Bucket {
    pending: Vec<u64>,
    /// In ascending order.
    new_keys: Vec<u64>,
}

impl Collector {
    /// Empty buckets of a pass. `same` are the keys of the last level, `before` those of the one before.
    pub(super) fn new(
        classes: Arc<dyn Classes>,
        [same, before]: [Arc<Level>; 2],
        range: Range<usize>,
        max_pending: usize,
        max_keys: u64,
    ) -> Self {
        // A move that always changes the depth leads to no key of the last level.
        let same = if classes.is_bipartite() { Arc::default() } else { same };
        let mut buckets = Vec::new();
        buckets.resize_with(BUCKETS, Mutex::default);
        Collector {
            classes,
            levels: [before, same],
            range,
            buckets,
            max_pending,
            max_keys,
            key_count: AtomicU64::new(0),
            is_full: AtomicBool::new(false),
        }
    }

    /// Adds candidates of one bucket.
    pub(super) fn add(&self, number: usize, keys: &[u64]) {
        if !self.range.contains(&number) || self.is_full.load(Relaxed) {
            return;
        }
        let mut bucket = lock(&self.buckets[number]);
        bucket.pending.extend_from_slice(keys);
        if bucket.pending.len() >= self.max_pending {
            self.settle_bucket(number, &mut bucket);
        }
    }

    /// Adds a candidate of another process; returns false if it is not a key.
    pub(super) fn add_received(&self, key: u64) -> bool {
        let is_key = self.classes.is_key(key);
        if is_key {
            self.add(bucket(key), &[key]);
        }
        is_key
    }

    /// Removes duplicates and keys of earlier levels from a bucket.
    pub(super) fn settle(&self, number: usize) {
        self.settle_bucket(number, &mut lock(&self.buckets[number]));
    }

    fn settle_bucket(&self, number: usize, bucket: &mut Bucket) {
        let Bucket { pending, new_keys } = bucket;
        pending.sort_unstable();
        pending.dedup();
        for level in &self.levels {
            remove(pending, level.bucket(number));
        }
        remove(pending, new_keys);
        if pending.is_empty() {
            return;
        }
        let all = self.key_count.fetch_add(pending.len() as u64, Relaxed) + pending.len() as u64;
        if all > self.max_keys {
            self.is_full.store(true, Relaxed);
        }
        *new_keys = merged(new_keys, pending);
        pending.clear();
    }

    /// The states of the new keys in a settled bucket.
    pub(super) fn states(&self, number: usize) -> u64 {
        self.classes.states(&lock(&self.buckets[number]).new_keys)
    }

    /// Returns whether the new keys exceed the memory.
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Relaxed)
    }

    /// The buckets of this pass.
    pub(super) fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Takes the new keys of all buckets.
    pub(super) fn take(&self) -> Vec<Vec<u64>> {
        self.buckets.iter().map(|bucket| std::mem::take(&mut lock(bucket).new_keys)).collect()
    }
}

fn lock(bucket: &Mutex<Bucket>) -> MutexGuard<'_, Bucket> {
    bucket.lock().unwrap_or_else(PoisonError::into_inner)
}
