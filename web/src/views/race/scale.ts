/** Axes of charts: round ticks on linear and logarithmic scales. */

export type ScaleKind = 'linear' | 'log';

/** Round numbers from 0 to `most`, about `count` of them. */
export function linearTicks(most: number, count: number): number[] {
  if (!(most > 0)) return [0];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough * 0.999) ?? 10 * power;
  const ticks: number[] = [];
  for (let index = 0; index * step <= most * 1.0001; index++) ticks.push(index * step);
  return ticks;
}

/** Powers of ten from 1 to the first that is at least `most`; every second or third if there are many. */
export function logTicks(most: number, count: number): number[] {
  const last = Math.max(1, Math.ceil(Math.log10(Math.max(most, 1)) - 1e-9));
  const every = Math.ceil(last / count);
  const ticks: number[] = [];
  for (let power = 0; power <= last; power += every) ticks.push(10 ** power);
  return ticks;
}

/** The place of a value on an axis, from 0 to 1. */
export function place(value: number, most: number, kind: ScaleKind): number {
  if (kind === 'linear') return most > 0 ? value / most : 0;
  const top = Math.max(1, Math.log10(Math.max(most, 1)));
  return Math.log10(Math.max(value, 1)) / top;
}

/** The left end of a logarithmic axis: the last power of ten that no positive value is below; 0.001 without any. */
export function leftEnd(values: readonly number[]): number {
  const least = values.reduce((least, value) => (value > 0 && value < least ? value : least), Infinity);
  return Number.isFinite(least) ? 10 ** Math.floor(Math.log10(least) + 1e-9) : 1e-3;
}

/** Powers of ten within a range, ends included. */
export function powersBetween(least: number, most: number): number[] {
  const powers: number[] = [];
  for (let power = Math.ceil(Math.log10(least) - 1e-9); 10 ** power <= most * 1.0001; power++) powers.push(10 ** power);
  return powers;
}

/** The place of a value between two others on a logarithmic axis, from 0 to 1. */
export function placeBetween(value: number, least: number, most: number): number {
  return Math.log(Math.min(Math.max(value, least), most) / least) / Math.log(most / least);
}
