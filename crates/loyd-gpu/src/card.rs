//! A device with the buffers and kernels of a plan.

use crate::adapter::Adapter;
use crate::bitmaps::{DeviceBitmaps, bytes_to_words};
use crate::device::Device;
use crate::error::GpuError;
use crate::pipelines::Pipelines;
use crate::plan::{Form, GpuPlan, TRAFFIC};
use crate::program::{Dispatch, Program};

/// An open device, ready to compute the levels of a plan.
#[derive(Debug)]
pub(crate) struct Card {
    pub(crate) plan: GpuPlan,
    pub(crate) device: Device,
    pub(crate) program: Program,
    pub(crate) bitmaps: DeviceBitmaps,
    pipelines: Pipelines,
}

/// The words that kernels leave for the levels of a step: for each level the sum of its counts, low
/// word first, and its list. Empty if no level is complete.
#[derive(Debug, Default)]
pub(crate) struct StepWords {
    pub(crate) totals: Vec<u32>,
    pub(crate) lists: Vec<u32>,
}

impl Card {
    /// Opens the adapter, allocates the memory of the plan and writes its initial contents.
    pub(crate) fn open(adapter: Adapter, plan: GpuPlan) -> Result<Self, GpuError> {
        let hints = match plan.form() {
            Form::Streamed => wgpu::MemoryHints::MemoryUsage,
            Form::Whole | Form::Cut => wgpu::MemoryHints::Performance,
        };
        let device = Device::open(adapter, hints)?;
        let limits = device.inner.limits();
        let program = Program::new(&plan, limits.min_uniform_buffer_offset_alignment.into());
        let bitmaps = DeviceBitmaps::new(&device, &plan, &program)?;
        let pipelines = Pipelines::new(&device, &program, &bitmaps)?;
        Ok(Card { plan, device, program, bitmaps, pipelines })
    }

    /// Adds a dispatch to a pass, with the parameters at this place of their buffer.
    pub(crate) fn dispatch(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        dispatch: &Dispatch,
        parameters: usize,
    ) {
        let offset = parameters as u64 * self.program.stride;
        let (pipeline, group) = self.pipelines.group(dispatch.group);
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, group, &[offset as u32]);
        pass.dispatch_workgroups(dispatch.workgroups.0, dispatch.workgroups.1, 1);
    }

    /// The lists of this many levels.
    pub(crate) fn lists(&self, levels: usize) -> Result<Vec<u32>, GpuError> {
        self.read_words(self.program.lists, levels as u64 * self.program.list_words)
    }

    pub(crate) fn read_words(&self, buffer: usize, words: u64) -> Result<Vec<u32>, GpuError> {
        let mut bytes = vec![0; words as usize * 4];
        let (buffer, staging) = (self.bitmaps.buffer(buffer), &self.bitmaps.staging);
        self.device.read(buffer, 0, staging, &mut bytes)?;
        Ok(bytes_to_words(&bytes))
    }

    /// Blocks that kernels read and wrote so far.
    pub(crate) fn traffic(&self) -> Result<u64, GpuError> {
        let mut bytes = vec![0; TRAFFIC as usize * 4];
        let at = self.plan.traffic_at() * 4;
        self.device.read(self.bitmaps.accounts(), at, &self.bitmaps.staging, &mut bytes)?;
        Ok(bytes_to_words(&bytes).into_iter().map(u64::from).sum())
    }
}
