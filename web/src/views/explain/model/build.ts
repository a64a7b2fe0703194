/** The timeline of a trace, by the family of its algorithm. */

import type { TraceResult } from '../../../engine/protocol';
import { parseAlgorithm } from './algorithm';
import { bestFirst, type Sliding } from './best_first';
import { deepening } from './deepening';
import { goalTiles, parseShape, parseTiles } from './position';
import { recorded } from './recorded';
import type { Slices, Timeline } from './timeline';

/** The puzzle of a trace as sliding tiles; null if it is another puzzle. */
export function slidingOf(trace: TraceResult): Sliding | null {
  const shape = parseShape(trace.shape);
  const start = parseTiles(trace.start);
  if (trace.puzzle !== 'tiles' || !shape || !start) return null;
  const goal = goalTiles(trace.goal, shape);
  return goal && start.length === goal.length ? { shape, metric: trace.metric, start, goal } : null;
}

function slices(trace: TraceResult): Slices | Timeline {
  const puzzle = slidingOf(trace);
  const algorithm = parseAlgorithm(trace.algorithm);
  if (!puzzle) return recorded(trace);
  switch (algorithm.family) {
    case 'deepening':
      return deepening(trace, puzzle, algorithm.hWeight === 0);
    case 'recorded':
      return recorded(trace);
    default:
      return bestFirst(trace, algorithm, puzzle);
  }
}

export function buildTimeline(trace: TraceResult): Timeline {
  const building = slices(trace);
  if (!('next' in building)) return building;
  for (;;) {
    const { done, value } = building.next();
    if (done) return value;
  }
}

/** Builds a timeline between other work of the page; null if it was aborted. */
export async function buildInSlices(trace: TraceResult, signal: AbortSignal): Promise<Timeline | null> {
  const building = slices(trace);
  if (!('next' in building)) return building;
  for (;;) {
    const { done, value } = building.next();
    if (done) return value;
    await new Promise((resume) => setTimeout(resume, 0));
    if (signal.aborted) return null;
  }
}
