/** IDA* by several workers without shared memory: each searches a share of the tree. */

import { Parts } from './parts';
import type { CallOptions, Engine, SolveRequest, SolveResult } from './protocol';

/** The greatest number of workers. */
const MAX_WORKERS = 16;

/** The numbers of workers that this device offers. */
export function workerChoices(cores = globalThis.navigator?.hardwareConcurrency ?? 1): number[] {
  const max = Math.min(Math.max(2, cores), MAX_WORKERS);
  const choices = [1];
  for (let next = 2; next <= max; next *= 2) choices.push(next);
  if (choices.at(-1) !== max) choices.push(max);
  return choices;
}

/**
 * Solves by IDA* in `workers` workers. The length is proven optimal, and equal to that of one worker;
 * the solution may be another optimal one.
 */
export function solveDivided(
  engine: Engine,
  request: SolveRequest,
  workers: number,
  { onProgress, onTable, signal }: Pick<CallOptions<'solve'>, 'onProgress' | 'onTable' | 'signal'> = {},
): Promise<SolveResult> {
  const parts = new Parts(workers);
  const others = new AbortController();
  const abort = () => others.abort();
  const began = performance.now();
  return new Promise<SolveResult>((resolve, reject) => {
    const stop = () => {
      abort();
      reject(new DOMException('The request was cancelled.', 'AbortError'));
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    const decide = () => {
      const verdict = parts.verdict((performance.now() - began) / 1000);
      if (verdict) resolve(verdict);
    };
    for (let part = 0; part < workers; part++) {
      engine
        .call('solve', { ...request, algorithm: 'idastar', share: [part, workers] }, {
          lane: part === 0 ? 'main' : `part-${part}`,
          signal: others.signal,
          // All workers build the same tables.
          ...(onTable && part === 0 ? { onTable } : {}),
          onProgress: (now) => {
            parts.progressed(part, now);
            onProgress?.(parts.progress());
            decide();
          },
        })
        .then(
          (result) => {
            parts.finished(part, result);
            decide();
          },
          reject,
        );
    }
  }).finally(abort);
}
