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
    known: [Arc<Level>; 2],
    range: Range<usize>,
    buckets: Vec<Mutex<Bucket>>,
    /// Candidates of a bucket that are sorted at once.
    most_pending: usize,
    /// Keys that may be found in all.
    most_found: u64,
    found: AtomicU64,
    is_full: AtomicBool,
}

#[derive(Default)]
struct Bucket {
    pending: Vec<u64>,
    /// New keys, in ascending order.
    found: Vec<u64>,
}

impl Collector {
    /// Empty buckets of a pass. `same` are the keys of the last level, `before` those of the one before.
    pub(super) fn new(
        classes: Arc<dyn Classes>,
        [same, before]: [Arc<Level>; 2],
        range: Range<usize>,
        most_pending: usize,
        most_found: u64,
    ) -> Self {
        // A move that always changes the depth leads to no key of the last level.
        let same = if classes.is_bipartite() { Arc::default() } else { same };
        let mut buckets = Vec::new();
        buckets.resize_with(BUCKETS, Mutex::default);
        Collector {
            classes,
            known: [before, same],
            range,
            buckets,
            most_pending,
            most_found,
            found: AtomicU64::new(0),
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
        if bucket.pending.len() >= self.most_pending {
            self.settle_bucket(number, &mut bucket);
        }
    }

    /// Adds a candidate that another process has made; returns false if it is not a key.
    pub(super) fn add_received(&self, key: u64) -> bool {
        let is_key = self.classes.is_key(key);
        if is_key {
            self.add(bucket(key), &[key]);
        }
        is_key
    }

    /// Removes duplicates and known keys of a bucket.
    pub(super) fn settle(&self, number: usize) {
        self.settle_bucket(number, &mut lock(&self.buckets[number]));
    }

    fn settle_bucket(&self, number: usize, bucket: &mut Bucket) {
        let Bucket { pending, found } = bucket;
        pending.sort_unstable();
        pending.dedup();
        for level in &self.known {
            remove(pending, level.bucket(number));
        }
        remove(pending, found);
        if pending.is_empty() {
            return;
        }
        let all = self.found.fetch_add(pending.len() as u64, Relaxed) + pending.len() as u64;
        if all > self.most_found {
            self.is_full.store(true, Relaxed);
        }
        *found = merged(found, pending);
        pending.clear();
    }

    /// The states of the keys found in a bucket that was settled.
    pub(super) fn states(&self, number: usize) -> u64 {
        self.classes.states(&lock(&self.buckets[number]).found)
    }

    /// Returns whether more keys were found than fit the memory.
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Relaxed)
    }

    /// The buckets of this pass.
    pub(super) fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Takes the keys found in all buckets.
    pub(super) fn take(&self) -> Vec<Vec<u64>> {
        self.buckets.iter().map(|bucket| std::mem::take(&mut lock(bucket).found)).collect()
    }
}

fn lock(bucket: &Mutex<Bucket>) -> MutexGuard<'_, Bucket> {
    bucket.lock().unwrap_or_else(PoisonError::into_inner)
}
