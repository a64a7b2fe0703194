/** The engine in a browser. */

import type { Platform } from './client.js';

/** The platform of a browser with a module. */
export function browser(module: URL): Platform {
  return { compile: () => compile(module), startWorker };
}

// Bundlers find a worker only in an expression of exactly this form.
function startWorker(): Worker {
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}

async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  // Some static hosts send another content type: compile from the bytes.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
