//! Levels in memory, with a copy of some of them in files.
//!
//! ```text
//! commit     in memory; every k-th level is copied to a place in files, in turn to two of them
//! open       the newest copy is read back into memory
//! ```
//!
//! With two places there is always a whole copy, also while one is written; and of several processes
//! that copy the same levels, none is more than one copy ahead.

use super::{FileLevelStore, LevelCodec, lock};
use crate::disk::MemoryDisk;
use crate::folder::LockedFolder;
use crate::level_files::pointer::Retention;
use loyd_enumerate::checkpoint::{StoreError, StoreFault};
use loyd_tiles_enumerate::disk::{LevelRecord, LevelStore, Unit, UnitKind};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A [`LevelStore`] in memory.
#[derive(Debug)]
pub struct LevelsInMemory {
    memory: FileLevelStore,
    places: [FileLevelStore; 2],
    /// One level in this many is copied.
    every: u32,
    /// The levels of the copies, by place.
    copies: Mutex<[Option<u32>; 2]>,
}

impl LevelsInMemory {
    /// Levels in at most `bytes` of memory; every `every`-th one is copied into one of two folders that
    /// are used for nothing else.
    ///
    /// # Errors
    /// None but those of a disk in memory.
    pub fn new(bytes: u64, folders: [LockedFolder; 2], every: u32) -> Result<Self, StoreError> {
        let disk = Arc::new(MemoryDisk::limited(bytes));
        let one_level = Some(Retention::Exactly(1));
        let memory = FileLevelStore::new(LockedFolder::create(disk, Path::new(""))?);
        let places = folders.map(|folder| FileLevelStore::new(folder).retaining(one_level));
        Ok(LevelsInMemory {
            memory: memory.retaining(one_level),
            places,
            every: every.max(1),
            copies: Mutex::default(),
        })
    }

    /// The codec for the units of this store.
    #[must_use]
    pub fn codec(&self) -> LevelCodec {
        self.memory.codec()
    }

    /// The maximum size of all levels in memory.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        self.memory.peak_bytes()
    }

    /// Removes all levels and copies, when the run is finished.
    pub fn clear(&self) {
        self.memory.clear();
        self.places.iter().for_each(FileLevelStore::clear);
        *lock(&self.copies) = [None; 2];
    }

    /// The place of the newest copy.
    fn newest(&self) -> Option<usize> {
        let copies = lock(&self.copies);
        let depth = copies.iter().flatten().max()?;
        copies.iter().position(|copy| copy.as_ref() == Some(depth))
    }
}

/// A full disk in memory is a lack of memory.
fn within<T>(result: Result<T, StoreError>) -> Result<T, StoreError> {
    result.map_err(|error| match error.fault {
        StoreFault::Full => StoreError {
            fault: StoreFault::Memory,
            message: "the levels exceed the memory for them: allow more".to_owned(),
        },
        _ => error,
    })
}

impl LevelStore for LevelsInMemory {
    fn open(&self) -> Result<Option<LevelRecord>, StoreError> {
        for (number, place) in self.places.iter().enumerate() {
            let depth = place.open()?.as_ref().map(LevelRecord::depth);
            lock(&self.copies)[number] = depth;
        }
        let Some(newest) = self.newest() else {
            self.memory.clear();
            return Ok(None);
        };
        within(self.memory.copy_from(&self.places[newest])).map(Some)
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        if depth == 0 {
            self.clear();
        }
        within(self.memory.begin(depth))
    }

    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        within(self.memory.put(depth, kind, unit, bytes))
    }

    fn get(
        &self,
        depth: u32,
        kind: UnitKind,
        unit: Unit,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        self.memory.get(depth, kind, unit, into)
    }

    fn commit(&self, record: &LevelRecord) -> Result<(), StoreError> {
        within(self.memory.commit(record))?;
        if !record.depth().is_multiple_of(self.every) {
            return Ok(());
        }
        let place = self.newest().map_or(0, |newest| 1 - newest);
        lock(&self.copies)[place] = None;
        self.places[place].copy_from(&self.memory)?;
        lock(&self.copies)[place] = Some(record.depth());
        Ok(())
    }

    fn discard_damaged(&self, depth: u32) -> Result<Option<u32>, StoreError> {
        let Some(newest) = self.newest() else { return Ok(None) };
        let older = lock(&self.copies)[1 - newest];
        if lock(&self.copies)[newest] == Some(depth) && older.is_some() {
            self.places[newest].clear();
            lock(&self.copies)[newest] = None;
            return Ok(older);
        }
        Ok(None)
    }

    fn committed(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = lock(&self.copies).iter().flatten().copied().collect();
        depths.sort_unstable_by(|one, other| other.cmp(one));
        depths
    }

    fn train(&self) -> Vec<u8> {
        self.memory.train()
    }

    fn adopt(&self, model: &[u8]) -> Result<(), StoreError> {
        self.memory.adopt(model)
    }

    fn release(&self, depth: u32) -> Result<(), StoreError> {
        self.memory.release(depth)
    }
}
