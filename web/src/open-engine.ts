import type { CallOptions, Engine, OperationName, Operations } from './engine/protocol';
import { addMessage, enginePlace } from './state/store';
import { texts } from './texts';

const clients = import.meta.glob<{ createEngine: () => Promise<Engine> }>('./engine/client.ts');

/** Returns an engine at once. The real one is loaded in the background; requests wait for it. */
export function openEngine(): Engine {
  let real: Engine | null = null;
  let opening: Promise<Engine> | null = null;
  const open = () => {
    opening ??= (async () => {
      const load = clients['./engine/client.ts'];
      if (!load) throw new Error('engine/client.ts is missing');
      real = await (await load()).createEngine();
      enginePlace.value = real.place;
      return real;
    })().catch((error: unknown) => {
      opening = null;
      addMessage(texts.shell.engineFailed(error instanceof Error ? error.message : String(error)));
      throw error;
    });
    return opening;
  };
  return {
    async call<K extends OperationName>(
      operation: K,
      request: Operations[K]['request'],
      options?: CallOptions<K>,
    ): Promise<Operations[K]['result']> {
      const engine = real ?? (await open());
      options?.signal?.throwIfAborted();
      try {
        return await engine.call(operation, request, options);
      } finally {
        // The server of the page is found in the background.
        enginePlace.value = engine.place;
      }
    },
    get place() {
      return real?.place ?? enginePlace.value;
    },
    close() {
      real?.close();
    },
  };
}
