//! Pipelines and bind groups.

use crate::bitmaps::DeviceBitmaps;
use crate::device::Device;
use crate::dispatch::Dispatch;
use crate::error::GpuError;
use crate::kernel::Kernel;
use crate::passes::{Pass, Passes};
use crate::plan::GpuPlan;
use crate::shader;
use wgpu::{BindGroup, BindGroupEntry, BindGroupLayout, BindGroupLayoutEntry, ComputePipeline};

/// A kernel that is ready to run.
#[derive(Debug)]
pub(crate) struct Pipeline {
    pub(crate) pipeline: ComputePipeline,
    layout: BindGroupLayout,
}

/// The kernels of a run with their bindings.
#[derive(Debug)]
pub(crate) struct Pipelines {
    kernels: Vec<(Kernel, Pipeline)>,
    /// By the parity of the level that is made, then as the passes.
    pub(crate) of_pass: [Vec<BindGroup>; 2],
    pub(crate) sum_parts: Pipeline,
    pub(crate) sum_all: Pipeline,
    pub(crate) of_sums: BindGroup,
}

/// Buffers of a run that are none of its bitmaps.
#[derive(Debug)]
pub(crate) struct SumBuffers {
    pub(crate) tasks: wgpu::Buffer,
    pub(crate) parts: wgpu::Buffer,
    pub(crate) totals: wgpu::Buffer,
}

/// A binding of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Task,
    Read,
    Write,
}

fn layout(device: &Device, bindings: &[(u32, Access)]) -> BindGroupLayout {
    let entry = |&(binding, access): &(u32, Access)| BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: match access {
                Access::Task => wgpu::BufferBindingType::Uniform,
                Access::Read => wgpu::BufferBindingType::Storage { read_only: true },
                Access::Write => wgpu::BufferBindingType::Storage { read_only: false },
            },
            has_dynamic_offset: access == Access::Task,
            min_binding_size: None,
        },
        count: None,
    };
    let entries: Vec<BindGroupLayoutEntry> = bindings.iter().map(entry).collect();
    device.inner.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    })
}

impl Pipeline {
    fn new(
        device: &Device,
        text: &str,
        entry_point: &str,
        constants: &[(&str, f64)],
        bindings: &[(u32, Access)],
    ) -> Self {
        let layout = layout(device, bindings);
        let module = device.inner.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(entry_point),
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let pipeline_layout =
            device.inner.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
        let pipeline = device.inner.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry_point),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(entry_point),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants,
                ..wgpu::PipelineCompilationOptions::default()
            },
            cache: None,
        });
        Pipeline { pipeline, layout }
    }

    /// The pipeline of the copy for measurements, and its bindings.
    pub(crate) fn copy(
        device: &Device,
        from: &wgpu::Buffer,
        to: &wgpu::Buffer,
    ) -> (Self, BindGroup) {
        let bindings = [(0, Access::Read), (1, Access::Write)];
        let pipeline = Self::new(device, shader::COPY, "copy", &[], &bindings);
        let group = pipeline.bind(device, &[(0, whole(from)), (1, whole(to))]);
        (pipeline, group)
    }

    fn bind(&self, device: &Device, buffers: &[(u32, wgpu::BindingResource<'_>)]) -> BindGroup {
        let entries: Vec<BindGroupEntry<'_>> = buffers
            .iter()
            .map(|(binding, resource)| BindGroupEntry {
                binding: *binding,
                resource: resource.clone(),
            })
            .collect();
        device.inner.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layout,
            entries: &entries,
        })
    }
}

fn whole(buffer: &wgpu::Buffer) -> wgpu::BindingResource<'_> {
    buffer.as_entire_binding()
}

/// The parameters of one dispatch, moved by a dynamic offset.
fn task(tasks: &wgpu::Buffer) -> wgpu::BindingResource<'_> {
    wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer: tasks,
        offset: 0,
        size: wgpu::BufferSize::new(Dispatch::BYTES),
    })
}

impl Pipelines {
    /// Compiles the kernels of a plan and binds the buffers of every pass.
    pub(crate) fn new(
        device: &Device,
        plan: &GpuPlan,
        passes: &Passes,
        bitmaps: &DeviceBitmaps,
        sums: &SumBuffers,
    ) -> Result<Self, GpuError> {
        device.checked(plan.device_bytes(), || {
            let constants = shader::constants(plan);
            let kernels: Vec<(Kernel, Pipeline)> = plan
                .kernels()
                .into_iter()
                .map(|kernel| {
                    let sources = plan.sources(kernel);
                    let text = shader::text(kernel, sources);
                    let bindings = bindings(kernel, sources);
                    let entry_point = kernel.entry_point();
                    (kernel, Pipeline::new(device, &text, entry_point, &constants, &bindings))
                })
                .collect();
            let of = |pass: &Pass| {
                let (_, pipeline) = kernels.iter().find(|(it, _)| *it == pass.kernel)?;
                Some(pipeline.bind(device, &buffers(plan, pass, bitmaps, sums)))
            };
            let of_pass = [0, 1]
                .map(|parity| passes.of_level[parity].iter().filter_map(of).collect::<Vec<_>>());
            let of_sum =
                [(0, Access::Task), (1, Access::Read), (2, Access::Write), (3, Access::Write)];
            let sum = |name| Pipeline::new(device, shader::SUMS, name, &[], &of_sum);
            let (sum_parts, sum_all) = (sum("sum_parts"), sum("sum_all"));
            let of_sums = sum_parts.bind(
                device,
                &[
                    (0, task(&sums.tasks)),
                    (1, whole(&bitmaps.accounts)),
                    (2, whole(&sums.parts)),
                    (3, whole(&sums.totals)),
                ],
            );
            Pipelines { kernels, of_pass, sum_parts, sum_all, of_sums }
        })
    }

    /// The pipeline of a kernel of the plan.
    pub(crate) fn of(&self, kernel: Kernel) -> &ComputePipeline {
        let found = self.kernels.iter().find(|(it, _)| *it == kernel);
        &found.unwrap_or(&self.kernels[0]).1.pipeline
    }
}

/// The bindings of a kernel.
fn bindings(kernel: Kernel, sources: usize) -> Vec<(u32, Access)> {
    let mut bindings = vec![
        (shader::TASK, Access::Task),
        (shader::TABLES, Access::Read),
        (shader::ACCOUNTS, Access::Write),
        (shader::RESULT, Access::Write),
    ];
    if kernel.lists() {
        bindings.push((shader::LIST, Access::Write));
    }
    if kernel.reads_own() {
        bindings.push((shader::OWN, Access::Read));
    }
    bindings.extend((0..sources as u32).map(|i| (shader::FIRST_SOURCE + i, Access::Read)));
    bindings
}

/// The buffers of a pass. Bindings that it does not need hold the tables.
fn buffers<'a>(
    plan: &GpuPlan,
    pass: &Pass,
    bitmaps: &'a DeviceBitmaps,
    sums: &'a SumBuffers,
) -> Vec<(u32, wgpu::BindingResource<'a>)> {
    let mut buffers = vec![
        (shader::TASK, task(&sums.tasks)),
        (shader::TABLES, whole(&bitmaps.tables)),
        (shader::ACCOUNTS, whole(&bitmaps.accounts)),
        (shader::RESULT, whole(bitmaps.piece(pass.target))),
    ];
    if pass.kernel.lists() {
        buffers.push((shader::LIST, whole(&bitmaps.list)));
    }
    if let Some(own) = pass.own {
        buffers.push((shader::OWN, whole(bitmaps.piece(own))));
    }
    for source in 0..plan.sources(pass.kernel) {
        let piece = pass.sources.get(source).map(|&piece| bitmaps.piece(piece));
        let binding = shader::FIRST_SOURCE + source as u32;
        buffers.push((binding, whole(piece.unwrap_or(&bitmaps.tables))));
    }
    buffers
}
