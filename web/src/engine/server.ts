import type { SolveRequest, SolveResult } from './protocol';
import { EngineError } from './protocol';
import { serverEvents } from './events';

/** The HTTP interface of `loyd serve`. */
export interface Server {
  /** Threads that a search may have. */
  readonly threads: number;
  /** The result; null if the server cannot take the request now. */
  solve(
    request: SolveRequest,
    onProgress: ((progress: unknown) => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<SolveResult | null>;
  /** Calls a function when the server stops answering, and when it answers again. */
  watch(tell: (answers: boolean) => void): void;
}

/** Milliseconds after which a host counts as one without the interface. */
const PATIENCE = 1500;
/** Milliseconds between two looks whether the server is there, and those in which it must answer. */
const LOOK_EVERY = 10_000;
const LOOK_PATIENCE = 5000;

/** The server from which the page comes, if it is `loyd serve`: its page says so in a `meta` element. */
export async function findServer(): Promise<Server | null> {
  if (!document.querySelector('meta[name="loyd-serve"]')) return null;
  try {
    const names = await fetch('api/v1/names', { signal: AbortSignal.timeout(PATIENCE) });
    if (!names.ok) return null;
    const { limits } = (await names.json()) as { limits?: Limits };
    return serverWithin(limits ?? {});
  } catch {
    return null;
  }
}

function serverWithin(limits: Limits): Server {
  let answers = true;
  let tell: (answers: boolean) => void = () => {};
  const note = (now: boolean) => {
    if (now === answers) return;
    answers = now;
    tell(now);
  };
  const look = async () => {
    if (document.visibilityState !== 'visible') return;
    try {
      await fetch('api/v1/health', { signal: AbortSignal.timeout(LOOK_PATIENCE) });
      note(true);
    } catch {
      note(false);
    }
  };
  return {
    threads: limits.threads ?? 1,
    solve: (request, onProgress, signal) => solve(limits, request, onProgress, signal, () => note(false)),
    watch(told) {
      tell = told;
      setInterval(() => void look(), LOOK_EVERY);
    },
  };
}

/** Limits of a request. */
export interface Limits {
  max_time?: number;
  max_nodes?: number;
  memory?: number;
  threads?: number;
}

/**
 * The request within the limits of a server, and whether they cut what was wanted. A search without a time
 * wants all there is; the two-phase algorithm would use it up to improve its solution.
 */
export function withinLimits(limits: Limits, request: SolveRequest): { request: SolveRequest; cut: boolean } {
  const most = (wanted: number | undefined, limit: number | undefined) =>
    limit === undefined ? wanted : Math.min(wanted ?? limit, limit);
  const made: SolveRequest = { ...request };
  const ends = request.algorithm === 'two-phase' && request.max_time === undefined;
  const time = ends ? undefined : most(request.max_time, limits.max_time);
  if (time !== undefined) made.max_time = time;
  for (const name of ['max_nodes', 'memory', 'threads'] as const) {
    const wanted = request[name];
    if (wanted !== undefined) made[name] = most(wanted, limits[name])!;
  }
  return { request: made, cut: !ends && (request.max_time ?? Infinity) > (time ?? Infinity) };
}

async function solve(
  limits: Limits,
  wanted: SolveRequest,
  onProgress: ((progress: unknown) => void) | undefined,
  signal: AbortSignal | undefined,
  onGone: () => void,
): Promise<SolveResult | null> {
  const { request, cut } = withinLimits(limits, wanted);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  let response: Response;
  try {
    response = await fetch(`api/v1/solve/events?${query}`, signal ? { signal } : {});
  } catch (error) {
    if (signal?.aborted) throw error;
    onGone();
    return null;
  }
  if (response.status === 429 || response.status === 503 || !response.body) return null;
  if (!response.ok) throw await refused(response);
  try {
    for await (const { event, data } of serverEvents(response.body)) {
      const value: unknown = JSON.parse(data);
      if (event === 'progress') onProgress?.(value);
      else if (event === 'result') return fromServer(value as SolveResult, cut);
      else if (event === 'error') throw errorOf(value);
    }
  } catch (error) {
    if (signal?.aborted || error instanceof EngineError) throw error;
  }
  // The answer broke off.
  signal?.throwIfAborted();
  onGone();
  return null;
}

/** The result; null if the worker should search for longer, as it can with its tables of boards. */
function fromServer(result: SolveResult, cut: boolean): SolveResult | null {
  const isBoard = typeof result['tiles'] === 'string';
  return result.status === 'stopped' && cut && isBoard ? null : result;
}

async function refused(response: Response): Promise<EngineError> {
  try {
    return errorOf(await response.json());
  } catch {
    return new EngineError(`The server answered ${response.status}.`, 'server');
  }
}

function errorOf(value: unknown): EngineError {
  const error = (value as { error?: { message?: string; what?: string } }).error;
  return new EngineError(error?.message ?? 'The server refused the request.', error?.what ?? 'server');
}
