//! Saving and restoring a level boundary.
//!
//! The bitmaps of level d and the counts so far determine all that follows; the next level
//! overwrites the older bitmaps anyway. So a checkpoint takes half the memory of a run. It may also
//! be saved during an interrupted level, which is then redone.
//!
//! The bitmaps are checked only against the levels of their colour; a file should protect the rest
//! by a checksum.

use super::error::MemoryError;
use super::level_result::{CollectionLimits, LevelResult};
use super::level_sweep::LevelBitmaps;
use super::plan::{MemoryPlan, MemoryTask};
use super::run::{MemoryLoop, Stepper};
use crate::{places_of, record, texts};
use loyd_enumerate::LevelSummary;
use loyd_enumerate::checkpoint::{Bit, Snapshot};
use loyd_enumerate::record::RunRecord;
use loyd_search::arch::line::{bytes, bytes_mut};
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::{Kernels, LANES_PER_LINE, Line};
use loyd_tiles::bitmap::{Layout, Place};
use std::time::Duration;

impl MemoryLoop {
    /// Returns the current level boundary, without its bitmaps and its time, which the caller knows.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let record = self.plan.record(&self.levels, &self.samples);
        let deepest = self.deepest.as_deref().map(bits);
        Snapshot { record, deepest, elapsed: Duration::ZERO }
    }

    /// The number of bitmaps of the [`snapshot`](MemoryLoop::snapshot).
    #[must_use]
    pub fn snapshot_maps(&self) -> usize {
        self.stepper.maps(self.depth()).len()
    }

    /// The bytes of bitmap `index` of the snapshot, in the byte order of this machine.
    ///
    /// # Panics
    /// If the bitmap does not exist.
    #[must_use]
    pub fn snapshot_bytes(&self, index: usize) -> &[u8] {
        let map = self.stepper.maps(self.depth())[index];
        let bitmaps = &self.stepper.field().bitmaps;
        bytes(bitmaps.get(map, 0, bitmaps.blocks()))
    }

    /// Resumes a run: `fill(i, buffer)` must write bitmap i of the snapshot. Threads and memory
    /// limit are those of the new plan. The states of the next level are not collected, since the
    /// level before the snapshot is unknown.
    ///
    /// # Errors
    /// [`MemoryError::Snapshot`] if the snapshot belongs to another plan or contradicts itself, the
    /// errors of [`MemoryLoop::new`], and those of `fill`.
    pub fn resume<E: From<MemoryError>>(
        plan: MemoryPlan,
        snapshot: &Snapshot,
        mut fill: impl FnMut(usize, &mut [u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let samples = check(&plan, snapshot)?;
        let mut run = MemoryLoop::with_kernels(plan, Kernels::detect())?;
        run.unseed();
        run.levels = snapshot.record.counts();
        run.total = run.levels.iter().sum();
        run.deepest = snapshot.deepest.as_deref().map(places);
        run.samples = samples;
        run.samples.resize(run.levels.len(), Vec::new());
        run.complete = run.total == run.plan.layout.states();
        let depth = run.depth();
        let maps = run.stepper.maps(depth);
        let layout = run.plan.layout.clone();
        let field = run.stepper.field_mut();
        for (index, &map) in maps.iter().enumerate() {
            let blocks = field.bitmaps.blocks();
            fill(index, bytes_mut(field.bitmaps.get_mut(map, 0, blocks)))?;
            count(&layout, field, map, depth)?;
        }
        let ball: u64 = maps.iter().map(|&map| field.ledger.total(map)).sum();
        let of_parity = |parity: usize| -> u64 { run.levels.iter().skip(parity).step_by(2).sum() };
        if run.plan.request.metric == MetricName::Single {
            if ball != of_parity(depth as usize % 2) {
                return Err(wrong("its bitmaps contradict the state counts of its levels").into());
            }
            run.recount = of_parity((depth as usize + 1) % 2);
        }
        // The next level cannot distinguish new states from earlier ones, so it collects no states.
        run.result = LevelResult::new(CollectionLimits::NOTHING);
        Ok(run)
    }

    /// Removes the start state.
    fn unseed(&mut self) {
        for map in self.stepper.maps(0) {
            let field = self.stepper.field_mut();
            for block in 0..field.bitmaps.blocks() {
                if field.ledger.get(map, block).count() > 0 {
                    field.bitmaps.get_mut(map, block, 1).fill(Line::ZERO);
                    field.ledger.set(map, block, 0, 0);
                }
            }
        }
        if let Stepper::Multi(multi) = &mut self.stepper {
            multi.states.clear();
        }
    }
}

fn wrong(what: &'static str) -> MemoryError {
    MemoryError::Snapshot { what }
}

impl MemoryPlan {
    /// The record of a run at a level boundary: the form in which every engine stores levels as
    /// these bitmaps, so that each resumes the checkpoints of the others.
    #[must_use]
    pub fn record(&self, levels: &[u64], samples: &[Vec<Place>]) -> RunRecord {
        let level = |&states| LevelSummary { states, ..LevelSummary::default() };
        RunRecord {
            levels: levels.iter().map(level).collect(),
            samples: texts(&self.ranking, samples),
            ..beginning(self)
        }
    }

    /// Compares a snapshot with this plan; returns its samples.
    ///
    /// # Errors
    /// [`MemoryError::Snapshot`] if it belongs to another plan or contradicts itself.
    pub fn check_snapshot(&self, snapshot: &Snapshot) -> Result<Vec<Vec<Place>>, MemoryError> {
        check(self, snapshot)
    }
}

/// The record of a run without levels.
fn beginning(plan: &MemoryPlan) -> RunRecord {
    let MemoryTask { width, height, metric, start, .. } = plan.request;
    let form = format!("bitmaps 1, blocks of {} digits", plan.layout.block_digits);
    record(width, height, metric, start, form)
}

fn bits(places: &[Place]) -> Vec<Bit> {
    places.iter().map(|&Place { cell: part, rank }| Bit { part, rank }).collect()
}

fn places(bits: &[Bit]) -> Vec<Place> {
    bits.iter().map(|&Bit { part: cell, rank }| Place { cell, rank }).collect()
}

/// Returns an error if a snapshot belongs to another plan, else its samples.
fn check(plan: &MemoryPlan, snapshot: &Snapshot) -> Result<Vec<Vec<Place>>, MemoryError> {
    if cfg!(target_endian = "big") {
        return Err(wrong("this machine stores numbers in another byte order"));
    }
    let states = Some(plan.layout.states().into());
    snapshot.record.check(&beginning(plan), states).map_err(wrong)?;
    let (cells, ranks) = (plan.layout.cells(), plan.layout.map_states());
    let mut deepest = snapshot.deepest.iter().flatten();
    let samples = places_of(&plan.ranking, &snapshot.record.samples);
    if deepest.any(|bit| bit.part >= cells || bit.rank >= ranks) {
        return Err(wrong("it contains states that do not belong to this puzzle"));
    }
    samples.ok_or(wrong("a sample is not a position of this puzzle"))
}

/// Counts the states of a bitmap after reading; bits without a state must be clear.
fn count(
    layout: &Layout,
    field: &mut LevelBitmaps,
    map: usize,
    depth: u32,
) -> Result<(), MemoryError> {
    for block in 0..layout.blocks {
        let mut count = 0;
        let mut outside = 0;
        for (number, line) in field.bitmaps.get(map, block, 1).iter().enumerate() {
            for (i, &lane) in line.0.iter().enumerate() {
                count += lane.count_ones();
                let inside = number * LANES_PER_LINE + i < layout.block_lanes;
                outside |= if inside { u32::from(lane) >> layout.tiles } else { u32::from(lane) };
            }
        }
        if outside != 0 {
            return Err(wrong("a bit without a state is set"));
        }
        field.ledger.set(map, block, count, if count > 0 { depth } else { 0 });
    }
    Ok(())
}
