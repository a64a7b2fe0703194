/** The engine in threads of Node.js. */

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Platform } from './client.js';
import type { WorkerLike } from './lane.js';
import type { FromWorker, ToWorker } from './messages.js';

/** The platform of Node.js with a module. */
export function threads(module: URL): Platform {
  return { compile: async () => WebAssembly.compile(await readFile(module)), startWorker: () => new Thread() };
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
