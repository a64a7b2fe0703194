/** The adapter of WebGPU: a graphics card as the browser shows it, or a driver that runs on the processor. */

export interface AdapterFacts {
  name: string;
  /** True if it runs on the processor. */
  software: boolean;
}

/** Names that drivers on the processor have. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|software|basic render|\bwarp\b/i;

/** Asks the browser for an adapter; null if it has no WebGPU or grants none. */
export async function findAdapter(): Promise<GPUAdapter | null> {
  const gpu = (globalThis.navigator as Partial<Navigator> | undefined)?.gpu;
  try {
    return (await gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? null;
  } catch {
    return null;
  }
}

/** True if the browser has WebGPU at all. */
export function hasWebGpu(): boolean {
  return Boolean((globalThis.navigator as Partial<Navigator> | undefined)?.gpu);
}

type Info = Partial<Pick<GPUAdapterInfo, 'vendor' | 'architecture' | 'device' | 'description' | 'isFallbackAdapter'>>;

/** The name and kind of an adapter. Browsers leave out what would tell visitors apart. */
export function factsOf(info: Info): AdapterFacts {
  const { vendor = '', architecture = '', device = '', description = '' } = info;
  const name = description || [vendor, architecture, device].filter((part) => part !== '').join(' ');
  const all = `${vendor} ${architecture} ${device} ${description}`;
  return { name: name || 'graphics card', software: info.isFallbackAdapter === true || SOFTWARE.test(all) };
}

/** The limits to ask for: those that decide which boards fit, as high as the adapter grants them. */
export function limitsOf(limits: GPUSupportedLimits): Record<string, number> {
  return {
    maxBufferSize: limits.maxBufferSize,
    maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
    maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    maxComputeWorkgroupsPerDimension: limits.maxComputeWorkgroupsPerDimension,
  };
}

/** The field `adapter` of `gpu_program`. */
export interface AdapterRequest extends AdapterFacts {
  binding_bytes: number;
  storage_bindings: number;
  workgroups: number;
  alignment: number;
}

export function adapterRequest(facts: AdapterFacts, limits: GPUSupportedLimits): AdapterRequest {
  return {
    ...facts,
    binding_bytes: Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize),
    storage_bindings: limits.maxStorageBuffersPerShaderStage,
    workgroups: limits.maxComputeWorkgroupsPerDimension,
    alignment: limits.minUniformBufferOffsetAlignment,
  };
}
