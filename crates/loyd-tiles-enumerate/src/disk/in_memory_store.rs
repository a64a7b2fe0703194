//! A store in memory and a codec that copies bytes: for tests, and to measure the engine alone.

use super::level_checkpoint::LevelCheckpoint;
use super::store::{
    Bottleneck, CorruptUnit, LevelRecord, LevelStore, StoreError, Unit, UnitCodec, UnitCoder,
    UnitKind, UnitShape,
};
use loyd_search::arch::line::{bytes, bytes_mut};
use loyd_tiles::arch::bitmap::Line;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Units in memory with the semantics of a disk: units that were not committed are lost when the
/// store is opened again.
#[derive(Debug, Default)]
pub struct MemoryLevelStore(Mutex<Contents>);

type Key = (u32, UnitKind, Unit);

#[derive(Debug, Default)]
struct Contents {
    units: HashMap<Key, Box<[u8]>>,
    committed: Option<LevelRecord>,
    /// The last checkpoint, and the units put before it.
    saved: Option<(LevelCheckpoint, HashSet<Key>)>,
}

impl MemoryLevelStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the keys of all stored units.
    #[must_use]
    pub fn units(&self) -> Vec<Key> {
        self.contents().units.keys().copied().collect()
    }

    /// Returns the number of stored bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.contents().units.values().map(|unit| unit.len() as u64).sum()
    }

    /// Changes the bytes of a unit; returns whether it exists.
    pub fn spoil(&self, key: Key, change: impl FnOnce(&mut [u8])) -> bool {
        self.contents().units.get_mut(&key).map(|bytes| change(bytes)).is_some()
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        // Each change is one call to the map, so the contents are consistent even if poisoned.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LevelStore for MemoryLevelStore {
    fn open(&self) -> Result<Option<LevelRecord>, StoreError> {
        let mut contents = self.contents();
        let committed = contents.committed.clone();
        let depth = committed.as_ref().map(LevelRecord::depth);
        let Contents { units, saved, .. } = &mut *contents;
        saved.take_if(|(checkpoint, _)| Some(checkpoint.depth) != depth.map(|depth| depth + 1));
        let before = |key: &Key| saved.as_ref().is_some_and(|(_, before)| before.contains(key));
        units.retain(|key, _| Some(key.0) == depth && key.1 == UnitKind::Level || before(key));
        Ok(committed)
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        let mut contents = self.contents();
        contents.saved = None;
        contents.units.retain(|&(of, kind, _), _| of < depth && kind == UnitKind::Level);
        if contents.committed.as_ref().is_some_and(|record| record.depth() >= depth) {
            contents.committed = None;
        }
        Ok(())
    }

    fn save_checkpoint(&self, checkpoint: &LevelCheckpoint) -> Result<(), StoreError> {
        let mut contents = self.contents();
        let finished =
            contents.units.keys().filter(|key| key.0 == checkpoint.depth).copied().collect();
        contents.saved = Some((checkpoint.clone(), finished));
        Ok(())
    }

    fn resume_level(&self, depth: u32) -> Result<Option<LevelCheckpoint>, StoreError> {
        let Contents { units, saved, .. } = &mut *self.contents();
        let Some((checkpoint, before)) =
            saved.as_ref().filter(|(checkpoint, _)| checkpoint.depth == depth)
        else {
            return Ok(None);
        };
        units.retain(|key, _| key.0 < depth || before.contains(key));
        Ok(Some(checkpoint.clone()))
    }

    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        match self.contents().units.insert((depth, kind, unit), bytes.into()) {
            None => Ok(()),
            Some(_) => Err(StoreError::data(format!("{unit} of level {depth} was put twice"))),
        }
    }

    fn get(
        &self,
        depth: u32,
        kind: UnitKind,
        unit: Unit,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        let contents = self.contents();
        let bytes = contents
            .units
            .get(&(depth, kind, unit))
            .ok_or_else(|| StoreError::data(format!("{unit} of level {depth} is missing")))?;
        into.extend_from_slice(bytes);
        Ok(())
    }

    fn commit(&self, record: &LevelRecord) -> Result<(), StoreError> {
        let mut contents = self.contents();
        contents.committed = Some(record.clone());
        contents.saved = None;
        contents.units.retain(|&(_, kind, _), _| kind == UnitKind::Level);
        Ok(())
    }

    fn release(&self, depth: u32) -> Result<(), StoreError> {
        self.contents().units.retain(|&(of, ..), _| of != depth);
        Ok(())
    }
}

/// A codec that stores the lines of a unit as they lie in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct RawCodec;

impl UnitCodec for RawCodec {
    fn coder(&self) -> Box<dyn UnitCoder> {
        Box::new(RawCodec)
    }

    fn max_bytes(&self, lines: usize) -> usize {
        lines * size_of::<Line>()
    }

    fn coder_bytes(&self, _lines: usize) -> usize {
        0
    }
}

impl UnitCoder for RawCodec {
    fn encode(
        &mut self,
        _shape: &UnitShape,
        _states: u64,
        _scarce: Bottleneck,
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
    ) -> Result<(), CorruptUnit> {
        if coded.len() != size_of_val(lines) {
            return Err(CorruptUnit(format!(
                "{} bytes instead of {}",
                coded.len(),
                size_of_val(lines)
            )));
        }
        bytes_mut(lines).copy_from_slice(coded);
        Ok(())
    }
}
