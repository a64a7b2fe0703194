//! Saving and restoring a level boundary.

use super::levels::Levels;
use crate::bitmap::Bitmap;
use crate::checkpoint::{Bit, Boundary, Checkpoints, Saved, Snapshot, StoreError};
use std::time::Duration;

/// The arrangement of bits: rank r is bit r % 8 of byte r / 8. Distinct from the layouts of other
/// engines.
pub(super) const LAYOUT: usize = 1 << 16;

/// Ranks in the form of a checkpoint.
pub(super) fn bits(ranks: &[u64]) -> Vec<Bit> {
    ranks.iter().map(|&rank| Bit { part: 0, rank }).collect()
}

/// The states of a checkpoint as ranks.
pub(super) fn ranks(bits: &[Bit]) -> Vec<u64> {
    bits.iter().map(|bit| bit.rank).collect()
}

impl Levels<'_> {
    /// Saves the current level boundary.
    pub(super) fn save(
        &self,
        snapshot: Snapshot,
        elapsed: Duration,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<u64, StoreError> {
        let bitmaps = [&self.visited, &self.frontier];
        let bitmap = |index: usize| bitmaps[index].as_bytes();
        checkpoints.save(&Boundary { snapshot, elapsed, bitmaps: bitmaps.len(), bitmap: &bitmap })
    }

    /// Restores the saved level boundary, if there is one; returns the number of bytes read, too.
    ///
    /// # Errors
    /// If it cannot be read, belongs to another run than `wanted`, or contradicts itself.
    pub(super) fn load(
        &mut self,
        wanted: &Snapshot,
        states: u64,
        start: u64,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<Option<(Saved, u64)>, StoreError> {
        let wrong = |what| {
            StoreError::data(format!("the saved state is unusable: {what}; start the run again"))
        };
        let Some(saved) = checkpoints.saved()? else { return Ok(None) };
        let snapshot = &saved.snapshot;
        snapshot.check(wanted, states, (1, states)).map_err(wrong)?;
        let mut bytes = 0;
        for (index, bitmap) in [&mut self.visited, &mut self.frontier].into_iter().enumerate() {
            bytes += checkpoints.load(index, bitmap.as_bytes_mut())?;
        }
        let is_of = |bitmap: &Bitmap, states: u64| bitmap.count() == states;
        let total = snapshot.levels.iter().sum();
        let last = snapshot.levels.last().copied().unwrap_or_default();
        if !self.visited.is_below(states) {
            return Err(wrong("a bit is set where there is no state"));
        }
        if !is_of(&self.visited, total) || !is_of(&self.frontier, last) {
            return Err(wrong("its bitmaps do not hold as many states as its levels say"));
        }
        let too_many = |(samples, &level): (&Vec<Bit>, &u64)| samples.len() as u64 > level;
        if snapshot.samples.iter().zip(&snapshot.levels).any(too_many) {
            return Err(wrong("a sample is larger than its level"));
        }
        if !self.frontier.is_within(&self.visited) || !self.visited.contains(start) {
            return Err(wrong("its bitmaps contradict each other"));
        }
        Ok(Some((saved, bytes)))
    }
}
