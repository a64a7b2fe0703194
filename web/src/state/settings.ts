/** Settings that outlive a visit. Where storage is refused, they last until the page is closed. */

import { effect, signal, type Signal } from '@preact/signals';

const PREFIX = 'loyd.';

export type Theme = 'auto' | 'light' | 'dark';
export type Face = 'numbers' | 'colours' | 'picture';

/** Returns a signal that is stored as text; `read` returns undefined for a text that is not used. */
function storedSignal<T>(name: string, fallback: T, read: (text: string) => T | undefined, write: (value: T) => string): Signal<T> {
  let initial = fallback;
  try {
    const text = localStorage.getItem(PREFIX + name);
    initial = (text === null ? undefined : read(text)) ?? fallback;
  } catch {
    // Storage is refused, or the text is damaged.
  }
  const setting = signal(initial);
  let first = true;
  effect(() => {
    const value = setting.value;
    if (first) {
      first = false;
      return;
    }
    try {
      localStorage.setItem(PREFIX + name, write(value));
    } catch {
      // Storage is refused.
    }
  });
  return setting;
}

function stored<T extends string>(name: string, values: readonly T[], fallback: T): Signal<T> {
  return storedSignal(name, fallback, (text) => values.find((value) => value === text), String);
}

/** Returns a signal of entries that are stored as JSON. */
export function storedRecord<T>(name: string): Signal<Readonly<Record<string, T>>> {
  const read = (text: string): Record<string, T> | undefined => {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, T>) : undefined;
  };
  return storedSignal<Readonly<Record<string, T>>>(name, {}, read, JSON.stringify);
}

export const theme = stored<Theme>('theme', ['auto', 'light', 'dark'], 'auto');
export const face = stored<Face>('face', ['numbers', 'colours', 'picture'], 'numbers');
export const showPlaced = stored<'on' | 'off'>('placed', ['on', 'off'], 'on');
export const speed = stored<'slow' | 'normal' | 'fast'>('speed', ['slow', 'normal', 'fast'], 'normal');
