import { describe, expect, it } from 'vitest';
import { adapterRequest, factsOf, findAdapter, hasWebGpu } from './adapter';
import { Device, oneLine } from './device';

describe('an adapter', () => {
  it('has a name of what the browser tells', () => {
    expect(factsOf({ vendor: 'nvidia', architecture: 'ampere', device: '', description: '' }).name).toBe(
      'nvidia ampere',
    );
    expect(factsOf({ vendor: 'intel', description: 'Intel Arc A770' }).name).toBe('Intel Arc A770');
    expect(factsOf({})).toEqual({ name: 'graphics card', software: false });
  });
  it('is software if the browser or its name says so', () => {
    expect(factsOf({ vendor: 'google', architecture: 'swiftshader' }).software).toBe(true);
    expect(factsOf({ vendor: 'mesa', description: 'llvmpipe (LLVM 15)' }).software).toBe(true);
    expect(factsOf({ description: 'Microsoft Basic Render Driver' }).software).toBe(true);
    expect(factsOf({ vendor: 'amd', isFallbackAdapter: true }).software).toBe(true);
    expect(factsOf({ vendor: 'amd', architecture: 'rdna-3', isFallbackAdapter: false }).software).toBe(false);
  });
  it('has the limits that the engine asks for', () => {
    const limits = {
      maxBufferSize: 256,
      maxStorageBufferBindingSize: 512,
      maxStorageBuffersPerShaderStage: 8,
      maxComputeWorkgroupsPerDimension: 65_535,
      minUniformBufferOffsetAlignment: 64,
    } as GPUSupportedLimits;
    expect(adapterRequest({ name: 'card', software: false }, limits)).toEqual({
      name: 'card',
      software: false,
      binding_bytes: 256,
      storage_bindings: 8,
      workgroups: 65_535,
      alignment: 64,
    });
  });
  it('is not there without WebGPU', async () => {
    expect(hasWebGpu()).toBe(false);
    expect(await findAdapter()).toBeNull();
  });
});

/** A device that answers as told. */
function device(answers: { scopes?: unknown[]; lost?: Promise<unknown> }): GPUDevice {
  const scopes = [...(answers.scopes ?? [null, null, null])];
  return {
    lost: answers.lost ?? new Promise(() => {}),
    addEventListener: () => {},
    pushErrorScope: () => {},
    popErrorScope: () => Promise.resolve(scopes.shift() ?? null),
    destroy: () => {},
  } as unknown as GPUDevice;
}

async function open(inner: GPUDevice | Error): Promise<Device> {
  const requestDevice = () => (inner instanceof Error ? Promise.reject(inner) : Promise.resolve(inner));
  return Device.open({ limits: {}, requestDevice } as unknown as GPUAdapter, 'card');
}

describe('a device', () => {
  it('gives the value of what was done', async () => {
    expect(await (await open(device({}))).checked(() => 7)).toBe(7);
  });
  it('tells the first error of its scopes', async () => {
    globalThis.GPUOutOfMemoryError ??= class {} as unknown as typeof GPUOutOfMemoryError;
    const memory = Object.create(GPUOutOfMemoryError.prototype) as object;
    await expect((await open(device({ scopes: [null, null, memory] }))).checked(() => 7)).rejects.toThrow(
      'card failed: memory was refused',
    );
    const invalid = { message: 'a binding\n is missing' };
    await expect((await open(device({ scopes: [invalid] }))).checked(() => 7)).rejects.toThrow(
      'card failed: a binding is missing',
    );
  });
  it('tells what was thrown or rejected', async () => {
    const failing = () => {
      throw new TypeError('no such size');
    };
    await expect((await open(device({}))).checked(failing)).rejects.toThrow('card failed: TypeError: no such size');
    await expect((await open(device({}))).checked(() => Promise.reject(new Error('unmapped')))).rejects.toThrow(
      'unmapped',
    );
  });
  it('that is lost ends what waits for it', async () => {
    const lost = Promise.resolve({ reason: 'unknown', message: 'the driver was reset' });
    await expect((await open(device({ lost }))).checked(() => new Promise(() => {}))).rejects.toThrow(
      'card was lost: the driver was reset',
    );
  });
  it('that is refused is an error in words', async () => {
    await expect(open(new Error('too many devices'))).rejects.toThrow('card could not be opened');
  });
  it('has short messages', () => {
    expect(oneLine(' a\n\n b\t c ')).toBe('a b c');
    expect(oneLine('x'.repeat(1000)).length).toBe(300);
  });
});
