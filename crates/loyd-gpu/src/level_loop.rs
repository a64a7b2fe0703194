//! The level loop.

use crate::adapter::{Adapter, AdapterKind};
use crate::bitmaps::{DeviceBitmaps, bytes_to_words, words_to_bytes};
use crate::device::Device;
use crate::error::GpuError;
use crate::level_counts::{GpuStep, LevelCounts};
use crate::pipelines::Pipelines;
use crate::plan::{GpuPlan, TRAFFIC};
use crate::program::{Dispatch, LEVEL_WORD, Program, SLOT_WORD};
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes that the dispatches of one submission may move: watchdogs end longer ones, and a run is
/// cancelled between submissions.
const CARD_BYTES: u64 = 32 << 30;
const SOFTWARE_BYTES: u64 = 128 << 20;

/// A running enumeration. Between two steps its state is a level boundary.
#[derive(Debug)]
pub struct GpuLoop {
    pub(crate) plan: GpuPlan,
    pub(crate) device: Device,
    pub(crate) program: Program,
    pub(crate) bitmaps: DeviceBitmaps,
    pipelines: Pipelines,
    pub(crate) counts: LevelCounts,
}

/// A dispatch that is ready: which one of a level, and the level.
#[derive(Clone, Copy, Debug)]
struct Work {
    parity: usize,
    dispatch: usize,
    /// True if it is the last one of its level.
    ends_level: bool,
}

impl GpuLoop {
    /// Opens the adapter, allocates and clears the memory of a plan and sets the start state.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] if the device refuses the memory; [`GpuError::Failed`] or
    /// [`GpuError::Lost`] if it fails.
    pub fn new(adapter: Adapter, plan: GpuPlan) -> Result<Self, GpuError> {
        let device = Device::open(adapter)?;
        let limits = device.inner.limits();
        let program = Program::new(&plan, limits.min_uniform_buffer_offset_alignment.into());
        let bitmaps = DeviceBitmaps::new(&device, &plan, &program)?;
        let pipelines = Pipelines::new(&device, &program, &bitmaps)?;
        let counts = LevelCounts::new(&plan);
        Ok(GpuLoop { plan, device, program, bitmaps, pipelines, counts })
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
        let budget = match self.device.adapter.kind() {
            AdapterKind::Software => SOFTWARE_BYTES,
            _ => CARD_BYTES,
        };
        let levels = self.program.levels_within(budget).min(max_levels).max(1);
        let works = self.prepare(levels)?;
        match self.submit(&works, budget, cancel, report)? {
            0 => Ok(GpuStep::Interrupted),
            // Later submissions may have overwritten the first level of the step.
            computed => self.finish(computed),
        }
    }

    /// Writes the parameters of all dispatches of the next levels.
    fn prepare(&mut self, levels: usize) -> Result<Vec<Work>, GpuError> {
        let mut works = Vec::new();
        let mut bytes = Vec::new();
        for slot in 0..levels as u32 {
            let depth = self.depth() + slot;
            let parity = (depth as usize + 1) % 2;
            let all = &self.program.of_level[parity];
            for (dispatch, it) in all.iter().enumerate() {
                let mut words = it.parameters;
                (words[LEVEL_WORD], words[SLOT_WORD]) = (depth, slot);
                bytes.extend(words_to_bytes(&words));
                works.push(Work { parity, dispatch, ends_level: dispatch + 1 == all.len() });
                bytes.resize(works.len() * self.program.stride as usize, 0);
            }
        }
        let parameters = self.bitmaps.buffer(self.program.parameters);
        self.device.write(parameters, 0, &bytes)?;
        Ok(works)
    }

    /// Runs the dispatches in submissions of limited cost, until all are done or the run is
    /// cancelled; returns the number of levels that are complete.
    fn submit(
        &mut self,
        works: &[Work],
        budget: u64,
        cancel: &AtomicBool,
        report: &mut dyn FnMut(f64),
    ) -> Result<usize, GpuError> {
        let mut next = 0;
        while next < works.len() {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            let (first, mut cost) = (next, 0);
            while next < works.len() && (next == first || cost < budget) {
                cost += self.dispatch_of(works[next]).bytes;
                next += 1;
            }
            self.device.submit(|encoder| {
                if first == 0 && self.plan.collects() {
                    encoder.clear_buffer(self.bitmaps.buffer(self.program.lists), 0, None);
                }
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                for (number, &work) in works[first..next].iter().enumerate() {
                    let offset = (first + number) as u64 * self.program.stride;
                    let it = self.dispatch_of(work);
                    let (pipeline, group) = self.pipelines.group(it.group);
                    pass.set_pipeline(pipeline);
                    pass.set_bind_group(0, group, &[offset as u32]);
                    pass.dispatch_workgroups(it.workgroups.0, it.workgroups.1, 1);
                }
            })?;
            report(next as f64 / works.len() as f64);
        }
        Ok(works[..next].iter().filter(|work| work.ends_level).count())
    }

    fn dispatch_of(&self, work: Work) -> &Dispatch {
        &self.program.of_level[work.parity][work.dispatch]
    }

    /// Reads the counts of the levels that were computed.
    fn finish(&mut self, computed: usize) -> Result<GpuStep, GpuError> {
        let totals = self.read_words(self.program.totals, computed as u64 * 2)?;
        let words = computed as u64 * self.program.list_words;
        let lists = self.read_words(self.program.lists, words)?;
        self.counts.add(&self.plan, &totals, &lists)
    }

    fn read_words(&self, buffer: usize, words: u64) -> Result<Vec<u32>, GpuError> {
        let mut bytes = vec![0; words as usize * 4];
        let (buffer, staging) = (self.bitmaps.buffer(buffer), &self.bitmaps.staging);
        self.device.read(buffer, 0, staging, &mut bytes)?;
        Ok(bytes_to_words(&bytes))
    }

    /// Computes one level from any contents of the bitmaps; returns the sum of its counts.
    #[cfg(test)]
    pub(crate) fn level_without_checks(&mut self, cancel: &AtomicBool) -> Result<u64, GpuError> {
        let works = self.prepare(1)?;
        self.submit(&works, CARD_BYTES, cancel, &mut |_| ())?;
        let words = self.read_words(self.program.totals, 2)?;
        Ok(u64::from(words[0]) | u64::from(words[1]) << 32)
    }

    /// The plan of the run.
    #[must_use]
    pub fn plan(&self) -> &GpuPlan {
        &self.plan
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
        let mut bytes = vec![0; TRAFFIC as usize * 4];
        let at = self.plan.traffic_at() * 4;
        self.device.read(self.bitmaps.accounts(), at, &self.bitmaps.staging, &mut bytes)?;
        let streams: u64 = bytes_to_words(&bytes).into_iter().map(u64::from).sum();
        let layout = self.plan.layout();
        Ok(streams * (layout.map_bytes() / layout.blocks as u64))
    }

    /// The boards of the last level; `None` if they exceed the limit. O(listed states).
    #[must_use]
    pub fn deepest(&self) -> Option<Vec<Vec<u8>>> {
        self.counts.deepest(&self.plan)
    }

    /// A sample of the boards of each level, none of the first level of a resumed run. The choice
    /// depends on the puzzle alone; in levels of at most some thousand states it is that of the
    /// memory engine.
    #[must_use]
    pub fn samples(&self) -> Vec<Vec<Vec<u8>>> {
        self.counts.samples(&self.plan)
    }

    /// Loses the device, as a driver that is reset does.
    pub fn lose_device(&self) {
        self.device.inner.destroy();
    }
}
