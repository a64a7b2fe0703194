/** The engine in Node.js. */

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { openOn, type OpenOptions } from './client.js';
import type { WorkerLike } from './lane.js';
import type { FromWorker, ToWorker } from './messages.js';
import type { Loyd } from './protocol.js';

export type { OpenOptions } from './client.js';
export * from './protocol.js';

/**
 * Opens the engine. Its workers keep the process alive until `close` is called.
 *
 * @throws EngineError if it cannot be loaded.
 */
export function open(options: OpenOptions = {}): Promise<Loyd> {
  return openOn({ compile, startWorker: () => new Thread() }, options);
}

async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL('../loyd.wasm', import.meta.url)));
}

/** A thread of Node.js in the form of a worker of a browser. */
class Thread implements WorkerLike {
  // Options of the process, such as --input-type, may be unfit for a file.
  private readonly worker = new Worker(new URL('./node-worker.js', import.meta.url), { execArgv: [] });
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;

  constructor() {
    this.worker.on('message', (data: FromWorker) => this.onmessage?.({ data } as MessageEvent<FromWorker>));
    this.worker.on('error', ({ message }) => this.onerror?.({ message } as ErrorEvent));
  }

  postMessage(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  terminate(): void {
    void this.worker.terminate();
  }
}
