/** The engine in Node.js: tiles and cubes. */

import { threads } from './threads.js';
import { openOn, type OpenOptions } from './client.js';
import type { Loyd } from './protocol.js';

export type { OpenOptions } from './client.js';
export * from './protocol.js';

/**
 * Opens the engine. Its workers keep the process alive until `close` is called.
 *
 * @throws EngineError if it cannot be loaded.
 */
export function open(options: OpenOptions = {}): Promise<Loyd> {
  return openOn(threads(new URL('../loyd.wasm', import.meta.url)), options);
}
