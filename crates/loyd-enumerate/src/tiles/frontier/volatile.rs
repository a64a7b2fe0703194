//! Lists in memory, where there is no folder for them.

use super::store::{Extent, ListStore, Record, StoreError, Unit};
use loyd::memory::granted;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Lists in memory.
#[derive(Debug, Default)]
pub struct Volatile(RwLock<Shelves>);

#[derive(Debug, Default)]
struct Shelves {
    /// The levels kept, and last the one that was begun.
    levels: BTreeMap<u32, Level>,
    begun: Option<u32>,
    committed: Option<Record>,
    bytes: u64,
}

/// Lists that are kept between two questions whether there is memory for what comes with them.
const ASK_EVERY: u64 = 1 << 18;

/// What must be left for that.
const HEADROOM: u64 = 16 << 20;

type Level = BTreeMap<Unit, (u32, Box<[u8]>)>;

/// What a unit takes beside its bytes, about: a node of a map and an allocation.
const UNIT_BYTES: u64 = 64;

impl Volatile {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Changes the bytes of a unit; whether there is one.
    pub fn spoil(&self, depth: u32, unit: Unit, change: impl FnOnce(&mut [u8])) -> bool {
        let mut shelves = self.writing();
        let level = shelves.levels.get_mut(&depth);
        level.and_then(|level| level.get_mut(&unit)).map(|(_, bytes)| change(bytes)).is_some()
    }

    fn reading(&self) -> RwLockReadGuard<'_, Shelves> {
        // Each change is one call to a map, so the contents are sound even if poisoned.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn writing(&self) -> RwLockWriteGuard<'_, Shelves> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelves {
    fn keep(&mut self, wanted: impl Fn(u32) -> bool) {
        self.levels.retain(|&depth, _| wanted(depth));
        let units = self.levels.values().flat_map(BTreeMap::values);
        self.bytes = units.map(|(_, bytes)| bytes.len() as u64 + UNIT_BYTES).sum();
    }
}

impl ListStore for Volatile {
    fn open(&self) -> Result<Option<Record>, StoreError> {
        let mut shelves = self.writing();
        let committed = shelves.committed.clone();
        let depth = committed.as_ref().map(Record::depth);
        shelves.keep(|level| depth.is_some_and(|depth| level <= depth));
        shelves.begun = None;
        Ok(committed)
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        let mut shelves = self.writing();
        shelves.keep(|level| level < depth);
        if depth == 0 {
            shelves.committed = None;
        }
        shelves.levels.insert(depth, Level::new());
        shelves.begun = Some(depth);
        Ok(())
    }

    fn put(&self, unit: Unit, states: u32, bytes: &[u8]) -> Result<(), StoreError> {
        let mut kept = Vec::new();
        kept.try_reserve_exact(bytes.len()).map_err(|_| StoreError::memory())?;
        kept.extend_from_slice(bytes);
        let bytes = kept.into_boxed_slice();
        let mut shelves = self.writing();
        let level = shelves.begun.and_then(|depth| shelves.levels.get_mut(&depth));
        let Some(level) = level else { return Err(StoreError::data("no level was begun")) };
        let size = bytes.len() as u64 + UNIT_BYTES;
        if level.insert(unit, (states, bytes)).is_some() {
            return Err(StoreError::data(format!("list {unit} was put twice")));
        }
        let before = shelves.bytes;
        shelves.bytes += size;
        // Maps and buffers grow with the lists, in pieces that cannot ask.
        if before / ASK_EVERY < shelves.bytes / ASK_EVERY && !granted(HEADROOM) {
            return Err(StoreError::memory());
        }
        Ok(())
    }

    fn units(&self, depth: u32) -> Vec<(Unit, Extent)> {
        let shelves = self.reading();
        let level = shelves.levels.get(&depth).filter(|_| shelves.begun != Some(depth));
        let extent = |(&unit, (states, bytes)): (&Unit, &(u32, Box<[u8]>))| {
            (unit, Extent { states: *states, bytes: bytes.len() as u32 })
        };
        level.map_or_else(Vec::new, |level| level.iter().map(extent).collect())
    }

    fn get(&self, depth: u32, unit: Unit, into: &mut Vec<u8>) -> Result<(), StoreError> {
        let shelves = self.reading();
        let kept = shelves.levels.get(&depth).and_then(|level| level.get(&unit));
        let Some((_, bytes)) = kept else {
            return Err(StoreError::data(format!("list {unit} of level {depth} is missing")));
        };
        into.clear();
        into.extend_from_slice(bytes);
        Ok(())
    }

    fn commit(&self, record: &Record) -> Result<(), StoreError> {
        let depth = record.depth();
        let mut shelves = self.writing();
        if shelves.begun != Some(depth) {
            return Err(StoreError::data(format!("level {depth} was not begun")));
        }
        shelves.committed = Some(record.clone());
        shelves.begun = None;
        shelves.keep(|level| level <= depth && level + 1 >= depth);
        Ok(())
    }

    fn memory(&self) -> u64 {
        self.reading().bytes
    }
}
