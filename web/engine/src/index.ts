/** The engine in a browser. */

import { openOn, type OpenOptions } from './client.js';
import type { Loyd } from './protocol.js';

export type { OpenOptions } from './client.js';
export * from './protocol.js';

/**
 * Opens the engine.
 *
 * @throws EngineError if the browser cannot run it, or it cannot be loaded.
 */
export function open(options: OpenOptions = {}): Promise<Loyd> {
  return openOn({ compile, startWorker }, options);
}

// Bundlers find a worker and a file only in expressions of exactly these forms.

function startWorker(): Worker {
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('../loyd.wasm', import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  // Some static hosts send another content type: compile from the bytes.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
