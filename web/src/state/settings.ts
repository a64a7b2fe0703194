/** Settings that outlive a visit. Where storage is refused, they last until the page is closed. */

import { effect, signal, type Signal } from '@preact/signals';

const PREFIX = 'loyd.';

export type Theme = 'auto' | 'light' | 'dark';
export type Face = 'numbers' | 'colours' | 'picture';

/** Returns a signal that is stored; a stored value that is not in the list is not used. */
function stored<T extends string>(name: string, values: readonly T[], fallback: T): Signal<T> {
  let initial: T = fallback;
  try {
    const text = localStorage.getItem(PREFIX + name);
    initial = values.find((value) => value === text) ?? fallback;
  } catch {
    // Storage is refused.
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
      localStorage.setItem(PREFIX + name, value);
    } catch {
      // Storage is refused.
    }
  });
  return setting;
}

export const theme = stored<Theme>('theme', ['auto', 'light', 'dark'], 'auto');
export const face = stored<Face>('face', ['numbers', 'colours', 'picture'], 'numbers');
export const showPlaced = stored<'on' | 'off'>('placed', ['on', 'off'], 'on');
export const speed = stored<'slow' | 'normal' | 'fast'>('speed', ['slow', 'normal', 'fast'], 'normal');
