/** The engine that counts a space: the processor, or a graphics card by WebGPU. */

import type { Space } from './catalogue';
import type { FoundAdapter } from './use_adapter';

export const METHOD_CHOICES = ['auto', 'webgpu', 'processor'] as const;
export type MethodChoice = (typeof METHOD_CHOICES)[number];

export interface Method {
  name: 'webgpu' | 'processor';
  /** True if the processor counts when WebGPU fails. */
  fallback: boolean;
}

/** Cells from which a card is worth its start: smaller boards take tenths of a second on a processor. */
const WORTH_CELLS = 12;

/** The method of a choice; null while it depends on an adapter that the browser has not named yet. */
export function methodOf(choice: MethodChoice, space: Space, adapter: FoundAdapter | null): Method | null {
  const processor: Method = { name: 'processor', fallback: false };
  const cells = space.size ? space.size.width * space.size.height : 0;
  if (cells === 0 || choice === 'processor') return processor;
  if (choice === 'auto' && cells < WORTH_CELLS) return processor;
  if (adapter === null) return null;
  if (typeof adapter === 'string') return processor;
  if (choice === 'auto' && adapter.software) return processor;
  return { name: 'webgpu', fallback: choice === 'auto' };
}
