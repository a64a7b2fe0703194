/** Enumerations in a worker, with progress, cancelling, and a memory of those that are finished. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { CallOptions, Engine, EnumerateRequest, EnumerateResult } from '../../engine/protocol';
import { spaces as texts } from '../../texts/spaces';
import type { Method } from './method';

export interface Enumeration {
  result: EnumerateResult | null;
  /** Levels as far as they are known. */
  levels: readonly number[];
  seconds: number;
  busy: boolean;
  problem: string | null;
  /** Why the processor counted instead of WebGPU. */
  remark: string | null;
  start: () => void;
  cancel: () => void;
}

interface State {
  key: string;
  levels: readonly number[];
  seconds: number;
  busy: boolean;
  problem: string | null;
  remark: string | null;
}

interface Finished {
  result: EnumerateResult;
  remark: string | null;
}

/** By request and method. */
const finished = new Map<string, Finished>();

type Options = CallOptions<'enumerate' | 'enumerate_webgpu'>;

/**
 * Enumerates by a method; `onRemark` is told when the processor takes over.
 *
 * @throws EngineError if the engine refuses, or WebGPU fails and nothing takes over.
 */
async function enumerate(
  engine: Engine,
  request: EnumerateRequest,
  method: Method,
  options: Options,
  onRemark: (remark: string) => void,
): Promise<EnumerateResult> {
  if (method.name === 'processor') return engine.call('enumerate', request, options);
  try {
    return await engine.call('enumerate_webgpu', request, options);
  } catch (error) {
    if (!method.fallback || options.signal?.aborted) throw error;
    onRemark(texts.tookOver(messageOf(error)));
    return engine.call('enumerate', request, options);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Enumerates, at once if `automatic`, otherwise when `start` is called; not before there is a method. */
export function useEnumeration(
  engine: Engine,
  request: EnumerateRequest | null,
  method: Method | null,
  automatic: boolean,
): Enumeration {
  const key = JSON.stringify([request, method]);
  const idle: State = { key, levels: [], seconds: 0, busy: false, problem: null, remark: null };
  const [state, setState] = useState<State>(idle);
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setState((before) => ({ ...before, busy: false }));
  };
  const start = () => {
    running.current?.abort();
    if (!request || !method || finished.has(key)) {
      setState(idle);
      return;
    }
    const abort = new AbortController();
    running.current = abort;
    let remark: string | null = null;
    const show = (change: Partial<State>) => !abort.signal.aborted && setState({ ...idle, remark, ...change });
    show({ busy: true });
    const options: Options = {
      signal: abort.signal,
      lane: 'spaces',
      onProgress: ({ levels, seconds }) => show({ levels, seconds, busy: true }),
    };
    enumerate(engine, request, method, options, (told) => {
      remark = told;
      show({ busy: true });
    }).then(
      (result) => {
        finished.set(key, { result, remark });
        show({ levels: result.levels, seconds: result.seconds });
      },
      (error: unknown) => show({ problem: messageOf(error) }),
    );
  };
  useEffect(() => {
    if (automatic) start();
    else cancel();
    return () => running.current?.abort();
  }, [key, automatic]);
  const kept = request ? (finished.get(key) ?? null) : null;
  const current = state.key === key;
  return {
    result: kept?.result ?? null,
    levels: kept?.result.levels ?? (current ? state.levels : []),
    seconds: kept?.result.seconds ?? (current ? state.seconds : 0),
    busy: kept === null && (current && method ? state.busy : automatic),
    problem: current ? state.problem : null,
    remark: kept ? kept.remark : current ? state.remark : null,
    start,
    cancel,
  };
}
