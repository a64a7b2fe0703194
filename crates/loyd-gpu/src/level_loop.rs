//! The level loop.

use crate::adapter::{Adapter, AdapterKind};
use crate::bitmaps::{DeviceBitmaps, bytes_to_words};
use crate::device::Device;
use crate::dispatch::{Dispatch, dimensions};
use crate::error::GpuError;
use crate::lists::{self, Listed};
use crate::passes::Passes;
use crate::pipelines::{Pipelines, SumBuffers};
use crate::plan::{GpuPlan, LEVELS, TRAFFIC};
use crate::shader::PART;
use loyd_enumerate::tiles::memory::targets;
use loyd_tiles::MetricName;
use loyd_tiles::bitmap::Place;
use std::sync::atomic::{AtomicBool, Ordering};
use wgpu::BufferUsages;

/// The result of [`GpuLoop::step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuStep {
    /// So many more levels were counted.
    Levels(usize),
    /// The run was cancelled: the level is unfinished, and the next step continues it.
    Interrupted,
    /// All states were counted, and their number is right.
    Complete,
}

/// Bytes that the dispatches of one submission may move: watchdogs end longer ones, and a run is
/// cancelled between submissions.
const CARD_BYTES: u64 = 32 << 30;
const SOFTWARE_BYTES: u64 = 128 << 20;

/// A running enumeration. Between two steps its state is a level boundary.
#[derive(Debug)]
pub struct GpuLoop {
    pub(crate) plan: GpuPlan,
    pub(crate) device: Device,
    pub(crate) bitmaps: DeviceBitmaps,
    pub(crate) passes: Passes,
    pipelines: Pipelines,
    sums: SumBuffers,
    /// Bytes between the parameters of two dispatches.
    stride: u64,
    pub(crate) levels: Vec<u64>,
    pub(crate) deepest: Option<Vec<Place>>,
    pub(crate) samples: Vec<Vec<Place>>,
    /// Levels up to this depth are not listed: a resumed run does not know the level before.
    pub(crate) unlisted: u32,
    complete: bool,
}

/// A dispatch that is ready: its number in the list of parameters, and what to run.
#[derive(Clone, Copy, Debug)]
enum Work {
    Pass { parity: usize, pass: usize },
    SumParts,
    SumAll,
}

impl GpuLoop {
    /// Opens the adapter, allocates and clears the memory of a plan and sets the start state.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] if the device refuses the memory; [`GpuError::Failed`] or
    /// [`GpuError::Lost`] if it fails.
    pub fn new(adapter: Adapter, plan: GpuPlan) -> Result<Self, GpuError> {
        let device = Device::open(adapter)?;
        let passes = Passes::new(&plan);
        let bitmaps = DeviceBitmaps::new(&device, &plan, &passes)?;
        let limits = device.inner.limits();
        let alignment = u64::from(limits.min_uniform_buffer_offset_alignment);
        let stride = Dispatch::BYTES.next_multiple_of(alignment.max(1));
        let most_passes = passes.of_level.iter().map(Vec::len).max().unwrap_or(0) + 2;
        let parts = passes.sum_range(&plan, 0).words.max(passes.sum_range(&plan, 1).words);
        let sums = device.checked(plan.device_bytes(), || SumBuffers {
            tasks: device.buffer(
                stride * (most_passes * LEVELS) as u64,
                BufferUsages::UNIFORM | BufferUsages::COPY_DST,
            ),
            parts: device.buffer(parts.div_ceil(PART) * 4, BufferUsages::STORAGE),
            totals: device
                .buffer(LEVELS as u64 * 8, BufferUsages::STORAGE | BufferUsages::COPY_SRC),
        })?;
        let pipelines = Pipelines::new(&device, &plan, &passes, &bitmaps, &sums)?;
        let ranking = plan.bitmaps().ranking();
        for (map, rank) in targets::start(ranking, plan.metric()) {
            bitmaps.seed(&device, &plan, passes.account(&plan, map), (map, rank))?;
        }
        let start = Place { cell: ranking.start(), rank: 0 };
        let request = &plan.bitmaps().request;
        Ok(GpuLoop {
            deepest: Some(vec![start]),
            samples: vec![if request.samples > 0 { vec![start] } else { Vec::new() }],
            plan,
            device,
            bitmaps,
            passes,
            pipelines,
            sums,
            stride,
            levels: vec![1],
            unlisted: 0,
            complete: false,
        })
    }

    /// Computes at least one more level, at most `most`, which is not 0. When `cancel` becomes true
    /// the step ends after the current submission. `report` is called after each submission with
    /// the finished share of the step.
    ///
    /// # Errors
    /// [`GpuError::Lost`] or [`GpuError::Failed`] if the device fails; [`GpuError::WrongCount`] if
    /// the counts contradict each other.
    pub fn step(
        &mut self,
        most: usize,
        cancel: &AtomicBool,
        report: &mut dyn FnMut(f64),
    ) -> Result<GpuStep, GpuError> {
        if self.complete {
            return Ok(GpuStep::Complete);
        }
        let budget = match self.device.adapter.kind() {
            AdapterKind::Software => SOFTWARE_BYTES,
            _ => CARD_BYTES,
        };
        let both: u64 = (0..2).map(|parity| self.level_bytes(parity)).sum();
        let within = (2 * budget / both.max(1)) as usize;
        let levels = within.min(self.plan.slots()).min(most).max(1);
        let works = self.prepare(levels)?;
        match self.submit(&works, budget, cancel, report)? {
            0 => Ok(GpuStep::Interrupted),
            // Those after the first may have overwritten the level that the step began with.
            computed => self.finish(computed),
        }
    }

    /// Upper bound of the bytes that the passes of a level move.
    fn level_bytes(&self, parity: usize) -> u64 {
        (0..self.passes.of_level[parity].len()).map(|pass| self.pass_bytes(parity, pass)).sum()
    }

    /// Upper bound of the bytes that a pass moves: sources, target.
    fn pass_bytes(&self, parity: usize, pass: usize) -> u64 {
        let pass = &self.passes.of_level[parity][pass];
        let streams = u64::from(pass.dispatch.pulls) + 1 + u64::from(pass.own.is_some());
        self.plan.piece_bytes() * (streams + u64::from(pass.dispatch.accumulate))
    }

    /// Writes the parameters of all dispatches of the next levels.
    fn prepare(&mut self, levels: usize) -> Result<Vec<(Work, Dispatch)>, GpuError> {
        let mut works = Vec::new();
        for slot in 0..levels as u32 {
            let depth = self.depth() + slot;
            let parity = (depth as usize + 1) % 2;
            for (pass, it) in self.passes.of_level[parity].iter().enumerate() {
                let dispatch = Dispatch { level: depth, slot, ..it.dispatch };
                works.push((Work::Pass { parity, pass }, dispatch));
            }
            let range = self.passes.sum_range(&self.plan, depth);
            let sum = Dispatch {
                slot,
                blocks: range.words.div_ceil(PART) as u32,
                sum_at: range.at as u32,
                sum_words: range.words as u32,
                ..Dispatch::default()
            };
            works.push((Work::SumParts, sum));
            works.push((Work::SumAll, sum));
        }
        let mut bytes = vec![0; works.len() * self.stride as usize];
        for (to, (_, dispatch)) in bytes.chunks_mut(self.stride as usize).zip(&works) {
            to[..Dispatch::BYTES as usize].copy_from_slice(&dispatch.bytes());
        }
        self.device.write(&self.sums.tasks, 0, &bytes)?;
        Ok(works)
    }

    /// Runs the dispatches in submissions of limited cost, until all are done or the run is
    /// cancelled; returns the number of levels that are complete.
    fn submit(
        &mut self,
        works: &[(Work, Dispatch)],
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
                cost += match works[next].0 {
                    Work::Pass { parity, pass } => self.pass_bytes(parity, pass),
                    Work::SumParts | Work::SumAll => 0,
                };
                next += 1;
            }
            self.device.submit(|encoder| {
                if first == 0 && self.plan.collects() {
                    encoder.clear_buffer(&self.bitmaps.list, 0, None);
                }
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                for (number, (work, dispatch)) in works[first..next].iter().enumerate() {
                    let offset = (first + number) as u64 * self.stride;
                    self.dispatch(&mut pass, *work, dispatch, offset as u32);
                }
            })?;
            report(next as f64 / works.len() as f64);
        }
        Ok(works[..next].iter().filter(|(work, _)| matches!(work, Work::SumAll)).count())
    }

    fn dispatch(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        work: Work,
        dispatch: &Dispatch,
        offset: u32,
    ) {
        let most = self.plan.capacity().workgroups;
        let (pipeline, group, (across, down)) = match work {
            Work::Pass { parity, pass } => (
                self.pipelines.of(self.passes.of_level[parity][pass].kernel),
                &self.pipelines.of_pass[parity][pass],
                dimensions(dispatch.blocks, most),
            ),
            Work::SumParts => (
                &self.pipelines.sum_parts.pipeline,
                &self.pipelines.of_sums,
                dimensions(dispatch.blocks, most),
            ),
            Work::SumAll => (&self.pipelines.sum_all.pipeline, &self.pipelines.of_sums, (1, 1)),
        };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, group, &[offset]);
        pass.dispatch_workgroups(across, down, 1);
    }

    /// Reads the counts of the levels that were computed.
    fn finish(&mut self, computed: usize) -> Result<GpuStep, GpuError> {
        let mut bytes = vec![0; computed * 8];
        self.device.read(&self.sums.totals, 0, &self.bitmaps.staging, &mut bytes)?;
        let words = bytes_to_words(&bytes);
        let mut lists = Vec::new();
        if self.plan.collects() {
            let mut bytes = vec![0; computed * self.plan.list_words() as usize * 4];
            self.device.read(&self.bitmaps.list, 0, &self.bitmaps.staging, &mut bytes)?;
            lists = bytes_to_words(&bytes);
        }
        let expected = self.plan.layout().states();
        let wrong = |adapter: String, what| Err(GpuError::WrongCount { adapter, what });
        for slot in 0..computed {
            let found = u64::from(words[2 * slot]) | u64::from(words[2 * slot + 1]) << 32;
            let depth = self.depth() + 1;
            let known: u64 = match self.plan.metric() {
                MetricName::Single => self.levels.iter().skip(depth as usize % 2).step_by(2).sum(),
                MetricName::Multi => self.levels.iter().sum(),
            };
            let total: u64 = self.levels.iter().sum();
            let Some(new) = found.checked_sub(known) else {
                return wrong(self.device.adapter.name(), "a level holds fewer states than before");
            };
            if total + new > expected {
                return wrong(
                    self.device.adapter.name(),
                    "there are more states than the board has",
                );
            }
            if new == 0 {
                if total != expected {
                    return wrong(
                        self.device.adapter.name(),
                        "the levels end before all states are counted",
                    );
                }
                self.complete = true;
                return Ok(if slot == 0 { GpuStep::Complete } else { GpuStep::Levels(slot) });
            }
            self.levels.push(new);
            let words = self.plan.list_words() as usize;
            let listed = match lists.get(slot * words..(slot + 1) * words) {
                Some(list) if depth > self.unlisted => lists::read(&self.plan, depth, list),
                _ => Listed::default(),
            };
            self.deepest = listed.deepest;
            self.samples.push(listed.sample);
        }
        Ok(GpuStep::Levels(computed))
    }

    /// Computes one level from whatever the bitmaps hold; returns the sum of its counts.
    #[cfg(test)]
    pub(crate) fn level_without_checks(&mut self, cancel: &AtomicBool) -> Result<u64, GpuError> {
        let works = self.prepare(1)?;
        self.submit(&works, CARD_BYTES, cancel, &mut |_| ())?;
        let mut bytes = [0; 8];
        self.device.read(&self.sums.totals, 0, &self.bitmaps.staging, &mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// The plan of the run.
    #[must_use]
    pub fn plan(&self) -> &GpuPlan {
        &self.plan
    }

    /// The depth of the last level.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// States at each depth so far.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// Bytes of bitmaps that the kernels read and wrote so far: the sources with states and the target
    /// of each block that was not skipped, every block once, as if it were cached where it is read
    /// in another order. States that are listed take more.
    ///
    /// # Errors
    /// If the device fails.
    pub fn bytes_moved(&self) -> Result<u64, GpuError> {
        let mut bytes = vec![0; TRAFFIC as usize * 4];
        let at = self.plan.traffic_at() * 4;
        self.device.read(&self.bitmaps.accounts, at, &self.bitmaps.staging, &mut bytes)?;
        let streams: u64 = bytes_to_words(&bytes).into_iter().map(u64::from).sum();
        let layout = self.plan.layout();
        Ok(streams * (layout.map_bytes() / layout.blocks as u64))
    }

    /// The boards of the last level; `None` if they exceed the limit. O(states kept).
    #[must_use]
    pub fn deepest(&self) -> Option<Vec<Vec<u8>>> {
        let ranking = self.plan.bitmaps().ranking();
        let places = self.deepest.as_ref()?;
        Some(places.iter().map(|&place| ranking.unrank(place)).collect())
    }

    /// A sample of the boards of each level, none of the first level of a resumed run. The choice
    /// depends on the puzzle alone; in levels of at most some thousand states it is that of the
    /// memory engine.
    #[must_use]
    pub fn samples(&self) -> Vec<Vec<Vec<u8>>> {
        let ranking = self.plan.bitmaps().ranking();
        let boards = |places: &Vec<Place>| {
            places.iter().map(|&place| ranking.unrank(place)).collect::<Vec<_>>()
        };
        self.samples.iter().map(boards).collect()
    }

    /// Loses the device, as a driver that is reset does.
    pub fn lose_device(&self) {
        self.device.inner.destroy();
    }
}
