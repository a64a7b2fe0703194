import type { SolveRequest, SolveResult } from './protocol';
import { EngineError } from './protocol';
import { serverEvents } from './events';

/** The HTTP interface of `loyd serve`. */
export interface Server {
  /** The result; null if the server cannot take the request now. */
  solve(
    request: SolveRequest,
    onProgress: ((progress: unknown) => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<SolveResult | null>;
}

/** Milliseconds after which a host counts as one without the interface. */
const PATIENCE = 1500;

/** The server from which the page comes, if it is `loyd serve`: its page says so in a `meta` element. */
export async function findServer(): Promise<Server | null> {
  if (!document.querySelector('meta[name="loyd-serve"]')) return null;
  try {
    const health = await fetch('api/v1/health', { signal: AbortSignal.timeout(PATIENCE) });
    return health.ok ? { solve } : null;
  } catch {
    return null;
  }
}

async function solve(
  request: SolveRequest,
  onProgress: ((progress: unknown) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<SolveResult | null> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  let response: Response;
  try {
    response = await fetch(`api/v1/solve/events?${query}`, signal ? { signal } : {});
  } catch (error) {
    if (signal?.aborted) throw error;
    return null;
  }
  if (response.status === 429 || response.status === 503 || !response.body) return null;
  if (!response.ok) throw await refused(response);
  for await (const { event, data } of serverEvents(response.body)) {
    const value: unknown = JSON.parse(data);
    if (event === 'progress') onProgress?.(value);
    else if (event === 'result') return value as SolveResult;
    else if (event === 'error') throw errorOf(value);
  }
  signal?.throwIfAborted();
  return null;
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
