//! Pipelines and bind groups.

use crate::bitmaps::DeviceBitmaps;
use crate::device::Device;
use crate::error::GpuError;
use crate::parameters::Parameters;
use crate::program::{Access, Group, Kernel, Program};
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
    kernels: Vec<Pipeline>,
    /// By the groups of the program: the kernel, and the buffers.
    groups: Vec<(usize, BindGroup)>,
}

fn layout(device: &Device, bindings: &[(u32, Access)]) -> BindGroupLayout {
    let entry = |&(binding, access): &(u32, Access)| BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: match access {
                Access::Parameters => wgpu::BufferBindingType::Uniform,
                Access::Read => wgpu::BufferBindingType::Storage { read_only: true },
                Access::Write => wgpu::BufferBindingType::Storage { read_only: false },
            },
            has_dynamic_offset: access == Access::Parameters,
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
                // Kernels set what they read: clearing it all took longer than many blocks.
                zero_initialize_workgroup_memory: false,
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
        let group = pipeline.bind(device, &[(0, whole_binding(from)), (1, whole_binding(to))]);
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

fn whole_binding(buffer: &wgpu::Buffer) -> wgpu::BindingResource<'_> {
    buffer.as_entire_binding()
}

/// The parameters of one dispatch, moved by a dynamic offset.
fn parameters(buffer: &wgpu::Buffer) -> wgpu::BindingResource<'_> {
    wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer,
        offset: 0,
        size: wgpu::BufferSize::new(Parameters::BYTES),
    })
}

impl Pipelines {
    /// Compiles the kernels of a program and binds its buffers.
    pub(crate) fn new(
        device: &Device,
        program: &Program,
        bitmaps: &DeviceBitmaps,
    ) -> Result<Self, GpuError> {
        device.checked(program.bytes(), || {
            let compile = |kernel: &Kernel| {
                let Kernel { text, entry_point, constants, bindings } = kernel;
                Pipeline::new(device, text, entry_point, constants, bindings)
            };
            let kernels: Vec<Pipeline> = program.kernels.iter().map(compile).collect();
            let bind = |group: &Group| {
                let bindings = program.kernels[group.kernel].bindings.iter().zip(&group.buffers);
                let resource = |(&(binding, access), &buffer): (&(u32, Access), &usize)| {
                    let buffer = bitmaps.buffer(buffer);
                    let resource = match access {
                        Access::Parameters => parameters(buffer),
                        Access::Read | Access::Write => whole_binding(buffer),
                    };
                    (binding, resource)
                };
                let bound: Vec<_> = bindings.map(resource).collect();
                kernels[group.kernel].bind(device, &bound)
            };
            let groups = program.groups.iter().map(|it| (it.kernel, bind(it))).collect();
            Pipelines { kernels, groups }
        })
    }

    pub(crate) fn group(&self, number: usize) -> (&ComputePipeline, &BindGroup) {
        let (kernel, group) = &self.groups[number];
        (&self.kernels[*kernel].pipeline, group)
    }
}
