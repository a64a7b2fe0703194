/** The engine in a browser: tiles and cubes. */

import { browser } from './browser.js';
import { openOn, type OpenOptions } from './client.js';
import type { Loyd } from './protocol.js';

export type { OpenOptions } from './client.js';
export * from './protocol.js';

/**
 * Opens the engine.
 *
 * @throws EngineError if the browser cannot run it, or it cannot be loaded.
 */
export function open(options: OpenOptions = {}): Promise<Loyd> {
  return openOn(browser(new URL('../loyd.wasm', import.meta.url)), options);
}
