/** Averages of algorithms over random boards: the table of papers that compare searches. */

import { batch, signal } from '@preact/signals';
import { EngineError } from 'loyd';
import type { Engine } from '../../engine/protocol';
import { sizeText, type Size } from '../../puzzle/tiles';
import { databases, usesHeuristic } from '../../state/choices';
import { metric } from '../../state/store';
import { workerChoices } from '../../state/worker-choices';
import { texts } from '../../texts';

export const BOARDS = 100;
const SEED = 1;

/** The limits of a search for one board: seconds, and bytes of the open and closed lists. */
export const LIMITS = { max_time: 5, memory: 192 * 2 ** 20 } as const;

/** The greatest number of workers: each may have the memory of the limit, and phones have little. */
const MAX_WORKERS = 2;

/** Milliseconds between two changes of the table. */
const REFRESH = 100;

/** The algorithms that solve most boards of at most a number of cells within the limits, the slowest first. */
const ALGORITHMS: readonly { readonly cells: number; readonly names: readonly string[] }[] = [
  { cells: 9, names: ['bfs', 'astar', 'wastar(1.5)', 'wastar(3)', 'greedy'] },
  { cells: 12, names: ['idastar', 'astar', 'wastar(1.5)', 'wastar(3)', 'greedy', 'human'] },
  { cells: 16, names: ['idastar', 'astar', 'wastar(1.5)', 'wastar(3)', 'greedy', 'human'] },
  { cells: 25, names: ['wastar(3)', 'greedy', 'human', 'constructive'] },
  { cells: Infinity, names: ['human', 'constructive'] },
];

export function algorithmsFor({ width, height }: Size): readonly string[] {
  return ALGORITHMS.find(({ cells }) => width * height <= cells)!.names;
}

/** The heuristic of an algorithm when one is chosen on the page, databases for optimal searches only; null if it uses none. */
export function heuristicFor(algorithm: string, chosen: string, size: Size): string | null {
  if (!usesHeuristic(algorithm)) return null;
  if (!/^(auto|pdb:)/.test(chosen)) return chosen;
  if (size.width * size.height <= 9) return 'manhattan';
  if (metric.value === 'multi') return 'walking-distance';
  const database = databases(size).find((name) => name === chosen) ?? databases(size)[0];
  return (['idastar', 'astar'].includes(algorithm) && database) || 'linear-conflict';
}

export interface Average {
  readonly algorithm: string;
  readonly heuristic: string | null;
  /** The number of boards that were searched, and of those that are solved: the figures are their means. */
  readonly searched: number;
  readonly boards: number;
  readonly length: number | null;
  readonly expanded: number | null;
  readonly generated: number | null;
  readonly seconds: number | null;
}

/** The rows of a size, in the order of its algorithms. */
export const averages = signal<{ readonly size: string; readonly rows: readonly Average[] } | null>(null);
export const averaging = signal(false);
export const averageProblem = signal<string | null>(null);

let abort: AbortController | null = null;

export function stopAverages(): void {
  abort?.abort();
  averaging.value = false;
}

/** Solves the same random boards of a size by every algorithm, each in a worker. */
export async function startAverages(engine: Engine, size: Size, heuristic: string): Promise<void> {
  stopAverages();
  const controller = new AbortController();
  abort = controller;
  const { signal: cancelled } = controller;
  const algorithms = algorithmsFor(size);
  const rows = new Map<string, Average>();
  let shown = 0;
  const show = () => {
    if (cancelled.aborted) return;
    shown = performance.now();
    averages.value = { size: sizeText(size), rows: algorithms.flatMap((name) => rows.get(name) ?? []) };
  };
  batch(() => {
    averaging.value = true;
    averageProblem.value = null;
    show();
  });
  const solveAll = async (algorithm: string, boards: readonly string[], lane: string) => {
    const name = heuristicFor(algorithm, heuristic, size);
    const sum = { boards: 0, length: 0, expanded: 0, generated: 0, seconds: 0 };
    const mean = (total: number) => (sum.boards === 0 ? null : total / sum.boards);
    for (const [index, board] of boards.entries()) {
      const choices = { algorithm, ...(name === null ? {} : { heuristic: name }), ...LIMITS };
      const request = { board, size: sizeText(size), metric: metric.value, ...choices };
      const result = await engine.call('solve', request, { signal: cancelled, lane }).catch(unsolved);
      if (cancelled.aborted) return;
      if (result && result.length !== null) {
        sum.boards += 1;
        sum.length += result.length;
        sum.expanded += result.expanded ?? 0;
        sum.generated += result.generated ?? 0;
        sum.seconds += result.seconds ?? 0;
      }
      rows.set(algorithm, {
        algorithm,
        heuristic: name,
        searched: index + 1,
        boards: sum.boards,
        length: mean(sum.length),
        expanded: mean(sum.expanded),
        generated: mean(sum.generated),
        seconds: mean(sum.seconds),
      });
      if (performance.now() - shown > REFRESH) show();
    }
  };
  try {
    const { positions } = await engine.call('scramble', { size: sizeText(size), count: BOARDS, seed: SEED }, { signal: cancelled });
    const queue = [...algorithms];
    const work = async (lane: string) => {
      for (let algorithm = queue.shift(); algorithm; algorithm = queue.shift()) await solveAll(algorithm, positions, lane);
    };
    const workers = workerChoices().filter((count) => count <= MAX_WORKERS).at(-1) ?? 1;
    await Promise.all(Array.from({ length: workers }, (_, index) => work(`averages-${index + 1}`)));
    show();
  } catch (error) {
    if (!cancelled.aborted) averageProblem.value = texts.solve.failed(error instanceof Error ? error.message : String(error));
  } finally {
    if (abort === controller) stopAverages();
  }
}

/** Null for a worker that ended, as for want of memory; other errors are those of the whole table. */
function unsolved(error: unknown): null {
  if (error instanceof EngineError && error.what === 'engine') return null;
  throw error;
}
