//! A store in memory and a code that leaves bytes as they are: to test with, and to measure the
//! engine alone.

use super::mark::Mark;
use super::store::{
    Codec, Coder, Corrupt, Kind, LevelStore, Record, Scarce, StoreError, Unit, UnitShape,
};
use loyd::arch::line::{bytes, bytes_mut};
use loyd_tiles::arch::bitmap::Line;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Units in memory, as a disk would keep them: what was not committed is lost when it is opened
/// again.
#[derive(Debug, Default)]
pub struct Volatile(Mutex<Shelves>);

type Key = (u32, Kind, Unit);

#[derive(Debug, Default)]
struct Shelves {
    units: HashMap<Key, Box<[u8]>>,
    committed: Option<Record>,
    /// The last mark, and what was put before it.
    marked: Option<(Mark, HashSet<Key>)>,
}

impl Volatile {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Units kept now.
    #[must_use]
    pub fn units(&self) -> Vec<Key> {
        self.shelves().units.keys().copied().collect()
    }

    /// Bytes kept now.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.shelves().units.values().map(|unit| unit.len() as u64).sum()
    }

    /// Changes the bytes of a unit; whether there is one.
    pub fn spoil(&self, key: Key, change: impl FnOnce(&mut [u8])) -> bool {
        self.shelves().units.get_mut(&key).map(|bytes| change(bytes)).is_some()
    }

    fn shelves(&self) -> MutexGuard<'_, Shelves> {
        // Each change is one call to the map, so the contents are sound even if poisoned.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LevelStore for Volatile {
    fn open(&self) -> Result<Option<Record>, StoreError> {
        let mut shelves = self.shelves();
        let committed = shelves.committed.clone();
        let depth = committed.as_ref().map(Record::depth);
        let Shelves { units, marked, .. } = &mut *shelves;
        marked.take_if(|(mark, _)| Some(mark.depth) != depth.map(|depth| depth + 1));
        let before = |key: &Key| marked.as_ref().is_some_and(|(_, before)| before.contains(key));
        units.retain(|key, _| Some(key.0) == depth && key.1 == Kind::Level || before(key));
        Ok(committed)
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        let mut shelves = self.shelves();
        shelves.marked = None;
        shelves.units.retain(|&(of, kind, _), _| of < depth && kind == Kind::Level);
        if shelves.committed.as_ref().is_some_and(|record| record.depth() >= depth) {
            shelves.committed = None;
        }
        Ok(())
    }

    fn mark(&self, mark: &Mark) -> Result<(), StoreError> {
        let mut shelves = self.shelves();
        let made = shelves.units.keys().filter(|key| key.0 == mark.depth).copied().collect();
        shelves.marked = Some((mark.clone(), made));
        Ok(())
    }

    fn reopen(&self, depth: u32) -> Result<Option<Mark>, StoreError> {
        let Shelves { units, marked, .. } = &mut *self.shelves();
        let Some((mark, before)) = marked.as_ref().filter(|(mark, _)| mark.depth == depth) else {
            return Ok(None);
        };
        units.retain(|key, _| key.0 < depth || before.contains(key));
        Ok(Some(mark.clone()))
    }

    fn put(&self, depth: u32, kind: Kind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        match self.shelves().units.insert((depth, kind, unit), bytes.into()) {
            None => Ok(()),
            Some(_) => Err(StoreError::data(format!("{unit} of level {depth} was put twice"))),
        }
    }

    fn get(
        &self,
        depth: u32,
        kind: Kind,
        unit: Unit,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        let shelves = self.shelves();
        let bytes = shelves
            .units
            .get(&(depth, kind, unit))
            .ok_or_else(|| StoreError::data(format!("{unit} of level {depth} is missing")))?;
        into.extend_from_slice(bytes);
        Ok(())
    }

    fn commit(&self, record: &Record) -> Result<(), StoreError> {
        let mut shelves = self.shelves();
        shelves.committed = Some(record.clone());
        shelves.marked = None;
        shelves.units.retain(|&(_, kind, _), _| kind == Kind::Level);
        Ok(())
    }

    fn forget(&self, depth: u32) -> Result<(), StoreError> {
        self.shelves().units.retain(|&(of, ..), _| of != depth);
        Ok(())
    }
}

/// The lines of a unit as they lie in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Raw;

impl Codec for Raw {
    fn coder(&self) -> Box<dyn Coder> {
        Box::new(Raw)
    }

    fn most_bytes(&self, lines: usize) -> usize {
        lines * size_of::<Line>()
    }

    fn coder_bytes(&self, _lines: usize) -> usize {
        0
    }
}

impl Coder for Raw {
    fn encode(
        &mut self,
        _shape: &UnitShape,
        _states: u64,
        _scarce: Scarce,
        lines: &[Line],
        out: &mut Vec<u8>,
    ) {
        out.extend_from_slice(bytes(lines));
    }

    fn decode(
        &mut self,
        _shape: &UnitShape,
        coded: &[u8],
        lines: &mut [Line],
    ) -> Result<(), Corrupt> {
        if coded.len() != size_of_val(lines) {
            return Err(Corrupt(format!(
                "{} bytes instead of {}",
                coded.len(),
                size_of_val(lines)
            )));
        }
        bytes_mut(lines).copy_from_slice(coded);
        Ok(())
    }
}
