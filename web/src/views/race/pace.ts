/** The pace of a replay with a fixed duration: linear, or logarithmic, which shows the first steps one by one. */

export type Pace = 'log' | 'linear';

/** The step that is reached after a share of the duration, from 0 to 1. */
export function stepAfter(share: number, last: number, pace: Pace): number {
  const step = pace === 'log' ? (last + 1) ** share - 1 : share * last;
  return Math.min(last, Math.floor(step + 1e-9));
}

/** The share of the duration after which a step is reached. */
export function shareOf(step: number, last: number, pace: Pace): number {
  if (last === 0) return 1;
  return pace === 'log' ? Math.log(step + 1) / Math.log(last + 1) : step / last;
}
