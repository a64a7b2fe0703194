//! A list store in memory, for runs without a folder.

use super::{ListExtent, ListNumber, ListStore, StoreError};
use crate::record::RunRecord;
use loyd_search::memory::granted;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A list store in memory.
#[derive(Debug, Default)]
pub struct MemoryListStore(RwLock<Contents>);

#[derive(Debug, Default)]
struct Contents {
    /// The stored levels; the last one may be unfinished.
    levels: BTreeMap<u32, Level>,
    unfinished: Option<u32>,
    committed: Option<RunRecord>,
    bytes: u64,
}

/// Bytes of lists after which the store checks the available memory again.
const ASK_EVERY: u64 = 1 << 18;

/// Memory reserved for other structures.
const HEADROOM: u64 = 16 << 20;

type Level = BTreeMap<ListNumber, (u32, Box<[u8]>)>;

/// Approximate memory of a list in addition to its bytes: a map node and an allocation.
const LIST_BYTES: u64 = 64;

impl MemoryListStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Changes the bytes of a list; returns whether it exists.
    pub fn spoil(&self, depth: u32, list: ListNumber, change: impl FnOnce(&mut [u8])) -> bool {
        let mut contents = self.writing();
        let level = contents.levels.get_mut(&depth);
        level.and_then(|level| level.get_mut(&list)).map(|(_, bytes)| change(bytes)).is_some()
    }

    fn reading(&self) -> RwLockReadGuard<'_, Contents> {
        // Each change is one call to a map, so the contents are consistent even if poisoned.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn writing(&self) -> RwLockWriteGuard<'_, Contents> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    fn keep(&mut self, is_retained: impl Fn(u32) -> bool) {
        self.levels.retain(|&depth, _| is_retained(depth));
        let lists = self.levels.values().flat_map(BTreeMap::values);
        self.bytes = lists.map(|(_, bytes)| bytes.len() as u64 + LIST_BYTES).sum();
    }
}

impl ListStore for MemoryListStore {
    fn open(&self) -> Result<Option<RunRecord>, StoreError> {
        let mut contents = self.writing();
        let committed = contents.committed.clone();
        let depth = committed.as_ref().map(RunRecord::depth);
        contents.keep(|level| depth.is_some_and(|depth| level <= depth));
        contents.unfinished = None;
        Ok(committed)
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        let mut contents = self.writing();
        contents.keep(|level| level < depth);
        if depth == 0 {
            contents.committed = None;
        }
        contents.levels.insert(depth, Level::new());
        contents.unfinished = Some(depth);
        Ok(())
    }

    fn put(&self, list: ListNumber, states: u32, bytes: &[u8]) -> Result<(), StoreError> {
        let mut copy = Vec::new();
        copy.try_reserve_exact(bytes.len()).map_err(|_| StoreError::memory())?;
        copy.extend_from_slice(bytes);
        let bytes = copy.into_boxed_slice();
        let mut contents = self.writing();
        let level = contents.unfinished.and_then(|depth| contents.levels.get_mut(&depth));
        let Some(level) = level else { return Err(StoreError::data("no level is in progress")) };
        let size = bytes.len() as u64 + LIST_BYTES;
        if level.insert(list, (states, bytes)).is_some() {
            return Err(StoreError::data(format!("list {list} was put twice")));
        }
        let before = contents.bytes;
        contents.bytes += size;
        // Maps and buffers grow with the lists, by allocations that cannot fail gracefully.
        if before / ASK_EVERY < contents.bytes / ASK_EVERY && !granted(HEADROOM) {
            return Err(StoreError::memory());
        }
        Ok(())
    }

    fn lists(&self, depth: u32) -> Vec<(ListNumber, ListExtent)> {
        let contents = self.reading();
        let level = contents.levels.get(&depth).filter(|_| contents.unfinished != Some(depth));
        let extent = |(&list, (states, bytes)): (&ListNumber, &(u32, Box<[u8]>))| {
            (list, ListExtent { states: *states, bytes: bytes.len() as u32 })
        };
        level.map_or_else(Vec::new, |level| level.iter().map(extent).collect())
    }

    fn get(&self, depth: u32, list: ListNumber, into: &mut Vec<u8>) -> Result<(), StoreError> {
        let contents = self.reading();
        let stored = contents.levels.get(&depth).and_then(|level| level.get(&list));
        let Some((_, bytes)) = stored else {
            return Err(StoreError::data(format!("list {list} of level {depth} is missing")));
        };
        into.clear();
        into.extend_from_slice(bytes);
        Ok(())
    }

    fn commit(&self, record: &RunRecord) -> Result<(), StoreError> {
        let depth = record.depth();
        let mut contents = self.writing();
        if contents.unfinished != Some(depth) {
            return Err(StoreError::data(format!("level {depth} is not in progress")));
        }
        contents.committed = Some(record.clone());
        contents.unfinished = None;
        contents.keep(|level| level <= depth && level + 1 >= depth);
        Ok(())
    }

    fn memory(&self) -> u64 {
        self.reading().bytes
    }
}
