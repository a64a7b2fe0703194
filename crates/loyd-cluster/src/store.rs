//! A level store that gives each unit to the processes that read it.
//!
//! ```text
//! open     agree on the newest level that all processes have; give up newer ones
//! put      for each reader: into the store of this process, or into the next block for that one
//! gather   send the rest of the blocks, then the bytes; all blocks before them are stored first
//! ```
//!
//! Reading, committing and releasing concern the store of this process alone. A process commits a
//! level only after it has gathered the results of all, so no process is more than one level ahead,
//! and with two levels in each store there is always one that all have.

use crate::block::BLOCK_BYTES;
use crate::digest;
use crate::network::Network;
use crate::records;
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::processes::{KeyExchange, Processes};
use loyd_tiles_enumerate::disk::{Division, LevelRecord, LevelStore, ProcessGroup, Unit, UnitKind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A level store of one process of several, and their group.
#[derive(Debug)]
pub struct ClusterStore {
    network: Arc<Network>,
    own: Arc<OwnStore>,
    division: OnceLock<Division>,
    /// Bytes of the memory limit that the store takes.
    reserved: u64,
    /// For each process, the units that are not sent yet, and their level.
    blocks: Vec<Mutex<(u32, Vec<u8>)>>,
}

/// The store of this process. Units come from two threads: made here, and received.
#[derive(Debug)]
struct OwnStore {
    store: Arc<dyn LevelStore>,
    putting: Mutex<()>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl OwnStore {
    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        let _turn = lock(&self.putting);
        self.store.put(depth, kind, unit, bytes)
    }

    /// Stores the units of a block.
    fn receive(&self, from: usize, depth: u32, mut bytes: &[u8]) -> Result<(), StoreError> {
        while !bytes.is_empty() {
            let (kind, unit, coded) = records::take(&mut bytes)
                .ok_or_else(|| StoreError::data(format!("a unit of process {from} is cut off")))?;
            self.put(depth, kind, unit, coded)?;
        }
        Ok(())
    }
}

impl ClusterStore {
    /// A store over that of this process, which must keep two levels.
    #[must_use]
    pub fn new(network: Arc<Network>, store: Arc<dyn LevelStore>) -> Self {
        let own = Arc::new(OwnStore { store, putting: Mutex::default() });
        let receiver = own.clone();
        network.deliver(Box::new(move |from, depth, bytes| receiver.receive(from, depth, bytes)));
        let blocks = (0..network.processes()).map(|_| Mutex::default()).collect();
        ClusterStore { network, own, division: OnceLock::new(), reserved: 0, blocks }
    }

    /// The same store, which takes this many bytes of the memory limit, the same in all processes.
    #[must_use]
    pub fn reserving(self, bytes: u64) -> Self {
        ClusterStore { reserved: bytes, ..self }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The newest level that all processes have; `None` if the run begins.
    fn agreed(&self, newest: Option<u32>) -> Result<Option<u32>, StoreError> {
        // A level is written as the number of levels up to it; 0 for no level.
        let have = newest.map_or(0, |depth| depth + 1);
        let committed = self.own.store.committed().len() as u32;
        let all = self.network.gather_numbers([have, committed])?;
        let oldest = all.iter().map(|&[have, _]| have).min().unwrap_or(0);
        let newest = all.iter().map(|&[have, _]| have).max().unwrap_or(0);
        let without = all.iter().position(|&[have, _]| have == oldest).unwrap_or(0);
        // With one level only, it is the first one, which not all had committed.
        if oldest == 0 && all.iter().any(|&[_, committed]| committed > 1) {
            return Err(StoreError::data(format!(
                "process {without} has no level, and others have level {}: restore its folder, or \
                 begin again in another one",
                newest - 1
            )));
        }
        Ok(oldest.checked_sub(1))
    }

    /// Gives up levels that not all processes have.
    fn fall_back(&self, mut record: LevelRecord, agreed: u32) -> Result<LevelRecord, StoreError> {
        while record.depth() > agreed {
            let given_up = record.depth();
            let older = self.own.store.discard_damaged(given_up)?;
            record = match (older, self.own.store.open()?) {
                (Some(_), Some(older)) if older.depth() < given_up => older,
                _ => break,
            };
        }
        if record.depth() == agreed {
            return Ok(record);
        }
        Err(StoreError::data(format!(
            "process {} has no level {agreed}, the newest that all others have: restore its folder, \
             or begin again in another one",
            self.network.process()
        )))
    }

    /// Sends the rest of a block.
    fn flush(&self, to: usize) -> Result<(), StoreError> {
        let mut block = lock(&self.blocks[to]);
        if block.1.is_empty() {
            return Ok(());
        }
        let (depth, bytes) = (block.0, std::mem::take(&mut block.1));
        self.network.send(to, depth, bytes)
    }
}

/// A number for the contents of a record that all processes share.
fn fingerprint(record: &LevelRecord) -> u64 {
    let mut bytes = Vec::new();
    for number in [record.block_digits, record.digit, record.column_lines] {
        bytes.extend((number as u64).to_le_bytes());
    }
    record.run.levels.iter().for_each(|level| bytes.extend(level.states.to_le_bytes()));
    record.counts.iter().for_each(|count| bytes.extend(count.to_le_bytes()));
    digest(&bytes)
}

impl LevelStore for ClusterStore {
    fn open(&self) -> Result<Option<LevelRecord>, StoreError> {
        let record = self.own.store.open()?;
        let agreed = self.agreed(record.as_ref().map(LevelRecord::depth))?;
        let (Some(record), Some(agreed)) = (record, agreed) else { return Ok(None) };
        let record = self.fall_back(record, agreed)?;
        let fingerprint = fingerprint(&record);
        let all = self.network.gather_numbers([fingerprint as u32, (fingerprint >> 32) as u32])?;
        if let Some(process) = all.iter().position(|other| *other != all[0]) {
            return Err(StoreError::data(format!(
                "level {agreed} of process {process} is not of the same run as that of process 0: \
                 check their folders"
            )));
        }
        Ok(Some(record))
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        self.own.store.begin(depth)?;
        self.network.begin_epoch(depth);
        Ok(())
    }

    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        let Some(division) = self.division.get() else {
            return Err(StoreError::data(format!("{unit} is put before the units are divided")));
        };
        for reader in division.readers(kind, unit) {
            if reader == self.network.process() {
                self.own.put(depth, kind, unit, bytes)?;
                continue;
            }
            let mut block = lock(&self.blocks[reader]);
            block.0 = depth;
            records::append(&mut block.1, kind, unit, bytes);
            let is_full = block.1.len() >= BLOCK_BYTES;
            drop(block);
            if is_full {
                self.flush(reader)?;
            }
        }
        Ok(())
    }

    fn announce(&self, depth: u32, units: &[(UnitKind, Unit)]) {
        self.own.store.announce(depth, units);
    }

    fn get(
        &self,
        depth: u32,
        kind: UnitKind,
        unit: Unit,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        self.own.store.get(depth, kind, unit, into)
    }

    fn commit(&self, record: &LevelRecord) -> Result<(), StoreError> {
        self.own.store.commit(record)
    }

    fn discard_damaged(&self, depth: u32) -> Result<Option<u32>, StoreError> {
        self.own.store.discard_damaged(depth)
    }

    fn committed(&self) -> Vec<u32> {
        self.own.store.committed()
    }

    fn train(&self) -> Vec<u8> {
        self.own.store.train()
    }

    fn adopt(&self, model: &[u8]) -> Result<(), StoreError> {
        self.own.store.adopt(model)
    }

    fn release(&self, depth: u32) -> Result<(), StoreError> {
        self.own.store.release(depth)
    }
}

impl ProcessGroup for ClusterStore {
    fn divide(&self, division: &Division) {
        let _ = self.division.set(division.clone());
    }
}

impl Processes for ClusterStore {
    fn processes(&self) -> usize {
        self.network.processes()
    }

    fn process(&self) -> usize {
        self.network.process()
    }

    fn min_memory(&self) -> u64 {
        self.network.min_memory().saturating_sub(self.reserved)
    }

    fn max_threads(&self) -> usize {
        self.network.max_threads()
    }

    fn gather(&self, own: Vec<u8>) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
        for to in self.network.others() {
            self.flush(to)?;
        }
        self.network.gather(own)
    }
}
