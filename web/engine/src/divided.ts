/** IDA* by several workers without shared memory: each searches a share of the tree. */

import { Parts } from './parts.js';
import type { CallOptions, SolveRequest, SolveResult } from './protocol.js';

/** Solves in the worker of a lane. */
type SolveInLane = (request: SolveRequest, options: CallOptions<'solve'>) => Promise<SolveResult>;

/**
 * Solves by IDA* in `workers` workers. The length is proven optimal, and equal to that of one worker;
 * the solution may be another optimal one.
 */
export function solveDivided(
  solve: SolveInLane,
  request: SolveRequest,
  workers: number,
  { onProgress, onTable, signal, lane = 'main' }: CallOptions<'solve'>,
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
      solve({ ...request, share: [part, workers] }, {
        lane: part === 0 ? lane : `${lane}-${part}`,
        signal: others.signal,
        // All workers build the same tables.
        ...(onTable && part === 0 ? { onTable } : {}),
        onProgress: (now) => {
          parts.progressed(part, now);
          onProgress?.(parts.progress());
          decide();
        },
      }).then((result) => {
        parts.finished(part, result);
        decide();
      }, reject);
    }
  }).finally(abort);
}
