//! The number of states of each unit, available without reading it. One 32-bit word for each of the
//! last two levels, the new level, and the partials.

use super::segmentation::Segmentation;
use super::store::{Unit, UnitKind};
use loyd_tiles::bitmap::Layout;
use std::sync::atomic::{AtomicU32, Ordering};

/// State counts of units; the counts of the new level are written by many threads.
#[derive(Debug)]
pub(super) struct UnitCounts {
    segmentation: Segmentation,
    /// Counts up to the last level; in the single-tile metric, cells of the other colour are
    /// counted up to the level before.
    now: Vec<u32>,
    next: Vec<AtomicU32>,
    partial: Vec<AtomicU32>,
    /// States of a full unit, for each column.
    full: Vec<u32>,
}

impl UnitCounts {
    /// Zero counts for `levels` bitmaps of levels and `maps` bitmaps in all.
    pub(super) fn new(segmentation: &Segmentation, levels: usize, maps: usize) -> Self {
        let zeros = |maps: usize| {
            let mut counts = Vec::new();
            counts.resize_with(maps * segmentation.units(), AtomicU32::default);
            counts
        };
        let full = |column: usize| {
            let lanes: usize =
                segmentation.lines(column).map(|line| lanes_of(&segmentation.layout, line)).sum();
            (segmentation.rows() * lanes * segmentation.layout.tiles) as u32
        };
        UnitCounts {
            now: vec![0; levels * segmentation.units()],
            next: zeros(levels),
            partial: zeros(maps),
            full: (0..segmentation.columns()).map(full).collect(),
            segmentation: segmentation.clone(),
        }
    }

    /// States of a unit at the last level; 0 for units that belong to no level.
    pub(super) fn now(&self, unit: Unit) -> u32 {
        self.now.get(self.segmentation.number(unit)).copied().unwrap_or(0)
    }

    /// States of a source unit.
    pub(super) fn source(&self, kind: UnitKind, unit: Unit) -> u32 {
        match kind {
            UnitKind::Level => self.now(unit),
            UnitKind::Partial => {
                self.partial[self.segmentation.number(unit)].load(Ordering::Relaxed)
            }
        }
    }

    /// States of a full unit in the column of this one.
    pub(super) fn full(&self, unit: Unit) -> u32 {
        self.full[unit.column as usize]
    }

    /// Records the states of a unit of the new level.
    pub(super) fn record(&self, kind: UnitKind, unit: Unit, states: u32) {
        let counts = match kind {
            UnitKind::Level => &self.next,
            UnitKind::Partial => &self.partial,
        };
        counts[self.segmentation.number(unit)].store(states, Ordering::Relaxed);
    }

    /// The recorded states of a unit of the new level, or of a partial.
    pub(super) fn states(&self, kind: UnitKind, unit: Unit) -> u32 {
        let counts = match kind {
            UnitKind::Level => &self.next,
            UnitKind::Partial => &self.partial,
        };
        counts[self.segmentation.number(unit)].load(Ordering::Relaxed)
    }

    /// States of a bitmap in the new level, and in the level before.
    pub(super) fn growth(&self, cell: usize) -> (u64, u64) {
        let units = cell * self.segmentation.units()..(cell + 1) * self.segmentation.units();
        let next = self.next[units.clone()].iter().map(|c| u64::from(c.load(Ordering::Relaxed)));
        (next.sum(), self.now[units].iter().map(|&count| u64::from(count)).sum())
    }

    /// Writes the counts of the new level into a copy of all counts.
    pub(super) fn copy_next(&self, cell: usize, counts: &mut [u32]) {
        let units = cell * self.segmentation.units()..(cell + 1) * self.segmentation.units();
        for (count, next) in counts[units.clone()].iter_mut().zip(&self.next[units]) {
            *count = next.load(Ordering::Relaxed);
        }
    }

    /// Makes the new level of a bitmap the last one.
    pub(super) fn advance(&mut self, cell: usize) {
        let mut now = core::mem::take(&mut self.now);
        self.copy_next(cell, &mut now);
        self.now = now;
    }

    /// Returns the counts of the new level and of partials.
    pub(super) fn snapshot(&self) -> (Vec<u32>, Vec<u32>) {
        let values = |counts: &[AtomicU32]| -> Vec<u32> {
            counts.iter().map(|count| count.load(Ordering::Relaxed)).collect()
        };
        (values(&self.next), values(&self.partial))
    }

    /// Restores such counts; returns whether they are possible.
    pub(super) fn rewind(&mut self, next: &[u32], partial: &[u32]) -> bool {
        let good = next.len() == self.next.len()
            && partial.len() == self.partial.len()
            && self.fit(next)
            && self.fit(partial);
        if good {
            let pairs = self.next.iter_mut().zip(next);
            for (count, &value) in pairs.chain(self.partial.iter_mut().zip(partial)) {
                *count.get_mut() = value;
            }
        }
        good
    }

    /// Returns whether no count exceeds that of a full unit.
    fn fit(&self, counts: &[u32]) -> bool {
        let units = self.segmentation.units();
        let fits = |(number, &count): (usize, &u32)| {
            count <= self.full[number % units % self.segmentation.columns()]
        };
        counts.iter().enumerate().all(fits)
    }

    /// All counts of the last level.
    pub(super) fn counts(&self) -> &[u32] {
        &self.now
    }

    /// Restores the counts of a record; returns whether they are possible.
    pub(super) fn restore(&mut self, counts: &[u32]) -> bool {
        let good = counts.len() == self.now.len() && self.fit(counts);
        if good {
            self.now.copy_from_slice(counts);
        }
        good
    }
}

/// Lanes of a line of a row that hold states.
fn lanes_of(layout: &Layout, line: usize) -> usize {
    let inside = line % layout.block_lines * 32;
    layout.block_lanes.saturating_sub(inside).min(32)
}
