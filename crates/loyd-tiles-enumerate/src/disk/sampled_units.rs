//! Samples of every level, for checks by other means.
//!
//! No two levels of one colour are in memory at once, so new states are not visible in general. But
//! copies of a few fixed units remain from two levels before: their new states are a sample of
//! the level. The sample of a sparse level may be empty.

use super::segmentation::Segmentation;
use super::store::Unit;
use crate::memory::sample::{Sample, mix};
use loyd_tiles::arch::bitmap::{LANES_PER_LINE, Line};
use loyd_tiles::bitmap::Place;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Number of sampled units.
const UNITS: u64 = 32;

#[derive(Debug)]
pub(super) struct SampledUnits {
    segmentation: Segmentation,
    sample_size: usize,
    /// The units as they were last written; `None` if unknown.
    units: Mutex<HashMap<Unit, Option<Vec<Line>>>>,
    sample: Mutex<Sample>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SampledUnits {
    /// Samples `sample_size` states of each level. With `first`, the store is empty; otherwise the
    /// previous contents of a unit are available from the second level on.
    pub(super) fn new(segmentation: &Segmentation, sample_size: usize, first: bool) -> Self {
        let all = (segmentation.layout.cells() * segmentation.units()) as u64;
        let units = (0..UNITS)
            .map(|i| (segmentation.numbered((mix(i) % all) as usize), first.then(Vec::new)));
        SampledUnits {
            segmentation: segmentation.clone(),
            sample_size,
            units: Mutex::new(units.collect()),
            sample: Mutex::new(Sample::new(sample_size)),
        }
    }

    /// Bytes of memory.
    pub(super) fn bytes(segmentation: &Segmentation) -> usize {
        UNITS as usize * segmentation.unit_lines() * size_of::<Line>()
    }

    /// Compares a unit of the new level with its previous contents.
    pub(super) fn see(&self, unit: Unit, lines: &[Line]) {
        if self.sample_size == 0 {
            return;
        }
        let mut units = lock(&self.units);
        let Some(before) = units.get_mut(&unit) else { return };
        let Some(before) = before else {
            *before = Some(lines.to_vec());
            return;
        };
        let mut sample = lock(&self.sample);
        let mut block = sample.block(usize::from(unit.cell), self.segmentation.number(unit));
        for (number, line) in lines.iter().enumerate() {
            let old = before.get(number).copied().unwrap_or(Line::ZERO);
            for (i, (&old, &new)) in old.0.iter().zip(&line.0).enumerate() {
                let mut bits = new & !old;
                while bits != 0 {
                    block.add(self.rank(unit, number, i, bits.trailing_zeros()));
                    bits &= bits - 1;
                }
            }
        }
        block.finish();
        before.clear();
        before.extend_from_slice(lines);
    }

    /// The rank of a state: bit `bit` of lane `lane` of line `number` of a unit.
    fn rank(&self, unit: Unit, number: usize, lane: usize, bit: u32) -> u64 {
        let layout = &self.segmentation.layout;
        let columns = self.segmentation.lines(unit.column as usize);
        let row = unit.band as usize * self.segmentation.rows() + number / columns.len();
        let line = row * self.segmentation.row_lines() + columns.start + number % columns.len();
        let (block, inside) = (line / layout.block_lines, line % layout.block_lines);
        let lane = inside * LANES_PER_LINE + lane;
        block as u64 * u64::from(layout.block_states())
            + (lane * layout.tiles) as u64
            + u64::from(bit)
    }

    /// A copy of the sample of the new level so far.
    pub(super) fn sample(&self) -> Sample {
        lock(&self.sample).clone()
    }

    /// Adds states that another process has sampled of the new level.
    pub(super) fn join(&self, entries: Vec<(u64, Place)>) {
        lock(&self.sample).join_entries(entries);
    }

    /// Returns the sample of the new level and starts the next one.
    pub(super) fn finish(&self) -> Vec<Place> {
        core::mem::replace(&mut *lock(&self.sample), Sample::new(self.sample_size)).finish()
    }

    /// Forgets the previous contents of all units, after a level was interrupted.
    pub(super) fn give_up(&self) {
        lock(&self.units).values_mut().for_each(|before| *before = None);
        *lock(&self.sample) = Sample::new(self.sample_size);
    }
}
