/** Axes of charts: round ticks on linear and logarithmic scales. */

export type ScaleKind = 'linear' | 'log';

/** Round numbers from 0 to `max`, about `count` of them. */
export function linearTicks(max: number, count: number): number[] {
  if (!(max > 0)) return [0];
  const rough = max / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough * 0.999) ?? 10 * power;
  const ticks: number[] = [];
  for (let index = 0; index * step <= max * 1.0001; index++) ticks.push(index * step);
  return ticks;
}

/** Powers of ten from 1 to the first that is at least `max`; every second or third if there are many. */
export function logTicks(max: number, count: number): number[] {
  const last = Math.max(1, Math.ceil(Math.log10(Math.max(max, 1)) - 1e-9));
  const every = Math.ceil(last / count);
  const ticks: number[] = [];
  for (let power = 0; power <= last; power += every) ticks.push(10 ** power);
  return ticks;
}

/** The place of a value on an axis, from 0 to 1. */
export function place(value: number, max: number, kind: ScaleKind): number {
  if (kind === 'linear') return max > 0 ? value / max : 0;
  const top = Math.max(1, Math.log10(Math.max(max, 1)));
  return Math.log10(Math.max(value, 1)) / top;
}

/** The left end of a logarithmic axis: the last power of ten that no positive value is below; 0.001 without any. */
export function leftEnd(values: readonly number[]): number {
  const min = values.reduce((min, value) => (value > 0 && value < min ? value : min), Infinity);
  return Number.isFinite(min) ? 10 ** Math.floor(Math.log10(min) + 1e-9) : 1e-3;
}

/** Powers of ten within a range, ends included. */
export function powersBetween(min: number, max: number): number[] {
  const powers: number[] = [];
  for (let power = Math.ceil(Math.log10(min) - 1e-9); 10 ** power <= max * 1.0001; power++) powers.push(10 ** power);
  return powers;
}

/** The place of a value between two others on a logarithmic axis, from 0 to 1. */
export function placeBetween(value: number, min: number, max: number): number {
  return Math.log(Math.min(Math.max(value, min), max) / min) / Math.log(max / min);
}
