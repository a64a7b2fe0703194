import { solveDivided } from './divided.js';
import { Lane, type WorkerLike } from './lane.js';
import { EngineError } from './protocol.js';
import type * as protocol from './protocol.js';
import type { CallOptions, Loyd, OperationName, Operations, SolveRequest } from './protocol.js';

export interface OpenOptions {
  /** The `threads` of requests to solve that name none. Default: 1. */
  threads?: number;
}

/** The parts of the engine that differ between a browser and Node.js. */
export interface Platform {
  /** Compiles the module of the package. */
  compile(): Promise<WebAssembly.Module>;
  startWorker(): WorkerLike;
}

/**
 * Compiles the module; workers start with their first request.
 *
 * @throws EngineError if the module cannot be loaded or compiled.
 */
export async function openOn(platform: Platform, { threads = 1 }: OpenOptions): Promise<Loyd> {
  let module: WebAssembly.Module;
  try {
    module = await platform.compile();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(`The engine could not be loaded: ${reason}`, 'engine');
  }
  return new Client(module, platform.startWorker, threads);
}

/** The engine in workers. */
class Client implements Loyd {
  private readonly lanes = new Map<string, Lane>();

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly startWorker: () => WorkerLike,
    private readonly threads: number,
  ) {}

  call<K extends OperationName>(
    operation: K,
    request: Operations[K]['request'],
    options: CallOptions<K> = {},
  ): Promise<Operations[K]['result']> {
    if (operation === 'solve') return this.solve(request as SolveRequest, options as CallOptions<'solve'>);
    return this.run(operation, request, options);
  }

  solve({ threads = this.threads, ...request }: SolveRequest, options: CallOptions<'solve'> = {}) {
    const run = (request: SolveRequest, options: CallOptions<'solve'>) => this.run('solve', request, options);
    const isDivided = threads > 1 && request.algorithm === 'idastar' && !request.share;
    return isDivided ? solveDivided(run, request, threads, options) : run(request, options);
  }

  names(options?: CallOptions<'names'>) {
    return this.call('names', {}, options);
  }

  check(request: protocol.CheckRequest, options?: CallOptions<'check'>) {
    return this.call('check', request, options);
  }

  scramble(request: protocol.ScrambleRequest, options?: CallOptions<'scramble'>) {
    return this.call('scramble', request, options);
  }

  replay(request: protocol.ReplayRequest, options?: CallOptions<'replay'>) {
    return this.call('replay', request, options);
  }

  trace(request: protocol.TraceRequest, options?: CallOptions<'trace'>) {
    return this.call('trace', request, options);
  }

  readTrace(bytes: Uint8Array, options?: CallOptions<'read_trace'>) {
    return this.call('read_trace', { bytes }, options);
  }

  enumerate(request: protocol.EnumerateRequest, options?: CallOptions<'enumerate'>) {
    return this.call('enumerate', request, options);
  }

  patterns(request: protocol.PatternsRequest, options?: CallOptions<'patterns'>) {
    return this.call('patterns', request, options);
  }

  close(): void {
    for (const lane of this.lanes.values()) lane.close();
    this.lanes.clear();
  }

  /** Carries out a request in the worker of its lane. */
  private async run<K extends OperationName>(
    operation: K,
    request: Operations[K]['request'],
    { onProgress, onTable, signal, lane = 'main' }: CallOptions<K>,
  ): Promise<Operations[K]['result']> {
    const { bytes, ...rest } = request as { bytes?: Uint8Array };
    const result = await this.lane(lane).run({
      operation,
      request: rest,
      ...(bytes ? { bytes } : {}),
      ...(onProgress ? { onProgress: onProgress as (progress: unknown) => void } : {}),
      ...(onTable ? { onTable } : {}),
      ...(signal ? { signal } : {}),
    });
    return result as Operations[K]['result'];
  }

  private lane(name: string): Lane {
    let lane = this.lanes.get(name);
    if (!lane) {
      lane = new Lane(this.module, this.startWorker);
      this.lanes.set(name, lane);
    }
    return lane;
  }
}
