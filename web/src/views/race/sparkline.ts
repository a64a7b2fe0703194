import type { Frame } from './steps';

const WIDTH = 100;
const HEIGHT = 24;
const MAX_POINTS = 240;

/** The estimates h of a search as points of a small chart; of many frames, the least of each part. */
export function sparkline(frames: readonly Frame[]): string {
  const values = frames.map(({ step }) => step.h);
  const max = Math.max(1, ...values.slice(0, 50_000));
  const parts = Math.min(MAX_POINTS, values.length);
  return Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * values.length) / parts);
    const to = Math.max(from + 1, Math.floor(((part + 1) * values.length) / parts));
    const min = Math.min(...values.slice(from, to));
    const x = parts > 1 ? (WIDTH * part) / (parts - 1) : 0;
    return `${x.toFixed(1)},${(HEIGHT - 1 - (min / max) * (HEIGHT - 2)).toFixed(1)}`;
  }).join(' ');
}
