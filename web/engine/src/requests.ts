/**
 * A worker carries out one request after the other.
 *
 * A running request cannot be interrupted: the program ends the worker and starts another. To save the tables,
 * the worker copies its memory to the program after the preparation of tables and before the search.
 */

import type { FromWorker, RequestMessage, ToWorker } from './messages.js';
import type { TableProgress } from './protocol.js';
import { LoydModule, type Answer } from './module.js';

/** The least time of a preparation after which the memory is copied, in seconds. */
const MIN_PREPARATION = 0.02;

/** The greatest memory that is copied. */
const MAX_COPY = 320 * 2 ** 20;

/** Sends a message to the program. */
type Post = (message: FromWorker, transfer: ArrayBuffer[]) => void;

/** The receiver of the messages to a worker. */
export function answering(send: Post): (message: ToWorker) => void {
  let loyd: LoydModule | null = null;
  const post = (message: FromWorker) => send(message, message.kind === 'memory' ? [message.memory] : []);
  return (message) => {
    if (message.kind === 'start') {
      loyd = LoydModule.start(message.module, message.memory);
      return;
    }
    try {
      if (!loyd) throw new Error('the worker was not started');
      const answer = run(loyd, message, post);
      const { id } = message;
      const { memoryBytes } = loyd;
      if ('error' in answer) post({ kind: 'error', id, ...answer.error, memoryBytes });
      else post({ kind: 'result', id, result: answer.result, memoryBytes });
    } catch (error) {
      // A trap is refused memory or a bug; the state of the module is unknown.
      const reason = error instanceof Error ? error.message : String(error);
      post({ kind: 'failed', id: message.id, message: reason });
    }
  };
}

function run(loyd: LoydModule, message: RequestMessage, post: (message: FromWorker) => void): Answer {
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
      post({ kind: 'memory', id, memory });
    }
  }
  return loyd.call(operation, request, onProgress);
}
