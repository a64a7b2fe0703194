import { open, type CallOptions, type Loyd, type OperationName, type Operations } from 'loyd';
import type { Engine } from './protocol';
import { findServer, type Server } from './server';

/** Receives the place of searches after each change, and the number of threads of the server. */
export type OnPlace = (place: Engine['place'], threads: number) => void;

/** The engine in workers, and `loyd serve` for searches if the page comes from it. */
class Client implements Engine {
  private server: Server | null = null;
  place: Engine['place'] = 'worker';

  constructor(
    private readonly workers: Loyd,
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
    if (operation === 'solve' && this.server && this.place === 'server') {
      const progress = options.onProgress as ((progress: unknown) => void) | undefined;
      const result = await this.server.solve(request as Operations['solve']['request'], progress, options.signal);
      if (result) return result as Operations[K]['result'];
      // The server is busy or does not answer: a worker searches.
    }
    return this.workers.call(operation, request, options);
  }

  close(): void {
    this.workers.close();
  }
}

/**
 * Loads the engine.
 *
 * @throws EngineError if the browser cannot run it, or it cannot be loaded.
 */
export async function createEngine(onPlace: OnPlace): Promise<Engine> {
  const client = new Client(await open(), onPlace);
  void findServer().then((server) => {
    if (server) client.useServer(server);
  });
  return client;
}
