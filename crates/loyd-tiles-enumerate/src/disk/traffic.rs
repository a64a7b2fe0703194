//! The bytes that would travel between processes, counted in a run of one process.

use super::division::Division;
use super::level_checkpoint::LevelCheckpoint;
use super::store::{LevelRecord, LevelStore, StoreError, Unit, UnitKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Coded bytes of the units of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitBytes {
    /// Bytes of all units.
    pub all: u64,
    /// Bytes that would travel, once for each process that reads a unit without making it.
    pub travelling: u64,
}

#[derive(Debug, Default)]
struct Counter {
    all: AtomicU64,
    travelling: AtomicU64,
}

/// A store that counts what would travel in a run of several processes; see
/// [`RunOptions::rehearsal`](super::RunOptions::rehearsal).
#[derive(Debug)]
pub struct TrafficCounter {
    store: Arc<dyn LevelStore>,
    division: Division,
    levels: Counter,
    partials: Counter,
}

impl TrafficCounter {
    /// Counts the units put into a store, by this division.
    #[must_use]
    pub fn new(store: Arc<dyn LevelStore>, division: Division) -> Self {
        Self { store, division, levels: Counter::default(), partials: Counter::default() }
    }

    /// Returns the bytes counted so far.
    #[must_use]
    pub fn counted(&self, kind: UnitKind) -> UnitBytes {
        let Counter { all, travelling } = self.counter(kind);
        UnitBytes {
            all: all.load(Ordering::Relaxed),
            travelling: travelling.load(Ordering::Relaxed),
        }
    }

    fn counter(&self, kind: UnitKind) -> &Counter {
        match kind {
            UnitKind::Level => &self.levels,
            UnitKind::Partial => &self.partials,
        }
    }
}

impl LevelStore for TrafficCounter {
    fn open(&self) -> Result<Option<LevelRecord>, StoreError> {
        self.store.open()
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        self.store.begin(depth)
    }

    fn save_checkpoint(&self, checkpoint: &LevelCheckpoint) -> Result<(), StoreError> {
        self.store.save_checkpoint(checkpoint)
    }

    fn resume_level(&self, depth: u32) -> Result<Option<LevelCheckpoint>, StoreError> {
        self.store.resume_level(depth)
    }

    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        let (counter, length) = (self.counter(kind), bytes.len() as u64);
        counter.all.fetch_add(length, Ordering::Relaxed);
        let journeys = self.division.journeys(kind, unit) as u64;
        counter.travelling.fetch_add(length * journeys, Ordering::Relaxed);
        self.store.put(depth, kind, unit, bytes)
    }

    fn announce(&self, depth: u32, units: &[(UnitKind, Unit)]) {
        self.store.announce(depth, units);
    }

    fn get(
        &self,
        depth: u32,
        kind: UnitKind,
        unit: Unit,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        self.store.get(depth, kind, unit, into)
    }

    fn commit(&self, record: &LevelRecord) -> Result<(), StoreError> {
        self.store.commit(record)
    }

    fn discard_damaged(&self, depth: u32) -> Result<Option<u32>, StoreError> {
        self.store.discard_damaged(depth)
    }

    fn committed(&self) -> Vec<u32> {
        self.store.committed()
    }

    fn train(&self) -> Vec<u8> {
        self.store.train()
    }

    fn adopt(&self, model: &[u8]) -> Result<(), StoreError> {
        self.store.adopt(model)
    }

    fn drop_optional(&self) -> Result<bool, StoreError> {
        self.store.drop_optional()
    }

    fn release(&self, depth: u32) -> Result<(), StoreError> {
        self.store.release(depth)
    }
}
