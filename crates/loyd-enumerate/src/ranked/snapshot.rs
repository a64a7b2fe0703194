//! Saving and restoring a level boundary.

use super::levels::Levels;
use crate::Monitor;
use crate::bitmap::Bitmap;
use crate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError};
use crate::record::RunRecord;

/// The arrangement of bits: rank r is bit r % 8 of byte r / 8.
pub(super) const FORM: &str = "ranks 1";

impl Levels<'_> {
    pub(super) fn save(
        &self,
        snapshot: Snapshot,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<u64, StoreError> {
        let bitmaps = [&self.visited, &self.frontier].map(Bitmap::as_bytes);
        let parts = bitmaps.map(|bitmap| bitmap.len() as u64).to_vec();
        checkpoints.save(&Boundary { snapshot, parts, part: &|index| Ok(bitmaps[index].into()) })
    }

    /// Restores the saved level boundary, if there is one.
    ///
    /// # Errors
    /// If it cannot be read, belongs to another run than `requested`, or contradicts itself.
    pub(super) fn load(
        &mut self,
        requested: &RunRecord,
        states: u64,
        starts: &[u64],
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Snapshot>, StoreError> {
        let wrong = |what| {
            StoreError::data(format!("the saved state is unusable: {what}; start the run again"))
        };
        let Some(saved) = monitor.saved()? else { return Ok(None) };
        saved.record.check(requested, Some(states.into())).map_err(wrong)?;
        for bitmap in [&mut self.visited, &mut self.frontier] {
            monitor.load(bitmap.as_bytes_mut())?;
        }
        let is_of = |bitmap: &Bitmap, states: u64| bitmap.count() == states;
        let levels = &saved.record.levels;
        let total = levels.iter().map(|level| level.states).sum();
        let last = levels.last().map_or(0, |level| level.states);
        if !self.visited.is_below(states) {
            return Err(wrong("a bit without a state is set"));
        }
        if !is_of(&self.visited, total) || !is_of(&self.frontier, last) {
            return Err(wrong("its bitmaps contradict the state counts of its levels"));
        }
        if !self.frontier.is_within(&self.visited)
            || !starts.iter().all(|&start| self.visited.contains(start))
        {
            return Err(wrong("its bitmaps contradict each other"));
        }
        Ok(Some(saved))
    }
}
