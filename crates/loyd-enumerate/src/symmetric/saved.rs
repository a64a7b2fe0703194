//! A level boundary as data: out to a checkpoint, and in again.
//!
//! ```text
//! number of keys of the level before the last, of the last     8 bytes each, little-endian
//! the keys of both, 8 bytes each                               bucket by bucket, ascending
//! zeros up to a whole page
//! ```
//!
//! The bucket of a key follows from the key, so it is not written.

use super::buckets::Level;
use super::step::Levels;
use crate::Monitor;
use crate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError};
use crate::record::RunRecord;
use loyd_search::memory::granted;
use loyd_search::puzzle::Classes;
use std::borrow::Cow;

/// The arrangement of bytes.
pub(super) const FORM: &str = "classes 1";

const PAGE: usize = 1 << 20;

/// Bytes before the keys.
const HEAD: usize = 16;

#[derive(Clone, Copy)]
pub(super) struct MemoryUse {
    pub(super) bytes: u64,
    pub(super) limit: u64,
}

/// A level boundary that was read.
pub(super) struct Loaded {
    pub(super) snapshot: Snapshot,
    /// The level before the last, and the last.
    pub(super) levels: [Level; 2],
}

/// The number of zeros after this number of keys.
fn padding(keys: u64) -> usize {
    let length = HEAD as u64 + 8 * keys;
    (length.next_multiple_of(PAGE as u64) - length) as usize
}

/// Writes a level boundary: the level before the last, and the last.
pub(super) fn save(
    both: [&Level; 2],
    snapshot: Snapshot,
    checkpoints: &mut dyn Checkpoints,
) -> Result<u64, StoreError> {
    let head = both.map(|level| level.len().to_le_bytes()).concat();
    let zeros = vec![0; padding(both.iter().map(|level| level.len()).sum())];
    let keys: Vec<&[u64]> = both.iter().flat_map(|level| level.parts(usize::MAX)).collect();
    let lengths = keys.iter().map(|keys| keys.len() * 8);
    let lengths = [head.len()].into_iter().chain(lengths).chain([zeros.len()]);
    let bytes = |keys: &&[u64]| keys.iter().flat_map(|key| key.to_le_bytes()).collect();
    let part = |index: usize| {
        Ok(match index.checked_sub(1) {
            None => Cow::from(&head),
            Some(index) => keys.get(index).map_or(Cow::from(&zeros), bytes),
        })
    };
    let parts = lengths.map(|length| length as u64).collect();
    checkpoints.save(&Boundary { snapshot, parts, part: &part })
}

/// Reads the saved level boundary; `None` if it is missing.
///
/// # Errors
/// If it cannot be read, belongs to another run than `requested`, contradicts itself, or does not fit the
/// memory allowed.
pub(super) fn load(
    classes: &dyn Classes,
    memory_use: MemoryUse,
    requested: &RunRecord,
    monitor: &mut Monitor<'_>,
) -> Result<Option<Loaded>, StoreError> {
    let Some(snapshot) = monitor.saved()? else { return Ok(None) };
    snapshot.record.check(requested, None).map_err(wrong)?;
    let mut page = vec![0; PAGE];
    monitor.load(&mut page[..HEAD])?;
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
    let [before, last] = [word(&page[..8]), word(&page[8..HEAD])];
    let bytes = before.saturating_add(last).saturating_mul(8);
    if memory_use.bytes.saturating_add(bytes) > memory_use.limit || !granted(bytes) {
        return Err(StoreError::memory());
    }
    let mut level = |mut remaining: u64| -> Result<Level, StoreError> {
        let mut level = Level::empty();
        while remaining > 0 {
            let count = remaining.min(PAGE as u64 / 8);
            let bytes = &mut page[..count as usize * 8];
            monitor.load(bytes)?;
            for key in bytes.chunks_exact(8).map(word) {
                if !classes.is_key(key) {
                    return Err(wrong("its keys do not belong to this puzzle"));
                }
                level.push(key).ok_or_else(|| wrong("its keys are not in order"))?;
            }
            remaining -= count;
        }
        Ok(level)
    };
    let levels = [level(before)?, level(last)?];
    monitor.load(&mut page[..padding(before + last)])?;
    Ok(Some(Loaded { snapshot, levels }))
}

fn wrong(what: &str) -> StoreError {
    StoreError::data(format!("the saved state cannot be used: {what}; start the run anew"))
}

impl Levels<'_> {
    /// Writes the level boundary at which the run stands.
    pub(super) fn save(
        &self,
        snapshot: Snapshot,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<u64, StoreError> {
        save([&self.previous, &self.current], snapshot, checkpoints)
    }

    /// Reads the saved level boundary; `None` if it is missing.
    ///
    /// # Errors
    /// The errors of [`load`], and keys whose states differ from the counts.
    pub(super) fn load(
        &mut self,
        requested: &RunRecord,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Snapshot>, StoreError> {
        let memory_use = MemoryUse { bytes: self.bytes(), limit: self.limit };
        let loaded = load(self.classes, memory_use, requested, monitor)?;
        let Some(Loaded { snapshot, levels: [previous, current] }) = loaded else {
            return Ok(None);
        };
        let mut counted = snapshot.record.levels.iter().rev().map(|level| level.states);
        let (last, before) = (counted.next(), counted.next().or(Some(0)));
        let is_of = |level: &Level, states| Some(level.states(self.classes)) == states;
        if !is_of(&current, last) || !is_of(&previous, before) {
            return Err(wrong("its keys contradict the state counts of its levels"));
        }
        (self.previous, self.current) = (previous, current);
        Ok(Some(snapshot))
    }
}

impl Level {
    /// The number of states in the classes; 0 for a sum that is too large.
    pub(super) fn states(&self, classes: &dyn Classes) -> u64 {
        let states = self.parts(usize::MAX).into_iter().map(|keys| classes.states(keys));
        states.fold(0, u64::saturating_add)
    }
}
