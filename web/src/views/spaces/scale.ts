/** Scales of a histogram: positions and labels of ticks, heights of bars. */

export type ScaleKind = 'linear' | 'log';

export interface Scale {
  /** Share of the height, 0 to 1. */
  share: (value: number) => number;
  ticks: number[];
}

/** The value whose bar has no height on a logarithmic scale: a level of one state is still seen. */
const LOG_FLOOR = 0.5;

/** Multiples of 1, 2 or 5 times a power of ten, at most `max` above 0, the last at or above `greatest`. */
export function linearTicks(greatest: number, max: number): number[] {
  if (greatest <= 0) return [0, 1];
  let step = 10 ** Math.floor(Math.log10(greatest / max));
  const factors = [2, 2.5, 2];
  for (let i = 0; Math.ceil(greatest / step) > max; i = (i + 1) % 3) step *= factors[i] ?? 2;
  step = Math.max(1, step);
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, index) => index * step);
}

/** Powers of ten from 1 to about `greatest`; only every second, third, … if there are many. */
export function logTicks(greatest: number, max: number): number[] {
  const exponent = Math.max(1, Math.ceil(Math.log10(Math.max(greatest, 1)) - 1e-12));
  const every = Math.ceil(exponent / max);
  return Array.from({ length: Math.floor(exponent / every) + 1 }, (_, index) => 10 ** (index * every));
}

export function scaleOf(kind: ScaleKind, greatest: number, max: number): Scale {
  if (kind === 'linear') {
    const ticks = linearTicks(greatest, max);
    const top = ticks.at(-1) ?? 1;
    return { ticks, share: (value) => value / top };
  }
  const ticks = logTicks(greatest, max);
  const top = Math.max(ticks.at(-1) ?? 10, greatest);
  const span = Math.log10(top / LOG_FLOOR);
  return { ticks, share: (value) => (value <= 0 ? 0 : Math.log10(value / LOG_FLOOR) / span) };
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A tick in few signs: `200`, `20 k`, `1.5 M`, and powers of ten from 10⁴ on logarithmic scales. */
export function tickLabel(value: number, kind: ScaleKind): string {
  if (kind === 'log' && value >= 10_000) {
    const exponent = Math.round(Math.log10(value));
    return `10${[...String(exponent)].map((digit) => SUPERSCRIPT[Number(digit)]).join('')}`;
  }
  const units: [number, string][] = [
    [1e12, ' T'],
    [1e9, ' G'],
    [1e6, ' M'],
    [1e3, ' k'],
  ];
  const unit = units.find(([size]) => value >= size);
  return unit ? `${Number((value / unit[0]).toPrecision(4))}${unit[1]}` : String(value);
}

/** Depths that are labelled on an axis of `width` pixels. */
export function depthTicks(depths: number, width: number): number[] {
  const room = Math.max(2, Math.floor(width / 34));
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => depths / size <= room) ?? 200;
  return Array.from({ length: Math.ceil(depths / step) }, (_, index) => index * step);
}

/** Number of states of all levels. */
export const sum = (levels: readonly number[]): number => levels.reduce((all, states) => all + states, 0);

/** Statistics of a table of levels. */
export interface Statistics {
  total: number;
  mean: number;
  /** The depth with most states. */
  mode: number;
  /** The depth that half of the states do not exceed. */
  median: number;
}

export function statisticsOf(levels: readonly number[]): Statistics {
  const total = sum(levels);
  const weighted = levels.reduce((all, states, depth) => all + states * depth, 0);
  let [before, median] = [0, 0];
  for (const [depth, states] of levels.entries()) {
    before += states;
    median = depth;
    if (2 * before >= total) break;
  }
  return { total, mean: total === 0 ? 0 : weighted / total, mode: levels.indexOf(Math.max(0, ...levels)), median };
}

/** A share in percent, never rounded to nothing or to all. */
export function percent(share: number): string {
  if (share === 0 || share === 1) return `${100 * share} %`;
  if (share < 1e-8) return `${(100 * share).toExponential(1)} %`;
  if (share < 0.01)
    return `${Number((100 * share).toPrecision(2))
      .toFixed(12)
      .replace(/0+$/, '')
      .replace(/\.$/, '')} %`;
  if (share > 0.999) return `${(Math.floor(share * 1e6) / 1e4).toFixed(4).replace(/0+$/, '').replace(/\.$/, '')} %`;
  return `${(100 * share).toFixed(1)} %`;
}
