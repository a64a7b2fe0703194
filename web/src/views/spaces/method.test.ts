import { describe, expect, it } from 'vitest';
import { SPACES } from './catalogue';
import { methodOf } from './method';

const space = (name: string) => SPACES.find((one) => one.name === name)!;
const card = { name: 'card', software: false };
const software = { name: 'swiftshader', software: true };

describe('the method', () => {
  it('is WebGPU by itself only for large boards on a card', () => {
    expect(methodOf('auto', space('4x3'), card)).toEqual({ name: 'webgpu', fallback: true });
    expect(methodOf('auto', space('6x2'), card)?.name).toBe('webgpu');
    expect(methodOf('auto', space('4x3'), software)?.name).toBe('processor');
    expect(methodOf('auto', space('3x3'), card)?.name).toBe('processor');
    expect(methodOf('auto', space('cube2'), card)?.name).toBe('processor');
  });
  it('is that of the reader where it is possible', () => {
    expect(methodOf('webgpu', space('3x3'), software)).toEqual({ name: 'webgpu', fallback: false });
    expect(methodOf('processor', space('4x3'), card)?.name).toBe('processor');
    expect(methodOf('webgpu', space('3x3'), 'no-webgpu')?.name).toBe('processor');
    expect(methodOf('webgpu', space('3x3'), 'no-adapter')?.name).toBe('processor');
    expect(methodOf('webgpu', space('cube3'), card)?.name).toBe('processor');
  });
  it('waits for the adapter only if it matters', () => {
    expect(methodOf('auto', space('4x3'), null)).toBeNull();
    expect(methodOf('webgpu', space('3x3'), null)).toBeNull();
    expect(methodOf('auto', space('3x3'), null)?.name).toBe('processor');
    expect(methodOf('processor', space('4x3'), null)?.name).toBe('processor');
  });
});
