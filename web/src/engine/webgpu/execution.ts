/** A program on a device: its buffers and kernels, and the steps that it runs. */

import type { Device } from './device';
import { dispatchesOf, readBytes, submissions, type Access, type Program, type Step } from './program';

export interface StepWords {
  totals: number[];
  lists: number[];
}

const BINDING_TYPES: Record<Access, GPUBufferBindingLayout> = {
  parameters: { type: 'uniform', hasDynamicOffset: true },
  read: { type: 'read-only-storage' },
  write: { type: 'storage' },
};

export class Execution {
  private constructor(
    private readonly device: Device,
    private readonly program: Program,
    private readonly buffers: GPUBuffer[],
    private readonly pipelines: GPUComputePipeline[],
    private readonly groups: GPUBindGroup[],
  ) {}

  /**
   * Allocates, compiles and binds everything.
   *
   * @throws DeviceFailure if the device refuses memory or a kernel.
   */
  static async prepare(device: Device, program: Program): Promise<Execution> {
    const { inner } = device;
    const buffers = await device.checked(() => makeBuffers(inner, program));
    const layouts = await device.checked(() => program.kernels.map((kernel) => makeLayout(inner, kernel.bindings)));
    const pipelines = await device.checked(() =>
      Promise.all(
        program.kernels.map((kernel, number) =>
          inner.createComputePipelineAsync({
            layout: inner.createPipelineLayout({ bindGroupLayouts: [layouts[number]!] }),
            compute: {
              module: inner.createShaderModule({ code: kernel.text }),
              entryPoint: kernel.entry_point,
              constants: kernel.constants,
            },
          }),
        ),
      ),
    );
    const groups = await device.checked(() =>
      program.groups.map(({ kernel, buffers: bound }) =>
        inner.createBindGroup({
          layout: layouts[kernel]!,
          entries: program.kernels[kernel]!.bindings.map(({ binding, access }, place) => ({
            binding,
            resource: {
              buffer: buffers[bound[place]!]!,
              ...(access === 'parameters' ? { size: program.parameter_bytes } : {}),
            },
          })),
        }),
      ),
    );
    return new Execution(device, program, buffers, pipelines, groups);
  }

  /**
   * Computes levels, in submissions of limited cost, and reads their totals and lists.
   *
   * @throws DeviceFailure if the device fails or is lost.
   */
  async run(step: Step): Promise<StepWords> {
    const { program, device } = this;
    const { inner } = device;
    const { dispatches, parameters } = dispatchesOf(program, step);
    await device.checked(() => {
      inner.queue.writeBuffer(this.buffer(program.parameters), 0, parameters);
      if (program.list_words > 0) {
        const encoder = inner.createCommandEncoder();
        encoder.clearBuffer(this.buffer(program.lists));
        inner.queue.submit([encoder.finish()]);
      }
    });
    for (const { from, to } of submissions(dispatches, program.submission_bytes)) {
      await device.checked(() => {
        const encoder = inner.createCommandEncoder();
        const pass = encoder.beginComputePass();
        dispatches.slice(from, to).forEach(({ group, workgroups }, number) => {
          pass.setPipeline(this.pipelines[program.groups[group]!.kernel]!);
          pass.setBindGroup(0, this.groups[group]!, [(from + number) * program.stride]);
          pass.dispatchWorkgroups(...workgroups);
        });
        pass.end();
        inner.queue.submit([encoder.finish()]);
        return inner.queue.onSubmittedWorkDone();
      });
    }
    return this.read(step.levels);
  }

  private async read(levels: number): Promise<StepWords> {
    const { program, device } = this;
    const { inner } = device;
    const { totals, lists } = readBytes(program, levels);
    const size = totals + lists;
    const staging = await device.checked(() => {
      const buffer = inner.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
      const encoder = inner.createCommandEncoder();
      encoder.copyBufferToBuffer(this.buffer(program.totals), 0, buffer, 0, totals);
      if (lists > 0) encoder.copyBufferToBuffer(this.buffer(program.lists), 0, buffer, totals, lists);
      inner.queue.submit([encoder.finish()]);
      return buffer;
    });
    await device.checked(() => staging.mapAsync(GPUMapMode.READ));
    const words = [...new Uint32Array(staging.getMappedRange())];
    staging.destroy();
    return { totals: words.slice(0, totals / 4), lists: words.slice(totals / 4) };
  }

  private buffer(number: number): GPUBuffer {
    return this.buffers[number]!;
  }
}

function makeBuffers(inner: GPUDevice, program: Program): GPUBuffer[] {
  const { STORAGE, UNIFORM, COPY_SRC, COPY_DST } = GPUBufferUsage;
  const buffers = program.buffers.map(({ bytes, role }) =>
    inner.createBuffer({ size: bytes, usage: COPY_DST | (role === 'storage' ? STORAGE | COPY_SRC : UNIFORM) }),
  );
  for (const { buffer, at, words } of program.contents) {
    inner.queue.writeBuffer(buffers[buffer]!, at, new Uint32Array(words));
  }
  return buffers;
}

function makeLayout(inner: GPUDevice, bindings: Program['kernels'][number]['bindings']): GPUBindGroupLayout {
  const visibility = GPUShaderStage.COMPUTE;
  return inner.createBindGroupLayout({
    entries: bindings.map(({ binding, access }) => ({ binding, visibility, buffer: BINDING_TYPES[access] })),
  });
}
