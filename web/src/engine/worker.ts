/// <reference lib="webworker" />
/**
 * A worker that carries out one request after the other.
 *
 * A running request cannot be interrupted: the page ends the worker and starts another. To save the tables,
 * the worker copies its memory to the page after the preparation of tables and before the search.
 */

import type { FromWorker, RequestMessage, ToWorker } from './messages';
import type { TableProgress } from './protocol';
import { LoydModule, type Answer } from './module';

/** The least time of a preparation after which the memory is copied, in seconds. */
const MIN_PREPARATION = 0.02;

/** The greatest memory that is copied. */
const MAX_COPY = 320 * 2 ** 20;

let loyd: LoydModule | null = null;

function post(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    loyd = LoydModule.start(data.module, data.memory);
    return;
  }
  try {
    answer(data, run(data));
  } catch (error) {
    // A trap is refused memory or a bug; the state of the module is unknown.
    const message = error instanceof Error ? error.message : String(error);
    post({ kind: 'failed', id: data.id, message });
  }
};

function run(message: RequestMessage): Answer {
  if (!loyd) throw new Error('the worker was not started');
  const { id, operation, request, bytes } = message;
  if (operation === 'read_trace') return loyd.readTrace(bytes ?? new Uint8Array());
  const onProgress = (progress: unknown) => post({ kind: 'progress', id, progress });
  if (operation === 'solve' || operation === 'trace' || operation === 'patterns') {
    const onTable = (progress: unknown) => post({ kind: 'table', id, progress: progress as TableProgress });
    const prepared = loyd.call('prepare', request, onTable) as Answer<{
      solved?: unknown;
      seconds?: number;
    }>;
    if ('error' in prepared) return prepared;
    if (operation === 'solve' && prepared.result.solved) return { result: prepared.result.solved };
    if ((prepared.result.seconds ?? 0) > MIN_PREPARATION && loyd.memoryBytes <= MAX_COPY) {
      const memory = loyd.copyMemory();
      post({ kind: 'memory', id, memory }, [memory]);
    }
  }
  return loyd.call(operation, request, onProgress);
}

function answer({ id }: RequestMessage, reply: Answer): void {
  const memoryBytes = loyd?.memoryBytes ?? 0;
  if ('error' in reply) post({ kind: 'error', id, ...reply.error, memoryBytes });
  else post({ kind: 'result', id, result: reply.result, memoryBytes });
}
