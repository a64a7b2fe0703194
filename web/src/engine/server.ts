import { EngineError, type SolveRequest, type SolveResult } from 'loyd';
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
  /** Sets the function that is called when the server stops answering, and when it answers again. */
  watch(onChange: (answers: boolean) => void): void;
}

/** The time limit in milliseconds for a host to answer as a server. */
const FIND_TIMEOUT = 1500;
/** Milliseconds between two health checks, and the time limit of a check. */
const CHECK_INTERVAL = 10_000;
const CHECK_TIMEOUT = 5000;

/** The server of the page, if it is `loyd serve`, which adds a `meta` element to the page. */
export async function findServer(): Promise<Server | null> {
  if (!document.querySelector('meta[name="loyd-serve"]')) return null;
  try {
    const names = await fetch('api/v1/names', { signal: AbortSignal.timeout(FIND_TIMEOUT) });
    if (!names.ok) return null;
    const { limits } = (await names.json()) as { limits?: Limits };
    return serverWithin(limits ?? {});
  } catch {
    return null;
  }
}

function serverWithin(limits: Limits): Server {
  let answers = true;
  let onChange: (answers: boolean) => void = () => {};
  const report = (now: boolean) => {
    if (now === answers) return;
    answers = now;
    onChange(now);
  };
  const check = async () => {
    if (document.visibilityState !== 'visible') return;
    try {
      await fetch('api/v1/health', { signal: AbortSignal.timeout(CHECK_TIMEOUT) });
      report(true);
    } catch {
      report(false);
    }
  };
  return {
    threads: limits.threads ?? 1,
    solve: (request, onProgress, signal) => solve(limits, request, onProgress, signal, () => report(false)),
    watch(listener) {
      onChange = listener;
      setInterval(() => void check(), CHECK_INTERVAL);
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
 * The request within the limits of a server, and true as `cut` if a limit shortens its time. A search without
 * a time limit gets the limit of the server, except the two-phase algorithm, which would improve its solution
 * until that limit.
 */
export function withinLimits(limits: Limits, request: SolveRequest): { request: SolveRequest; cut: boolean } {
  const limited = (value: number | undefined, limit: number | undefined) =>
    limit === undefined ? value : Math.min(value ?? limit, limit);
  const result: SolveRequest = { ...request };
  const ends = request.algorithm === 'two-phase' && request.max_time === undefined;
  const time = ends ? undefined : limited(request.max_time, limits.max_time);
  if (time !== undefined) result.max_time = time;
  for (const name of ['max_nodes', 'memory', 'threads'] as const) {
    const value = request[name];
    if (value !== undefined) result[name] = limited(value, limits[name])!;
  }
  return { request: result, cut: !ends && (request.max_time ?? Infinity) > (time ?? Infinity) };
}

async function solve(
  limits: Limits,
  original: SolveRequest,
  onProgress: ((progress: unknown) => void) | undefined,
  signal: AbortSignal | undefined,
  onGone: () => void,
): Promise<SolveResult | null> {
  const { request, cut } = withinLimits(limits, original);
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
  // The connection ended before the result.
  signal?.throwIfAborted();
  onGone();
  return null;
}

/** The result; null if a worker should search for longer, which its tables of boards permit. */
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
