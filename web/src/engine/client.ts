import { Lane, type WorkerLike } from './lane';
import type { CallOptions, Engine, OperationName, Operations } from './protocol';
import { EngineError } from './protocol';
import { findServer, type Server } from './server';
import moduleUrl from './loyd.wasm?url';

/** Receives the place of searches after each change, and the number of threads of the server. */
export type OnPlace = (place: Engine['place'], threads: number) => void;

/** The engine in workers, and `loyd serve` for searches if the page comes from it. */
class Client implements Engine {
  private readonly lanes = new Map<string, Lane>();
  private server: Server | null = null;
  place: Engine['place'] = 'worker';

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly onPlace: OnPlace,
  ) {}

  useServer(server: Server): void {
    this.server = server;
    this.setPlace('server');
    server.watch((answers) => this.setPlace(answers ? 'server' : 'lost'));
  }

  private setPlace(place: Engine['place']): void {
    this.place = place;
    this.onPlace(place, this.server?.threads ?? 1);
  }

  async call<K extends OperationName>(
    operation: K,
    request: Operations[K]['request'],
    options: CallOptions<K> = {},
  ): Promise<Operations[K]['result']> {
    const { onProgress, onTable, signal, lane = 'main' } = options;
    if (operation === 'solve' && this.server && this.place === 'server' && !('share' in request)) {
      const progress = onProgress as ((progress: unknown) => void) | undefined;
      const result = await this.server.solve(request as Operations['solve']['request'], progress, signal);
      if (result) return result as Operations[K]['result'];
      // The server is busy or does not answer: a worker searches.
    }
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

  close(): void {
    for (const lane of this.lanes.values()) lane.close();
    this.lanes.clear();
  }

  private lane(name: string): Lane {
    let lane = this.lanes.get(name);
    if (!lane) {
      lane = new Lane(this.module, makeWorker);
      this.lanes.set(name, lane);
    }
    return lane;
  }
}

function makeWorker(): WorkerLike {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Loads the engine.
 *
 * @throws EngineError if the browser cannot run it, or it cannot be loaded.
 */
export async function createEngine(onPlace: OnPlace): Promise<Engine> {
  let module: WebAssembly.Module;
  try {
    module = await compile(moduleUrl);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(`The engine could not be loaded: ${reason}`, 'engine');
  }
  const client = new Client(module, onPlace);
  void findServer().then((server) => {
    if (server) client.useServer(server);
  });
  return client;
}

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  // Some static hosts send another content type: compile from the bytes.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
