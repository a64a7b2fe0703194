/** Enumerations in a worker, with progress, cancellation, and a cache of finished enumerations. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Engine, EnumerateRequest, EnumerateResult } from '../../engine/protocol';

export interface Enumeration {
  result: EnumerateResult | null;
  /** The finished levels. */
  levels: readonly number[];
  seconds: number;
  busy: boolean;
  problem: string | null;
  start: () => void;
  cancel: () => void;
}

interface State {
  key: string;
  levels: readonly number[];
  seconds: number;
  busy: boolean;
  problem: string | null;
}

/** Results by request. */
const finished = new Map<string, EnumerateResult>();

/** Enumerates, at once if `automatic`, otherwise when `start` is called. */
export function useEnumeration(engine: Engine, request: EnumerateRequest | null, automatic: boolean): Enumeration {
  const key = JSON.stringify(request);
  const idle: State = { key, levels: [], seconds: 0, busy: false, problem: null };
  const [state, setState] = useState<State>(idle);
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setState((before) => ({ ...before, busy: false }));
  };
  const start = () => {
    running.current?.abort();
    if (!request || finished.has(key)) {
      setState(idle);
      return;
    }
    const abort = new AbortController();
    running.current = abort;
    const show = (change: Partial<State>) => !abort.signal.aborted && setState({ ...idle, ...change });
    show({ busy: true });
    engine
      .call('enumerate', request, {
        signal: abort.signal,
        lane: 'spaces',
        onProgress: ({ levels, seconds }) => show({ levels, seconds, busy: true }),
      })
      .then(
        (result) => {
          finished.set(key, result);
          show({ levels: result.levels, seconds: result.seconds });
        },
        (error: unknown) => show({ problem: error instanceof Error ? error.message : String(error) }),
      );
  };
  useEffect(() => {
    if (automatic) start();
    else cancel();
    return () => running.current?.abort();
  }, [key, automatic]);
  const result = request ? (finished.get(key) ?? null) : null;
  const current = state.key === key;
  return {
    result,
    levels: result?.levels ?? (current ? state.levels : []),
    seconds: result?.seconds ?? (current ? state.seconds : 0),
    busy: result === null && (current ? state.busy : automatic),
    problem: current ? state.problem : null,
    start,
    cancel,
  };
}
