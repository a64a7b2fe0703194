import { batch } from '@preact/signals';
import type { CallOptions, Engine, OperationName, Operations } from './engine/protocol';
import { addMessage, enginePlace, serverThreads } from './state/store';
import { texts } from './texts';

/** Returns an engine at once. The real one is loaded in the background; requests wait for it. */
export function openEngine(): Engine {
  let real: Engine | null = null;
  let opening: Promise<Engine> | null = null;
  const open = () => {
    opening ??= (async () => {
      const { createEngine } = await import('./engine/client');
      // The search for the server of the page runs in the background.
      real = await createEngine((place, threads) =>
        batch(() => {
          enginePlace.value = place;
          serverThreads.value = threads;
        }),
      );
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
      return engine.call(operation, request, options);
    },
    get place() {
      return real?.place ?? enginePlace.value;
    },
    close() {
      real?.close();
    },
  };
}
