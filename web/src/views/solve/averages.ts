/** Averages of algorithms over random boards: the table of papers that compare searches on the 8-puzzle. */

import { batch, signal } from '@preact/signals';
import type { Engine } from '../../engine/protocol';
import { usesHeuristic } from '../../state/choices';
import { metric } from '../../state/store';
import { texts } from '../../texts';

export const BOARDS = 100;
const SIZE = '3x3';
const SEED = 1;
export const ALGORITHMS = ['bfs', 'astar', 'wastar(1.5)', 'wastar(3)', 'greedy'] as const;

export interface Average {
  readonly algorithm: string;
  readonly heuristic: string | null;
  /** The number of boards that are solved. */
  readonly boards: number;
  readonly length: number;
  readonly expanded: number;
  readonly generated: number;
  readonly seconds: number;
}

export const averages = signal<readonly Average[]>([]);
export const averaging = signal(false);
export const averageProblem = signal<string | null>(null);

let abort: AbortController | null = null;

export function stopAverages(): void {
  abort?.abort();
  averaging.value = false;
}

/** Solves the same random boards by every algorithm, each in a worker. */
export async function startAverages(engine: Engine, heuristic: string): Promise<void> {
  stopAverages();
  const controller = new AbortController();
  abort = controller;
  const { signal: cancelled } = controller;
  batch(() => {
    averaging.value = true;
    averageProblem.value = null;
    averages.value = [];
  });
  const run = async (algorithm: string, index: number, boards: readonly string[]) => {
    const sum = { length: 0, expanded: 0, generated: 0, seconds: 0 };
    const name = usesHeuristic(algorithm) ? heuristic : null;
    const options = { signal: cancelled, lane: `averages-${index + 1}` };
    for (const [solved, board] of boards.entries()) {
      const request = { board, size: SIZE, metric: metric.value, algorithm, ...(name === null ? {} : { heuristic: name }) };
      const result = await engine.call('solve', request, options);
      sum.length += result.length ?? 0;
      sum.expanded += result.expanded ?? 0;
      sum.generated += result.generated ?? 0;
      sum.seconds += result.seconds ?? 0;
      const count = solved + 1;
      const mean = (total: number) => total / count;
      const average: Average = {
        algorithm,
        heuristic: name,
        boards: count,
        length: mean(sum.length),
        expanded: mean(sum.expanded),
        generated: mean(sum.generated),
        seconds: mean(sum.seconds),
      };
      if (cancelled.aborted) return;
      if (count % 10 === 0) averages.value = [...averages.value.filter((other) => other.algorithm !== algorithm), average];
    }
  };
  try {
    const { positions } = await engine.call('scramble', { size: SIZE, count: BOARDS, seed: SEED }, { signal: cancelled });
    await Promise.all(ALGORITHMS.map((algorithm, index) => run(algorithm, index, positions)));
  } catch (error) {
    if (!cancelled.aborted) averageProblem.value = texts.solve.failed(error instanceof Error ? error.message : String(error));
  } finally {
    if (abort === controller) averaging.value = false;
  }
}

/** The order of the rows: that of the algorithms. */
export function inOrder(rows: readonly Average[]): Average[] {
  return ALGORITHMS.flatMap((name) => rows.find(({ algorithm }) => algorithm === name) ?? []);
}
