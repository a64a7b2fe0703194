/** Enumerations by WebGPU, in a worker: the engine describes them and does the arithmetic of levels. */

import type { Answer } from '../module';
import type { EnumerateResult } from '../protocol';
import { adapterRequest, factsOf, findAdapter } from './adapter';
import { Device, DeviceFailure } from './device';
import { Execution } from './execution';
import type { Program, Step } from './program';

/** Carries out an operation of the engine. */
export type Call = (operation: string, request: unknown) => Answer;

interface Levels {
  levels: number[];
  next: Step | null;
  result?: EnumerateResult;
}

/** Enumerates a board. A device that fails is the error `webgpu`. */
export async function enumerateByWebGpu(
  call: Call,
  request: unknown,
  onProgress: (progress: { levels: number[]; seconds: number }) => void,
): Promise<Answer> {
  let device: Device | null = null;
  try {
    const adapter = await findAdapter();
    if (!adapter) throw new DeviceFailure('this browser grants no graphics card to pages');
    const facts = factsOf(adapter.info);
    const began = performance.now();
    device = await Device.open(adapter, facts.name);
    const described = call('gpu_program', {
      ...(request as object),
      adapter: adapterRequest(facts, device.inner.limits),
    }) as Answer<Levels & { program: Program }>;
    if ('error' in described) return described;
    const { program, ...start } = described.result;
    const execution = await Execution.prepare(device, program);
    const ready = performance.now();
    const times = () => ({ seconds: (performance.now() - ready) / 1000, setup_seconds: (ready - began) / 1000 });
    let state: Levels = start;
    while (!state.result) {
      onProgress({ levels: state.levels, seconds: times().seconds });
      const words = state.next ? await execution.run(state.next) : { totals: [], lists: [] };
      const counted = call('gpu_levels', { ...words, ...times() }) as Answer<Levels>;
      if ('error' in counted) return counted;
      state = counted.result;
    }
    return { result: { ...state.result, adapter: facts.name } };
  } catch (error) {
    if (!(error instanceof DeviceFailure)) throw error;
    return { error: { message: error.message, what: 'webgpu' } };
  } finally {
    device?.close();
  }
}
