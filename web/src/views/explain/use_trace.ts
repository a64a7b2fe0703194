/** The trace that is shown: recorded by the engine for the current board, or read from a file. */

import { useEffect, useState } from 'preact/hooks';
import type { Engine, TraceRequest, TraceResult } from '../../engine/protocol';
import { buildInSlices } from './model/build';
import type { Timeline } from './model/timeline';

/** Steps recorded, and shown of a file, at most. */
export const MAX_STEPS = 3000;

export interface Loading<T> {
  value: T | null;
  busy: boolean;
  problem: string | null;
}

/**
 * Calls an operation when its key changes, and drops answers that are too late. The signal is for
 * requests that take long: cancelling one costs a worker.
 */
export function useRequest<T>(key: string | null, call: (signal: AbortSignal) => Promise<T>): Loading<T> {
  const [state, setState] = useState<Loading<T> & { key: string | null }>({
    value: null,
    busy: key !== null,
    problem: null,
    key: null,
  });
  useEffect(() => {
    if (key === null) {
      setState({ value: null, busy: false, problem: null, key });
      return;
    }
    const abort = new AbortController();
    setState((before) => ({ ...before, busy: true, problem: null }));
    call(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ value, busy: false, problem: null, key }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setState({ value: null, busy: false, problem: error instanceof Error ? error.message : String(error), key });
      },
    );
    return () => abort.abort();
  }, [key]);
  return state.key === key ? state : { ...state, busy: key !== null };
}

export function useTrace(engine: Engine, request: TraceRequest | null): Loading<TraceResult> {
  return useRequest(request && JSON.stringify(request), (signal) => {
    if (!request) throw new Error('no request');
    return engine.call('trace', request, { signal, lane: 'explain' });
  });
}

/** The timeline of a trace, built between other work of the page; the one before stays until it is ready. */
export function useTimeline(trace: TraceResult | null): { trace: TraceResult; timeline: Timeline } | null {
  const [built, setBuilt] = useState<{ trace: TraceResult; timeline: Timeline } | null>(null);
  useEffect(() => {
    if (!trace) return;
    const abort = new AbortController();
    void buildInSlices(trace, abort.signal).then((timeline) => timeline && setBuilt({ trace, timeline }));
    return () => abort.abort();
  }, [trace]);
  return built;
}
