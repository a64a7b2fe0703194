//! Saving and restoring a level boundary, in the form of the memory engine: a run that one of them
//! began is continued by the other.

use crate::adapter::Adapter;
use crate::error::GpuError;
use crate::level_loop::GpuLoop;
use crate::plan::GpuPlan;
use loyd_enumerate::checkpoint::{Bit, Snapshot};
use loyd_tiles::MetricName;
use loyd_tiles::bitmap::Place;
use loyd_tiles_enumerate::memory::{MemoryError, targets};
use std::time::Duration;

impl GpuLoop {
    /// The current level boundary, without its bitmaps and its time, which the caller knows.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let bit = |&Place { cell: part, rank }: &Place| Bit { part, rank };
        Snapshot {
            record: self.card.plan.bitmaps().record(&self.counts.levels, &self.counts.samples),
            deepest: self.counts.deepest.as_ref().map(|places| places.iter().map(bit).collect()),
            elapsed: Duration::ZERO,
        }
    }

    /// The number of bitmaps of the [`snapshot`](GpuLoop::snapshot).
    #[must_use]
    pub fn snapshot_maps(&self) -> usize {
        self.maps().len()
    }

    /// Reads bitmap `index` of the snapshot.
    ///
    /// # Errors
    /// If the device fails, or the system refuses memory for the bitmap.
    ///
    /// # Panics
    /// If there is no such bitmap.
    pub fn snapshot_bitmap(&self, index: usize) -> Result<Vec<u8>, GpuError> {
        let mut bytes = bitmap_buffer(&self.card.plan)?;
        self.read_bitmap(self.maps()[index], &mut bytes)?;
        Ok(bytes)
    }

    fn maps(&self) -> Vec<usize> {
        targets::maps(self.card.plan.bitmaps().ranking(), self.card.plan.metric(), self.depth())
    }

    /// Resumes a run: `fill(i, buffer)` must write bitmap i of the snapshot. The states of the next
    /// level are not listed, since the level before the snapshot is unknown.
    ///
    /// # Errors
    /// [`GpuError::Bitmaps`] if the snapshot belongs to another plan or contradicts itself, the
    /// errors of [`GpuLoop::new`], and those of `fill`.
    pub fn resume(
        adapter: Adapter,
        plan: GpuPlan,
        snapshot: &Snapshot,
        mut fill: impl FnMut(usize, &mut [u8]) -> Result<(), GpuError>,
    ) -> Result<Self, GpuError> {
        let wrong = |what| Err(GpuError::Bitmaps(MemoryError::Snapshot { what }));
        let samples = plan.bitmaps().check_snapshot(snapshot)?;
        let mut run = GpuLoop::new(adapter, plan)?;
        let seeded = targets::maps(run.card.plan.bitmaps().ranking(), run.card.plan.metric(), 0);
        run.clear(&seeded)?;
        run.counts.levels = snapshot.record.counts();
        let depth = run.depth();
        run.counts.unlisted = depth + 1;
        run.counts.samples = samples;
        run.counts.samples.resize(run.counts.levels.len(), Vec::new());
        let place = |&Bit { part: cell, rank }: &Bit| Place { cell, rank };
        run.counts.deepest = snapshot.deepest.as_ref().map(|bits| bits.iter().map(place).collect());
        let mut buffer = bitmap_buffer(&run.card.plan)?;
        let mut states = 0;
        for (index, map) in run.maps().into_iter().enumerate() {
            fill(index, &mut buffer)?;
            match run.write_bitmap(map, depth, &buffer)? {
                Some(count) => states += count,
                None => return wrong("a bit outside the states is set"),
            }
        }
        let ball: u64 = run.counts.levels.iter().skip(depth as usize % 2).step_by(2).sum();
        if run.card.plan.metric() == MetricName::Single && states != ball {
            return wrong("its bitmaps and its levels differ in the number of states");
        }
        Ok(run)
    }
}

/// Memory of the host for one bitmap.
fn bitmap_buffer(plan: &GpuPlan) -> Result<Vec<u8>, GpuError> {
    let bytes = plan.layout().map_bytes();
    let mut buffer = Vec::new();
    buffer
        .try_reserve_exact(bytes as usize)
        .map_err(|_| MemoryError::Memory(loyd_search::arch::memory::OutOfMemory { bytes }))?;
    buffer.resize(bytes as usize, 0);
    Ok(buffer)
}
