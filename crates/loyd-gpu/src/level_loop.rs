//! The level loop.

use crate::adapter::{Adapter, AdapterKind};
use crate::card::{Card, StepWords};
use crate::error::GpuError;
use crate::level_counts::{GpuStep, LevelCounts};
use crate::passes::account;
use crate::plan::{Form, GpuPlan};
use crate::resident;
use crate::streamed::Streaming;
use std::sync::atomic::AtomicBool;

/// Bytes that the dispatches of one submission may move: watchdogs end longer ones, and a run is
/// cancelled between submissions.
const CARD_BYTES: u64 = 32 << 30;
const SOFTWARE_BYTES: u64 = 128 << 20;

/// A running enumeration. Between two steps its state is a level boundary.
#[derive(Debug)]
pub struct GpuLoop {
    pub(crate) card: Card,
    /// The bitmaps, if they are streamed.
    streaming: Option<Streaming>,
    pub(crate) counts: LevelCounts,
}

impl GpuLoop {
    /// Opens the adapter, allocates and clears the memory of a plan and sets the start state.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] if the device refuses the memory, [`GpuError::Bitmaps`] if the system
    /// refuses that of streamed bitmaps; [`GpuError::Failed`] or [`GpuError::Lost`] if the device fails.
    pub fn new(adapter: Adapter, plan: GpuPlan) -> Result<Self, GpuError> {
        let counts = LevelCounts::new(&plan);
        let card = Card::open(adapter, plan)?;
        let streaming = match card.plan.form() {
            Form::Streamed => Some(Streaming::new(&card)?),
            Form::Whole | Form::Cut => None,
        };
        Ok(GpuLoop { card, streaming, counts })
    }

    /// Computes at least one more level, at most `max_levels`, which is not 0. When `cancel` becomes true
    /// the step ends after the current submission. `report` is called after each submission with
    /// the finished share of the step.
    ///
    /// # Errors
    /// [`GpuError::Lost`] or [`GpuError::Failed`] if the device fails; [`GpuError::WrongCount`] if
    /// the counts contradict each other.
    pub fn step(
        &mut self,
        max_levels: usize,
        cancel: &AtomicBool,
        report: &mut dyn FnMut(f64),
    ) -> Result<GpuStep, GpuError> {
        if self.counts.is_complete() {
            return Ok(GpuStep::Complete);
        }
        let StepWords { totals, lists } = self.compute(max_levels, cancel, report)?;
        if totals.is_empty() {
            return Ok(GpuStep::Interrupted);
        }
        self.counts.add(&self.card.plan, &totals, &lists)
    }

    fn compute(
        &mut self,
        max_levels: usize,
        cancel: &AtomicBool,
        report: &mut dyn FnMut(f64),
    ) -> Result<StepWords, GpuError> {
        let (card, depth) = (&self.card, self.counts.depth());
        if let Some(streaming) = &mut self.streaming {
            return streaming.step(card, depth, cancel, report);
        }
        let budget = match card.device.adapter.kind() {
            AdapterKind::Software => SOFTWARE_BYTES,
            _ => CARD_BYTES,
        };
        resident::step(card, depth, max_levels, budget, cancel, report)
    }

    /// Computes one level from any contents of the bitmaps; returns the sum of its counts.
    #[cfg(test)]
    pub(crate) fn level_without_checks(&mut self, cancel: &AtomicBool) -> Result<u64, GpuError> {
        let words = self.compute(1, cancel, &mut |_| ())?.totals;
        Ok(u64::from(words[0]) | u64::from(words[1]) << 32)
    }

    /// Reads a bitmap.
    pub(crate) fn read_bitmap(&self, map: usize, into: &mut [u8]) -> Result<(), GpuError> {
        let Some(streaming) = &self.streaming else {
            return self.card.bitmaps.read(&self.card.device, &self.card.plan, map, into);
        };
        into.copy_from_slice(streaming.host.blocks(map, 0..self.card.plan.layout().blocks));
        Ok(())
    }

    /// Writes a bitmap that holds level `depth`; returns the number of states, or `None` if a bit without a
    /// state is set.
    pub(crate) fn write_bitmap(
        &mut self,
        map: usize,
        depth: u32,
        bytes: &[u8],
    ) -> Result<Option<u64>, GpuError> {
        let Card { plan, device, bitmaps, .. } = &self.card;
        match &mut self.streaming {
            Some(streaming) => Ok(streaming.host.write(map, depth, bytes)),
            None => bitmaps.write(device, plan, (map, account(plan, map)), depth, bytes),
        }
    }

    /// Forgets every state: accounts of zero, and the bitmaps of these numbers empty.
    pub(crate) fn clear(&mut self, maps: &[usize]) -> Result<(), GpuError> {
        match &mut self.streaming {
            Some(streaming) => {
                streaming.host.clear(maps);
                Ok(())
            }
            None => self.card.bitmaps.clear(&self.card.device, maps),
        }
    }

    /// The plan of the run.
    #[must_use]
    pub fn plan(&self) -> &GpuPlan {
        &self.card.plan
    }

    /// The depth of the last level.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.counts.depth()
    }

    /// States at each depth so far.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.counts.levels
    }

    /// Bytes of bitmaps that the kernels read and wrote so far: the sources with states and the target
    /// of each block that was not skipped, each block once, as if the later reads were cached. Listed
    /// states take more.
    ///
    /// # Errors
    /// If the device fails.
    pub fn bytes_moved(&self) -> Result<u64, GpuError> {
        Ok(self.card.traffic()? * self.card.plan.block_bytes())
    }

    /// Bytes that were sent between processor and card so far; 0 unless bitmaps are streamed.
    #[must_use]
    pub fn bytes_transferred(&self) -> u64 {
        self.streaming.as_ref().map_or(0, Streaming::transferred)
    }

    /// The boards of the last level; `None` if they exceed the limit. O(listed states).
    #[must_use]
    pub fn deepest(&self) -> Option<Vec<Vec<u8>>> {
        self.counts.deepest(&self.card.plan)
    }

    /// A sample of the boards of each level, none of the first level of a resumed run. The choice
    /// depends on the puzzle alone; in levels of at most some thousand states it is that of the
    /// memory engine.
    #[must_use]
    pub fn samples(&self) -> Vec<Vec<Vec<u8>>> {
        self.counts.samples(&self.card.plan)
    }

    /// Loses the device, as a driver that is reset does.
    pub fn lose_device(&self) {
        self.card.device.inner.destroy();
    }
}
