/// <reference lib="webworker" />
/**
 * A worker that carries out one request after the other.
 *
 * A running request cannot be interrupted: the page ends the worker and starts another. So that
 * tables survive, the memory is copied to the page as soon as tables were prepared, before the search.
 */

import type { FromWorker, RequestMessage, ToWorker } from './messages';
import type { TableProgress } from './protocol';
import { LoydModule, type Answer } from './module';

/** Seconds of preparation from which a copy of the memory is worth its time. */
const WORTH_KEEPING = 0.02;

/** The largest memory that is copied. */
const LARGEST_COPY = 320 * 2 ** 20;

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
    // A trap: memory refused, or a bug. The module is in an unknown state.
    const message = error instanceof Error ? error.message : String(error);
    post({ kind: 'failed', id: data.id, message });
  }
};

function run(message: RequestMessage): Answer {
  if (!loyd) throw new Error('the worker was not started');
  const { id, operation, request, bytes } = message;
  if (operation === 'read_trace') return loyd.readTrace(bytes ?? new Uint8Array());
  const progress = (told: unknown) => post({ kind: 'progress', id, progress: told });
  if (operation === 'solve' || operation === 'trace' || operation === 'patterns') {
    const built = (told: unknown) => post({ kind: 'table', id, progress: told as TableProgress });
    const prepared = loyd.call('prepare', request, built) as Answer<{
      solved?: unknown;
      seconds?: number;
    }>;
    if ('error' in prepared) return prepared;
    if (operation === 'solve' && prepared.result.solved) return { result: prepared.result.solved };
    if ((prepared.result.seconds ?? 0) > WORTH_KEEPING && loyd.memoryBytes <= LARGEST_COPY) {
      const memory = loyd.copyMemory();
      post({ kind: 'memory', id, memory }, [memory]);
    }
  }
  return loyd.call(operation, request, progress);
}

function answer({ id }: RequestMessage, made: Answer): void {
  const memoryBytes = loyd?.memoryBytes ?? 0;
  if ('error' in made) post({ kind: 'error', id, ...made.error, memoryBytes });
  else post({ kind: 'result', id, result: made.result, memoryBytes });
}
