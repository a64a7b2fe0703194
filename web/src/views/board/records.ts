/** Personal bests by size, goal and metric, and the results of the boards of days; stored on this device. */

import { computed } from '@preact/signals';
import { sizeText } from '../../puzzle/tiles';
import { storedRecord } from '../../state/settings';
import { goal, metric, start } from '../../state/store';

export interface Best {
  /** The shortest time. */
  readonly seconds: number;
  /** The fewest moves above the optimum; null if no optimum was known. */
  readonly excess: number | null;
}

export interface DailyResult {
  readonly moves: number;
  readonly par: number;
  readonly seconds: number;
}

/** Boards nearer to the goal give no personal best. */
const MIN_OPTIMUM = 10;

const bests = storedRecord<Best>('bests');
const key = computed(() => [sizeText(start.value), goal.value, metric.value].join('|'));

export const best = computed<Best | null>(() => bests.value[key.value] ?? null);

const dailyResults = storedRecord<DailyResult>('daily');

export const dailyResult = (day: string): DailyResult | null => dailyResults.value[day] ?? null;

/** Stores a game without hints; returns true if it is a personal best. */
export function recordGame(moves: number, seconds: number, optimum: number | null): boolean {
  if (optimum !== null && optimum < MIN_OPTIMUM) return false;
  const lastBest = best.value;
  const excess = optimum === null ? null : moves - optimum;
  const minimum = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));
  const newBest: Best = {
    seconds: Math.min(seconds, lastBest?.seconds ?? Infinity),
    excess: minimum(excess, lastBest?.excess ?? null),
  };
  bests.value = { ...bests.value, [key.value]: newBest };
  return lastBest === null || newBest.seconds < lastBest.seconds || newBest.excess !== lastBest.excess;
}

/** Stores the result of the board of a day; the one with the fewest moves stays. */
export function recordDaily(day: string, result: DailyResult): void {
  const stored = dailyResult(day);
  if (!stored || result.moves < stored.moves) dailyResults.value = { ...dailyResults.value, [day]: result };
}
