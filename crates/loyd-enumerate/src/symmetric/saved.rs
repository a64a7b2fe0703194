//! A level boundary as data: out to a checkpoint, and in again.
//!
//! ```text
//! number of keys of the level before the last, of the last     8 bytes each, little-endian
//! the keys of both, 8 bytes each                               bucket by bucket, ascending
//! zeros up to a whole page
//! ```
//!
//! A checkpoint has bitmaps of equal length; here they are the pages of this text of bytes. The
//! bucket of a key follows from the key, so it is not written.

use super::buckets::Level;
use super::step::Levels;
use crate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError};
use crate::record::RunRecord;
use loyd_search::memory::granted;
use loyd_search::puzzle::Classes;
use std::borrow::Cow;

/// The arrangement of bytes.
pub(super) const FORM: &str = "classes 1";

/// Bytes of a page.
const PAGE: usize = 1 << 20;

/// Bytes before the keys.
const HEAD: u64 = 16;

/// The memory of a run.
#[derive(Clone, Copy)]
pub(super) struct Held {
    /// Bytes in use.
    pub(super) bytes: u64,
    /// Bytes allowed.
    pub(super) limit: u64,
}

/// A level boundary that was read.
pub(super) struct Loaded {
    pub(super) snapshot: Snapshot,
    /// The level before the last, and the last.
    pub(super) levels: [Level; 2],
    /// Bytes read.
    pub(super) bytes: u64,
}

/// Writes a level boundary: the level before the last, and the last. For a moment all keys are in
/// memory twice.
pub(super) fn save(
    both: [&Level; 2],
    held: Held,
    snapshot: Snapshot,
    checkpoints: &mut dyn Checkpoints,
) -> Result<u64, StoreError> {
    let length = HEAD + both.iter().map(|level| level.bytes()).sum::<u64>();
    let length = length.next_multiple_of(PAGE as u64);
    if held.bytes + length > held.limit || !granted(length) {
        return Err(StoreError::memory());
    }
    let mut bytes = Vec::with_capacity(length as usize);
    for level in both {
        bytes.extend(level.len().to_le_bytes());
    }
    for keys in both.iter().flat_map(|level| level.parts(usize::MAX)) {
        bytes.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
    }
    bytes.resize(length as usize, 0);
    let bitmap = |index: usize| Ok(Cow::from(&bytes[index * PAGE..][..PAGE]));
    let bitmaps = bytes.len() / PAGE;
    let bitmap_bytes = PAGE as u64;
    checkpoints.save(&Boundary { snapshot, bitmaps, bitmap_bytes, bitmap: &bitmap })
}

/// Reads the level boundary that was saved, if there is one.
///
/// # Errors
/// If it cannot be read, is of another run than `wanted`, contradicts itself, or does not fit the
/// memory allowed.
pub(super) fn load(
    classes: &dyn Classes,
    held: Held,
    wanted: &RunRecord,
    checkpoints: &mut dyn Checkpoints,
) -> Result<Option<Loaded>, StoreError> {
    let Some(snapshot) = checkpoints.saved()? else { return Ok(None) };
    snapshot.record.check(wanted, None).map_err(wrong)?;
    let mut page = vec![0; PAGE];
    let mut read = checkpoints.load(0, &mut page)?;
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
    let [before, last] = [word(&page[..8]), word(&page[8..16])];
    let bytes = before.saturating_add(last).saturating_mul(8);
    if held.bytes.saturating_add(bytes) > held.limit || !granted(bytes) {
        return Err(StoreError::memory());
    }
    let mut keys = page[HEAD as usize..].chunks_exact(8).map(word).collect::<Vec<u64>>();
    let mut taken = 0;
    let mut index = 0;
    let mut level = |count: u64| -> Result<Level, StoreError> {
        let mut level = Level::empty();
        for _ in 0..count {
            if taken == keys.len() {
                index += 1;
                read += checkpoints.load(index, &mut page)?;
                keys = page.chunks_exact(8).map(word).collect();
                taken = 0;
            }
            if !classes.is_key(keys[taken]) {
                return Err(wrong("its keys do not belong to this puzzle"));
            }
            level.push(keys[taken]).ok_or_else(|| wrong("its keys are not in order"))?;
            taken += 1;
        }
        Ok(level)
    };
    let levels = [level(before)?, level(last)?];
    Ok(Some(Loaded { snapshot, levels, bytes: read }))
}

fn wrong(what: &str) -> StoreError {
    StoreError::data(format!("the saved state cannot be used: {what}; start the run anew"))
}

impl Levels<'_> {
    fn held(&self) -> Held {
        Held { bytes: self.bytes(), limit: self.limit }
    }

    /// Writes the level boundary at which the run stands.
    pub(super) fn save(
        &self,
        snapshot: Snapshot,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<u64, StoreError> {
        save([&self.previous, &self.current], self.held(), snapshot, checkpoints)
    }

    /// Reads the level boundary that was saved, if there is one, and the bytes that it took.
    ///
    /// # Errors
    /// The errors of [`load`], and keys that do not stand for the states counted.
    pub(super) fn load(
        &mut self,
        wanted: &RunRecord,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<Option<(Snapshot, u64)>, StoreError> {
        let loaded = load(self.classes, self.held(), wanted, checkpoints)?;
        let Some(Loaded { snapshot, levels: [previous, current], bytes }) = loaded else {
            return Ok(None);
        };
        let mut counted = snapshot.record.levels.iter().rev().map(|level| level.states);
        let (last, before) = (counted.next(), counted.next().or(Some(0)));
        let is_of = |level: &Level, states| Some(level.states(self.classes)) == states;
        if !is_of(&current, last) || !is_of(&previous, before) {
            return Err(wrong("its keys do not stand for as many states as its levels say"));
        }
        (self.previous, self.current) = (previous, current);
        Ok(Some((snapshot, bytes)))
    }
}

impl Level {
    /// The number of states in the classes; 0 for a sum that is too large.
    pub(super) fn states(&self, classes: &dyn Classes) -> u64 {
        let states = self.parts(usize::MAX).into_iter().map(|keys| classes.states(keys));
        states.fold(0, u64::saturating_add)
    }
}
