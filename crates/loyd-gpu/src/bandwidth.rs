//! The bandwidth of a device, to compare with: a copy of one buffer to another.

use crate::adapter::Adapter;
use crate::device::Device;
use crate::error::GpuError;
use crate::parameters::dimensions;
use crate::pipelines::Pipeline;
use std::time::Instant;
use wgpu::BufferUsages;

/// Invocations of a workgroup; as in `copy.wgsl`.
const INVOCATIONS: u64 = 256;

/// Copies `bytes` from one buffer to another `times` times; returns the bytes read and written in a
/// second, of the fastest copy. `bytes` is a multiple of 16 and at most the largest binding.
///
/// # Errors
/// If the device refuses memory, or fails.
pub fn measure(adapter: Adapter, bytes: u64, times: usize) -> Result<f64, GpuError> {
    let max_workgroups = adapter.capacity().workgroups;
    let device = Device::open(adapter, wgpu::MemoryHints::default())?;
    let (from, to) = device.checked(2 * bytes, || {
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        (device.buffer(bytes, usage), device.buffer(bytes, usage))
    })?;
    let (pipeline, group) = device.checked(0, || Pipeline::copy(&device, &from, &to))?;
    let workgroups = (bytes / 16).div_ceil(INVOCATIONS) as u32;
    let (across, down) = dimensions(workgroups, max_workgroups);
    let mut fastest = f64::INFINITY;
    // The first one touches the memory.
    for time in 0..=times {
        let start_time = Instant::now();
        device.submit(|encoder| {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&pipeline.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(across, down, 1);
        })?;
        if time > 0 {
            fastest = fastest.min(start_time.elapsed().as_secs_f64());
        }
    }
    Ok(2.0 * bytes as f64 / fastest)
}
