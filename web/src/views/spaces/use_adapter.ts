/** The adapter of WebGPU that the browser grants, asked for once. */

import { useEffect, useState } from 'preact/hooks';
import { factsOf, findAdapter, hasWebGpu, type AdapterFacts } from '../../engine/webgpu/adapter';

/** An adapter, or the reason why there is none. */
export type FoundAdapter = AdapterFacts | 'not-secure' | 'no-webgpu' | 'no-adapter';

let asked: Promise<FoundAdapter> | null = null;
let known: FoundAdapter | null = null;

async function ask(): Promise<FoundAdapter> {
  // Browsers hide WebGPU from pages that come without encryption from another machine.
  if (!hasWebGpu()) return isSecureContext ? 'no-webgpu' : 'not-secure';
  const adapter = await findAdapter();
  return adapter ? factsOf(adapter.info) : 'no-adapter';
}

/** The adapter; null until the browser has answered. */
export function useAdapter(): FoundAdapter | null {
  const [found, setFound] = useState(known);
  useEffect(() => {
    if (found) return;
    asked ??= ask();
    void asked.then((answer) => {
      known = answer;
      setFound(answer);
    });
  }, []);
  return found;
}
